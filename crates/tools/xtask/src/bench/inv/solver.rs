//! Buttress and Spacer: how each is called and how its verdict is read.

use std::path::{Path, PathBuf};
use std::process::Command;

use buttress_testkit::Known;
use serde_json::Value;

use super::options::Options;
use crate::bench::outcome::{RunOutcome, exit_fault, start_seconds};
use crate::bench::program::located;
use crate::measure::{Allowance, Measured, measure};

/// A trivial system, which is safe.
const TRIVIAL: &str = "(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (p 0))\n\
    (assert (forall ((x Int)) (=> (and (p x) (> x 0)) false)))\n(check-sat)\n";

/// Whose program it is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum HornSolverKind {
    Buttress { engine: Option<String> },
    Spacer,
}

/// A program that answers for a file.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Its column's name.
    pub name: String,
    /// CPU seconds that it takes on next to nothing.
    pub start: f64,
    program: PathBuf,
    kind: HornSolverKind,
    version: String,
}

/// What one run said and used; the answer is the verdict, if there is one.
pub type HornOutcome = RunOutcome<Option<Known>>;

impl Solver {
    /// Ours, with an engine of its own.
    pub fn ours(program: &Path, engine: Option<&String>) -> Solver {
        Solver {
            name: engine.map_or("buttress".to_owned(), |engine| format!("buttress-{engine}")),
            start: 0.0,
            program: program.to_path_buf(),
            kind: HornSolverKind::Buttress { engine: engine.cloned() },
            version: String::new(),
        }
    }

    /// `z3` or `z3=PATH`, if it is installed.
    pub fn peer(word: &str) -> Result<Option<Solver>, String> {
        let (name, path) = match word.split_once('=') {
            Some((name, path)) => (name, Some(PathBuf::from(path))),
            None => (word, located(word)),
        };
        if name != "z3" {
            return Err(format!("no such peer: {name} (z3)"));
        }
        let Some(program) = path else { return Ok(None) };
        let Ok(version) = Command::new(&program).arg("--version").output() else {
            return Ok(None);
        };
        let version = String::from_utf8_lossy(&version.stdout);
        let version = version.lines().next().unwrap_or_default().to_owned();
        let name = "spacer".to_owned();
        Ok(Some(Solver { name, start: 0.0, program, kind: HornSolverKind::Spacer, version }))
    }

    /// Is it ours?
    pub fn is_ours(&self) -> bool {
        self.kind != HornSolverKind::Spacer
    }

    /// Measures how long it takes on next to nothing: the median of a few runs.
    pub fn measure_start(&mut self, options: &Options) -> Result<(), String> {
        let is_right = |run: &HornOutcome| run.answer == Some(Known::Safe);
        let start = start_seconds(TRIVIAL, |path| self.run(path, options), is_right);
        let explain = |said| format!("{} does not solve the trivial system: {said}", self.name);
        self.start = start.map_err(explain)?;
        Ok(())
    }

    /// What it is and how it is called, in a line.
    pub fn introduction(&self) -> String {
        let words = self.arguments(Path::new("FILE"), "S").join(" ");
        let program = self.program.file_name().unwrap_or_default().to_string_lossy();
        let (name, version, start) = (&self.name, &self.version, self.start);
        format!("{name}: {version} `{program} {words}`, starts in {start:.3} CPU s")
    }

    /// Runs it on one file.
    pub fn run(&self, file: &Path, options: &Options) -> HornOutcome {
        let timeout = options.common.timeout;
        // A little beyond the limit, so that a program can end its own way; a verdict that took
        // longer than the limit does not count in any case.
        let clock = options.clock * timeout;
        let allowance =
            Allowance { cpu: timeout + 1, wall: clock + 10, memory: options.common.memory };
        let program = self.program.display().to_string();
        // Ours counts by the clock, which runs faster than the CPU where others run too; the limit on
        // CPU seconds holds in any case.
        let arguments = self.arguments(file, &clock.to_string());
        match measure(&program, &arguments, allowance) {
            Ok(measured) => self.read(&measured, timeout),
            Err(error) => HornOutcome::not_run(&error.to_string(), self.is_ours()),
        }
    }

    fn arguments(&self, file: &Path, timeout: &str) -> Vec<String> {
        let name = file.display().to_string();
        let words: Vec<&str> = match &self.kind {
            HornSolverKind::Buttress { engine } => {
                let mut words = vec!["prove", &name, "--format", "json", "--threads", "1"];
                words.extend(["--timeout", timeout]);
                if let Some(engine) = engine {
                    words.extend(["--engine", engine]);
                }
                words
            }
            HornSolverKind::Spacer => vec![&name],
        };
        words.into_iter().map(str::to_owned).collect()
    }

    fn read(&self, measured: &Measured, timeout: u64) -> HornOutcome {
        let mut outcome = match self.kind {
            HornSolverKind::Buttress { .. } => read_ours(measured),
            HornSolverKind::Spacer => read_spacer(measured),
        };
        (outcome.cpu, outcome.memory) = (measured.cpu, measured.memory);
        if measured.cpu > timeout as f64 {
            outcome.answer = None;
            outcome.checked = None;
            outcome.note = format!("over the limit; {}", outcome.note);
        }
        outcome
    }
}

/// `sat`: the predicates can be interpreted, so that the system is safe.
fn read_spacer(measured: &Measured) -> HornOutcome {
    let answer = measured.output.lines().find_map(|line| match line.trim() {
        "sat" => Some(Known::Safe),
        "unsat" => Some(Known::Unsafe),
        _ => None,
    });
    let is_complaint = |line: &&str| line.contains("error") || line.contains("Error");
    let note = measured.text.lines().find(is_complaint).unwrap_or_default();
    HornOutcome { answer, note: note.chars().take(200).collect(), ..HornOutcome::default() }
}

/// The verdicts of our JSON report; a file is safe when all of its properties are proved.
fn read_ours(measured: &Measured) -> HornOutcome {
    let Ok(report) = serde_json::from_str::<Value>(&measured.output) else {
        return HornOutcome::without_report(&measured.text, measured.code);
    };
    let none = Vec::new();
    let file = &report["files"][0];
    let properties = file["properties"].as_array().unwrap_or(&none);
    let is = |property: &&Value, verdict: &str| property["verdict"] == verdict;
    let answer = if properties.iter().any(|property| is(&property, "false")) {
        Some(Known::Unsafe)
    } else if !properties.is_empty() && properties.iter().all(|property| is(&property, "proved")) {
        Some(Known::Safe)
    } else {
        None
    };
    let mut decided =
        properties.iter().filter(|property| is(property, "proved") || is(property, "false"));
    let checked = answer.map(|_| decided.all(|property| property["checked"] == true));
    let fault = exit_fault(measured.code);
    let first = |key: &str| properties.iter().find_map(|property| property[key].as_str());
    let error = file["errors"][0]["message"].as_str();
    let engine = first("engine").map(|engine| format!("engine {engine}"));
    let words = [engine.as_deref(), first("reason"), error];
    let note = words.into_iter().flatten().collect::<Vec<_>>().join(", ");
    HornOutcome { answer, checked, fault, note, ..HornOutcome::default() }
}

/// A peer for tests of the report.
#[cfg(test)]
pub fn tests_peer() -> Solver {
    let (name, kind) = ("spacer".to_owned(), HornSolverKind::Spacer);
    Solver { name, kind, ..Solver::ours(Path::new("z3"), None) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(solver: &Solver, output: &str, code: Option<i32>, cpu: f64) -> HornOutcome {
        let (text, output) = (output.to_owned(), output.to_owned());
        solver.read(&Measured { code, text, output, cpu, memory: 1 }, 10)
    }

    fn ours(output: &str, code: Option<i32>, cpu: f64) -> HornOutcome {
        run(&Solver::ours(Path::new("buttress"), None), output, code, cpu)
    }

    fn json(properties: &str) -> String {
        format!("{{\"schema\":1,\"files\":[{{\"file\":\"a\",\"properties\":[{properties}]}}]}}")
    }

    const PROVED: &str = r#"{"verdict":"proved","checked":true,"engine":"reach"}"#;
    const FALSE: &str = r#"{"verdict":"false","checked":true,"engine":"reach"}"#;
    const UNKNOWN: &str = r#"{"verdict":"unknown","checked":false,"reason":"time limit"}"#;

    #[test]
    fn our_verdicts_are_read() {
        let outcome = ours(&json(PROVED), Some(0), 1.0);
        assert_eq!((outcome.answer, outcome.checked), (Some(Known::Safe), Some(true)));
        assert_eq!((outcome.note.as_str(), outcome.fault), ("engine reach", None));
        assert_eq!(ours(&json(FALSE), Some(1), 1.0).answer, Some(Known::Unsafe));
        let open = ours(&json(&format!("{PROVED},{UNKNOWN}")), Some(3), 1.0);
        assert_eq!((open.answer, open.checked), (None, None));
        let engine = "affine".to_owned();
        let solver = Solver::ours(Path::new("x/buttress"), Some(&engine));
        let words = "`buttress prove FILE --format json --threads 1 --timeout S --engine affine`";
        assert!(solver.introduction().contains(words), "{}", solver.introduction());
    }

    #[test]
    fn unchecked_late_and_crashed_runs_are_seen() {
        let unchecked = PROVED.replace("true", "false");
        assert_eq!(ours(&json(&unchecked), Some(0), 1.0).checked, Some(false));
        assert_eq!(ours(&json(PROVED), Some(0), 10.5).answer, None);
        assert!(ours("thread panicked", Some(101), 1.0).fault.is_some());
        assert!(ours(&json(PROVED), Some(4), 1.0).fault.is_some());
        assert!(ours("", None, 12.0).fault.is_none());
    }

    #[test]
    fn spacer_answers_sat_when_a_system_is_safe() {
        let answer = |text: &str| run(&tests_peer(), text, Some(0), 1.0).answer;
        assert_eq!(answer("sat\n"), Some(Known::Safe));
        assert_eq!(answer("unsat\n"), Some(Known::Unsafe));
        assert_eq!(answer("unknown\n"), None);
        assert_eq!(run(&tests_peer(), "(error \"x\")", Some(1), 1.0).note, "(error \"x\")");
    }
}
