//! Chores that need npm: a folder with a `package.json`, its packages, its scripts.
//!
//! Invariant: what cannot be done here for want of a peer is said, and is no failure; what is done and fails is one.

use std::path::Path;
use std::process::Command;

/// How a chore ended.
pub enum Outcome {
    /// It was done.
    Done,
    /// Something in it failed.
    Failed,
    /// It could not be done here; why.
    Skipped(String),
}

/// Installs the packages of a folder as its lock file has them, unless they are there.
pub fn install(folder: &Path) -> Result<Outcome, String> {
    if run("npm", &["--version"], folder).is_none() {
        return Ok(Outcome::Skipped("there is no npm".to_owned()));
    }
    let lock = std::fs::read(folder.join("package-lock.json"));
    let lock = lock.map_err(|error| format!("{}: {error}", folder.display()))?;
    let modules = folder.join("node_modules");
    // What was installed for this lock file is installed still.
    let seal = modules.join(".buttress-lock");
    if std::fs::read(&seal).is_ok_and(|sealed| sealed == lock) {
        return Ok(Outcome::Done);
    }
    println!("== npm ci in {}", folder.display());
    let options = ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
    match run("npm", &options, folder) {
        Some(true) => {
            std::fs::write(&seal, lock).map_err(|error| format!("{}: {error}", seal.display()))?;
            Ok(Outcome::Done)
        }
        _ => Ok(Outcome::Skipped("npm could not install the packages".to_owned())),
    }
}

/// Runs a script of the folder's `package.json`, with these variables in its environment.
pub fn script(folder: &Path, name: &str, variables: &[(&str, &str)]) -> Outcome {
    println!("== npm run {name} in {}", folder.display());
    let mut command = Command::new("npm");
    command.args(["run", "--silent", name]).current_dir(folder);
    command.envs(variables.iter().copied());
    match command.status() {
        Ok(status) if status.success() => Outcome::Done,
        _ => {
            println!("failed: npm run {name} in {}", folder.display());
            Outcome::Failed
        }
    }
}

/// Runs a program; whether it succeeded, or nothing if there is no such program.
pub fn run(program: &str, arguments: &[&str], folder: &Path) -> Option<bool> {
    let status = Command::new(program).args(arguments).current_dir(folder).status().ok()?;
    Some(status.success())
}
