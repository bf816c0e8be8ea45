//! What is said of a script: what is wrong with its text, and what its checks came to.

use buttress_formats::smtlib::Error;
use buttress_pi::{Severity, Span};
use buttress_session::formulas::{CheckReport, CheckStatus, OutOfFragment};
use buttress_session::numbers;
use buttress_session::programs::Message;
use buttress_session::shell::quoted;

use super::analysis::ScriptAnalysis;
use super::derivation::{line_span, steps};
use super::word::word_at;
use crate::advice::Advice;
use crate::document::Document;
use crate::proving::{Member, Outcome};

/// Messages about a script.
pub(crate) fn diagnostics(
    document: &Document,
    advice: &Advice<'_>,
    analysis: &ScriptAnalysis,
) -> Vec<Message> {
    let mut all: Vec<Message> =
        analysis.errors.iter().map(|error| of_error(&analysis.text, error)).collect();
    for unit in &document.units {
        let Some(kept) = document.found(unit) else { continue };
        for member in &unit.members {
            all.extend(match &kept.outcome {
                Outcome::Check(report) => of_check(member, report, advice),
                Outcome::System(report) => of_property(&analysis.text, member, report, advice),
                Outcome::Failed(why) => Some(plain(member.span, Severity::Warning, why.clone())),
                Outcome::Program(_) => None,
            });
        }
    }
    all
}

/// An error in the text: the word there, what would have been right, and what to do.
fn of_error(text: &str, error: &Error) -> Message {
    let span = word_at(text, error.offset);
    let mut message = plain(span, Severity::Error, error.message.clone());
    message.word = "error";
    message.notes.extend(error.expected.as_ref().map(|expected| format!("expected {expected}")));
    message.help.extend(error.hint.clone());
    message
}

fn of_check(member: &Member, report: &CheckReport, advice: &Advice<'_>) -> Option<Message> {
    match &report.status {
        CheckStatus::Unknown(unknown) => {
            let mut message = match &unknown.out_of_fragment {
                Some(outside) => out_of_fragment(member, outside),
                None => {
                    let title = format!("unknown: {}", unknown.text);
                    let mut message = plain(member.span, Severity::Warning, title);
                    message.code = unknown.code();
                    message
                }
            };
            message.help.push(advice.after(unknown.kind, "solve"));
            Some(message)
        }
        CheckStatus::Rejected { .. } => {
            let why = report.reason().unwrap_or_default();
            Some(plain(member.span, Severity::Warning, format!("unknown: {why}")))
        }
        CheckStatus::Sat(_) | CheckStatus::Unsat(_) => None,
    }
}

/// A part that is outside of what is decided.
fn out_of_fragment(member: &Member, outside: &OutOfFragment) -> Message {
    let span = outside.position.map_or(member.span, |position| {
        let span = position.span;
        Span::new(span.offset, span.offset + span.length)
    });
    let mut message = plain(span, Severity::Warning, outside.title());
    message.code = outside.code;
    message.notes.push(outside.rule.to_owned());
    message.help.extend(outside.help.clone());
    message.help.push(format!("buttress explain {}", outside.code));
    message.others.push((member.span, "for this check".to_owned()));
    message
}

fn of_property(
    text: &str,
    member: &Member,
    report: &numbers::Report,
    advice: &Advice<'_>,
) -> Option<Message> {
    let property = report.properties.iter().find(|property| property.name == member.name)?;
    let name = &property.name;
    match &property.status {
        numbers::Status::Proved(_) => None,
        numbers::Status::False(proof) => {
            let steps = steps(&proof.shown);
            let title = format!("{name} is false: false is derived in {} steps", steps.len());
            let mut message = plain(member.span, Severity::Error, title);
            message.word = "false";
            message.others = steps
                .into_iter()
                .filter_map(|(line, step)| Some((line_span(text, line?)?, step)))
                .collect();
            Some(message)
        }
        numbers::Status::Unknown(why) => {
            let title = format!("{name} is unknown: {why}");
            let mut message = plain(member.span, Severity::Warning, title);
            message.code = why.kind.code();
            let command = match report.properties.len() {
                1 => "prove".to_owned(),
                _ => format!("prove --property {}", quoted(name)),
            };
            message.help.push(advice.after(why.kind, &command));
            Some(message)
        }
        numbers::Status::Rejected { why, .. } => {
            let title = format!("{name} is unknown: our own evidence was rejected: {why}");
            Some(plain(member.span, Severity::Warning, title))
        }
    }
}

fn plain(span: Span, severity: Severity, title: String) -> Message {
    Message {
        word: "unknown",
        severity,
        code: "",
        title,
        place: Some((span, String::new())),
        others: Vec::new(),
        notes: Vec::new(),
        help: Vec::new(),
    }
}
