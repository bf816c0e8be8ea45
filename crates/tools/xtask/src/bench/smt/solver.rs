//! Buttress and its peers: how each is called and how its answers are read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::bench::common::Common;
use crate::bench::outcome::{RunOutcome, exit_fault, start_seconds};
use crate::bench::program::located;
use crate::measure::{Allowance, Measured, measure};

/// The program that runs a file through cvc5, which comes as a Python module.
const CVC5_DRIVER: &str = include_str!("cvc5_driver.py");

/// Next to nothing.
const TRIVIAL: &str = "(set-logic QF_UF)\n(assert true)\n(check-sat)\n";

/// The answer to one check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckSatAnswer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// No answer.
    Unknown,
}

/// Another solver, and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peer {
    kind: SmtSolverKind,
    path: Option<PathBuf>,
}

/// The families of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SmtSolverKind {
    Buttress,
    Z3,
    Yices,
    Cvc5,
}

/// A program that answers for a file.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Its column's name.
    pub name: String,
    /// CPU seconds that it takes on next to nothing.
    pub start: f64,
    program: PathBuf,
    kind: SmtSolverKind,
    version: String,
}

/// What one run said and used; the answers are those within the limit, in order.
pub type SmtOutcome = RunOutcome<Vec<CheckSatAnswer>>;

impl CheckSatAnswer {
    /// Reads an answer.
    pub fn of(word: &str) -> Option<CheckSatAnswer> {
        match word.trim() {
            "sat" => Some(CheckSatAnswer::Sat),
            "unsat" => Some(CheckSatAnswer::Unsat),
            // cvc5 says why: `unknown (INCOMPLETE)`.
            word if word.split(' ').next() == Some("unknown") => Some(CheckSatAnswer::Unknown),
            _ => None,
        }
    }

    /// The word as it is printed.
    pub fn word(self) -> &'static str {
        match self {
            CheckSatAnswer::Sat => "sat",
            CheckSatAnswer::Unsat => "unsat",
            CheckSatAnswer::Unknown => "unknown",
        }
    }

    /// Are these two answers that exclude each other?
    pub fn contradicts(self, other: CheckSatAnswer) -> bool {
        self != other && self != CheckSatAnswer::Unknown && other != CheckSatAnswer::Unknown
    }
}

impl SmtSolverKind {
    fn name(self) -> &'static str {
        match self {
            SmtSolverKind::Buttress => "buttress",
            SmtSolverKind::Z3 => "z3",
            SmtSolverKind::Yices => "yices",
            SmtSolverKind::Cvc5 => "cvc5",
        }
    }

    fn program(self) -> &'static str {
        match self {
            SmtSolverKind::Buttress => "buttress",
            SmtSolverKind::Z3 => "z3",
            SmtSolverKind::Yices => "yices-smt2",
            SmtSolverKind::Cvc5 => "python3",
        }
    }
}

impl Peer {
    /// Every peer, by its usual name.
    pub fn all() -> Vec<Peer> {
        [SmtSolverKind::Z3, SmtSolverKind::Yices, SmtSolverKind::Cvc5]
            .map(|kind| Peer { kind, path: None })
            .to_vec()
    }

    /// The peers that know quantifiers.
    pub fn with_quantifiers() -> Vec<Peer> {
        Peer::all().into_iter().filter(|peer| peer.kind != SmtSolverKind::Yices).collect()
    }

    /// Reads `z3` or `z3=PATH`.
    pub fn parse(word: &str) -> Result<Peer, String> {
        let (name, path) = match word.split_once('=') {
            Some((name, path)) => (name, Some(PathBuf::from(path))),
            None => (word, None),
        };
        let peer = Peer::all().into_iter().find(|peer| peer.kind.name() == name);
        let peer = peer.ok_or_else(|| format!("no such peer: {name} (z3, yices, cvc5)"))?;
        Ok(Peer { path, ..peer })
    }

    /// The peer, ready to run, if it is installed.
    pub fn solver(&self) -> Option<Solver> {
        let kind = self.kind;
        let program = self.path.clone().or_else(|| located(kind.program()))?;
        let words: &[&str] = match kind {
            SmtSolverKind::Cvc5 => &["-c", "import cvc5; print('cvc5', cvc5.__version__)"],
            _ => &["--version"],
        };
        let version = Command::new(&program).args(words).output().ok()?;
        if !version.status.success() {
            return None;
        }
        let version = String::from_utf8_lossy(&version.stdout);
        let version = version.lines().next().unwrap_or_default().to_owned();
        Some(Solver { name: kind.name().to_owned(), start: 0.0, program, kind, version })
    }
}

impl Solver {
    /// Ours.
    pub fn ours(program: &Path) -> Solver {
        let (name, program) = ("buttress".to_owned(), program.to_path_buf());
        Solver { name, start: 0.0, program, kind: SmtSolverKind::Buttress, version: String::new() }
    }

    /// Is it ours?
    pub fn is_ours(&self) -> bool {
        self.kind == SmtSolverKind::Buttress
    }

    /// Measures how long it takes on next to nothing: the median of a few runs.
    pub fn measure_start(&mut self, options: &Common) -> Result<(), String> {
        let is_right = |run: &SmtOutcome| run.answer == [CheckSatAnswer::Sat];
        let start = start_seconds(TRIVIAL, |path| self.run(path, options), is_right);
        let explain = |said| format!("{} does not answer sat to (assert true): {said}", self.name);
        self.start = start.map_err(explain)?;
        Ok(())
    }

    /// What it is and how it is called, in a line.
    pub fn introduction(&self) -> String {
        let version = if self.version.is_empty() { "" } else { &self.version };
        let command = match self.kind {
            SmtSolverKind::Buttress => "buttress solve FILE --json --timeout 3S",
            SmtSolverKind::Z3 => "z3 FILE",
            SmtSolverKind::Yices => {
                "yices-smt2 FILE (--incremental where there is more than one check)"
            }
            SmtSolverKind::Cvc5 => {
                "cvc5_driver.py FILE (incremental where there is more than one check)"
            }
        };
        let start = self.start;
        format!("{}: {version} `{command}`, starts in {start:.3} CPU s", self.name)
    }

    /// Runs it on one file.
    pub fn run(&self, file: &Path, options: &Common) -> SmtOutcome {
        let timeout = options.timeout;
        // A little beyond the limit, so that a program can end its own way; answers that took
        // longer than the limit do not count in any case.
        let allowance =
            Allowance { cpu: timeout + 2, wall: 3 * timeout + 10, memory: options.memory };
        let program = self.program.display().to_string();
        match measure(&program, &self.arguments(file, timeout), allowance) {
            Ok(measured) => self.read(&measured, timeout),
            Err(error) => SmtOutcome::not_run(&error.to_string(), self.is_ours()),
        }
    }

    fn arguments(&self, file: &Path, timeout: u64) -> Vec<String> {
        let name = file.display().to_string();
        // Ours counts by the clock, which runs faster than the CPU where others run too; the limit on
        // CPU seconds holds in any case.
        let (is_incremental, timeout) = (is_incremental(file), (3 * timeout).to_string());
        let words: Vec<&str> = match self.kind {
            SmtSolverKind::Buttress => vec!["solve", &name, "--json", "--timeout", &timeout],
            SmtSolverKind::Z3 => vec![&name],
            SmtSolverKind::Yices if is_incremental => vec!["--incremental", &name],
            SmtSolverKind::Yices => vec![&name],
            SmtSolverKind::Cvc5 => {
                vec!["-c", CVC5_DRIVER, &name, if is_incremental { "true" } else { "false" }]
            }
        };
        words.into_iter().map(str::to_owned).collect()
    }

    fn read(&self, measured: &Measured, timeout: u64) -> SmtOutcome {
        let mut outcome = match self.kind {
            SmtSolverKind::Buttress => read_ours(measured),
            _ => SmtOutcome {
                answer: read_peer(&measured.output),
                note: first_complaint(&measured.text),
                ..SmtOutcome::default()
            },
        };
        (outcome.cpu, outcome.memory) = (measured.cpu, measured.memory);
        if measured.cpu > timeout as f64 {
            outcome.answer.clear();
            outcome.note = format!("over the limit; {}", outcome.note);
        }
        outcome
    }
}

/// The answers of our JSON report.
fn read_ours(measured: &Measured) -> SmtOutcome {
    let Ok(report) = serde_json::from_str::<Value>(&measured.output) else {
        return SmtOutcome::without_report(&measured.text, measured.code);
    };
    let none = Vec::new();
    let checks = report["files"][0]["checks"].as_array().unwrap_or(&none);
    let word = |check: &Value| check["verdict"].as_str().unwrap_or_default().to_owned();
    let answer: Vec<CheckSatAnswer> = checks
        .iter()
        .map(|check| CheckSatAnswer::of(&word(check)).unwrap_or(CheckSatAnswer::Unknown))
        .collect();
    let mut answered = checks.iter().filter(|check| ["sat", "unsat"].contains(&&*word(check)));
    let checked = answered.clone().next().map(|_| answered.all(|check| check["checked"] == true));
    let fault = exit_fault(measured.code);
    let reason = checks.iter().find_map(|check| check["reason"].as_str());
    let error = report["files"][0]["errors"][0]["message"].as_str();
    let note = reason.or(error).unwrap_or_default().to_owned();
    SmtOutcome { answer, checked, fault, note, ..SmtOutcome::default() }
}

/// What a peer says where it has not understood a declaration or an assertion.
const NOT_UNDERSTOOD: [&str; 7] = [
    "unknown constant",
    "unknown function",
    "unknown sort",
    "undefined",
    "incompatible",
    "already declared",
    "already defined",
];

/// The answers of a peer, one in a line. Where it has left out a part of the script, what it says is no answer to what was asked.
fn read_peer(output: &str) -> Vec<CheckSatAnswer> {
    let is_refusal = |line: &str| {
        line.starts_with("(error") && NOT_UNDERSTOOD.iter().any(|words| line.contains(words))
    };
    let mut is_incomplete = false;
    let mut answers = Vec::new();
    for line in output.lines() {
        is_incomplete |= is_refusal(line);
        answers.extend(CheckSatAnswer::of(line).map(|answer| match is_incomplete {
            true => CheckSatAnswer::Unknown,
            false => answer,
        }));
    }
    answers
}

/// The first line that looks like a complaint.
fn first_complaint(text: &str) -> String {
    let is_complaint = |line: &&str| line.contains("error") || line.contains("Error");
    text.lines().find(is_complaint).unwrap_or_default().chars().take(200).collect()
}

/// Does the file check more than once, or use the stack?
fn is_incremental(file: &Path) -> bool {
    let text = fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let code = text.lines().map(|line| line.split(';').next().unwrap_or_default());
    let count = |word: &str| code.clone().map(|line| line.matches(word).count()).sum::<usize>();
    count("(check-sat") > 1 || count("(push") > 0
}

/// A peer for tests of the report.
#[cfg(test)]
pub fn tests_peer() -> Solver {
    Solver { name: "z3".to_owned(), kind: SmtSolverKind::Z3, ..Solver::ours(Path::new("z3")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(output: &str, code: Option<i32>, cpu: f64) -> SmtOutcome {
        let (text, output) = (output.to_owned(), output.to_owned());
        let measured = Measured { code, text, output, cpu, memory: 1 };
        Solver::ours(Path::new("buttress")).read(&measured, 10)
    }

    fn json(checks: &str) -> String {
        format!("{{\"schema\":1,\"files\":[{{\"file\":\"a\",\"checks\":[{checks}]}}]}}")
    }

    const SAT: &str = r#"{"verdict":"sat","checked":true}"#;
    const UNKNOWN: &str = r#"{"verdict":"unknown","checked":false,"reason":"nonlinear"}"#;

    #[test]
    fn our_answers_come_in_order() {
        let outcome = ours(&json(&format!("{SAT},{UNKNOWN}")), Some(3), 1.0);
        assert_eq!(outcome.answer, [CheckSatAnswer::Sat, CheckSatAnswer::Unknown]);
        assert_eq!((outcome.checked, outcome.note.as_str()), (Some(true), "nonlinear"));
        assert_eq!(outcome.fault, None);
    }

    #[test]
    fn unchecked_late_and_crashed_runs_are_seen() {
        let unchecked = SAT.replace("true", "false");
        assert_eq!(ours(&json(&unchecked), Some(0), 1.0).checked, Some(false));
        assert!(ours(&json(SAT), Some(0), 10.5).answer.is_empty());
        assert!(ours("thread panicked", Some(101), 1.0).fault.is_some());
        assert!(ours(&json(SAT), Some(4), 1.0).fault.is_some());
        assert!(ours("", None, 12.0).fault.is_none());
    }

    #[test]
    fn peers_answer_in_lines_of_their_own() {
        let text = "sat\n(error \"line 3: no model\")\nunsat\nunknown (INCOMPLETE)\n";
        let measured = Measured {
            code: Some(1),
            text: text.to_owned(),
            output: text.to_owned(),
            cpu: 0.1,
            memory: 1,
        };
        let outcome = tests_peer().read(&measured, 10);
        assert_eq!(
            outcome.answer,
            [CheckSatAnswer::Sat, CheckSatAnswer::Unsat, CheckSatAnswer::Unknown]
        );
        assert_eq!(outcome.note, "(error \"line 3: no model\")");
    }

    #[test]
    fn answers_about_a_part_of_the_script_do_not_count() {
        let text = "sat\n(error \"line 3 column 43: unknown constant /3\")\nsat\n";
        assert_eq!(read_peer(text), [CheckSatAnswer::Sat, CheckSatAnswer::Unknown]);
    }
}
