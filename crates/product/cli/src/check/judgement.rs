//! What the checker says of evidence, for a person and as a document.

use buttress_budget::{Exhausted, Limits};
use buttress_checker::pi::ProgramQuestion;
use buttress_formats::smtlib::Reading;

use super::document::CheckDocument;
use super::refusal::CheckRefusal;
use super::{circuit, numbers, program, script};
use crate::input::{Input, InputKind};
use crate::refusal::Refusal;

/// What evidence is asked.
pub struct CheckQuestion {
    /// What evidence about a program has to show.
    pub program: ProgramQuestion,
    /// How a script is read.
    pub reading: Reading,
    /// What the check must respect.
    pub limits: Limits,
}

/// What the checker says of evidence.
pub struct Judgement {
    /// As a document.
    pub document: CheckDocument,
    /// For a person.
    pub shown: String,
    /// The limit that was met, if that is why nothing was decided.
    pub exhausted: Option<Exhausted>,
}

impl Judgement {
    /// Judges evidence about an input, each with its name, if they can be read; evidence is read after its input.
    pub fn of(
        (file, input): (&str, Result<Input, Refusal>),
        (evidence, load): (&str, impl FnOnce() -> Result<Vec<u8>, String>),
        question: &CheckQuestion,
    ) -> Judgement {
        let mut document = CheckDocument {
            file: file.to_owned(),
            evidence: evidence.to_owned(),
            ..CheckDocument::default()
        };
        let input = input.map_err(|refusal| CheckRefusal::unread(file, &refusal));
        let judged = input.and_then(|input| {
            let text = load().map_err(CheckRefusal::unreadable)?;
            judge(&input, (evidence, &text), question, &mut document)
        });
        let mut exhausted = None;
        let shown = match judged {
            Ok(shown) => {
                let is_lacking = document.programs.iter().any(|shown| !shown.is_accepted());
                document.exit_code = u8::from(is_lacking);
                shown
            }
            Err(refusal) => {
                document.exit_code = refusal.exit_code;
                document.errors = refusal.errors;
                exhausted = refusal.exhausted;
                // What is noted gets its line's end where it is printed.
                match document.exit_code {
                    1 | 3 => format!("{}\n", refusal.shown),
                    _ => refusal.shown,
                }
            }
        };
        document.accepted = document.exit_code == 0;
        Judgement { document, shown, exhausted }
    }
}

/// Adds what the evidence shows; the same for a person.
fn judge(
    input: &Input,
    evidence: (&str, &[u8]),
    question: &CheckQuestion,
    document: &mut CheckDocument,
) -> Result<String, CheckRefusal> {
    let (file, (name, text)) = (input.name.as_str(), evidence);
    match input.kind {
        InputKind::Circuit => {
            document.claims = circuit::check_evidence((file, input.bytes()), evidence)?;
            Ok(document.claims.iter().map(|claim| claim.shown()).collect())
        }
        InputKind::Program => {
            if !program::is_evidence(text) {
                return Err(CheckRefusal::unreadable(format!("{name} is no bundle of buttress")));
            }
            let subject = (file, input.text());
            let claim =
                program::check_evidence(subject, evidence, &question.program, &question.limits)?;
            let shown = claim.shown();
            document.programs.push(claim);
            Ok(shown)
        }
        InputKind::Script if numbers::is_evidence(text) => {
            let claim = numbers::check_evidence((file, input.text()), evidence)?;
            let shown = claim.shown();
            document.numbers.push(claim);
            Ok(shown)
        }
        InputKind::Script => {
            if !script::is_evidence(text) {
                let message = format!("{name} is neither a proof nor a model of buttress");
                return Err(CheckRefusal::unreadable(message));
            }
            let subject = (file, input.text());
            let answer =
                script::check_evidence(subject, evidence, question.reading, &question.limits)?;
            let shown = answer.shown();
            document.answers.push(answer);
            Ok(shown)
        }
    }
}
