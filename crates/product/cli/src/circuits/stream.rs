//! The events of a run on a circuit, as lines of JSON.

use std::sync::Mutex;
use std::time::Instant;

use buttress_session::hardware;

use super::document::PropertyEntry;
use crate::events::{AnsweredProperty, Line, Sink};
use crate::limits::EVENT_INTERVAL;

/// Tells of events as they happen.
pub struct CircuitsStream<'a> {
    file: &'a str,
    with_traces: bool,
    sink: &'a Sink<'a>,
    turned: Mutex<Option<Instant>>,
}

impl<'a> CircuitsStream<'a> {
    /// The events of one file.
    pub fn new(file: &'a str, with_traces: bool, sink: &'a Sink<'a>) -> CircuitsStream<'a> {
        CircuitsStream { file, with_traces, sink, turned: Mutex::new(None) }
    }

    fn is_time_for_turn(&self) -> bool {
        let Ok(mut turned) = self.turned.lock() else { return false };
        let is_time = turned.is_none_or(|turned| turned.elapsed() >= EVENT_INTERVAL);
        if is_time {
            *turned = Some(Instant::now());
        }
        is_time
    }
}

impl hardware::Observer for CircuitsStream<'_> {
    fn notice(&self, event: &hardware::Event<'_>) {
        let file = self.file.to_owned();
        (self.sink)(&match *event {
            hardware::Event::Loaded { latches, ands, properties } => {
                Line::Loaded { file, latches, ands, properties }
            }
            hardware::Event::Reduced { latches, ands } => Line::Reduced { file, latches, ands },
            hardware::Event::Turn { engine, property, depth, clauses, elapsed } => {
                if !self.is_time_for_turn() {
                    return;
                }
                let (engine, seconds) = (engine.name(), elapsed.as_secs_f64());
                Line::Turn { file, engine, property, depth, clauses, seconds }
            }
            hardware::Event::Answered(property) => {
                let entry = PropertyEntry::of(property, self.with_traces);
                Line::answered(file, AnsweredProperty::Circuit(entry))
            }
        });
    }
}
