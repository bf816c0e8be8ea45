//! The book is true: every command on its pages, in guides and in README, prints what is shown below it.
//!
//! With `BUTTRESS_BOOK=overwrite`, what is shown is made anew where it differs; look at the difference before it is committed.

mod compare;
mod page;
mod session;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use compare::is_alike;
use page::{Step, shown_anew, steps};
use session::Session;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn has(tool: &str) -> bool {
    let found = Command::new("sh").arg("-c").arg(format!("command -v {tool} > /dev/null")).status();
    found.is_ok_and(|status| status.success())
}

/// Guides lie in `docs` itself.
fn is_guide(path: &str) -> bool {
    path.starts_with("docs/") && !path.starts_with("docs/book/")
}

/// Runs a page in a folder of its own; `path` is seen from the repository.
fn check(path: &str) {
    let file = root().join(path);
    let text = fs::read_to_string(&file).expect("the page is part of the repository");
    let is_guide = is_guide(path);
    let steps = steps(&text, is_guide).unwrap_or_else(|fault| panic!("{path}, {fault}"));
    let session = Session::new(&path.replace('/', "-"), &root().join("examples"), is_guide);
    // Files are saved before the first command: a page shows none twice.
    let mut commands = Vec::new();
    for step in &steps {
        match step {
            Step::Save { name, text } => session.save(name, text),
            Step::Type { line, command, shown, needs } => {
                match needs.iter().find(|tool| !has(tool)) {
                    Some(tool) => {
                        eprintln!("SKIPPED: {path}:{line}: there is no {tool} here: {command}");
                    }
                    None => commands.push((*line, command.as_str(), shown)),
                }
            }
        }
    }
    let typed: Vec<&str> = commands.iter().map(|(_, command, _)| *command).collect();
    let endings = session.typed(&typed);
    assert_eq!(endings.len(), commands.len(), "{path}: the shell ended early");
    let (mut anew, mut faults) = (text.clone(), Vec::new());
    for (at, ((line, command, shown), ending)) in commands.iter().zip(&endings).enumerate().rev() {
        if !is_alike(shown, &ending.printed) {
            anew = shown_anew(&anew, *line, shown.len(), &ending.printed);
            faults.push(format!("{path}:{line}: $ {command}\n{}", ending.printed.join("\n")));
        }
        // A page may show a mistake, if it says so.
        let is_told = typed.get(at + 1).is_some_and(|next| next.contains("$?"));
        if ![0, 1, 3].contains(&ending.code) && !is_told {
            faults.push(format!("{path}:{line}: $ {command} ended with {}", ending.code));
        }
    }
    if std::env::var("BUTTRESS_BOOK").is_ok_and(|word| word == "overwrite") {
        fs::write(&file, anew).expect("the page can be written");
        return;
    }
    faults.reverse();
    println!("{path}: {} commands", commands.len());
    assert!(faults.is_empty(), "{} differ:\n{}", faults.len(), faults.join("\n\n"));
}

/// A test for each page with commands, and the list of them.
macro_rules! pages {
    ($($test:ident: $page:literal,)*) => {
        const PAGES: &[&str] = &[$($page),*];

        $(#[test]
        fn $test() {
            check($page);
        })*
    };
}

pages! {
    introduction: "docs/book/src/introduction.md",
    hardware: "docs/book/src/tutorials/hardware.md",
    formulas: "docs/book/src/tutorials/formulas.md",
    numbers: "docs/book/src/tutorials/numbers.md",
    programs: "docs/book/src/tutorials/programs.md",
    unknown: "docs/book/src/howto/unknown.md",
    verilog: "docs/book/src/howto/verilog.md",
    cluster: "docs/book/src/howto/cluster.md",
    python: "docs/book/src/howto/python.md",
    certificate: "docs/book/src/howto/certificate.md",
    strengthening: "docs/book/src/explanation/strengthening.md",
    fsis: "docs/book/src/explanation/fsis.md",
    arrays: "docs/book/src/explanation/arrays.md",
    farkas: "docs/book/src/explanation/farkas.md",
    conditions: "docs/book/src/explanation/conditions.md",
    evidence: "docs/book/src/explanation/evidence.md",
    readme: "README.md",
    guide_to_formulas: "docs/formulas.md",
    guide_to_numbers: "docs/numbers.md",
    guide_to_programs: "docs/programs.md",
    guide_to_the_command_line: "docs/cli.md",
}

/// The pages below a folder, seen from the repository.
fn below(folder: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).expect("the folder can be read") {
        let entry = entry.expect("the entry can be read");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            below(&path, found);
        } else if path.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn every_page_with_commands_is_run() {
    let mut all = vec!["README.md".to_owned()];
    below("docs", &mut all);
    // What is generated shows commands of the program's own help, which stories run.
    all.retain(|path| !path.contains("/reference/commands/"));
    // Its scripts have a test of their own.
    all.retain(|path| !path.starts_with("docs/thesis/"));
    for path in all {
        let text = fs::read_to_string(root().join(&path)).expect("the page can be read");
        let steps = steps(&text, is_guide(&path)).unwrap_or_else(|fault| panic!("{path}, {fault}"));
        let is_run = PAGES.contains(&path.as_str());
        assert_eq!(is_run, !steps.is_empty(), "{path}: it is run exactly if it has commands");
    }
}

#[test]
fn a_page_is_read_completely() {
    let page = "# A\n\n```pi file=a.pi\nint\n```\n\n```console needs=yosys\n$ buttress a \\\n> b\none\n\n$ c\n```\n";
    let found = steps(page, false).expect("the page has no faults");
    let needs = vec!["yosys".to_owned()];
    let save = Step::Save { name: "a.pi".to_owned(), text: "int\n".to_owned() };
    let shown = vec!["one".to_owned()];
    let command = "buttress a \\\nb".to_owned();
    let first = Step::Type { line: 8, command, shown, needs: needs.clone() };
    let second = Step::Type { line: 12, command: "c".to_owned(), shown: Vec::new(), needs };
    assert_eq!(found, [save, first, second]);
    let anew = shown_anew(page, 8, 1, &["two".to_owned()]);
    assert!(anew.contains("> b\ntwo\n\n$ c\n```\n"), "{anew}");
}

#[test]
fn faults_of_a_page_are_found() {
    for (page, fault) in [
        ("```console\n$ a\n", "line 1: the fence has no end"),
        ("```console\na\n```\n", "line 2: expected `$ ` and a command"),
        ("```sh\nbuttress prove a\n```\n", "line 2: a command outside of a console fence"),
        ("```text\n$ buttress\n```\n", "line 2: a command outside of a console fence"),
        ("```pi name=a\n```\n", "line 1: expected file=NAME or needs=TOOL, found \"name=a\""),
    ] {
        assert_eq!(steps(page, false), Err(fault.to_owned()));
    }
}
