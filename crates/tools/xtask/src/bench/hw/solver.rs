//! Buttress and its peers: how each is called and how its answer is read.

use std::path::{Path, PathBuf};
use std::{env, fs};

use buttress_circuit::{Circuit, Latch, Reset};
use buttress_formats::aiger::{self, Model, Symbols};
use buttress_testkit::{Known, plain};
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
    /// IC3ref, which reads standard input.
    Ic3ref,
}

/// What is asked of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Does any property fail?
    File,
    /// Which ones do?
    EachProperty,
}

/// How many properties a run has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Decided {
    /// Of so many.
    pub properties: usize,
    /// Those that hold.
    pub proved: usize,
    /// Those that fail.
    pub violated: usize,
}

/// So many seconds by the clock for each of processor time.
const CLOCK: u64 = 3;

/// What is noted of a peer that was given the plain form of a file.
pub const PLAIN: &str = "given the plain form";

/// What one run said and used; the answer is that for the file.
pub type HwOutcome = RunOutcome<Option<Known>>;

impl HwSolverKind {
    /// The word that names the family.
    pub fn word(&self) -> &'static str {
        match self {
            HwSolverKind::Buttress { .. } => "buttress",
            HwSolverKind::Abc => "abc",
            HwSolverKind::Ric3 => "ric3",
            HwSolverKind::Ic3ref => "ic3ref",
        }
    }

    /// Does it read such a circuit in another way than we do? Then it is given the plain one.
    fn misreads(&self, circuit: &Circuit) -> bool {
        let is_open = |latch: &Latch| !matches!(latch.reset, Reset::Value(_));
        let has_open = circuit.latches.iter().any(is_open);
        match self {
            HwSolverKind::Buttress { .. } | HwSolverKind::Ric3 => false,
            HwSolverKind::Abc => has_open,
            HwSolverKind::Ic3ref => has_open || !circuit.constraints.is_empty(),
        }
    }
}

impl Solver {
    /// Is it ours?
    pub fn is_ours(&self) -> bool {
        matches!(self.kind, HwSolverKind::Buttress { .. })
    }

    /// The program that is started: a shell where the file is read from standard input.
    fn started(&self) -> String {
        match self.kind {
            HwSolverKind::Ic3ref => "sh".to_owned(),
            _ => self.program.display().to_string(),
        }
    }

    fn arguments(&self, file: &Path, timeout: u64, question: Question) -> Vec<String> {
        let file = file.display().to_string();
        match &self.kind {
            HwSolverKind::Buttress { engine } => {
                // Ours counts seconds by the clock: on a busy machine it would stop before its processor time is used up. Where one answer
                // is asked for, the kernel ends the run; parts of an answer are told at the end.
                let limit = match question {
                    Question::File => CLOCK * timeout,
                    Question::EachProperty => timeout,
                };
                let limit = limit.to_string();
                let mut words = vec!["prove", &file, "--format", "json", "--threads", "1"];
                words.extend(["--timeout", &limit]);
                if let Some(engine) = engine {
                    words.extend(["--engine", engine]);
                }
                words.into_iter().map(str::to_owned).collect()
            }
            HwSolverKind::Abc => {
                let all = if question == Question::EachProperty { "-a " } else { "" };
                let script = format!("read_aiger {file}; fold; strash; pdr {all}-T {timeout}");
                vec!["-c".to_owned(), script]
            }
            HwSolverKind::Ric3 => vec!["-e".to_owned(), "ic3".to_owned(), file],
            HwSolverKind::Ic3ref => {
                let script = "exec \"$0\" < \"$1\"".to_owned();
                vec!["-c".to_owned(), script, self.program.display().to_string(), file]
            }
        }
    }

    /// The command line, for the report.
    pub fn shown(&self, file: &Path, timeout: u64, question: Question) -> String {
        let program = self.program.file_name().unwrap_or_default().to_string_lossy();
        if self.kind == HwSolverKind::Ic3ref {
            return format!("{program} < {}", file.display());
        }
        let words = self.arguments(file, timeout, question);
        let quoted = words
            .iter()
            .map(|word| if word.contains(' ') { format!("\"{word}\"") } else { word.clone() });
        format!("{program} {}", quoted.collect::<Vec<_>>().join(" "))
    }

    /// Runs it on one file.
    pub fn run(&self, file: &Path, options: &Common) -> HwOutcome {
        match self.measured(file, options, Question::File) {
            Ok((measured, is_plain)) => {
                let mut outcome = self.read(&measured, options.timeout);
                if is_plain {
                    outcome.note = format!("{PLAIN} {}", outcome.note).trim().to_owned();
                }
                outcome
            }
            Err(error) => HwOutcome::not_run(&error, self.is_ours()),
        }
    }

    /// Runs it on one file, of which each property is asked for; how many it decided.
    pub fn count(&self, file: &Path, options: &Common) -> RunOutcome<Decided> {
        let (measured, is_plain) = match self.measured(file, options, Question::EachProperty) {
            Ok(measured) => measured,
            Err(error) => return RunOutcome::not_run(&error, self.is_ours()),
        };
        let mut outcome = match self.kind {
            HwSolverKind::Buttress { .. } => count_buttress(&measured),
            _ => RunOutcome { answer: count_abc(&measured.text), ..RunOutcome::default() },
        };
        if is_plain {
            outcome.note = PLAIN.to_owned();
        }
        (outcome.cpu, outcome.memory) = (measured.cpu, measured.memory);
        outcome
    }

    /// Runs it on one file, or on the plain form of it if it would misread that one. Was it the plain form?
    fn measured(
        &self,
        file: &Path,
        options: &Common,
        question: Question,
    ) -> Result<(Measured, bool), String> {
        let plain = self.plain_form(file)?;
        let timeout = options.timeout;
        // A little beyond the limit, so that a program can end its own way; an answer that
        // took longer than the limit does not count in any case.
        let allowance =
            Allowance { cpu: timeout + 2, wall: CLOCK * timeout + 10, memory: options.memory };
        let words = self.arguments(plain.as_deref().unwrap_or(file), timeout, question);
        let measured = measure(&self.started(), &words, allowance);
        if let Some(plain) = &plain {
            // It lies in the temporary folder; nothing depends on its going away.
            let _ = fs::remove_file(plain);
        }
        Ok((measured.map_err(|error| error.to_string())?, plain.is_some()))
    }

    /// A file with the same answers that it does not misread, if it would misread this one.
    fn plain_form(&self, file: &Path) -> Result<Option<PathBuf>, String> {
        if !matches!(self.kind, HwSolverKind::Abc | HwSolverKind::Ic3ref) {
            return Ok(None);
        }
        let bytes = fs::read(file).map_err(|error| error.to_string())?;
        // What we cannot read is left to them.
        let Ok(model) = aiger::read(&bytes) else { return Ok(None) };
        if !self.kind.misreads(&model.circuit) {
            return Ok(None);
        }
        let plain = Model::with_bads_as_outputs(plain(&model.circuit), Symbols::new());
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("buttress-{}-{}-{stem}.aig", std::process::id(), self.name);
        let path = env::temp_dir().join(name);
        fs::write(&path, aiger::write_binary(&plain)).map_err(|error| error.to_string())?;
        Ok(Some(path))
    }

    fn read(&self, measured: &Measured, timeout: u64) -> HwOutcome {
        let mut outcome = match self.kind {
            HwSolverKind::Buttress { .. } => read_buttress(measured),
            HwSolverKind::Abc => plain_answer(read_abc(&measured.text)),
            HwSolverKind::Ric3 => plain_answer(match measured.code {
                Some(20) => Some(Known::Safe),
                Some(10) => Some(Known::Unsafe),
                _ => None,
            }),
            HwSolverKind::Ic3ref => plain_answer(read_ic3ref(&measured.output)),
        };
        outcome.cpu = measured.cpu;
        outcome.memory = measured.memory;
        if measured.cpu > timeout as f64 && outcome.answer.take().is_some() {
            outcome.note = format!("answered after the limit; {}", outcome.note);
        }
        outcome
    }
}

fn plain_answer(answer: Option<Known>) -> HwOutcome {
    HwOutcome { answer, ..HwOutcome::default() }
}

/// IC3ref prints the answer of the competition: 0 if the property holds, 1 if not; witnesses may follow.
fn read_ic3ref(output: &str) -> Option<Known> {
    match output.lines().next().map(str::trim) {
        Some("0") => Some(Known::Safe),
        Some("1") => Some(Known::Unsafe),
        _ => None,
    }
}

/// The last of ABC's sums: `All = 8. Proved = 4. Disproved = 0. Undecided = 4.`
fn count_abc(text: &str) -> Decided {
    let sums = text.lines().rfind(|line| line.starts_with("Properties:")).unwrap_or("");
    let number = |name: &str| {
        let (_, after) = sums.split_once(&format!(" {name} = "))?;
        after.split('.').next()?.trim().parse::<usize>().ok()
    };
    let [properties, proved, violated] =
        ["All", "Proved", "Disproved"].map(|name| number(name).unwrap_or(0));
    Decided { properties, proved, violated }
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

/// What a report says of each property.
fn properties(report: &Value) -> Vec<&Value> {
    let files = report["files"].as_array().into_iter().flatten();
    let lists = files.chain([report]).filter_map(|part| part["properties"].as_array());
    lists.flatten().collect()
}

fn verdict(property: &Value) -> &str {
    property["verdict"].as_str().unwrap_or("none")
}

fn count_buttress(measured: &Measured) -> RunOutcome<Decided> {
    let Ok(report) = serde_json::from_str::<Value>(&measured.output) else {
        return RunOutcome::without_report(&measured.text, measured.code);
    };
    let properties = properties(&report);
    let count = |word: &str| properties.iter().filter(|property| verdict(property) == word).count();
    let answer =
        Decided { properties: properties.len(), proved: count("proved"), violated: count("false") };
    let is_decided = |property: &&&Value| ["proved", "false"].contains(&verdict(property));
    let checked = properties.iter().filter(is_decided).all(|property| property["checked"] == true);
    let fault = exit_fault(measured.code);
    RunOutcome { answer, checked: Some(checked), fault, ..RunOutcome::default() }
}

fn read_buttress(measured: &Measured) -> HwOutcome {
    let Ok(report) = serde_json::from_str::<Value>(&measured.output) else {
        return HwOutcome::without_report(&measured.text, measured.code);
    };
    let properties = properties(&report);
    let verdicts: Vec<&str> = properties.iter().map(|property| verdict(property)).collect();
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
    let evidence = answer.and(evidence_part(&report));
    HwOutcome { answer, checked, fault, note, evidence, ..HwOutcome::default() }
}

/// The part of the run that went into evidence. Both times are told by the clock, which other work on the machine slows alike.
fn evidence_part(report: &Value) -> Option<f64> {
    let whole = report["files"][0]["seconds"].as_f64().filter(|seconds| *seconds > 0.0)?;
    let times =
        properties(report).into_iter().map(|property| property["checking_seconds"].as_f64());
    Some((times.sum::<Option<f64>>()? / whole).min(1.0))
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
    fn the_part_that_is_evidence_is_read() {
        let timed = |seconds: f64| {
            let property = PROVED.replace('}', ",\"checking_seconds\":0.3}");
            json(&property)
                .replace("\"file\":\"a\"", &format!("\"file\":\"a\",\"seconds\":{seconds}"))
        };
        assert_eq!(ours(&timed(1.2), Some(0), 1.0).evidence, Some(0.25));
        assert_eq!(ours(&timed(0.1), Some(0), 1.0).evidence, Some(1.0));
        assert_eq!(ours(&json(PROVED), Some(0), 1.0).evidence, None);
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
        assert_eq!(read_ic3ref("0\n"), Some(Known::Safe));
        assert_eq!(read_ic3ref("1\nb0\n0110\n.\n"), Some(Known::Unsafe));
        assert_eq!(read_ic3ref(""), None);
    }

    #[test]
    fn properties_are_counted() {
        let sums = "Reached timeout.\n\
            Properties:  All = 8. Proved = 4. Disproved = 1. Undecided = 3.   Time =     5.05 sec";
        assert_eq!(count_abc(sums), Decided { properties: 8, proved: 4, violated: 1 });
        assert_eq!(count_abc("no sums"), Decided::default());
        let output = json(&format!("{PROVED},{FALSE},{UNKNOWN},{PROVED}"));
        let run = Measured { code: Some(1), text: String::new(), output, cpu: 1.0, memory: 1 };
        let outcome = count_buttress(&run);
        assert_eq!(outcome.answer, Decided { properties: 4, proved: 2, violated: 1 });
        assert_eq!((outcome.checked, outcome.fault), (Some(true), None));
    }

    #[test]
    fn what_a_peer_misreads_it_gets_in_plain_form() {
        // A latch without an initial value, and a constraint.
        let mut circuit = Circuit::new();
        circuit.add_latch(Reset::Free);
        assert!(HwSolverKind::Abc.misreads(&circuit) && HwSolverKind::Ic3ref.misreads(&circuit));
        assert!(!HwSolverKind::Ric3.misreads(&circuit));
        circuit.latches[0].reset = Reset::Value(true);
        circuit.constraints.push(circuit.latches[0].var.lit());
        assert!(!HwSolverKind::Abc.misreads(&circuit) && HwSolverKind::Ic3ref.misreads(&circuit));
    }

    #[test]
    fn command_lines_are_as_documented() {
        let solver = Solver {
            name: "abc".to_owned(),
            program: PathBuf::from("bin/berkeley-abc"),
            kind: HwSolverKind::Abc,
        };
        assert_eq!(
            solver.shown(Path::new("F"), 10, Question::File),
            "berkeley-abc -c \"read_aiger F; fold; strash; pdr -T 10\""
        );
        assert_eq!(
            solver.shown(Path::new("F"), 10, Question::EachProperty),
            "berkeley-abc -c \"read_aiger F; fold; strash; pdr -a -T 10\""
        );
        let ic3ref = Solver { kind: HwSolverKind::Ic3ref, program: PathBuf::from("IC3"), ..solver };
        assert_eq!(ic3ref.shown(Path::new("F"), 10, Question::File), "IC3 < F");
    }
}
