//! The verdict on each annotation of a function: what is to hold there, on all paths that come to it.

use buttress_pi::Span;
use buttress_pi::paths::Point;
use buttress_session::programs::{ConditionWord, PathReport};

use super::analysis::ProgramAnalysis;
use super::found::{Found, found};
use crate::document::Document;
use crate::status::Status;

/// The annotations of all functions about which something is known: the function, where, and how it stands.
pub(crate) fn marks(
    document: &Document,
    analysis: &ProgramAnalysis,
) -> Vec<(String, Span, Status)> {
    let mut marks = Vec::new();
    for found in found(document, analysis) {
        for (span, status) in of_function(&found) {
            marks.push((found.member.name.clone(), span, status));
        }
    }
    marks
}

fn of_function(found: &Found<'_>) -> Vec<(Span, Status)> {
    let mut worst: Vec<(Span, ConditionWord)> = Vec::new();
    for path in &found.report.paths {
        let words = path.conditions.iter().map(|condition| condition.verdict.word());
        let (Some(word), Some(span)) = (words.max(), place(found, path)) else { continue };
        match worst.iter_mut().find(|(known, _)| *known == span) {
            Some((_, known)) => *known = word.max(*known),
            None => worst.push((span, word)),
        }
    }
    worst.sort();
    let moved = worst
        .into_iter()
        .filter_map(|(span, word)| Some((found.relocation.span(span)?, status(word))));
    moved.collect()
}

/// The annotation that a path ends at, or the expression that is checked there.
fn place(found: &Found<'_>, path: &PathReport) -> Option<Span> {
    let function = found.program.function(found.report.function);
    match path.to {
        Point::Post => Some(function.post.span),
        Point::Loop(head) => Some(function.head(head).annotation.span),
        Point::Assert(span) | Point::Call(_, span) | Point::Runtime(_, span) => Some(span),
        Point::Pre | Point::Rank => None,
    }
}

fn status(word: ConditionWord) -> Status {
    match word {
        ConditionWord::Proved => Status::Proved,
        ConditionWord::Unknown => Status::Unknown,
        ConditionWord::Open => Status::Open,
        ConditionWord::False => Status::False,
    }
}
