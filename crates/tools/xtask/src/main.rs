//! The project's own chores: `cargo xtask tidy`, `ci`, `editors`, `web`, `python`, `publish`, `dist`, `semver`, `book`, `bench`, `browser`, `fuzz`.
//!
//! Chores are for people who work on Buttress; nothing here is part of the program.

mod bench;
mod book;
mod browser;
mod ci;
mod dist;
mod editors;
mod fuzz;
mod measure;
mod metadata;
mod npm;
mod publish;
mod python;
mod semver;
mod tidy;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask CHORE

  tidy       check the facts that ARCHITECTURE.md lists, on the files and the crate graph
  ci         tidy, format, clippy, tests and two minutes of fuzz: what the server runs
  editors    test and package the VS Code extension (needs npm)
  web        build the page to try it in a browser; `cargo xtask web --help`
  python     the package for Python: built, installed and tested; `cargo xtask python --help`
  publish    every crate to the registry, in order; `--dry-run` makes the packages only; `cargo xtask publish --help`
  dist       archives of static programs, with checksums; `--twice` tries that they are reproducible; `cargo xtask dist --help`
  semver     the library's public names against the last release, or a revision (needs cargo-semver-checks)
  book       the book; `--check` looks at links and at what is generated, `--generate` makes that anew; `cargo xtask book --help`
  bench all  every product on a short list, beside the last release; `cargo xtask bench all --help`
  bench hw   run circuits through Buttress and its peers; `cargo xtask bench hw --help`
  bench smt  run formulas through Buttress and its peers; `cargo xtask bench smt --help`
  bench inv  run systems over numbers through Buttress and Spacer; `cargo xtask bench inv --help`
  bench pi   run annotated programs through Buttress; `cargo xtask bench pi --help`
  bench lsp  how long an editor waits; `cargo xtask bench lsp --help`
  bench growth
             array properties by the number of writes and quantifiers; `cargo xtask bench growth --help`
  bench sat  our solver beside CaDiCaL (needs a C++ compiler); `cargo xtask bench sat --help`
  browser    reports in Chromium, with the program that was built last; `--pictures` makes those of docs anew,
             `--frames` looks at how long they take
  fuzz hw    random circuits against the explicit-state oracle; `--count N --seed S --jobs J`
  fuzz smt   random formulas against brute force and z3; `cargo xtask fuzz smt --help`
  fuzz horn  random systems over numbers against an oracle and z3; `cargo xtask fuzz horn --help`
  fuzz lp    random linear programs against z3 and their certificates; `cargo xtask fuzz lp --help`
  fuzz pi    mutants of programs against the interpreter; `cargo xtask fuzz pi --help`
  fuzz limits
             commands on inputs made to be slow or large; `cargo xtask fuzz limits --help`
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["tidy"] => tidy::run(&root()),
        ["ci"] => ci::run(&root()),
        ["ci", ci::BESIDE_THE_TESTS] => ci::beside(&root()),
        ["editors"] => editors::run(&root()),
        ["web", options @ ..] => web::run(&root(), options),
        ["python", options @ ..] => python::run(&root(), options),
        ["dist", options @ ..] => dist::run(&root(), options),
        ["publish", options @ ..] => publish::run(&root(), options),
        ["semver", options @ ..] => semver::run(&root(), options),
        ["book", options @ ..] => book::run(&root(), &ci::program(&root()), options),
        ["bench", "all", options @ ..] => bench::run_all(&root(), options),
        ["bench", "hw", options @ ..] => bench::run_hw(&root(), options),
        ["bench", "smt", options @ ..] => bench::run_smt(&root(), options),
        ["bench", "inv", options @ ..] => bench::run_inv(&root(), options),
        ["bench", "pi", options @ ..] => bench::run_pi(&root(), options),
        ["bench", "lsp", options @ ..] => bench::run_lsp(&root(), options),
        ["bench", "growth", options @ ..] => bench::run_growth(&root(), options),
        ["bench", "sat", options @ ..] => bench::run_sat(&root(), options),
        ["browser", options @ ..] => browser::run(&root(), &ci::program(&root()), options),
        ["fuzz", name, options @ ..] => fuzz::run(&root(), name, options),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(true)
        }
        _ => Err(format!("no such chore: {}\n\n{USAGE}", words.join(" "))),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// The repository's folder.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(3).map(Path::to_path_buf).unwrap_or_default()
}
