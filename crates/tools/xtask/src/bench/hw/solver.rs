//! Buttress and its peers: how each is called and how its answer is read.

use std::path::{Path, PathBuf};

use buttress_testkit::Known;
use serde_json::Value;

use crate::bench::common::Common;
use crate::bench::outcome::{RunOutcome, exit_fault};
use crate::measure::{Allowance, Measured, measure};

/// A program that answers for a file.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Its column's name.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// How it is called and read.
    pub kind: HwSolverKind,
}

/// The families of programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HwSolverKind {
    /// Ours, with one engine or its default.
    Buttress {
        /// The engine, if one is asked for.
        engine: Option<String>,
    },
    /// Berkeley ABC's `pdr`.
    Abc,
    /// rIC3.
    Ric3,
}

/// What one run said and used; the answer is that for the file.
pub type HwOutcome = RunOutcome<Option<Known>>;

impl HwSolverKind {
    /// The word that names the family.
    pub fn word(&self) -> &'static str {
        match self {
            HwSolverKind::Buttress { .. } => "buttress",
            HwSolverKind::Abc => "abc",
            HwSolverKind::Ric3 => "ric3",
        }
    }
}

impl Solver {
    /// Is it ours?
    pub fn is_ours(&self) -> bool {
        matches!(self.kind, HwSolverKind::Buttress { .. })
    }

    fn arguments(&self, file: &Path, timeout: u64) -> Vec<String> {
        let file = file.display().to_string();
        match &self.kind {
            HwSolverKind::Buttress { engine } => {
                let limit = timeout.to_string();
                let mut words = vec!["prove", &file, "--format", "json", "--threads", "1"];
                words.extend(["--timeout", &limit]);
                if let Some(engine) = engine {
                    words.extend(["--engine", engine]);
                }
                words.into_iter().map(str::to_owned).collect()
            }
            HwSolverKind::Abc => {
                let script = format!("read_aiger {file}; fold; strash; pdr -T {timeout}");
                vec!["-c".to_owned(), script]
            }
            HwSolverKind::Ric3 => vec!["-e".to_owned(), "ic3".to_owned(), file],
        }
    }

    /// The command line, for the report.
    pub fn shown(&self, file: &Path, timeout: u64) -> String {
        let program = self.program.file_name().unwrap_or_default().to_string_lossy();
        let words = self.arguments(file, timeout);
        let quoted = words
            .iter()
            .map(|word| if word.contains(' ') { format!("\"{word}\"") } else { word.clone() });
        format!("{program} {}", quoted.collect::<Vec<_>>().join(" "))
    }

    /// Runs it on one file.
    pub fn run(&self, file: &Path, options: &Common) -> HwOutcome {
        let timeout = options.timeout;
        // A little beyond the limit, so that a program can end its own way; an answer that
        // took longer than the limit does not count in any case.
        let allowance =
            Allowance { cpu: timeout + 2, wall: 3 * timeout + 10, memory: options.memory };
        let program = self.program.display().to_string();
        match measure(&program, &self.arguments(file, timeout), allowance) {
            Ok(measured) => self.read(&measured, timeout),
            Err(error) => HwOutcome::not_run(&error.to_string(), self.is_ours()),
        }
    }

    fn read(&self, measured: &Measured, timeout: u64) -> HwOutcome {
        let mut outcome = match self.kind {
            HwSolverKind::Buttress { .. } => read_buttress(measured),
            HwSolverKind::Abc => plain(read_abc(&measured.text)),
            HwSolverKind::Ric3 => plain(match measured.code {
                Some(20) => Some(Known::Safe),
                Some(10) => Some(Known::Unsafe),
                _ => None,
            }),
        };
        outcome.cpu = measured.cpu;
        outcome.memory = measured.memory;
        if measured.cpu > timeout as f64 && outcome.answer.take().is_some() {
            outcome.note = format!("answered after the limit; {}", outcome.note);
        }
        outcome
    }
}

fn plain(answer: Option<Known>) -> HwOutcome {
    HwOutcome { answer, ..HwOutcome::default() }
}

/// ABC always exits with 0; its text holds the answer.
fn read_abc(text: &str) -> Option<Known> {
    if text.contains("was asserted in frame") {
        Some(Known::Unsafe)
    } else if text.contains("Property proved") {
        Some(Known::Safe)
    } else {
        None
    }
}

fn read_buttress(measured: &Measured) -> HwOutcome {
    let Ok(report) = serde_json::from_str::<Value>(&measured.output) else {
        return HwOutcome::without_report(&measured.text, measured.code);
    };
    let none = Vec::new();
    let files = report["files"].as_array().unwrap_or(&none);
    let lists = files.iter().chain([&report]).filter_map(|part| part["properties"].as_array());
    let properties: Vec<&Value> = lists.flatten().collect();
    let verdicts: Vec<&str> =
        properties.iter().map(|property| property["verdict"].as_str().unwrap_or("none")).collect();
    let answer = if verdicts.contains(&"false") {
        Some(Known::Unsafe)
    } else if !verdicts.is_empty() && verdicts.iter().all(|verdict| *verdict == "proved") {
        Some(Known::Safe)
    } else {
        None
    };
    let decided = properties.iter().zip(&verdicts);
    let mut decided = decided.filter(|(_, verdict)| ["proved", "false"].contains(verdict));
    let checked = answer.map(|_| decided.all(|(property, _)| property["checked"] == true));
    let fault = exit_fault(measured.code);
    let note = properties.first().map_or_else(
        || measured.text.lines().next().unwrap_or("").to_owned(),
        |property| note(property, properties.len()),
    );
    HwOutcome { answer, checked, fault, note, ..HwOutcome::default() }
}

/// The first property's details in a few words.
fn note(property: &Value, properties: usize) -> String {
    let mut words = Vec::new();
    if properties > 1 {
        words.push(format!("{properties} properties"));
    }
    for key in ["engine", "depth", "clauses", "reason"] {
        match &property[key] {
            Value::Null => {}
            Value::String(text) => words.push(format!("{key} {text}")),
            other => words.push(format!("{key} {other}")),
        }
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(output: &str, code: Option<i32>, cpu: f64) -> HwOutcome {
        let solver = Solver {
            name: "buttress".to_owned(),
            program: PathBuf::from("buttress"),
            kind: HwSolverKind::Buttress { engine: None },
        };
        let (text, output) = (output.to_owned(), output.to_owned());
        solver.read(&Measured { code, text, output, cpu, memory: 1 }, 10)
    }

    fn json(properties: &str) -> String {
        format!("{{\"schema\":1,\"files\":[{{\"file\":\"a\",\"properties\":[{properties}]}}]}}")
    }

    const PROVED: &str = r#"{"verdict":"proved","checked":true,"engine":"ic3","clauses":7}"#;
    const FALSE: &str = r#"{"verdict":"false","checked":true,"depth":3}"#;
    const UNKNOWN: &str = r#"{"verdict":"unknown","reason":"time limit reached"}"#;

    #[test]
    fn a_file_is_safe_when_all_is_proved() {
        let outcome = ours(&json(PROVED), Some(0), 1.0);
        assert_eq!((outcome.answer, outcome.checked), (Some(Known::Safe), Some(true)));
        assert_eq!(outcome.note, "engine ic3, clauses 7");
        let mixed = ours(&json(&format!("{PROVED},{UNKNOWN}")), Some(3), 1.0);
        assert_eq!(mixed.answer, None);
        let violated = ours(&json(&format!("{UNKNOWN},{FALSE}")), Some(1), 1.0);
        assert_eq!(violated.answer, Some(Known::Unsafe));
        assert_eq!(ours(&json(""), Some(0), 1.0).answer, None);
    }

    #[test]
    fn unchecked_late_and_crashed_runs_are_seen() {
        let unchecked = PROVED.replace("true", "false");
        assert_eq!(ours(&json(&unchecked), Some(0), 1.0).checked, Some(false));
        let late = ours(&json(PROVED), Some(0), 10.5);
        assert_eq!(late.answer, None);
        assert!(late.note.starts_with("answered after the limit"));
        assert!(ours("thread panicked", Some(101), 1.0).fault.is_some());
        assert!(ours(&json(PROVED), Some(4), 1.0).fault.is_some());
        assert!(ours("", None, 12.0).fault.is_none());
    }

    #[test]
    fn peers_are_read() {
        assert_eq!(read_abc("Property proved.  Time = 0.1 sec"), Some(Known::Safe));
        assert_eq!(
            read_abc("Output 0 of miter \"x\" was asserted in frame 3."),
            Some(Known::Unsafe)
        );
        assert_eq!(read_abc("Reached timeout (10 seconds) in frame 4."), None);
    }

    #[test]
    fn command_lines_are_as_documented() {
        let solver = Solver {
            name: "abc".to_owned(),
            program: PathBuf::from("bin/berkeley-abc"),
            kind: HwSolverKind::Abc,
        };
        assert_eq!(
            solver.shown(Path::new("F"), 10),
            "berkeley-abc -c \"read_aiger F; fold; strash; pdr -T 10\""
        );
    }
}
