//! An observer that records the verdicts as they come, before another observer.

use buttress_session as session;
use buttress_session::{hardware, numbers};

use super::schedule::Schedule;
use crate::circuits::CircuitAnswer;
use crate::known::KnownVerdicts;
use crate::numbers::NumbersAnswer;
use crate::programs;
use crate::verdict::VerdictWord;

/// An observer that keeps the verdicts, before another one.
pub struct Recorder<'a, O: ?Sized> {
    /// Where they are kept.
    pub known: KnownVerdicts,
    /// Where turns are noted.
    pub schedule: &'a Schedule,
    /// Who observes everything.
    pub then: &'a O,
}

impl hardware::Observer for Recorder<'_, dyn hardware::Observer + '_> {
    fn notice(&self, event: &hardware::Event<'_>) {
        if let hardware::Event::Answered(property) = event {
            let answer = CircuitAnswer::of(property);
            self.known.push(&property.name, answer.verdict(), Some(answer.word));
        }
        if let hardware::Event::Turn { engine, .. } = event {
            self.schedule.ended(engine.name());
        }
        self.then.notice(event);
    }
}

impl numbers::Observer for Recorder<'_, dyn numbers::Observer + '_> {
    fn notice(&self, event: &numbers::Event<'_>) {
        if let numbers::Event::Turn { engine, .. } = event {
            self.schedule.begins(engine.name());
        }
        if let numbers::Event::Answered(property) = event {
            let answer = NumbersAnswer::of(property);
            self.known.push(&property.name, answer.verdict(), Some(answer.word));
        }
        self.then.notice(event);
    }
}

/// Of a function alone nobody says whether the evidence of its program was accepted, so a proof counts as unchecked.
impl session::programs::Observer for Recorder<'_, dyn session::programs::Observer + '_> {
    fn notice(&self, event: &session::programs::Event<'_>) {
        if let session::programs::Event::Answered(function) = event {
            let word = programs::function_verdict(function);
            let unchecked = if word == VerdictWord::Proved { "unchecked " } else { "" };
            self.known.push(&function.name, format!("{unchecked}{}", word.as_str()), Some(word));
        }
        self.then.notice(event);
    }
}
