//! The pages in `docs/thesis` are true: every script in them is answered as the page says, with
//! evidence that the checker has accepted.

mod page;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use buttress_testkit::in_parallel;
use page::{Script, scripts};
use serde_json::Value;

/// Far more than any script needs; a run that does not end is to be told as a fault of its page.
const SECONDS: &str = "60";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/thesis")
}

fn text_of(page: &str) -> String {
    fs::read_to_string(folder().join(page)).expect("the page is part of the repository")
}

/// The names of all pages but the index.
fn pages() -> BTreeSet<String> {
    let entries = fs::read_dir(folder()).expect("the folder is part of the repository");
    let names = entries.map(|entry| entry.expect("the folder can be read").file_name());
    let mut names: BTreeSet<String> = names.filter_map(|name| name.into_string().ok()).collect();
    assert!(names.remove("README.md"), "there is an index");
    names
}

/// A script in a file, as the program gets it.
struct Run {
    path: PathBuf,
    flags: Vec<&'static str>,
}

impl Run {
    fn new(page: &str, script: &Script) -> Run {
        let suffix = if script.is_program { "pi" } else { "smt2" };
        let name = format!("{}-{}.{suffix}", page.trim_end_matches(".md"), script.line);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, &script.text).expect("the script can be written");
        let flags = [("--partial", script.is_partial), ("--infinite-sorts", script.is_infinite)];
        let flags = flags.into_iter().filter(|(_, is_on)| *is_on).map(|(flag, _)| flag);
        Run { path, flags: flags.collect() }
    }

    /// What the program prints about the script; if it is no document, how the program ended.
    fn document(&self, arguments: &[&str]) -> Result<Value, String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_buttress"));
        command.args(arguments).arg(&self.path).arg("--json");
        command.args(&self.flags);
        let run = command.output().expect("the program starts");
        serde_json::from_slice(&run.stdout)
            .map_err(|_| format!("{}: {}", run.status, String::from_utf8_lossy(&run.stderr)))
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// What is wrong with the answers to a script.
fn wrong_answers(run: &Run, script: &Script) -> Result<Vec<String>, String> {
    let document = run.document(&["solve", "--timeout", SECONDS])?;
    let file = &document["files"][0];
    let mut faults: Vec<String> =
        list(&file["errors"]).map(|error| format!("an error: {error}")).collect();
    let count = list(&file["checks"]).count();
    if count != script.answers.len() {
        faults.push(format!("{} answers to {count} checks", script.answers.len()));
    }
    for (check, expected) in list(&file["checks"]).zip(&script.answers) {
        let (number, verdict) = (&check["number"], text(&check["verdict"]));
        let reason = text(&check["reason"]);
        let is_named = |(part, rule): &(String, String)| {
            reason.contains(part.as_str()) && reason.contains(rule.as_str())
        };
        if verdict != *expected {
            faults.push(format!("check {number} is {verdict}, not {expected} ({reason})"));
        } else if verdict != "unknown" && check["checked"] != true {
            faults.push(format!("check {number} is {verdict} without evidence"));
        } else if verdict == "unknown" && !script.outside.iter().any(is_named) {
            faults.push(format!("check {number} is unknown for another reason ({reason})"));
        }
    }
    Ok(faults)
}

/// What is wrong with the parts that are told to be outside.
fn wrong_parts(run: &Run, script: &Script) -> Result<Vec<String>, String> {
    let document = run.document(&["explain"])?;
    let found: BTreeSet<(String, String)> = list(&document["checks"])
        .flat_map(|check| list(&check["quantifiers"]))
        .flat_map(|quantified| list(&quantified["outside"]))
        .map(|violation| (text(&violation["part"]), text(&violation["rule"])))
        .collect();
    let missing = script.outside.difference(&found).map(|part| format!("not outside: {part:?}"));
    let silent = found.difference(&script.outside).map(|part| format!("also outside: {part:?}"));
    Ok(missing.chain(silent).collect())
}

/// What is wrong with the verdicts on a program.
fn wrong_verdicts(run: &Run, script: &Script) -> Result<Vec<String>, String> {
    let document = run.document(&["prove", "--timeout", SECONDS])?;
    let file = &document["files"][0];
    let mut faults: Vec<String> =
        list(&file["errors"]).map(|error| format!("an error: {error}")).collect();
    let verdicts: Vec<String> =
        list(&file["functions"]).map(|function| text(&function["verdict"])).collect();
    if verdicts != script.answers {
        faults.push(format!("the functions are {verdicts:?}, not {:?}", script.answers));
    }
    if file["checked"] != true {
        faults.push("there are verdicts without evidence".to_owned());
    }
    Ok(faults)
}

fn faults(page: &str, script: &Script) -> Vec<String> {
    let run = Run::new(page, script);
    let ended = |ending: String| vec![format!("the program ended with {ending}")];
    if script.is_program {
        return wrong_verdicts(&run, script).unwrap_or_else(ended);
    }
    let mut faults = wrong_answers(&run, script).unwrap_or_else(ended);
    faults.extend(wrong_parts(&run, script).unwrap_or_else(ended));
    faults
}

fn check_page(page: &str) {
    let scripts = scripts(&text_of(page)).unwrap_or_else(|fault| panic!("{page}, {fault}"));
    assert!(!scripts.is_empty(), "{page} has no scripts");
    let told = |script: &Script| -> Vec<String> {
        let faults = faults(page, script).into_iter();
        faults.map(|fault| format!("docs/thesis/{page}:{}: {fault}", script.line)).collect()
    };
    let all: Vec<String> = in_parallel(&scripts, told).concat();
    assert!(all.is_empty(), "{} of {} scripts:\n{}", all.len(), scripts.len(), all.join("\n"));
}

/// A test for each page, and the list of them.
macro_rules! checked_pages {
    ($($test:ident: $page:literal,)*) => {
        const CHECKED: &[&str] = &[$($page),*];

        $(#[test]
        fn $test() {
            check_page($page);
        })*
    };
}

checked_pages! {
    safety: "1-safety.md",
    programs: "2-programs.md",
    theories: "3-theories.md",
    arrays: "4-arrays.md",
    integer_arrays: "5-integer-arrays.md",
    hashtables: "6-hashtables.md",
    partial_arrays: "7-partial-arrays.md",
    read_with_care: "8-read-with-care.md",
    numbers: "9-numbers.md",
}

/// The targets of the links in a page.
fn links(page: &str) -> Vec<String> {
    let text = text_of(page);
    text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
}

#[test]
fn every_page_is_checked_and_reached_by_the_index() {
    let pages = pages();
    assert_eq!(CHECKED.iter().map(|page| page.to_string()).collect::<BTreeSet<_>>(), pages);
    assert_eq!(links("README.md").into_iter().collect::<BTreeSet<_>>(), pages);
    for page in &pages {
        for link in links(page) {
            let target = link.split_once('#').map_or(link.as_str(), |(target, _)| target);
            assert!(folder().join(target).is_file(), "{page}: {link}");
        }
    }
}

#[test]
fn every_numbered_example_has_its_place() {
    let headings: Vec<String> = pages()
        .iter()
        .flat_map(|page| text_of(page).lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|line| line.starts_with('#'))
        .collect();
    let examples = [
        "1.2.1", "1.2.2", "1.3.1", "1.3.2", "1.3.3", "1.4.1", "2.2.1", "2.2.2", "2.2.3", "2.2.4",
        "2.2.5", "2.2.6", "2.3.1", "2.3.2", "2.5.1", "2.5.2", "2.5.3", "2.6.1", "2.6.2", "2.6.3",
        "2.6.4", "3.2.1", "3.2.2", "3.2.3",
    ];
    for example in examples {
        let start = format!("## Example {example}:");
        assert!(headings.iter().any(|heading| heading.starts_with(&start)), "{example}");
    }
}

#[test]
fn a_page_is_read_completely() {
    let page = "# Title\n\n```smt2 partial\n(check-sat)\n(check-sat)\n```\n\nAnswers: `sat`,\n`unknown`.\n\n\
                Outside: `(+ i\n1)`: none; `(< i j)`: one.\n\n```smt2\n```\n\nAnswer: `unsat`.\n\n\
                ```pi\n```\n\nAnswers: `proved`, `open`.\n";
    let scripts = scripts(page).expect("the page has no faults");
    assert_eq!(scripts.len(), 3);
    assert_eq!((scripts[0].line, scripts[0].is_partial), (4, true));
    assert_eq!(scripts[0].text, "(check-sat)\n(check-sat)\n");
    assert_eq!(scripts[0].answers, ["sat", "unknown"]);
    let outside = [("(+ i 1)", "none"), ("(< i j)", "one")];
    let outside = outside.map(|(part, rule)| (part.to_owned(), rule.to_owned()));
    assert_eq!(scripts[0].outside, BTreeSet::from(outside));
    assert_eq!((scripts[1].line, scripts[1].is_partial), (15, false));
    assert_eq!(scripts[1].answers, ["unsat"]);
    assert!(scripts[1].outside.is_empty());
    assert!(scripts[2].is_program && !scripts[1].is_program);
    assert_eq!(scripts[2].answers, ["proved", "open"]);
}

#[test]
fn faults_of_a_page_are_found() {
    for (page, fault) in [
        ("```smt2\n```\n", "line 2: expected the answers of the script, found \"\""),
        (
            "```smt2\n```\n\nIt is `sat`.\n",
            "line 4: expected the answers of the script, found \"It is `sat`.\"",
        ),
        (
            "```smt2\n```\n\nAnswer: `safe`.\n",
            "line 4: expected one of sat, unsat, unknown, found \"`safe`\"",
        ),
        (
            "```smt2\n```\n\nAnswer: `unknown`.\n\nOutside: it is late.\n",
            "line 6: expected `PART`: RULE; …",
        ),
        ("```smt\n```\n", "line 1: expected smt2, pi or text, found \"smt\""),
        (
            "```pi\n```\n\nAnswer: `sat`.\n",
            "line 4: expected one of proved, false, open, unknown, found \"`sat`\"",
        ),
        ("```smt2\n(check-sat)\n", "line 1: the fence has no end"),
    ] {
        assert_eq!(scripts(page), Err(fault.to_owned()));
    }
}
