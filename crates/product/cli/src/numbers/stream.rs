//! The events of a run on a system over numbers, as lines of JSON.

use std::sync::Mutex;
use std::time::Instant;

use buttress_session::numbers;

use super::document::NumbersEntry;
use crate::events::{AnsweredProperty, Line, Sink};
use crate::limits::EVENT_INTERVAL;

/// Tells of events as they happen.
pub struct NumbersStream<'a> {
    file: &'a str,
    with_traces: bool,
    sink: &'a Sink<'a>,
    sampled: Mutex<Option<Instant>>,
}

impl<'a> NumbersStream<'a> {
    /// The events of one file.
    pub fn new(file: &'a str, with_traces: bool, sink: &'a Sink<'a>) -> NumbersStream<'a> {
        NumbersStream { file, with_traces, sink, sampled: Mutex::new(None) }
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
        (self.sink)(&match event {
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
            numbers::Event::Answered(property) => Line::answered(
                file,
                AnsweredProperty::Numbers(NumbersEntry::of(property, self.with_traces)),
            ),
        });
    }
}
