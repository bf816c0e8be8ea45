//! The conditions of a program at a place of the text.

use buttress_pi::Span;
use buttress_session::programs::{ConditionReport, PathReport};

use super::found::Found;
use crate::names::holds;

/// The conditions at a place, those of the smallest stretch around it, with where they are now.
pub(super) fn at<'a>(
    found: &Found<'a>,
    place: u32,
) -> Vec<(Span, &'a PathReport, &'a ConditionReport)> {
    let all = found.report.conditions().filter_map(|(path, condition)| {
        let span = found.relocation.span(condition.span)?;
        holds(span, place).then_some((span, path, condition))
    });
    let all: Vec<_> = all.collect();
    let length = |span: &Span| span.end - span.start;
    let smallest = all.iter().map(|(span, ..)| length(span)).min();
    all.into_iter().filter(|(span, ..)| Some(length(span)) == smallest).collect()
}
