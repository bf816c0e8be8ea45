//! `buttress check`: evidence against a circuit, a script or a program, through the independent checker.

mod numbers;
mod program;
mod script;

use buttress_budget::Exhausted;
use buttress_certificate::{is_certificate, read};
use buttress_checker::{Checked, Claim, Rejection, check, check_witness};
use buttress_formats::aiger;
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::{counted, obligations};
use crate::args::CheckArgs;
use crate::document::Document;
use crate::input::{Input, Kind, Verb};
use crate::interrupt::Interrupt;
use crate::json::ErrorEntry;
use crate::output::Output;
use crate::{cut, diagnostics, files, net, refusal};

use self::numbers::NumbersClaimEntry;
use self::program::ProgramClaimEntry;
use self::script::AnswerEntry;

/// The width of messages about the file.
const WIDTH: usize = 100;

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
pub struct CheckDocument {
    /// The circuit or the script.
    file: String,
    /// The evidence.
    evidence: String,
    /// Was the evidence accepted? Evidence about a program must show all that was asked.
    accepted: bool,
    /// What it shows, one entry per property.
    claims: Vec<ClaimEntry>,
    /// What it shows of a check of a script.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    answers: Vec<AnswerEntry>,
    /// What it shows of a property of a system over numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    numbers: Vec<NumbersClaimEntry>,
    /// What it shows of a program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    programs: Vec<ProgramClaimEntry>,
    /// Why it was rejected, or could not be read.
    errors: Vec<ErrorEntry>,
    /// The exit code.
    exit_code: u8,
}

/// What was shown of a property.
#[derive(Serialize, JsonSchema)]
struct ClaimEntry {
    /// The position of the property.
    property: usize,
    /// Its name.
    name: String,
    /// What is shown.
    #[schemars(extend("enum" = ["proved", "false"]))]
    verdict: &'static str,
    /// The step in which a false property is bad.
    depth: Option<usize>,
    /// What was checked, in words.
    checked: String,
    /// LRAT steps replayed.
    lrat_steps: usize,
    /// Steps simulated.
    simulated_steps: usize,
}

/// Why the evidence was not accepted.
struct Refusal {
    exit_code: u8,
    /// For a person.
    shown: String,
    /// For a program.
    errors: Vec<ErrorEntry>,
}

/// What accepted evidence shows.
enum Shown {
    /// Of properties of a circuit.
    Claims(Vec<ClaimEntry>),
    /// Of a check of a script.
    Answer(AnswerEntry),
    /// Of a property of a system over numbers.
    Numbers(NumbersClaimEntry),
    /// Of a program.
    Program(ProgramClaimEntry),
}

/// Runs the command.
pub fn run(arguments: &CheckArgs, output: &mut Output) -> u8 {
    let (file, evidence) = (files::shown(&arguments.file), files::shown(&arguments.evidence));
    let (mut claims, mut answers) = (Vec::new(), Vec::new());
    let (mut numbers, mut programs) = (Vec::new(), Vec::new());
    let mut refusal = None;
    match judged(arguments, &file, &evidence) {
        Ok(Shown::Claims(shown)) => claims = shown,
        Ok(Shown::Answer(shown)) => answers.push(shown),
        Ok(Shown::Numbers(shown)) => numbers.push(shown),
        Ok(Shown::Program(shown)) => programs.push(shown),
        Err(refused) => refusal = Some(refused),
    }
    let is_lacking = programs.iter().any(|shown| !shown.is_accepted());
    let exit_code = refusal.as_ref().map_or(u8::from(is_lacking), |refusal| refusal.exit_code);
    match refusal {
        _ if arguments.json => {
            let (accepted, errors) =
                (exit_code == 0, refusal.map_or_else(Vec::new, |refusal| refusal.errors));
            let document = CheckDocument {
                file,
                evidence,
                accepted,
                claims,
                answers,
                numbers,
                programs,
                errors,
                exit_code,
            };
            output.answer(&Document::Check(document).pretty());
        }
        // A rejection is an answer; what cannot be read is a mistake in the question.
        Some(refusal) if matches!(exit_code, 1 | 3) => {
            output.answer(&format!("{}\n", refusal.shown))
        }
        Some(refusal) => output.note(&refusal.shown),
        None => {
            claims.iter().for_each(|claim| output.answer(&claim.shown()));
            answers.iter().for_each(|answer| output.answer(&answer.shown()));
            numbers.iter().for_each(|claim| output.answer(&claim.shown()));
            programs.iter().for_each(|claim| output.answer(&claim.shown()));
        }
    }
    exit_code
}

fn judged(arguments: &CheckArgs, file: &str, evidence: &str) -> Result<Shown, Refusal> {
    let limits = net::limits(&Interrupt::listen());
    let input = Input::read(&arguments.file, arguments.taken.format, Verb::Check);
    let input = input.map_err(|refusal| unread(file, &refusal))?;
    let text = files::load(&arguments.evidence).map_err(unreadable)?;
    let (bytes, script) = (input.bytes(), input.text());
    let broken = |problems: Vec<_>| Refusal {
        exit_code: 2,
        shown: diagnostics::all(file, bytes, &problems),
        errors: problems.iter().map(ErrorEntry::of).collect(),
    };
    if input.kind == Kind::Program {
        if !program::is_evidence(&text) {
            let message = format!("{evidence} is no bundle of buttress");
            return Err(unreadable(message));
        }
        return Ok(Shown::Program(program::judged(
            (file, script),
            (evidence, &text),
            &arguments.asked.asked(),
            &limits,
        )?));
    }
    if input.kind == Kind::Script {
        if numbers::is_evidence(&text) {
            return Ok(Shown::Numbers(numbers::judged((file, script), (evidence, &text))?));
        }
        if !script::is_evidence(&text) {
            let message = format!("{evidence} is neither a proof nor a model of buttress");
            return Err(unreadable(message));
        }
        let reading = arguments.reading.reading();
        let shown = script::judged((file, script), (evidence, &text), reading, &limits)?;
        return Ok(Shown::Answer(shown));
    }
    let model = aiger::read(bytes).map_err(broken)?;
    let reject = |rejection: Rejection| match rejection {
        Rejection::Model(problems) => broken(problems),
        rejection => rejected(evidence, &text, &rejection),
    };
    let claim = |checked: &Checked<Claim>, what: String| {
        ClaimEntry::of(checked, model.names.property(checked.property()), what)
    };
    if is_certificate(&text) {
        let certificate = read(&text).map_err(|error| damaged(evidence, &error.to_string()))?;
        let checked = check(bytes, &certificate).map_err(reject)?;
        let claim = claim(&checked, obligations(&certificate.evidence));
        return Ok(Shown::Claims(vec![claim]));
    }
    if !is_witness(&text) {
        let message =
            format!("{evidence} is neither a certificate of buttress nor an AIGER witness");
        return Err(unreadable(message));
    }
    let checked = check_witness(bytes, &text).map_err(reject)?;
    let claims = checked.iter().map(|checked| claim(checked, "replay".to_owned()));
    Ok(Shown::Claims(claims.collect()))
}

/// Does a statement of an AIGER witness come first, remarks aside?
fn is_witness(text: &[u8]) -> bool {
    let words = [&b"0"[..], b"1", b"2", b"sat", b"unsat", b"unknown"];
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    let is_remark = |line: &&[u8]| {
        let mark = line.first();
        !words.contains(line) && mark.is_none_or(|mark| matches!(mark, b'c' | b'u' | b'#'))
    };
    lines.find(|line| !is_remark(line)).is_some_and(|line| words.contains(&line))
}

/// The file itself cannot be read.
fn unread(file: &str, refusal: &refusal::Refusal) -> Refusal {
    Refusal { exit_code: 2, shown: refusal.shown(file, WIDTH), errors: refusal.entries() }
}

fn unreadable(message: String) -> Refusal {
    let shown = diagnostics::plain(&message);
    Refusal { exit_code: 2, shown, errors: vec![ErrorEntry::plain(message)] }
}

/// A limit was met before the check was done.
fn undecided(evidence: &str, exhausted: Exhausted) -> Refusal {
    let message = format!("{evidence}: unknown: {exhausted}");
    let (shown, errors) = (message.clone(), vec![ErrorEntry::plain(message)]);
    Refusal { exit_code: cut::EXIT, shown, errors }
}

fn damaged(evidence: &str, message: &str) -> Refusal {
    let message = format!("{evidence}: {message}");
    let shown = format!("rejected: {message}");
    Refusal { exit_code: 1, shown, errors: vec![ErrorEntry::plain(message)] }
}

fn rejected(evidence: &str, text: &[u8], rejection: &Rejection) -> Refusal {
    let message = rejection.to_string();
    let line = match rejection {
        Rejection::Proof { line, .. } | Rejection::Clause { line, .. } => Some(*line),
        _ => None,
    };
    let shown = match (rejection, line) {
        (Rejection::Witness(problems), _) => {
            format!("rejected:\n{}", diagnostics::all(evidence, text, problems))
        }
        (_, Some(line)) => diagnostics::excerpt(evidence, text, &message, line),
        (_, None) => format!("rejected: {message}"),
    };
    let errors = match rejection {
        Rejection::Witness(problems) => problems.iter().map(ErrorEntry::of).collect(),
        _ => vec![ErrorEntry { line, ..ErrorEntry::plain(message) }],
    };
    Refusal { exit_code: 1, shown, errors }
}

impl ClaimEntry {
    fn of(checked: &Checked<Claim>, name: String, what: String) -> ClaimEntry {
        let statistics = checked.statistics();
        let (verdict, depth) = match *checked.claim() {
            Claim::Safe => ("proved", None),
            Claim::Unsafe { depth } => ("false", Some(depth)),
        };
        ClaimEntry {
            property: checked.property(),
            name,
            verdict,
            depth,
            checked: what,
            lrat_steps: statistics.lrat_steps,
            simulated_steps: statistics.simulated_steps,
        }
    }

    fn shown(&self) -> String {
        match self.depth {
            None => format!(
                "accepted: {} is proved\ncertificate checked: {} ({})\n",
                self.name,
                self.checked,
                counted(self.lrat_steps, "LRAT step")
            ),
            Some(depth) => format!(
                "accepted: {} is false at step {depth}\ntrace replayed ({})\n",
                self.name,
                counted(self.simulated_steps, "step")
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn witnesses_are_recognised_behind_remarks() {
        for text in ["1\nb0\n", "c by hand\n# x\nsat\n", "unsat\n", "\nunknown\n", "u7\n2\n"] {
            assert!(is_witness(text.as_bytes()), "{text:?}");
        }
        for text in ["", "c only a remark\n", "aag 0 0 0 0 0\n", "10\n"] {
            assert!(!is_witness(text.as_bytes()), "{text:?}");
        }
    }
}
