//! `buttress terminates`: does every computation of a system over numbers end?

use buttress_session::numbers;
use schemars::JsonSchema;
use serde::Serialize;

use super::derivation::{self, Bounds};
use super::document::{DefinitionEntry, StepEntry, steps};
use super::{NumbersProgress, bounded, load, refusal as refused};
use crate::answer::{Word, counted};
use crate::args::TerminatesArgs;
use crate::document::Document;
use crate::evidence::{Subject, Written};
use crate::human::{self, painted, seconds};
use crate::input::Verb;
use crate::interrupt::{self, Interrupt};
use crate::json::{ErrorEntry, VerdictWord};
use crate::output::Output;
use crate::prove::fault;
use crate::refusal::{self, Refusal};
use crate::{diagnostics, files, target};

/// So many steps of a computation are told.
const STEPS: usize = 16;

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
pub struct TerminatesDocument {
    /// The path as it was given.
    file: String,
    /// The format of the file.
    #[schemars(extend("enum" = ["horn", "vmt"]))]
    format: &'static str,
    /// Unknown predicates.
    predicates: usize,
    /// Clauses, those of the properties included.
    clauses: usize,
    /// `proved`: every computation ends; `false`: some does not.
    verdict: VerdictWord,
    /// Did the checker accept evidence for this verdict?
    checked: bool,
    /// The functions that decrease, for each set of predicates that lead to each other.
    rankings: Vec<RankingEntry>,
    /// Invariants that support them.
    invariants: Vec<DefinitionEntry>,
    /// A computation that does not end; its last step concludes a state again.
    derivation: Option<Vec<StepEntry>>,
    /// The position of the step that concludes this state first.
    comes_back_to: Option<usize>,
    /// Clauses of the system that the checker found valid or decreasing, or steps that it replayed.
    obligations: usize,
    /// Clauses of all proofs.
    proof_steps: usize,
    /// States that were sampled.
    samples: usize,
    /// Invariants that were found on the way.
    invariants_found: usize,
    /// Why there is no answer, or why it does not stand.
    reason: Option<String>,
    /// The file with the evidence.
    certificate: Option<String>,
    /// What could not be written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<ErrorEntry>,
    /// Wall-clock time of the run.
    seconds: f64,
    /// Time spent on certifying and checking.
    checking_seconds: f64,
    /// The exit code.
    exit_code: u8,
}

/// Functions that decrease, for predicates that lead to each other.
#[derive(Serialize, JsonSchema)]
struct RankingEntry {
    /// One for each predicate.
    functions: Vec<FunctionsEntry>,
    /// The lines in which the steps among them begin.
    lines: Vec<usize>,
}

/// The functions of a predicate.
#[derive(Serialize, JsonSchema)]
struct FunctionsEntry {
    /// The predicate.
    predicate: String,
    /// The names of its arguments.
    arguments: Vec<String>,
    /// The functions, for a person; the first one counts most.
    levels: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &TerminatesArgs, output: &mut Output) -> u8 {
    let name = files::shown(&arguments.file);
    let inputs = std::slice::from_ref(&arguments.file);
    if let Err(problem) = target::ready(&arguments.certificate, inputs) {
        return refusal::usage(&problem, arguments.json, output);
    }
    let interrupt = Interrupt::listen();
    let report = match found(arguments, &name, &interrupt) {
        Ok(report) => report,
        Err(refusal) => return refusal.tell(&name, arguments.json, output),
    };
    let mut code = match &report.status {
        numbers::TerminationStatus::Unknown(_) if interrupt.is_asked() => interrupt::EXIT,
        _ => report.exit_code(),
    };
    if let numbers::TerminationStatus::Rejected { why, .. } = &report.status {
        output.note(&fault(&name, "termination", why));
    }
    let written = write(&report, arguments);
    if !written.failures.is_empty() {
        code = 2;
    }
    let width = output.width();
    output.answer(&match arguments.json {
        true => Document::Terminates(document(name, &report, &written, code)).pretty(),
        false => shown(&name, &report, width) + &human::written(&written),
    });
    if !arguments.json {
        written.notes.iter().for_each(|note| output.note(note));
    }
    for failure in written.failures.iter().filter(|_| !arguments.json) {
        output.note(&diagnostics::plain(failure));
    }
    code
}

fn found(
    arguments: &TerminatesArgs,
    name: &str,
    interrupt: &Interrupt,
) -> Result<numbers::TerminationReport, Refusal> {
    let text = load(&arguments.file, arguments.taken.format, Verb::Terminates)?;
    let settings = bounded(&arguments.numbers, &arguments.bounds, interrupt);
    let progress = NumbersProgress::new(name, !arguments.json);
    let found = numbers::terminates(&text, &settings, &progress);
    drop(progress);
    found.map_err(|error| refused(name, &text, error))
}

/// Writes the evidence, if that was asked for.
fn write(report: &numbers::TerminationReport, arguments: &TerminatesArgs) -> Written {
    let mut written = Written::default();
    if let Some(path) = &arguments.certificate {
        let evidence = match &report.status {
            numbers::TerminationStatus::Proved(proof) => proof.evidence.as_ref(),
            numbers::TerminationStatus::False(proof) => proof.evidence.as_ref(),
            _ => None,
        };
        let words = Told::of(report).words();
        let subject = Subject { index: 0, name: "termination", words: &words };
        let text = evidence.map(|text| Ok(text.clone().into_bytes()));
        written.put("certificate", path.clone(), subject, text);
    }
    written
}

/// The report, boiled down to what every form of output tells.
struct Told<'a> {
    word: Word,
    is_checked: bool,
    obligations: usize,
    proof_steps: usize,
    proof: Option<&'a numbers::TerminationProof>,
    circle: Option<&'a numbers::Lasso>,
    reason: Option<String>,
}

impl<'a> Told<'a> {
    fn of(report: &'a numbers::TerminationReport) -> Told<'a> {
        let (word, checked) = match &report.status {
            numbers::TerminationStatus::Proved(proof) => (Word::Proved, proof.checked),
            numbers::TerminationStatus::False(proof) => (Word::False, proof.checked),
            numbers::TerminationStatus::Unknown(_) => (Word::Unknown, None),
            numbers::TerminationStatus::Rejected { .. } => (Word::Rejected, None),
        };
        let figures = checked.unwrap_or_default();
        let mut told = Told {
            word,
            is_checked: checked.is_some(),
            obligations: figures.obligations,
            proof_steps: figures.proof_steps,
            proof: None,
            circle: None,
            reason: None,
        };
        match &report.status {
            numbers::TerminationStatus::Proved(proof) => told.proof = Some(&proof.shown),
            numbers::TerminationStatus::False(proof) => told.circle = Some(&proof.shown),
            numbers::TerminationStatus::Unknown(reason) => told.reason = Some(reason.clone()),
            numbers::TerminationStatus::Rejected { claimed, why } => {
                told.reason = Some(format!("claimed {claimed}, but the checker found: {why}"));
            }
        }
        told
    }

    /// The verdict in a word, or two if it is unchecked.
    fn words(&self) -> String {
        let is_unchecked = !self.is_checked && matches!(self.word, Word::Proved | Word::False);
        format!("{}{}", if is_unchecked { "unchecked " } else { "" }, self.word.as_str())
    }

    /// What stands behind the verdict, in a few words.
    fn detail(&self) -> String {
        match (self.proof, &self.reason) {
            (_, Some(reason)) => reason.clone(),
            (Some(proof), None) => match proof.rankings.len() {
                0 => "no step leads back".to_owned(),
                count => format!("{} ranked", counted(count, "cycle")),
            },
            (None, None) => "a state comes back".to_owned(),
        }
    }
}

/// The report for a person.
fn shown(name: &str, report: &numbers::TerminationReport, width: usize) -> String {
    let contents = &report.contents;
    let sizes = [counted(contents.predicates, "predicate"), counted(contents.clauses, "clause")];
    let told = Told::of(report);
    let (words, detail, time) = (told.words(), told.detail(), seconds(report.elapsed));
    let painted = painted(&words, told.word, words.len());
    let mut text =
        format!("{name}  {}\n  termination  {painted}  {detail}  {time}\n", sizes.join(", "));
    if let Some(proof) = told.proof {
        proof.rankings.iter().for_each(|ranking| text.push_str(&cycle(ranking)));
        text.push_str(&support(proof));
    }
    if let Some(circle) = told.circle {
        let bounds = Bounds { steps: STEPS, width: width.saturating_sub(6) };
        for line in derivation::lines(&circle.derivation, bounds) {
            text.push_str(&format!("      {line}\n"));
        }
        let last = circle.derivation.steps.len().saturating_sub(1);
        text.push_str(&format!(
            "      step {last} comes back to step {}, and so on forever\n",
            circle.start
        ));
    }
    if told.is_checked {
        text.push_str(&checks(&told));
    }
    text
}

/// A line for the cycle, and one for each predicate with its functions.
fn cycle(ranking: &numbers::RankingShown) -> String {
    let names: Vec<&str> = ranking.functions.iter().map(|it| it.predicate.as_str()).collect();
    let lines: Vec<String> = ranking.lines.iter().map(usize::to_string).collect();
    let lines = match lines.len() {
        0 => String::new(),
        1 => format!(" (line {})", lines[0]),
        _ => format!(" (lines {})", lines.join(", ")),
    };
    let mut text = format!("      cycle of {}{lines}\n", names.join(", "));
    let states = ranking.functions.iter();
    let states: Vec<String> = states.map(|it| state(&it.predicate, &it.parameters)).collect();
    let widest = states.iter().map(|state| state.chars().count()).max().unwrap_or(0);
    for (state, functions) in states.iter().zip(&ranking.functions) {
        let functions = match &functions.levels[..] {
            [] => "no step can be taken".to_owned(),
            [one] => one.clone(),
            levels => format!("({})", levels.join(", ")),
        };
        text.push_str(&format!("        {state:widest$}  decreases  {functions}\n"));
    }
    text
}

/// The invariants that were needed.
fn support(proof: &numbers::TerminationProof) -> String {
    let mut text = String::new();
    for definition in proof.invariants.iter().filter(|it| !it.conjuncts.is_empty()) {
        let state = state(&definition.name, &definition.parameters);
        text.push_str(&format!("      {state}  always  {}\n", definition.conjuncts.join(", ")));
    }
    text
}

/// `P(x, y)`
fn state(predicate: &str, parameters: &[String]) -> String {
    match parameters.is_empty() {
        true => predicate.to_owned(),
        false => format!("{predicate}({})", parameters.join(", ")),
    }
}

/// What the checker has seen.
fn checks(told: &Told<'_>) -> String {
    let Some(proof) = told.proof else {
        return format!("computation replayed ({})\n", counted(told.obligations, "step"));
    };
    let steps: usize = proof.rankings.iter().map(|ranking| ranking.lines.len()).sum();
    format!(
        "certificate checked: {} valid, {} decreasing ({})\n",
        counted(told.obligations.saturating_sub(steps), "clause"),
        counted(steps, "step"),
        counted(told.proof_steps, "proof step")
    )
}

fn document(
    file: String,
    report: &numbers::TerminationReport,
    written: &Written,
    exit_code: u8,
) -> TerminatesDocument {
    let told = Told::of(report);
    let contents = &report.contents;
    let rankings = told.proof.map_or(&[][..], |proof| &proof.rankings);
    let invariants = told.proof.map_or(&[][..], |proof| &proof.invariants);
    TerminatesDocument {
        file,
        format: contents.format.name(),
        predicates: contents.predicates,
        clauses: contents.clauses,
        verdict: told.word.into(),
        checked: told.is_checked,
        rankings: rankings.iter().map(entry).collect(),
        invariants: invariants.iter().map(DefinitionEntry::of).collect(),
        derivation: told.circle.map(|circle| steps(&circle.derivation)),
        comes_back_to: told.circle.map(|circle| circle.start),
        obligations: told.obligations,
        proof_steps: told.proof_steps,
        samples: report.samples,
        invariants_found: report.found,
        certificate: written.files.first().map(|(_, _, path)| path.display().to_string()),
        errors: written.failures.iter().map(ErrorEntry::plain).collect(),
        seconds: report.elapsed.as_secs_f64(),
        checking_seconds: report.checking.as_secs_f64(),
        reason: told.reason,
        exit_code,
    }
}

fn entry(ranking: &numbers::RankingShown) -> RankingEntry {
    let functions = ranking.functions.iter().map(|functions| FunctionsEntry {
        predicate: functions.predicate.clone(),
        arguments: functions.parameters.clone(),
        levels: functions.levels.clone(),
    });
    RankingEntry { functions: functions.collect(), lines: ranking.lines.clone() }
}
