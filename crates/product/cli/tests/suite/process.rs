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

/// A folder for one test; it goes away with the value.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("buttress-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    /// A file in it, as an argument.
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Half a report is no report, in none of its forms.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_in_every_form() {
    let forms = ["human", "short", "json", "jsonl", "sarif", "junit", "github"];
    for form in forms {
        told_that_the_disk_is_full(&["prove", "tests/cmd/prove.in/unsafe.aag", "--format", form]);
    }
}

/// What is printed before any command runs is output as well.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_told() {
    for arguments in [
        &["--help"][..],
        &["prove", "-h"],
        &["help", "prove"],
        &["--version"],
        &["show"],
        &["config"],
        &["man"],
        &["completions", "bash"],
    ] {
        told_that_the_disk_is_full(arguments);
    }
}

#[cfg(target_os = "linux")]
fn told_that_the_disk_is_full(arguments: &[&str]) {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_buttress"));
    let output = command.args(arguments).stdout(full).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let words = "error: cannot write to standard output: No space left on device\n";
    assert_eq!(told, words, "{arguments:?}");
}

#[test]
fn a_page_on_standard_output_stands_alone() {
    let (code, stdout, stderr) = ending(buttress(&["view", SAFE, "-o", "-"]));
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.trim_end().ends_with("</html>"), "{stdout}");
    let (code, stdout, stderr) = ending(buttress(&["prove", SAFE, "-q", "--html", "-"]));
    assert_eq!((code, stderr.as_str()), (Some(0), "page in standard output\n"));
    assert!(stdout.contains("</html>"), "{stdout}");
}

#[test]
fn a_page_about_a_broken_script_says_so() {
    let folder = Folder::new("broken");
    let script = folder.file("cut.smt2", "(declare-const x Int)\n(assert (> x 0)");
    let (code, stdout, stderr) = ending(buttress(&["view", &script, "-o", "-"]));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("the input ends inside this command"), "{stderr}");
    assert!(stdout.contains("the input ends inside this command"), "{stdout}");
}

/// Names of files and of signals are others' words: they neither move the cursor nor make lines.
#[cfg(unix)]
#[test]
fn names_reach_the_terminal_as_letters_only() {
    let folder = Folder::new("names");
    let circuit = "aag 1 0 1 0 0 1\n2 3\n2\nl0 la\u{1b}[2Kmp\nb0 is\rit\n";
    let file = folder.file("a\n  proved \u{1b}[8m.aag", circuit);
    for arguments in
        [&["prove", &file][..], &["prove", &file, "--format", "short"], &["info", &file]]
    {
        let (_, stdout, stderr) = ending(buttress(arguments));
        assert_eq!(stderr, "", "{arguments:?}");
        assert!(stdout.contains("a\u{fffd}  proved \u{fffd}[8m.aag"), "{stdout:?}");
        assert!(
            !stdout.contains(['\u{1b}', '\r']) && stdout.contains("is\u{fffd}it"),
            "{stdout:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_told() {
    let folder = Folder::new("link");
    let link = folder.0.join("link.aag");
    std::os::unix::fs::symlink("/no/such/file", &link).unwrap();
    let name = link.display().to_string();
    let told = format!("error: {name} is a link to a file that is not there\n");
    assert_eq!(ending(buttress(&["prove", &name])), (Some(2), String::new(), told));
}

/// Files that cannot be written are no files that were read.
#[cfg(target_os = "linux")]
#[test]
fn the_summary_counts_the_files_that_were_read() {
    let (code, stdout, stderr) = ending(buttress(&["prove", SAFE, "--sarif", "/dev/full"]));
    assert_eq!((code, stdout.contains("files")), (Some(2), false), "{stdout}");
    assert_eq!(stderr, "error: /dev/full cannot be written: No space left on device\n");
}
