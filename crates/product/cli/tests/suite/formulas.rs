//! The scripts in `examples/formulas` are answered as their remarks say.

use std::path::Path;
use std::process::Command;

#[test]
fn the_examples_are_answered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/formulas");
    let expected = [
        ("cells", "unsat"),
        ("deposits", "unsat sat"),
        ("euf", "unsat"),
        ("gaps", "sat sat"),
        ("hashtables", "unsat sat unsat unsat sat unsat"),
        ("integers", "unsat"),
        ("interpolants", "unsat"),
        ("lists", "unsat unsat"),
        ("nonlinear", "unknown"),
        ("optimum", "sat"),
        ("others", "sat"),
        ("pigeons", "unsat sat"),
        ("recursive", "sat unsat"),
        ("schedule", "sat"),
        ("shared", "sat unsat"),
        ("sorted", "unsat sat"),
        ("swap", "unsat"),
    ];
    for (name, answers) in expected {
        let run = Command::new(env!("CARGO_BIN_EXE_buttress"))
            .args(["solve", "-q", &format!("{name}.smt2")])
            .current_dir(&folder)
            .output()
            .expect("the program starts");
        let stdout = String::from_utf8_lossy(&run.stdout);
        assert_eq!(stdout.split_whitespace().collect::<Vec<_>>().join(" "), answers, "{name}");
        let code = if answers.contains("unknown") { 3 } else { 0 };
        assert_eq!(run.status.code(), Some(code), "{name}");
    }
    let files = std::fs::read_dir(&folder).expect("the folder is part of the repository");
    assert_eq!(files.count(), expected.len(), "every example is in the list");
}

/// The program's standard output and exit code, run on an example.
fn run(arguments: &[&str]) -> (String, Option<i32>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/formulas");
    let run = Command::new(env!("CARGO_BIN_EXE_buttress"))
        .args(arguments)
        .current_dir(&folder)
        .output()
        .expect("the program starts");
    (String::from_utf8_lossy(&run.stdout).into_owned(), run.status.code())
}

/// The evidence of an optimum can be checked later, and is worth nothing if it is changed.
#[test]
fn optima_can_be_checked() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let proof = scratch.join("optimum.proof");
    let path = proof.to_str().expect("a plain path");
    let (output, code) = run(&["solve", "optimum.smt2", "--proof", path]);
    assert!(output.starts_with("sat\n(objectives\n") && code == Some(0), "{output}");
    let (output, code) = run(&["check", "optimum.smt2", path]);
    let expected =
        "accepted: check 1 is sat\nmodel evaluated (3 assertions, 1 optimal objective)\n";
    assert_eq!((output.as_str(), code), (expected, Some(0)));
    let text = std::fs::read_to_string(&proof).expect("it was written");
    std::fs::write(&proof, text.replace("attained 52", "attained 51")).expect("it can be written");
    let (output, code) = run(&["check", "optimum.smt2", path]);
    assert!(output.contains("objective 1: the model has another value"), "{output}");
    assert_eq!(code, Some(1));
}

/// Answers and remarks go where the script wants them.
#[test]
fn channels_can_be_redirected() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [script, log] = ["channels.smt2", "channels.log"].map(|name| scratch.join(name));
    let _ = std::fs::remove_file(&log);
    let [script, log] = [&script, &log].map(|path| path.to_str().expect("a plain path"));
    let text = format!(
        "(set-option :regular-output-channel {log:?}) (check-sat)
         (set-option :regular-output-channel \"stdout\") (set-option :verbosity 1)
         (set-option :diagnostic-output-channel \"stdout\") (check-sat)
         (set-option :regular-output-channel \"/no/such/folder/x\") (echo \"on\")"
    );
    std::fs::write(script, text).expect("it can be written");
    let (output, code) = run(&["solve", script]);
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("; check 2: 0 assertions"), "{output}");
    assert!(lines.contains(&"sat") && lines.contains(&"\"on\""), "{output}");
    assert!(output.contains("(error \"4:10: /no/such/folder/x cannot be written: "), "{output}");
    assert_eq!(code, Some(2));
    assert_eq!(std::fs::read_to_string(log).expect("it was written"), "sat\n");
}

/// Evidence for one reading of the arrays is none for the other.
#[test]
fn arrays_may_be_read_as_partial() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [plain, partial] = ["plain.proof", "partial.model"].map(|name| scratch.join(name));
    let [plain, partial] = [&plain, &partial].map(|path| path.to_str().expect("a plain path"));
    let solve = ["solve", "cells.smt2", "--proof"];
    assert_eq!(run(&[&solve[..], &[plain]].concat()), ("unsat\n".to_owned(), Some(0)));
    assert_eq!(run(&[&solve[..], &[partial, "--partial"]].concat()), ("sat\n".to_owned(), Some(0)));
    for (evidence, flags, code) in [
        (plain, &[][..], 0),
        (plain, &["--partial"][..], 1),
        (partial, &["--partial"][..], 0),
        (partial, &[][..], 1),
    ] {
        let arguments = [&["check", "cells.smt2", evidence][..], flags].concat();
        let (answer, found) = run(&arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {answer}");
        assert_eq!(answer.contains("the arrays of the script as"), code == 1, "{answer}");
    }
}

#[test]
fn sorts_may_be_read_as_infinite() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [finite, infinite] = ["finite.model", "infinite.proof"].map(|name| scratch.join(name));
    let [finite, infinite] = [&finite, &infinite].map(|path| path.to_str().expect("a plain path"));
    let solve = ["solve", "others.smt2", "--proof"];
    let flag = "--infinite-sorts";
    assert_eq!(run(&[&solve[..], &[finite]].concat()), ("sat\n".to_owned(), Some(0)));
    assert_eq!(run(&[&solve[..], &[infinite, flag]].concat()), ("unsat\n".to_owned(), Some(0)));
    for (evidence, flags, code) in [
        (finite, &[][..], 0),
        (finite, &[flag][..], 1),
        (infinite, &[flag][..], 0),
        (infinite, &[][..], 1),
        (infinite, &[flag, "--partial"][..], 1),
    ] {
        let arguments = [&["check", "others.smt2", evidence][..], flags].concat();
        let (answer, found) = run(&arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {answer}");
    }
    let (explained, code) = run(&["explain", "others.smt2", flag]);
    assert!(explained.contains("lambda"), "{explained}");
    assert_eq!(code, Some(0));
    let (explained, _) = run(&["explain", "others.smt2"]);
    assert!(!explained.contains("lambda"), "{explained}");
}
