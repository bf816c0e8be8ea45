//! The cache of proofs: where it is, how large it may grow, and the command `buttress cache`.
//!
//! Nothing in it is trusted, and nothing depends on it: an entry counts if the checker accepts it, and a folder that cannot
//! be made, read or written costs time and nothing else.

mod folder;

use std::path::{Path, PathBuf};

pub use self::folder::trim;
use self::folder::{clean, entries, make, total};
use crate::args::{CacheAction, CacheArgs, ProveArgs};
use crate::limits::CACHE_BYTES;
use crate::output::Output;
use crate::plural::counted;
use crate::style::size;
use crate::{diagnostics, exit};

/// The folder that `prove` keeps proofs in, if it keeps any.
pub fn of_prove(arguments: &ProveArgs) -> Option<PathBuf> {
    match (arguments.programs.no_cache, &arguments.programs.cache) {
        (true, _) => None,
        (false, Some(folder)) => Some(folder.clone()),
        (false, None) => user_folder().inspect(|folder| make(folder)),
    }
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
    let Some(folder) = arguments.cache.clone().or_else(user_folder) else {
        output.note("note: there is no cache: the system does not say where this user has one");
        return 0;
    };
    match arguments.action {
        CacheAction::Path => output.answer(&format!("{}\n", folder.display())),
        CacheAction::Size => {
            let found = entries(&folder);
            let is_default = arguments.cache.is_none();
            let bound = match is_default {
                true => format!(" of {}", size(CACHE_BYTES as usize)),
                false => String::new(),
            };
            let (count, held) = (counted(found.len(), "entry"), size(total(&found) as usize));
            output.answer(&format!("{}: {count}, {held}{bound}\n", folder.display()));
        }
        CacheAction::Clean => return cleaned(&folder, output),
    }
    0
}

fn cleaned(folder: &Path, output: &mut Output) -> u8 {
    let (removed, failed) = clean(folder);
    output.answer(&format!("{}: {} removed\n", folder.display(), counted(removed, "entry")));
    if failed == 0 {
        return 0;
    }
    let message = format!("{} could not be removed", counted(failed, "entry"));
    output.note(&diagnostics::plain(&message));
    exit::USAGE
}
