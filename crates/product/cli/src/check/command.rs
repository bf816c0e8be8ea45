//! `buttress check`: the command.

use super::judgement::{CheckQuestion, Judgement};
use super::{numbers, program, script};
use crate::args::CheckArgs;
use crate::document::Document;
use crate::input::{Input, Verb};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::{files, next_step, watchdog};

/// Runs the command.
pub fn run(arguments: &CheckArgs, output: &mut Output) -> u8 {
    let (file, evidence) = (files::shown(&arguments.file), files::shown(&arguments.evidence));
    let question = CheckQuestion {
        program: arguments.question.question(),
        reading: arguments.reading.reading(),
        limits: watchdog::limits(&Interrupt::listen()),
    };
    let input = Input::read(&arguments.file, arguments.taken.format, Verb::Check);
    let load = || files::load(&arguments.evidence);
    let mut judgement = Judgement::of((&file, input), (&evidence, load), &question);
    if let Some(exhausted) = judgement.exhausted {
        let steps = next_step::of_limit(exhausted, output.typed(), None);
        judgement.shown += &next_step::shown(&steps, output.width());
        judgement.document.next_steps = steps;
    }
    let exit_code = judgement.document.exit_code;
    match exit_code {
        _ if arguments.json => {}
        // A rejection is an answer; what cannot be read is a mistake in the question.
        0 | 1 | 3 => output.answer(&judgement.shown),
        _ => output.note(&judgement.shown),
    }
    let document = Document::Check(judgement.document);
    match arguments.json {
        true => document.answer(true, String::new, output),
        false => document.publish(output),
    }
    exit_code
}

/// Is this evidence of some kind, and no input?
pub fn is_evidence(bytes: &[u8]) -> bool {
    let is_certificate = bytes.starts_with(b"buttress-certificate");
    is_certificate
        || program::is_evidence(bytes)
        || numbers::is_evidence(bytes)
        || script::is_evidence(bytes)
}
