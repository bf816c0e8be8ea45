//! Functions with what was found about them, seen from the text as it is now.

use buttress_pi::Program;
use buttress_session::programs::FunctionReport;

use super::analysis::ProgramAnalysis;
use super::outcome::ProgramOutcome;
use super::relocation::Relocation;
use crate::document::Document;
use crate::proving::{Member, Outcome};

/// A function with what was found about it, and how its places have moved since.
pub(super) struct Found<'a> {
    /// The report.
    pub(super) report: &'a FunctionReport,
    /// The program that it is about.
    pub(super) program: &'a Program,
    /// All of the outcome.
    pub(super) outcome: &'a ProgramOutcome,
    /// How places have moved.
    pub(super) relocation: Relocation<'a>,
    /// Where the function is now: its name, and all of it.
    pub(super) member: &'a Member,
}

/// The functions of a document about which something is known that still holds.
pub(super) fn found<'a>(
    document: &'a Document,
    analysis: &'a ProgramAnalysis,
) -> impl Iterator<Item = Found<'a>> {
    document.units.iter().flat_map(move |unit| {
        let kept = document.found(unit);
        let outcome = kept.and_then(|kept| match &kept.outcome {
            Outcome::Program(outcome) => Some(outcome.as_ref()),
            _ => None,
        });
        unit.members.iter().filter_map(move |member| {
            let outcome = outcome?;
            Some(Found {
                report: outcome.functions.iter().find(|one| one.name == member.name)?,
                program: outcome.program()?,
                outcome,
                relocation: Relocation::new(&outcome.source, &analysis.source),
                member,
            })
        })
    })
}
