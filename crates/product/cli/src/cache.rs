//! The cache of proofs: where it is, how large it may grow, and the command `buttress cache`.
//!
//! Nothing in it is trusted, and nothing depends on it: an entry counts if the checker accepts it, and a folder that cannot
//! be made, read or written costs time and nothing else.

mod document;
mod folder;

use std::path::{Path, PathBuf};

pub use self::document::CacheDocument;
use self::folder::{clean, make, trim};
use crate::args::{CacheAction, CacheArgs, ProveArgs};
use crate::document::Document;
use crate::limits::CACHE_BYTES;
use crate::output::Output;
use crate::plural::counted;
use crate::style::size;
use crate::{diagnostics, exit, files};

/// The folder that `prove` keeps proofs in, if it keeps any.
pub fn of_prove(arguments: &ProveArgs) -> Option<PathBuf> {
    match (arguments.programs.no_cache, &arguments.programs.cache) {
        (true, _) => None,
        (false, Some(folder)) => Some(folder.clone()),
        (false, None) => user_folder().inspect(|folder| make(folder)),
    }
}

/// Can a folder that was named be one? The error is one line for the user.
pub fn ready(arguments: &ProveArgs) -> Result<(), String> {
    match &arguments.programs.cache {
        Some(path) if path.exists() && !path.is_dir() => Err(format!(
            "--cache {}: is a file, and proofs are kept in a folder",
            files::shown(path)
        )),
        _ => Ok(()),
    }
}

/// Keeps the folder of a run that has proved programs within its bound.
pub fn keep_bound(arguments: &ProveArgs) {
    if let Some(folder) = of_prove(arguments) {
        trim_to_bound(&folder);
    }
}

/// Keeps a folder of proofs within its bound.
pub fn trim_to_bound(folder: &Path) {
    trim(folder, CACHE_BYTES);
}

/// The folder for everything that this user proves; none if the system does not say where.
pub fn user_folder() -> Option<PathBuf> {
    let variable = |name: &str| {
        let folder = PathBuf::from(std::env::var_os(name)?);
        folder.is_absolute().then_some(folder)
    };
    let base = variable("XDG_CACHE_HOME").or_else(|| match () {
        () if cfg!(windows) => variable("LOCALAPPDATA"),
        () if cfg!(target_os = "macos") => variable("HOME").map(|home| home.join("Library/Caches")),
        () => variable("HOME").map(|home| home.join(".cache")),
    });
    Some(base?.join("buttress").join("proofs"))
}

/// Runs `buttress cache`.
pub fn run(arguments: &CacheArgs, output: &mut Output) -> u8 {
    let folder = arguments.cache.clone().or_else(user_folder);
    let cleaned = match (arguments.action, &folder) {
        (CacheAction::Clean, Some(folder)) => Some(clean(folder)),
        _ => None,
    };
    let mut document = CacheDocument::of(folder.as_deref());
    document.removed = cleaned.map(|(removed, _)| removed);
    let failed = cleaned.map_or(0, |(_, failed)| failed);
    document.exit_code = if failed == 0 { 0 } else { exit::USAGE };
    let exit_code = document.exit_code;
    if failed > 0 {
        let message = format!("{} could not be removed", counted(failed, "entry"));
        output.note(&diagnostics::plain(&message));
    }
    if folder.is_none() && !arguments.json {
        output.note("note: there is no cache: the system does not say where this user has one");
    }
    let shown = shown(arguments.action, &document);
    Document::Cache(document).answer(arguments.json, || shown, output);
    exit_code
}

/// The line for a person; none if there is no folder.
fn shown(action: CacheAction, document: &CacheDocument) -> String {
    let Some(folder) = &document.folder else { return String::new() };
    match action {
        CacheAction::Path => format!("{folder}\n"),
        CacheAction::Size => {
            let size = |bytes: u64| size(bytes as usize);
            let (count, held) = (counted(document.entries, "entry"), size(document.bytes));
            format!("{folder}: {count}, {held} of {}\n", size(document.bound))
        }
        CacheAction::Clean => {
            let removed = counted(document.removed.unwrap_or(0), "entry");
            format!("{folder}: {removed} removed\n")
        }
    }
}
