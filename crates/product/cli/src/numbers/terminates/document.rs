//! What `buttress terminates` prints as JSON.

use buttress_session::numbers;
use schemars::JsonSchema;
use serde::Serialize;

use super::answer::TerminationAnswer;
use crate::evidence::Written;
use crate::json::ErrorEntry;
use crate::next_step::NextStep;
use crate::numbers::document::{DefinitionEntry, StepEntry, steps};
use crate::verdict::VerdictWord;

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
    /// The code of the reason, for `buttress explain`; null if there is an answer.
    code: Option<&'static str>,
    /// What to try next.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<NextStep>,
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

impl TerminatesDocument {
    /// The document about a report.
    pub fn of(
        file: String,
        report: &numbers::TerminationReport,
        written: &Written,
        exit_code: u8,
    ) -> TerminatesDocument {
        let answer = TerminationAnswer::of(report);
        let contents = &report.contents;
        let rankings = answer.proof.map_or(&[][..], |proof| &proof.rankings);
        let invariants = answer.proof.map_or(&[][..], |proof| &proof.invariants);
        TerminatesDocument {
            file,
            format: contents.format.name(),
            predicates: contents.predicates,
            clauses: contents.clauses,
            verdict: answer.word,
            checked: answer.is_checked,
            rankings: rankings.iter().map(entry).collect(),
            invariants: invariants.iter().map(DefinitionEntry::of).collect(),
            derivation: answer.lasso.map(|lasso| steps(&lasso.derivation, usize::MAX)),
            comes_back_to: answer.lasso.map(|lasso| lasso.start),
            obligations: answer.obligations,
            proof_steps: answer.proof_steps,
            samples: report.samples,
            invariants_found: report.found,
            certificate: written.files.first().map(|(_, _, path)| path.display().to_string()),
            errors: written.failures.iter().map(ErrorEntry::plain).collect(),
            seconds: report.elapsed.as_secs_f64(),
            checking_seconds: report.checking.as_secs_f64(),
            reason: answer.reason,
            code: answer.code,
            next_steps: Vec::new(),
            exit_code,
        }
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
