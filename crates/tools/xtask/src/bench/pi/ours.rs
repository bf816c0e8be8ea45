//! What Buttress says of a program.

use std::path::Path;

use serde_json::Value;

use crate::bench::common::Common;
use crate::bench::outcome::{RunOutcome, exit_fault};
use crate::measure::{Allowance, Measured, measure};

/// Seconds by the clock for each CPU second, because others may run too.
const CLOCK: u64 = 3;

/// The verdict on a file is the worst one of its conditions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum ProgramAnswer {
    /// Everything is proved.
    Proved,
    /// A limit was met, or something is outside of what is decided.
    #[default]
    Unknown,
    /// A state that the annotations allow violates a condition.
    Open,
    /// A run violates a condition.
    False,
    /// The text makes no sense.
    Diagnostics,
}

/// What was said and used.
pub type ProgramOutcome = RunOutcome<ProgramAnswer>;

impl ProgramAnswer {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            ProgramAnswer::Proved => "proved",
            ProgramAnswer::Unknown => "unknown",
            ProgramAnswer::Open => "open",
            ProgramAnswer::False => "false",
            ProgramAnswer::Diagnostics => "diagnostics",
        }
    }
}

impl ProgramOutcome {
    /// Runs it on one file, with these options beside the usual ones.
    pub fn run(program: &Path, file: &Path, common: &Common, options: &[&str]) -> ProgramOutcome {
        let clock = CLOCK * common.timeout;
        let allowance =
            Allowance { cpu: common.timeout + 1, wall: clock + 10, memory: common.memory };
        let (file, timeout) = (file.display().to_string(), clock.to_string());
        let usual = [
            "prove",
            &file,
            "--format",
            "json",
            "--threads",
            "1",
            "--no-cache",
            "--timeout",
            &timeout,
        ];
        let arguments: Vec<String> =
            usual.iter().chain(options).map(|word| (*word).to_owned()).collect();
        match measure(&program.display().to_string(), &arguments, allowance) {
            // A verdict that took longer than the limit does not count.
            Ok(measured) if measured.cpu > common.timeout as f64 => {
                let note = "over the limit".to_owned();
                RunOutcome {
                    answer: ProgramAnswer::Unknown,
                    checked: None,
                    note,
                    ..read(&measured)
                }
            }
            Ok(measured) => read(&measured),
            Err(error) => RunOutcome::not_run(&error.to_string(), true),
        }
    }
}

/// Reads our JSON report.
fn read(measured: &Measured) -> ProgramOutcome {
    let (cpu, memory) = (measured.cpu, measured.memory);
    let Ok(report) = serde_json::from_str::<Value>(&measured.output) else {
        let outcome = RunOutcome::without_report(&measured.text, measured.code);
        return RunOutcome { cpu, memory, ..outcome };
    };
    let none = Vec::new();
    let file = &report["files"][0];
    let functions = file["functions"].as_array().unwrap_or(&none);
    let answer = if !file["errors"].as_array().unwrap_or(&none).is_empty() {
        ProgramAnswer::Diagnostics
    } else {
        let words = functions.iter().map(|function| answer_of(&function["verdict"]));
        words.max().unwrap_or(ProgramAnswer::Proved)
    };
    // Not every proof may have been written down.
    let is_incomplete = answer == ProgramAnswer::Proved && measured.code == Some(3);
    let answer = if is_incomplete { ProgramAnswer::Unknown } else { answer };
    let checked = (answer == ProgramAnswer::Proved && !functions.is_empty())
        .then(|| file["checked"] == true || conditions(functions).next().is_none());
    RunOutcome {
        answer,
        checked,
        fault: exit_fault(measured.code),
        note: note(file, functions),
        cpu,
        memory,
        ..RunOutcome::default()
    }
}

fn answer_of(word: &Value) -> ProgramAnswer {
    match word.as_str() {
        Some("proved") => ProgramAnswer::Proved,
        Some("open") => ProgramAnswer::Open,
        Some("false") => ProgramAnswer::False,
        _ => ProgramAnswer::Unknown,
    }
}

fn conditions(functions: &[Value]) -> impl Iterator<Item = (&str, &Value)> {
    let paths = functions.iter().flat_map(|function| {
        let name = function["name"].as_str().unwrap_or_default();
        function["paths"].as_array().into_iter().flatten().map(move |path| (name, path))
    });
    paths.flat_map(|(name, path)| {
        path["conditions"].as_array().into_iter().flatten().map(move |one| (name, one))
    })
}

/// The first error, or the first condition with the worst verdict.
fn note(file: &Value, functions: &[Value]) -> String {
    let error = &file["errors"][0];
    if let Some(message) = error["message"].as_str() {
        return format!("{} {message}", error["code"].as_str().unwrap_or_default());
    }
    let unproved = conditions(functions).filter(|(_, one)| one["verdict"] != "proved");
    let worst = unproved.max_by_key(|(_, one)| answer_of(&one["verdict"]));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    worst.map_or(String::new(), |(name, one)| {
        format!("{name}: {} {}", text(&one["code"]), text(&one["message"]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(output: &str, code: i32) -> ProgramOutcome {
        let (text, output) = (output.to_owned(), output.to_owned());
        read(&Measured { code: Some(code), text, output, cpu: 1.0, memory: 1 })
    }

    fn report(functions: &str) -> String {
        format!(r#"{{"files": [{{"checked": true, "errors": [], "functions": [{functions}]}}]}}"#)
    }

    const PROVED: &str =
        r#"{"name": "f", "verdict": "proved", "paths": [{"conditions": [{"verdict": "proved"}]}]}"#;
    const OPEN: &str = r#"{"name": "g", "verdict": "open", "paths": [{"conditions":
        [{"verdict": "unknown"}, {"verdict": "open", "code": "PI0301", "message": "no"}]}]}"#;

    #[test]
    fn the_worst_verdict_counts() {
        let outcome = ours(&report(PROVED), 0);
        assert_eq!((outcome.answer, outcome.checked), (ProgramAnswer::Proved, Some(true)));
        let outcome = ours(&report(&format!("{PROVED},{OPEN}")), 1);
        assert_eq!((outcome.answer, outcome.note.as_str()), (ProgramAnswer::Open, "g: PI0301 no"));
        assert_eq!(ours(&report(PROVED), 3).answer, ProgramAnswer::Unknown);
    }

    #[test]
    fn errors_and_crashes_are_seen() {
        let text = r#"{"files": [{"errors": [{"code": "PI0012", "message": "bad"}]}]}"#;
        let outcome = ours(text, 2);
        assert_eq!(
            (outcome.answer, outcome.note.as_str()),
            (ProgramAnswer::Diagnostics, "PI0012 bad")
        );
        assert!(ours(&report(PROVED), 4).fault.is_some());
        assert!(ours("thread panicked", 101).fault.is_some());
    }
}
