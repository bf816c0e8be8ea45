//! What stories cannot tell: standard input, closed pipes, signals.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const SAFE: &str = "tests/cmd/prove.in/safe.aag";

fn buttress(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_buttress"))
        // No folder can be made below a file: the cache of whoever runs the tests is left alone.
        .env("XDG_CACHE_HOME", env!("CARGO_BIN_EXE_buttress"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn ending(child: Child) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn a_dash_is_standard_input() {
    for (name, arguments) in [("safe", ["prove", "-", "-q"]), ("info", ["info", "-", "--json"])] {
        let mut child = buttress(&arguments);
        child.stdin.take().unwrap().write_all(&std::fs::read(SAFE).unwrap()).unwrap();
        let (code, stdout, stderr) = ending(child);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{name}");
        assert!(stdout.contains(if name == "safe" { "proved" } else { "<stdin>" }), "{stdout}");
    }
}

#[test]
fn a_script_on_standard_input_is_explained() {
    let mut child = buttress(&["explain", "-"]);
    let script = b"(declare-fun f (Int) Int)(assert (forall ((x Int)) (< (f (+ x 1)) 0)))";
    child.stdin.take().unwrap().write_all(script).unwrap();
    let (code, stdout, stderr) = ending(child);
    assert_eq!((code, stderr.as_str()), (Some(3), ""));
    assert!(stdout.starts_with("<stdin>, no check: 1 assertion, 1 quantifier"), "{stdout}");
    assert!(!stdout.contains('\u{1b}'), "no colours beside a terminal: {stdout}");
}

#[test]
fn a_closed_pipe_ends_quietly_and_keeps_the_verdict() {
    for arguments in [
        &["prove", SAFE][..],
        &["prove", SAFE, "--json"],
        &["prove", SAFE, "--format", "jsonl"],
        &["explain"],
        &["schema"],
        &["completions", "bash"],
        &["man"],
        &["prove", "--help"],
    ] {
        let mut child = buttress(arguments);
        drop(child.stdout.take());
        let (code, _, stderr) = ending(child);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn every_shell_and_every_page_can_be_printed() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, stdout, _) = ending(buttress(&["completions", shell]));
        assert_eq!(code, Some(0));
        assert!(stdout.contains("witness-circuit"), "{shell}");
    }
    let (code, stdout, _) = ending(buttress(&["man", "prove"]));
    assert_eq!(code, Some(0));
    assert!(stdout.contains(".TH buttress-prove 1"), "{stdout}");
    assert_eq!(ending(buttress(&["man", "porve"])).0, Some(2));
    let documents = ["report", "event", "info", "check", "solve", "solve-event", "explain"];
    for document in documents.into_iter().chain(["invariants", "terminates"]) {
        let (code, stdout, _) = ending(buttress(&["schema", document]));
        assert_eq!(code, Some(0));
        assert!(stdout.contains("\"$schema\""), "{document}");
    }
}

/// Each answer comes before the next command is written, and an error does not end the dialogue.
#[test]
fn a_script_is_answered_as_it_comes() {
    let mut child = buttress(&["solve", "-"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut ask = |command: &str| {
        writeln!(input, "{command}").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        answer.trim_end().to_owned()
    };
    assert_eq!(ask("(set-option :print-success true)"), "success");
    assert_eq!(ask("(declare-const p\nBool)"), "success");
    assert_eq!(ask("(assert p) (check-sat)\n(get-value (p))").as_str(), "success");
    assert_eq!(ask(""), "sat");
    assert_eq!(ask(""), "((p true))");
    assert_eq!(ask("(assert q)"), "(error \"8:9: unknown symbol `q`\")");
    assert_eq!(ask("(assert (not p))"), "success");
    assert_eq!(ask("(check-sat)"), "unsat");
    drop(input);
    let (code, _, stderr) = ending(child);
    assert_eq!((code, stderr.as_str()), (Some(2), ""));
}

#[test]
fn colour_is_asked_for_or_absent() {
    let (_, plain, _) = ending(buttress(&["prove", SAFE]));
    assert!(!plain.contains('\x1b'), "{plain}");
    let (_, painted, _) = ending(buttress(&["prove", SAFE, "--color", "always"]));
    assert!(painted.contains("\x1b["), "{painted}");
}

/// BMC alone never ends on a property that holds.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_known() {
    let endless = ["prove", SAFE, "tests/cmd/prove.in/unsafe.aag", "--engine", "bmc"];
    for (signal, extra) in [("-INT", &["-q"][..]), ("-TERM", &["--json"])] {
        let child = buttress(&[&endless[..], extra].concat());
        std::thread::sleep(Duration::from_millis(300));
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let (code, stdout, stderr) = ending(child);
        assert_eq!((code, stderr.as_str()), (Some(130), ""), "{signal}");
        assert!(stdout.contains("unknown") && !stdout.contains("false\n"), "{stdout}");
    }
}

/// Unfolding alone never ends on a system that is safe.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_on_numbers() {
    let endless = ["prove", "tests/cmd/numbers.in/simple.smt2", "--engine", "unfold", "-q"];
    let child = buttress(&endless);
    std::thread::sleep(Duration::from_millis(300));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(ending(child), (Some(130), "unknown\n".to_owned(), String::new()));
}

#[test]
fn a_system_over_numbers_on_standard_input_is_proved() {
    for (arguments, expected) in [
        (["prove", "-", "-q"], "proved\n"),
        (["info", "-", "--json"], "\"format\": \"horn\""),
        (["invariants", "-", "--json"], "\"checked\": true"),
    ] {
        let mut child = buttress(&arguments);
        let system = std::fs::read("tests/cmd/numbers.in/s2.smt2").unwrap();
        child.stdin.take().unwrap().write_all(&system).unwrap();
        let (code, stdout, stderr) = ending(child);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(stdout.contains(expected), "{stdout}");
    }
}
