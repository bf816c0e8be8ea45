//! How a run on a system over numbers is going: on a terminal, or as JSON Lines.

use std::sync::Mutex;
use std::time::Instant;

use buttress_session::numbers;

use super::answer::NumbersAnswer;
use super::document::NumbersEntry;
use crate::events::{AnsweredProperty, Line, print};
use crate::limits::EVENT_INTERVAL;
use crate::plural::counted;
use crate::progress::{ProgressLine, Status};

/// Draws the progress line until it is dropped.
pub struct NumbersProgress {
    line: ProgressLine<Seen>,
}

/// What was seen so far.
#[derive(Default)]
struct Seen {
    file: String,
    properties: usize,
    answered: Vec<&'static str>,
    engine: Option<numbers::EngineKind>,
    samples: usize,
    level: Option<(usize, usize)>,
    found: usize,
    last: String,
}

impl NumbersProgress {
    /// Watches the run on `file`; draws only if somebody can see it.
    pub fn new(file: &str, is_wanted: bool) -> NumbersProgress {
        let seen = Seen { file: file.to_owned(), ..Seen::default() };
        NumbersProgress { line: ProgressLine::new(seen, is_wanted) }
    }
}

impl numbers::Observer for NumbersProgress {
    fn notice(&self, event: &numbers::Event<'_>) {
        self.line.update(|seen| match event {
            numbers::Event::Loaded { properties, .. } => seen.properties = *properties,
            numbers::Event::Reduced { .. } => {}
            numbers::Event::Turn { engine, .. } => seen.engine = Some(*engine),
            numbers::Event::Sampled(count) => seen.samples = *count,
            numbers::Event::Level { height, lemmas } => seen.level = Some((*height, *lemmas)),
            numbers::Event::Found { count, text, .. } => {
                seen.found = *count;
                seen.last = text.clone();
            }
            numbers::Event::Answered(property) => {
                seen.answered.push(NumbersAnswer::of(property).word.as_str());
            }
        });
    }
}

impl Status for Seen {
    fn line(&self) -> String {
        let mut parts = vec![self.file.clone()];
        if self.properties > 1 {
            parts.push(format!("{} of {} answered", self.answered.len(), self.properties));
        }
        parts.extend(self.engine.map(|engine| engine.name().to_owned()));
        if let Some((height, lemmas)) = self.level {
            parts.push(format!("height {height} ({})", counted(lemmas, "lemma")));
        }
        if self.samples > 0 {
            parts.push(counted(self.samples, "sample"));
        }
        if self.found > 0 {
            parts.push(format!("{}, last: {}", counted(self.found, "invariant"), self.last));
        }
        parts.join("  ")
    }
}

/// Prints events as they happen.
pub struct NumbersStream<'a> {
    file: &'a str,
    sampled: Mutex<Option<Instant>>,
}

impl<'a> NumbersStream<'a> {
    /// The events of one file.
    pub fn new(file: &'a str) -> NumbersStream<'a> {
        NumbersStream { file, sampled: Mutex::new(None) }
    }

    fn is_time_for_samples(&self) -> bool {
        let Ok(mut sampled) = self.sampled.lock() else { return false };
        let is_time = sampled.is_none_or(|sampled| sampled.elapsed() >= EVENT_INTERVAL);
        if is_time {
            *sampled = Some(Instant::now());
        }
        is_time
    }
}

impl numbers::Observer for NumbersStream<'_> {
    fn notice(&self, event: &numbers::Event<'_>) {
        let file = self.file.to_owned();
        print(&match event {
            numbers::Event::Loaded { predicates, clauses, properties } => Line::System {
                file,
                predicates: *predicates,
                clauses: *clauses,
                properties: *properties,
            },
            numbers::Event::Reduced { predicates, clauses } => {
                Line::Blocks { file, predicates: *predicates, clauses: *clauses }
            }
            numbers::Event::Turn { engine, property } => {
                Line::Engine { file, engine: engine.name(), property: *property }
            }
            numbers::Event::Sampled(count) => {
                if !self.is_time_for_samples() {
                    return;
                }
                Line::Samples { file, count: *count }
            }
            numbers::Event::Level { height, lemmas } => {
                Line::Level { file, height: *height, lemmas: *lemmas }
            }
            numbers::Event::Found { engine, count, text } => {
                let (engine, count, text) = (engine.name(), *count, text.clone());
                Line::Found { file, engine, count, text }
            }
            numbers::Event::Answered(property) => {
                Line::answered(file, AnsweredProperty::Numbers(NumbersEntry::of(property)))
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_samples_and_the_last_invariant() {
        let mut seen = Seen { file: "a.smt2".to_owned(), properties: 1, ..Seen::default() };
        assert_eq!(seen.line(), "a.smt2");
        seen.engine = Some(numbers::EngineKind::Affine);
        (seen.samples, seen.found) = (12, 2);
        seen.last = "k >= 0".to_owned();
        assert_eq!(seen.line(), "a.smt2  affine  12 samples  2 invariants, last: k >= 0");
    }
}
