//! The programs for one target, linked by the linker that comes with the compiler, so that a cross build needs no other tools.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::place::Place;
use crate::metadata::cargo;

/// The programs of an archive, with the packages that they come from.
pub const PROGRAMS: [(&str, &str); 2] =
    [("buttress", "buttress"), ("buttress-checker", "buttress-check")];

/// A program's name and its bytes.
pub type Program = (String, Vec<u8>);

/// A build to be made.
pub struct Build<'a> {
    pub place: &'a Place,
    pub target: &'a str,
    pub profile: &'a str,
}

impl Build<'_> {
    /// Builds the programs; their names and bytes, or nothing if the build fails.
    pub fn programs(&self) -> Result<Option<Vec<Program>>, String> {
        let mut command = Command::new(cargo());
        command.args(["build", "--locked", "--profile", self.profile, "--target", self.target]);
        for (package, program) in PROGRAMS {
            command.args(["--package", package, "--bin", program]);
        }
        command.arg("--target-dir").arg(&self.place.target).current_dir(&self.place.root);
        command.env_remove("RUSTFLAGS").env_remove("CARGO_TARGET_DIR");
        command.env("CARGO_ENCODED_RUSTFLAGS", self.flags()?.join("\u{1f}"));
        command.env("CARGO_INCREMENTAL", "0");
        println!("== cargo build --profile {} for {}", self.profile, self.target);
        let status = command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
        if !status.success() {
            println!("failed: the programs for {}", self.target);
            return Ok(None);
        }
        // Cargo's folder of the profile `dev` has another name.
        let profile = if self.profile == "dev" { "debug" } else { self.profile };
        let folder = self.place.target.join(self.target).join(profile);
        let read = |(_, program): (&str, &str)| {
            let path = folder.join(program);
            let bytes = std::fs::read(&path).map_err(|it| format!("{}: {it}", path.display()))?;
            Ok((program.to_owned(), bytes))
        };
        PROGRAMS.into_iter().map(read).collect::<Result<Vec<_>, String>>().map(Some)
    }

    /// What the compiler is told: its own linker, and names instead of the folders of this machine.
    fn flags(&self) -> Result<Vec<String>, String> {
        let names = names_of_folders(&self.place.root, &self.place.target)?;
        Ok([vec!["-Clinker=rust-lld".to_owned()], names].concat())
    }
}

/// Flags by which the compiler writes names instead of the folders of this machine.
pub fn names_of_folders(root: &Path, target: &Path) -> Result<Vec<String>, String> {
    let folders = [
        // The last that fits is taken, and what is built may lie among the sources.
        (root.to_owned(), "/buttress"),
        (target.to_owned(), "/built"),
        (cargo_home(), "/cargo"),
        (sysroot()?.join("lib/rustlib/src/rust"), "/rust"),
    ];
    let flag = |(folder, name): (PathBuf, &str)| {
        format!("--remap-path-prefix={}={name}", folder.display())
    };
    Ok(folders.into_iter().map(flag).collect())
}

/// Does the compiler have a library for the target?
pub fn has_library(target: &str) -> bool {
    let folder = printed(&["--print", "target-libdir", "--target", target]);
    folder.is_ok_and(|folder| !folder.is_empty() && Path::new(&folder).is_dir())
}

/// Where cargo keeps what it has downloaded.
fn cargo_home() -> PathBuf {
    let home = || std::env::home_dir().unwrap_or_default().join(".cargo");
    std::env::var_os("CARGO_HOME").map_or_else(home, PathBuf::from)
}

fn sysroot() -> Result<PathBuf, String> {
    printed(&["--print", "sysroot"]).map(PathBuf::from)
}

/// What the compiler prints.
fn printed(words: &[&str]) -> Result<String, String> {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler).args(words).stderr(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot run rustc: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
