//! `buttress check`: evidence against a circuit, a script or a program, through the independent checker.

mod circuit;
mod document;
mod numbers;
mod program;
mod refusal;
mod script;

use self::circuit::ClaimEntry;
pub use self::document::CheckDocument;
use self::numbers::NumbersClaimEntry;
use self::program::ProgramClaimEntry;
use self::refusal::CheckRefusal;
use self::script::AnswerEntry;
use crate::args::CheckArgs;
use crate::document::Document;
use crate::input::{Input, InputKind, Verb};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::{files, watchdog};

/// What accepted evidence shows.
enum CheckedEvidence {
    /// Of properties of a circuit.
    Claims(Vec<ClaimEntry>),
    /// Of a check of a script.
    Answer(AnswerEntry),
    /// Of a property of a system over numbers.
    Numbers(NumbersClaimEntry),
    /// Of a program.
    Program(ProgramClaimEntry),
}

/// Runs the command.
pub fn run(arguments: &CheckArgs, output: &mut Output) -> u8 {
    let (file, evidence) = (files::shown(&arguments.file), files::shown(&arguments.evidence));
    let (mut claims, mut answers) = (Vec::new(), Vec::new());
    let (mut numbers, mut programs) = (Vec::new(), Vec::new());
    let mut refusal = None;
    match check_evidence(arguments, &file, &evidence) {
        Ok(CheckedEvidence::Claims(shown)) => claims = shown,
        Ok(CheckedEvidence::Answer(shown)) => answers.push(shown),
        Ok(CheckedEvidence::Numbers(shown)) => numbers.push(shown),
        Ok(CheckedEvidence::Program(shown)) => programs.push(shown),
        Err(refused) => refusal = Some(refused),
    }
    let is_lacking = programs.iter().any(|shown| !shown.is_accepted());
    let exit_code = refusal.as_ref().map_or(u8::from(is_lacking), |refusal| refusal.exit_code);
    if !arguments.json {
        match &refusal {
            // A rejection is an answer; what cannot be read is a mistake in the question.
            Some(refusal) if matches!(exit_code, 1 | 3) => {
                output.answer(&format!("{}\n", refusal.shown))
            }
            Some(refusal) => output.note(&refusal.shown),
            None => {
                claims.iter().for_each(|claim| output.answer(&claim.shown()));
                answers.iter().for_each(|answer| output.answer(&answer.shown()));
                numbers.iter().for_each(|claim| output.answer(&claim.shown()));
                programs.iter().for_each(|claim| output.answer(&claim.shown()));
            }
        }
    }
    let (accepted, errors) =
        (exit_code == 0, refusal.map_or_else(Vec::new, |refusal| refusal.errors));
    let document = CheckDocument {
        file,
        evidence,
        accepted,
        claims,
        answers,
        numbers,
        programs,
        errors,
        exit_code,
    };
    let document = Document::Check(document);
    match arguments.json {
        true => document.answer(true, String::new, output),
        false => document.publish(output),
    }
    exit_code
}

fn check_evidence(
    arguments: &CheckArgs,
    file: &str,
    evidence: &str,
) -> Result<CheckedEvidence, CheckRefusal> {
    let limits = watchdog::limits(&Interrupt::listen());
    let input = Input::read(&arguments.file, arguments.taken.format, Verb::Check);
    let input = input.map_err(|refusal| CheckRefusal::unread(file, &refusal))?;
    let text = files::load(&arguments.evidence).map_err(CheckRefusal::unreadable)?;
    let evidence = (evidence, &text[..]);
    match input.kind {
        InputKind::Circuit => {
            Ok(CheckedEvidence::Claims(circuit::check_evidence((file, input.bytes()), evidence)?))
        }
        InputKind::Program => {
            if !program::is_evidence(&text) {
                let message = format!("{} is no bundle of buttress", evidence.0);
                return Err(CheckRefusal::unreadable(message));
            }
            let question = arguments.question.question();
            let shown =
                program::check_evidence((file, input.text()), evidence, &question, &limits)?;
            Ok(CheckedEvidence::Program(shown))
        }
        InputKind::Script if numbers::is_evidence(&text) => {
            Ok(CheckedEvidence::Numbers(numbers::check_evidence((file, input.text()), evidence)?))
        }
        InputKind::Script => {
            if !script::is_evidence(&text) {
                let message = format!("{} is neither a proof nor a model of buttress", evidence.0);
                return Err(CheckRefusal::unreadable(message));
            }
            let reading = arguments.reading.reading();
            Ok(CheckedEvidence::Answer(script::check_evidence(
                (file, input.text()),
                evidence,
                reading,
                &limits,
            )?))
        }
    }
}

/// Is this evidence of some kind, and no input?
pub fn is_evidence(bytes: &[u8]) -> bool {
    let is_certificate = bytes.starts_with(b"buttress-certificate");
    is_certificate
        || program::is_evidence(bytes)
        || numbers::is_evidence(bytes)
        || script::is_evidence(bytes)
}
