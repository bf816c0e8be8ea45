//! How a run on a system over numbers is going: on a terminal, or as JSON Lines.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use buttress_session::{NumbersEngine, NumbersEvent, NumbersObserver};

use super::{NumbersAnswer, NumbersEntry};
use crate::answer::counted;
use crate::events::{AnsweredProperty, Line, print};
use crate::progress::{Drawing, Told};

/// The least time between two events about samples.
const BETWEEN_SAMPLES: Duration = Duration::from_millis(200);

/// Draws the progress line until it is dropped.
pub struct NumbersProgress {
    drawing: Drawing<Seen>,
}

/// What was seen so far.
#[derive(Default)]
struct Seen {
    file: String,
    properties: usize,
    answered: Vec<&'static str>,
    engine: Option<NumbersEngine>,
    samples: usize,
    level: Option<(usize, usize)>,
    found: usize,
    last: String,
}

impl NumbersProgress {
    /// Watches the run on `file`; draws only if somebody can see it.
    pub fn new(file: &str, is_wanted: bool) -> NumbersProgress {
        let seen = Seen { file: file.to_owned(), ..Seen::default() };
        NumbersProgress { drawing: Drawing::new(seen, is_wanted) }
    }
}

impl NumbersObserver for NumbersProgress {
    fn notice(&self, event: &NumbersEvent<'_>) {
        self.drawing.update(|seen| match event {
            NumbersEvent::Loaded { properties, .. } => seen.properties = *properties,
            NumbersEvent::Reduced { .. } => {}
            NumbersEvent::Turn { engine, .. } => seen.engine = Some(*engine),
            NumbersEvent::Sampled(count) => seen.samples = *count,
            NumbersEvent::Level { height, lemmas } => seen.level = Some((*height, *lemmas)),
            NumbersEvent::Found { count, text, .. } => {
                seen.found = *count;
                seen.last = text.clone();
            }
            NumbersEvent::Answered(property) => {
                seen.answered.push(NumbersAnswer::of(property).word.as_str());
            }
        });
    }
}

impl Told for Seen {
    fn told(&self) -> String {
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
        let is_time = sampled.is_none_or(|sampled| sampled.elapsed() >= BETWEEN_SAMPLES);
        if is_time {
            *sampled = Some(Instant::now());
        }
        is_time
    }
}

impl NumbersObserver for NumbersStream<'_> {
    fn notice(&self, event: &NumbersEvent<'_>) {
        let file = self.file.to_owned();
        print(&match event {
            NumbersEvent::Loaded { predicates, clauses, properties } => Line::System {
                file,
                predicates: *predicates,
                clauses: *clauses,
                properties: *properties,
            },
            NumbersEvent::Reduced { predicates, clauses } => {
                Line::Blocks { file, predicates: *predicates, clauses: *clauses }
            }
            NumbersEvent::Turn { engine, property } => {
                Line::Engine { file, engine: engine.name(), property: *property }
            }
            NumbersEvent::Sampled(count) => {
                if !self.is_time_for_samples() {
                    return;
                }
                Line::Samples { file, count: *count }
            }
            NumbersEvent::Level { height, lemmas } => {
                Line::Level { file, height: *height, lemmas: *lemmas }
            }
            NumbersEvent::Found { engine, count, text } => {
                let (engine, count, text) = (engine.name(), *count, text.clone());
                Line::Found { file, engine, count, text }
            }
            NumbersEvent::Answered(property) => {
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
        assert_eq!(seen.told(), "a.smt2");
        seen.engine = Some(NumbersEngine::Affine);
        (seen.samples, seen.found) = (12, 2);
        seen.last = "k >= 0".to_owned();
        assert_eq!(seen.told(), "a.smt2  affine  12 samples  2 invariants, last: k >= 0");
    }
}
