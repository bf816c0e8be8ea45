//! The files by which others run us in their pipelines (`action.yml`, `packaging/gitlab.yml`, `.pre-commit-hooks.yaml`): their steps
//! are taken out of the files and executed, in a repository made for it and with the program that was built.
#![cfg(unix)]

mod repository;
mod steps;

use serde_json::Value;

use repository::Repository;
use steps::{Run, action, gitlab, hooks};

const PROVED: &str = "@pre true\n@post rv >= 0 && rv >= x\nint Positive(int x) {\n  if (x < 0) {\n    return 0;\n  }\n  return x;\n}\n";
const FALSE: &str = "@pre true\n@post rv > x\nint Same(int x) {\n  return x;\n}\n";

/// How many findings a SARIF file has.
fn findings(repository: &Repository, path: &str) -> usize {
    let document: Value = serde_json::from_str(&repository.read(path)).unwrap();
    document["runs"][0]["results"].as_array().unwrap().len()
}

/// A repository whose second commit changes these files, and its first commit.
fn changed(files: &[(&str, &str)]) -> (Repository, String) {
    let repository = Repository::new();
    // What was there before is not asked about, though it is false.
    repository.write("old.pi", FALSE);
    let base = repository.commit();
    for (path, text) in files {
        repository.write(path, text);
    }
    repository.commit();
    (repository, base)
}

#[test]
fn the_action_passes_what_is_proved() {
    let (repository, base) = changed(&[("a folder/good one.pi", PROVED), ("notes.txt", "no")]);
    let run = action(&repository, &[("base", &base)]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(!run.printed.contains("::error"), "{run:?}");
    assert!(run.printed.contains("buttress "), "its version: {run:?}");
    assert!(run.printed.contains("(files: 1, exit code: 0)"), "{run:?}");
    assert_eq!(run.outputs, "code=0\n");
    assert!(run.summary.contains("everything is proved"), "{run:?}");
    assert_eq!(findings(&repository, "buttress.sarif"), 0);
    assert!(repository.path(".buttress-cache").read_dir().unwrap().next().is_some());
}

#[test]
fn the_action_annotates_what_is_false() {
    let (repository, base) = changed(&[("bad.pi", FALSE)]);
    let run = action(&repository, &[("base", &base), ("sarif", "found.sarif")]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.printed.contains("::error file=bad.pi,line="), "{run:?}");
    assert!(!run.printed.contains("old.pi"), "{run:?}");
    assert_eq!(run.outputs, "code=1\n");
    assert!(run.summary.contains("something is false or open"), "{run:?}");
    assert_eq!(findings(&repository, "found.sarif"), 1);
}

#[test]
fn the_action_takes_all_files_where_no_base_is_known() {
    let (repository, _) = changed(&[("good.pi", PROVED)]);
    let none = "0000000000000000000000000000000000000000";
    for base in ["", none] {
        let run = action(&repository, &[("base", base)]);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.printed.contains("::error file=old.pi,"), "{run:?}");
        assert_eq!(run.printed.contains("not known here"), base == none, "{run:?}");
    }
}

#[test]
fn the_action_takes_files_and_options_that_are_named() {
    let (repository, base) = changed(&[("good.pi", PROVED), ("nonsense.pi", "int")]);
    let run = action(&repository, &[("files", "good.pi"), ("options", "--threads 1 --no-reduce")]);
    assert_eq!(run.code, 0, "{run:?}");
    let run = action(&repository, &[("base", &base)]);
    assert_eq!((run.code, run.outputs.as_str()), (2, "code=2\n"), "{run:?}");
    assert!(run.printed.contains("::error file=nonsense.pi,"), "{run:?}");
}

#[test]
fn the_action_has_nothing_to_do_where_nothing_changed() {
    let (repository, base) = changed(&[("notes.txt", "no")]);
    let run = action(&repository, &[("base", &base)]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.printed.contains("nothing to prove"), "{run:?}");
    assert!(!repository.path("buttress.sarif").exists());
}

/// How many test cases of a JUnit file failed, and how many there are.
fn failures(repository: &Repository) -> (usize, usize) {
    let text = repository.read("buttress.xml");
    let document = roxmltree::Document::parse(&text).unwrap();
    let count = |name| document.descendants().filter(|node| node.has_tag_name(name)).count();
    (count("failure"), count("testcase"))
}

#[test]
fn the_job_for_gitlab_tells_failures_as_tests() {
    let (repository, base) = changed(&[("good.pi", PROVED)]);
    let Run { code, .. } = gitlab(&repository, &base);
    assert_eq!((code, failures(&repository)), (0, (0, 1)));
    repository.write("bad.pi", FALSE);
    repository.commit();
    let Run { code, .. } = gitlab(&repository, &base);
    assert_eq!((code, failures(&repository)), (1, (1, 2)));
    assert_eq!(findings(&repository, "buttress.sarif"), 1);
    let run = gitlab(&repository, "");
    assert_eq!((run.code, failures(&repository)), (1, (2, 3)), "{run:?}");
}

#[test]
fn the_hooks_for_commits_prove_and_format() {
    let repository = Repository::new();
    repository.write("good.pi", PROVED);
    repository.write("bad.pi", FALSE);
    repository.write("ugly.pi", "@pre true @post true int One() { return 1; }\n");
    let runs = hooks(&repository, &["good.pi"]);
    assert_eq!(runs.iter().map(|run| run.code).collect::<Vec<_>>(), [0, 0], "{runs:?}");
    let runs = hooks(&repository, &["good.pi", "bad.pi", "ugly.pi"]);
    assert_eq!(runs[0].code, 1, "{runs:?}");
    assert_ne!(repository.read("ugly.pi").lines().count(), 1, "it is formatted now");
}
