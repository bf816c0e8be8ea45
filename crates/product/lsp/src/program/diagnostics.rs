//! What is said of a program: what is wrong with its text, and what is not proved.

use std::collections::BTreeSet;

use buttress_pi::Severity;
use buttress_session::UnknownKind;
use buttress_session::programs::{
    ConditionVerdict, EvidenceStatus, LIMIT_CODE, Message, Subject, messages,
};

use super::analysis::ProgramAnalysis;
use super::found::{Found, found};
use crate::advice::Advice;
use crate::document::Document;
use crate::limits::DRAWING_WIDTH;
use crate::proving::{Member, Outcome};

/// Messages about a program, in the order of the command line: text first, then function by function.
pub(crate) fn diagnostics(
    document: &Document,
    advice: &Advice<'_>,
    analysis: &ProgramAnalysis,
) -> Vec<Message> {
    let mut all: Vec<Message> = analysis.diagnostics.iter().map(Message::from).collect();
    for found in found(document, analysis) {
        let mut messages = about(&found, &advice.file);
        messages
            .iter_mut()
            .for_each(|message| message.help.extend(further(&found, message, advice)));
        all.extend(messages);
    }
    for unit in &document.units {
        if let Some(Outcome::Failed(why)) = document.found(unit).map(|kept| &kept.outcome) {
            all.extend(unit.members.iter().map(|member| fault(member, why)));
        }
    }
    all
}

/// What to try after a message about a limit, or about a function as a whole.
fn further(found: &Found<'_>, message: &Message, advice: &Advice<'_>) -> Vec<String> {
    let met = found.report.conditions().filter_map(|(_, condition)| match &condition.verdict {
        ConditionVerdict::Unknown(why) if message.code == LIMIT_CODE => why.exhausted,
        _ => None,
    });
    let met = met.map(UnknownKind::from).chain(UnknownKind::of_code(message.code));
    let command = format!("prove --function {}", found.report.name);
    met.collect::<BTreeSet<_>>().into_iter().map(|kind| advice.after(kind, &command)).collect()
}

/// Messages about a function, at the places as they are now.
pub(super) fn about(found: &Found<'_>, file: &str) -> Vec<Message> {
    let Found { report, program, outcome, relocation, member } = found;
    let subject = Subject { file, text: &outcome.source.text, width: DRAWING_WIDTH };
    let messages = messages(program, report, subject, false);
    let moved = messages.into_iter().map(|message| relocation.message(message, member.span));
    let doubt = match &outcome.evidence {
        EvidenceStatus::Rejected(why) => {
            Some(fault(member, &format!("our own evidence was rejected: {why}")))
        }
        EvidenceStatus::Incomplete { missing } => {
            let why = format!("{missing} conditions could not be proved again for the certificate");
            Some(fault(member, &why))
        }
        EvidenceStatus::Unchecked | EvidenceStatus::Checked { .. } => None,
    };
    moved.chain(doubt).collect()
}

/// A message about a verdict that is none, for want of evidence.
fn fault(member: &Member, why: &str) -> Message {
    Message {
        word: "unknown",
        severity: Severity::Warning,
        code: "",
        title: format!("{} was not decided: {why}", member.name),
        place: Some((member.span, String::new())),
        others: Vec::new(),
        notes: Vec::new(),
        help: Vec::new(),
    }
}
