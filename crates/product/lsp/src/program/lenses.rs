//! Lenses over functions: the verdict in a few words, and the way to a counterexample.

use buttress_pi::paths::GoalKind;
use buttress_session::programs::{
    ConditionVerdict, ConditionWord, FunctionReport, TerminationVerdict,
};
use lsp_types::{CodeLens, Command};
use serde_json::json;

use super::analysis::ProgramAnalysis;
use super::found::{Found, found};
use super::outcome::status;
use crate::capabilities::{RUN_COMMAND, SHOW_COMMAND};
use crate::document::Document;
use crate::status::Status;

/// The lenses of a program.
pub(crate) fn lenses(document: &Document, analysis: &ProgramAnalysis) -> Vec<CodeLens> {
    found(document, analysis).flat_map(|found| of_function(document, &found)).collect()
}

fn of_function(document: &Document, found: &Found<'_>) -> Vec<CodeLens> {
    let range = document.range(found.member.span);
    let arguments = Some(vec![json!(document.uri.as_str()), json!(found.member.name)]);
    let lens = |title: String, command: &str| CodeLens {
        range,
        command: Some(Command { title, command: command.to_owned(), arguments: arguments.clone() }),
        data: None,
    };
    let mut lenses = vec![lens(verdict(found), SHOW_COMMAND)];
    if has_run(found.report) {
        lenses.push(lens("run counterexample".to_owned(), RUN_COMMAND));
    }
    lenses
}

/// Is there a call that shows what is wrong?
fn has_run(report: &FunctionReport) -> bool {
    let is_false = |verdict: &ConditionVerdict| matches!(verdict, ConditionVerdict::False(..));
    matches!(report.termination, TerminationVerdict::Never(_))
        || report.conditions().any(|(_, condition)| is_false(&condition.verdict))
}

/// `proved · 14 conjuncts · 0.05 s`
pub(super) fn verdict(found: &Found<'_>) -> String {
    let report = found.report;
    let word = match status(found.outcome, &report.name) {
        Status::Proved => "proved",
        Status::False => "false",
        Status::Open => "open",
        _ => "unknown",
    };
    let mut parts = vec![word.to_owned()];
    let total = report.conditions().count();
    let proved = report.count(ConditionWord::Proved);
    if proved < total {
        parts.push(format!("{proved} of {}", counted(total, "condition")));
    } else {
        let conjuncts =
            report.conditions().filter(|(_, it)| matches!(it.kind, GoalKind::Conjunct(_))).count();
        parts.push(counted(conjuncts, "conjunct"));
    }
    if !report.facts.is_empty() {
        parts.push(format!("{} inferred", counted(report.facts.len(), "fact")));
    }
    match &report.termination {
        TerminationVerdict::Proved { .. } => parts.push("ends".to_owned()),
        TerminationVerdict::Never(_) => parts.push("never ends".to_owned()),
        _ => {}
    }
    parts.push(format!("{:.2} s", report.elapsed.as_secs_f64()));
    parts.join(" · ")
}

/// `1 conjunct`, `2 conjuncts`
fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
