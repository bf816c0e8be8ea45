//! The programs that take part: ours, built if none is named, and peers on the search path.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The program that is measured: the one named, else a fresh build as it is shipped (profile `dist`).
pub fn program(root: &Path, named: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(program) = named {
        return Ok(program.to_path_buf());
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--profile", "dist", "--package", "buttress"])
        .current_dir(root)
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err("the build failed".to_owned());
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    Ok(target.join("dist/buttress"))
}

/// Is it a file, or on the search path?
pub fn is_installed(program: &Path) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    program.is_file() || env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// The program on the search path; what a version manager put there only points to it.
pub fn located(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join(name));
    let found = found.into_iter().find(|file| file.is_file())?;
    if !fs::read(&found).is_ok_and(|bytes| bytes.starts_with(b"#!")) {
        return Some(found);
    }
    let real = Command::new("pyenv").args(["which", name]).output().ok();
    let real = real.filter(|real| real.status.success());
    let real = real.map(|real| PathBuf::from(String::from_utf8_lossy(&real.stdout).trim()));
    Some(real.unwrap_or(found))
}
