//! `cargo xtask web`: the page to try Buttress in a browser, built, and tested if that is asked for.
//!
//! The program itself is compiled for WASI; what the compiler, npm or a browser cannot do here is said and skipped.

use std::path::Path;

use crate::ci::target;
use crate::dist::has_library;
use crate::metadata::cargo;
use crate::npm::{self, Outcome};

const TARGET: &str = "wasm32-wasip1";
/// What is downloaded may take so many bytes, compressed.
const LARGEST_PAGE: u64 = 6_000_000;

const USAGE: &str = "\
usage: cargo xtask web [--test]

Builds the playground in web/dist: static files for any server. Needs npm and `rustup target add wasm32-wasip1`.

  --test   then compare all examples with the native program, and drive the page in Chromium
";

/// Runs the chore.
pub fn run(root: &Path, options: &[&str]) -> Result<bool, String> {
    let is_tested = match options {
        [] => false,
        ["--test"] => true,
        _ => return Err(USAGE.to_owned()),
    };
    let folder = root.join("web");
    if let Outcome::Skipped(why) = npm::install(&folder)? {
        println!("SKIPPED: {why}: the playground is neither built nor tested");
        return Ok(true);
    }
    if !all_done(&folder, &["check", "test"], &[]) {
        return Ok(false);
    }
    if !has_library(TARGET) {
        println!("SKIPPED: no target {TARGET} in this toolchain: the playground is not built");
        return Ok(true);
    }
    let arguments = ["build", "--locked", "-p", "buttress", "--target", TARGET, "--profile", "web"];
    println!("== cargo {}", arguments.join(" "));
    if npm::run(&cargo(), &arguments, root) != Some(true) {
        println!("failed: the program for {TARGET}");
        return Ok(false);
    }
    let wasm = target(root).join(TARGET).join("web").join("buttress.wasm");
    let wasm = wasm.display().to_string();
    let native = target(root).join("debug").join("buttress").display().to_string();
    let variables = [("BUTTRESS_WASM", wasm.as_str()), ("BUTTRESS", native.as_str())];
    if !all_done(&folder, &["build"], &variables) || !is_small(&folder.join("dist"))? {
        return Ok(false);
    }
    Ok(!is_tested || all_done(&folder, &["equal", "browser"], &variables))
}

fn all_done(folder: &Path, scripts: &[&str], variables: &[(&str, &str)]) -> bool {
    scripts.iter().all(|name| matches!(npm::script(folder, name, variables), Outcome::Done))
}

/// Is the page as small as it is meant to be?
fn is_small(dist: &Path) -> Result<bool, String> {
    let cannot = |error: std::io::Error| format!("cannot read {}: {error}", dist.display());
    let mut bytes = 0;
    for entry in std::fs::read_dir(dist).map_err(cannot)? {
        bytes += entry.and_then(|entry| entry.metadata()).map_err(cannot)?.len();
    }
    println!("web/dist: {bytes} bytes, of {LARGEST_PAGE}");
    Ok(bytes <= LARGEST_PAGE)
}
