//! `cargo xtask python`: the package for Python, built, installed where nothing else is, and tested.
//!
//! Everything is made under `target/python`: an environment that builds (with maturin), the wheels, and a fresh environment
//! that has the wheel and what its tests need. What cannot be done here for want of a peer is said.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ci::{program, target};
use crate::dist::names_of_folders;
use crate::metadata::cargo;

const USAGE: &str = "\
usage: cargo xtask python [--wheel]

Builds the package for Python (python/) as a wheel, installs it into a fresh environment, and runs its tests, mypy and the notebook
of docs. Needs python3 (3.9 or later) with pip and venv; $PYTHON names another one.

  --wheel   only build what is shipped: an optimised wheel and a source distribution, in target/python/dist
";

/// What builds; the same range as in `pyproject.toml`.
const MATURIN: &str = "maturin>=1.9,<2";

/// Runs the chore.
pub fn run(root: &Path, options: &[&str]) -> Result<bool, String> {
    let is_shipped = match options {
        [] => false,
        ["--wheel"] => true,
        _ => return Err(USAGE.to_owned()),
    };
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    for module in ["venv", "pip"] {
        let probe = Command::new(&python).args(["-c", &format!("import {module}")]).output();
        if !probe.is_ok_and(|output| output.status.success()) {
            println!(
                "SKIPPED: {python} is not there, or has no {module}: the package for Python is not built"
            );
            return Ok(true);
        }
    }
    let folder = target(root).join("python");
    let Some(builder) = builder(&python, &folder)? else {
        println!("SKIPPED: pip could not install {MATURIN}: the package for Python is not built");
        return Ok(true);
    };
    let mut format = Command::new(cargo());
    format.args(["fmt", "--check"]).current_dir(root.join("python"));
    if !done("cargo fmt --check", format)? {
        return Ok(false);
    }
    let (place, profile) = if is_shipped { ("dist", "release") } else { ("wheels", "dev") };
    let wheels = folder.join(place);
    remove(&wheels)?;
    let mut build = Command::new(&builder);
    build.args(["-m", "maturin", "build", "--locked", "--profile", profile, "--out"]).arg(&wheels);
    if is_shipped {
        let names = names_of_folders(root, &target(root))?;
        build.arg("--sdist").env_remove("RUSTFLAGS");
        build.env("CARGO_ENCODED_RUSTFLAGS", names.join("\u{1f}"));
    }
    build.current_dir(root.join("python")).env("CARGO_TARGET_DIR", folder.join("build"));
    if !done("maturin build", build)? {
        return Ok(false);
    }
    for path in files(&wheels)? {
        let bytes =
            fs::metadata(&path).map_err(|error| format!("{}: {error}", path.display()))?.len();
        println!("{}: {bytes} bytes", path.display());
    }
    if is_shipped { Ok(true) } else { tested(root, &python, &folder, &wheels) }
}

/// The Python of an environment with maturin, which is made once; none if it cannot be.
fn builder(python: &str, folder: &Path) -> Result<Option<PathBuf>, String> {
    let place = folder.join("builder");
    let own = interpreter(&place);
    let is_there = Command::new(&own).args(["-m", "maturin", "--version"]).output();
    if is_there.is_ok_and(|output| output.status.success()) {
        return Ok(Some(own));
    }
    remove(&place)?;
    let mut create = Command::new(python);
    create.args(["-m", "venv"]).arg(&place);
    let mut install = Command::new(&own);
    install.args(["-m", "pip", "install", "--quiet", MATURIN]);
    Ok((done("python -m venv", create)? && done("pip install maturin", install)?).then_some(own))
}

/// The tests, against the wheel that was built.
fn tested(root: &Path, python: &str, folder: &Path, wheels: &Path) -> Result<bool, String> {
    let fresh = folder.join("fresh");
    remove(&fresh)?;
    let mut create = Command::new(python);
    create.args(["-m", "venv"]).arg(&fresh);
    if !done("python -m venv", create)? {
        return Ok(false);
    }
    let own = interpreter(&fresh);
    let package = root.join("python");
    let wheel = files(wheels)?.into_iter().find(|path| path.extension() == Some(OsStr::new("whl")));
    let wheel = wheel.ok_or("maturin has made no wheel")?;
    let mut install = Command::new(&own);
    install.args(["-m", "pip", "install", "--quiet"]).arg(wheel);
    install.arg("--requirement").arg(package.join("tests").join("requirements.txt"));
    if !done("pip install", install)? {
        return Ok(false);
    }
    let mut types = Command::new(&own);
    types.args(["-m", "mypy", "--cache-dir"]).arg(folder.join("mypy"));
    types.args(["lib/buttress", "tests"]).current_dir(&package);
    let mut tests = Command::new(&own);
    // Nothing but what is installed is imported, and nothing is left among the sources.
    tests.args(["-m", "pytest", "--import-mode=importlib", "-p", "no:cacheprovider", "tests"]);
    tests.env("PYTHONDONTWRITEBYTECODE", "1").current_dir(&package);
    if std::env::var_os("BUTTRESS").is_none() && program(root).exists() {
        tests.env("BUTTRESS", program(root));
    }
    Ok(done("mypy --strict", types)? && done("pytest", tests)?)
}

/// Where an environment has its Python.
fn interpreter(place: &Path) -> PathBuf {
    match cfg!(windows) {
        true => place.join("Scripts").join("python.exe"),
        false => place.join("bin").join("python"),
    }
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let cannot = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(cannot)?;
    entries.map(|entry| entry.map(|entry| entry.path()).map_err(cannot)).collect()
}

fn remove(folder: &Path) -> Result<(), String> {
    match folder.exists() {
        true => fs::remove_dir_all(folder)
            .map_err(|error| format!("cannot remove {}: {error}", folder.display())),
        false => Ok(()),
    }
}

fn done(name: &str, mut command: Command) -> Result<bool, String> {
    println!("== {name}");
    let status = command.status().map_err(|error| format!("cannot run {name}: {error}"))?;
    if !status.success() {
        println!("failed: {name}");
    }
    Ok(status.success())
}
