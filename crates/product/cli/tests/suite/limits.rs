//! Limits and interrupts hold where nothing polls: here a command waits for input that never comes, or inflates without end.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

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

/// The ending of a command whose input stays open.
fn cut(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut child = buttress(arguments);
    let input = child.stdin.take();
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    drop(input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn every_command_ends_at_its_time_limit_and_says_so() {
    for command in [
        &["prove", "-"][..],
        &["invariants", "-"],
        &["terminates", "-"],
        &["info", "-"],
        &["explain", "-"],
        &["fmt", "-"],
        &["convert", "-"],
        &["run", "-", "--call", "F(1)"],
    ] {
        let (code, stdout, stderr) = cut(&[command, &["--timeout", "0.1"]].concat());
        assert_eq!((code, stderr.as_str()), (Some(3), ""), "{command:?}");
        let lines: Vec<&str> = stdout.lines().collect();
        let [.., reason, step] = lines[..] else { panic!("{command:?}: {stdout}") };
        assert_eq!(reason, "<stdin>: unknown[UN0001]: time limit reached", "{command:?}");
        let expected = format!("try: buttress {} ", command[0]);
        assert!(step.starts_with(&expected) && step.contains("--timeout 10"), "{step}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_report_of_a_run_that_is_cut_off_may_meet_a_full_disk() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_buttress"));
    command.args(["prove", "-", "--json", "--timeout", "0.1"]).stdout(full);
    let child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("the program starts");
    let input = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(input);
    let told = String::from_utf8(output.stderr).unwrap();
    let words = "error: cannot write to standard output: No space left on device\n";
    assert_eq!((output.status.code(), told.as_str()), (Some(2), words));
}

#[test]
fn what_is_cut_off_is_told_in_the_form_that_was_asked_for() {
    let (code, stdout, _) = cut(&["prove", "-", "--json", "--timeout", "0.1"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &report["exit_code"]), (Some(3), &Value::from(3)));
    assert_eq!(report["files"][0]["unknown"], "time limit reached");
    let (code, stdout, _) = cut(&["prove", "-", "--format", "jsonl", "--timeout", "0.1"]);
    let events: Vec<Value> =
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let words: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!((code, words), (Some(3), vec!["begin", "done", "end"]));
    for form in ["sarif", "junit", "github", "short"] {
        let (code, stdout, _) = cut(&["prove", "-", "--format", form, "--timeout", "0.1"]);
        assert_eq!(code, Some(3), "{form}");
        assert!(stdout.contains("time limit reached"), "{form}: {stdout}");
    }
    let (code, stdout, _) = cut(&["prove", "-", "--hwmcc", "--timeout", "0.1"]);
    assert_eq!((code, stdout.as_str()), (Some(30), "unknown\n"));
    let (code, stdout, _) = cut(&["prove", "-", "-q", "--exit-zero", "--timeout", "0.1"]);
    assert_eq!((code, stdout.as_str()), (Some(0), "unknown\n"));
}

#[test]
fn verdicts_before_the_cut_are_told_and_files_after_it_are_unknown() {
    let safe = "tests/cmd/prove.in/safe.aag";
    let (code, stdout, _) = cut(&["prove", safe, "-", safe, "--json", "--timeout", "1"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let [first, second, third] = [0, 1, 2].map(|place| &report["files"][place]);
    assert_eq!(code, Some(3));
    assert_eq!(first["properties"][0]["verdict"], "proved");
    assert_eq!(
        (&second["unknown"], &third["unknown"]),
        (&"time limit reached".into(), &"time limit reached".into())
    );
}

#[test]
fn findings_are_written_of_a_run_that_is_cut_off() {
    let findings = std::env::temp_dir().join(format!("buttress-cut-{}.sarif", std::process::id()));
    let path = findings.to_str().unwrap();
    let false_one = "tests/cmd/prove.in/unsafe.aag";
    let (code, _, _) = cut(&["prove", false_one, "-", "--sarif", path, "--timeout", "1"]);
    let document = std::fs::read_to_string(&findings).unwrap();
    std::fs::remove_file(&findings).unwrap();
    let document: Value = serde_json::from_str(&document).unwrap();
    let results = document["runs"][0]["results"].as_array().unwrap();
    let verdict = |it: &Value| it["properties"]["verdict"].as_str().unwrap_or_default().to_owned();
    let words: Vec<String> = results.iter().map(verdict).collect();
    assert_eq!((code, words.join(" ")), (Some(1), "false unknown".to_owned()), "{document:#}");
}

/// A compressed file of very many zeros.
fn bomb() -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("buttress-bomb-{}.smt2.gz", std::process::id()));
    let mut encoder = GzEncoder::new(std::fs::File::create(&path).unwrap(), Compression::fast());
    for _ in 0..400 {
        encoder.write_all(&vec![b' '; 1 << 20]).unwrap();
    }
    encoder.finish().unwrap();
    path
}

#[test]
fn memory_is_bounded_however_it_is_asked_for() {
    let bomb = bomb();
    let path = bomb.to_str().unwrap();
    for command in ["info", "prove", "invariants", "explain"] {
        let (code, stdout, _) = cut(&[command, path, "--memory", "60M"]);
        assert_eq!(code, Some(3), "{command}");
        let expected = format!("{path}: unknown[UN0002]: memory limit reached\n");
        let step = stdout.strip_prefix(&expected).unwrap_or_else(|| panic!("{command}: {stdout}"));
        assert!(step.starts_with(&format!("try: buttress {command} --memory 120M ")), "{step}");
    }
    let (code, stdout, stderr) = cut(&["solve", path, "--memory", "60M"]);
    assert_eq!((code, stdout.as_str()), (Some(3), "unknown\n"));
    assert!(stderr.contains("memory limit reached"));
    std::fs::remove_file(bomb).unwrap();
}

#[cfg(unix)]
#[test]
fn a_request_to_terminate_is_answered_wherever_the_command_is() {
    let mut child = buttress(&["prove", "-"]);
    let input = child.stdin.take();
    // Until it listens, a signal ends it without a word.
    std::thread::sleep(std::time::Duration::from_millis(500));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let Output { status, stdout, .. } = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(status.code(), Some(130));
    assert_eq!(String::from_utf8(stdout).unwrap(), "<stdin>: unknown[UN0003]: interrupted\n");
}
