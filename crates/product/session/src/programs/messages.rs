//! All messages about a function, in the order in which they are told.

use buttress_pi::Program;

use super::endless_message::endless_message;
use super::failure_message::{core_message, finding_message};
use super::finding::findings;
use super::incomplete_message::incomplete_message;
use super::message::{Message, Subject};
use super::report::{FunctionReport, TerminationVerdict};
use super::unranked_message::unranked_message;

/// Messages about what was not proved of a function; `is_verbose`, also about conjuncts that are not inductive and are needed.
pub fn messages(
    program: &Program,
    function: &FunctionReport,
    subject: Subject<'_>,
    is_verbose: bool,
) -> Vec<Message> {
    let found = findings(program, function);
    let mut messages: Vec<Message> =
        found.iter().map(|finding| finding_message(program, finding, subject)).collect();
    messages.extend(function.incomplete.as_ref().map(|why| incomplete_message(function, why)));
    if let TerminationVerdict::Never(run) = &function.termination {
        messages.push(endless_message(program, function, run, subject.file));
    }
    if let TerminationVerdict::NotFound { place, span, is_demanded: true } = &function.termination {
        messages.push(unranked_message(place, *span));
    }
    if let Some(core) = &function.core {
        let refuted = found.iter().filter(|finding| finding.is_superfluous()).count();
        let is_told = core.suffices && refuted < core.dropped.len();
        if is_told || is_verbose {
            messages.extend(core_message(function, core, subject));
        }
    }
    messages
}
