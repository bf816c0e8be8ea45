//! What the server runs, in the order that fails soonest.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{book, browser, editors, fuzz, metadata, publish, tidy};

/// A step: what it is for, and what cargo is told.
struct Step {
    name: &'static str,
    arguments: &'static [&'static str],
}

/// The steps after `tidy`. All but the formatter take the lock file as it is.
const BEFORE: [Step; 3] = [
    Step { name: "format", arguments: &["fmt", "--all", "--check"] },
    Step {
        name: "lints",
        arguments: &[
            "clippy",
            "--locked",
            "--workspace",
            "--all-targets",
            "--features",
            "buttress-dispatch/tools,buttress-exchange/tools",
            "--",
            "-D",
            "warnings",
        ],
    },
    Step { name: "build", arguments: &["test", "--locked", "--workspace", "--no-run", "--quiet"] },
];

/// Folders of packages that are not in the workspace.
const OUTSIDE: [&str; 2] = ["python", "bench/sat"];

/// README's second command.
const TESTS: Step = Step { name: "tests", arguments: &["test", "--locked", "--workspace"] };

/// What runs beside the tests: README's first command, and the documentation.
const BESIDE: [Step; 2] = [
    Step {
        name: "the program",
        arguments: &[
            "run",
            "--locked",
            "-p",
            "buttress",
            "--",
            "prove",
            "examples/hardware/peterson.aag",
        ],
    },
    Step {
        name: "documentation",
        arguments: &["doc", "--locked", "--workspace", "--no-deps", "--quiet"],
    },
];

/// The word for what runs beside the tests.
pub const BESIDE_THE_TESTS: &str = "beside";

/// Runs every step; stops at the first that fails. Many tests use one core: what needs only the program runs at the same time, and
/// what it says comes after what the tests say.
pub fn run(root: &Path) -> Result<bool, String> {
    println!("== tidy");
    if !tidy::run(root)? || !are_locked(root) || !steps(root, &BEFORE)? {
        return Ok(false);
    }
    let this = std::env::current_exe().map_err(|error| format!("who am I: {error}"))?;
    let beside = Command::new(this)
        .args(["ci", BESIDE_THE_TESTS])
        .current_dir(root)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run what runs beside the tests: {error}"))?;
    // Both streams are read from now on: a full pipe would keep it waiting.
    let waiting = std::thread::spawn(move || beside.wait_with_output());
    let are_green = steps(root, &[TESTS])?;
    let output = match waiting.join() {
        Ok(output) => output.map_err(|error| format!("what ran beside the tests: {error}"))?,
        Err(_) => return Err("nobody waited for what ran beside the tests".to_owned()),
    };
    print!("{}", String::from_utf8_lossy(&output.stdout));
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    let is_green = are_green && output.status.success();
    println!("{}", if is_green { "all green" } else { "failed" });
    Ok(is_green)
}

/// What needs only the program that the tests have built.
pub fn beside(root: &Path) -> Result<bool, String> {
    if !steps(root, &BESIDE)? {
        return Ok(false);
    }
    println!("== publish --dry-run");
    if !publish::run(root, &["--dry-run"])? {
        println!("failed: publish --dry-run");
        return Ok(false);
    }
    println!("== book --check");
    if !book::check(root, &program(root))? {
        println!("failed: book --check");
        return Ok(false);
    }
    println!("== browser");
    if !browser::run(root, &program(root), &[])? {
        println!("failed: browser");
        return Ok(false);
    }
    println!("== editors");
    if !editors::run(root)? {
        println!("failed: editors");
        return Ok(false);
    }
    fuzzers(root)
}

/// Whether the lock files of packages outside of the workspace know all that those packages use; a crate that came since is
/// missed only where they are built.
fn are_locked(root: &Path) -> bool {
    println!("== lock files");
    OUTSIDE.iter().all(|folder| {
        let known = metadata::of_workspace(&root.join(folder), &["--locked"]);
        known.inspect_err(|message| println!("failed: {folder}/Cargo.lock: {message}")).is_ok()
    })
}

fn steps(root: &Path, steps: &[Step]) -> Result<bool, String> {
    for Step { name, arguments } in steps {
        println!("== {name}: cargo {}", arguments.join(" "));
        if !cargo(root, arguments)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The program that the tests have built.
pub fn program(root: &Path) -> PathBuf {
    target(root).join("debug").join("buttress")
}

/// Random inputs, and inputs made to be slow or large, with the program that the tests have built.
fn fuzzers(root: &Path) -> Result<bool, String> {
    println!("== fuzz limits");
    let program = program(root).display().to_string();
    let options = ["--count", "100", "--jobs", "1", "--program", &program];
    if !fuzz::run(root, "limits", &options)? {
        println!("failed: fuzz limits");
        return Ok(false);
    }
    fuzz::short(root)
}

/// Runs cargo.
fn cargo(root: &Path, arguments: &[&str]) -> Result<bool, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root);
    // Built once from a clean clone: incremental data would only double the disk it takes.
    command.env("CARGO_INCREMENTAL", "0").env("RUSTDOCFLAGS", denied("RUSTDOCFLAGS"));
    let status = command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        println!("failed: cargo {}", arguments.join(" "));
    }
    Ok(status.success())
}

/// Flags from the environment, and that warnings are errors.
fn denied(variable: &str) -> OsString {
    let mut flags = std::env::var_os(variable).unwrap_or_default();
    flags.push(" -D warnings");
    flags
}

/// Where cargo puts what it builds.
pub fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}
