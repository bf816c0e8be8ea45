//! What engines did and when, noted for a picture.

use std::sync::{Mutex, PoisonError};

use buttress_session::hardware;
use schemars::JsonSchema;
use serde::Serialize;

use crate::limits::NOTED_TURNS;

/// An engine has finished a turn without an answer.
#[derive(Serialize, JsonSchema, Clone)]
pub struct TurnEntry {
    /// Which engine.
    pub engine: &'static str,
    /// The position of the property; none for BMC, which searches for all of them.
    pub property: Option<usize>,
    /// How far it is: steps or frames.
    pub depth: usize,
    /// How many clauses it holds.
    pub clauses: usize,
    /// Since the start of the run.
    pub seconds: f64,
}

/// An observer that notes turns, before another one.
pub struct TurnRecorder<'a> {
    turns: Mutex<Vec<TurnEntry>>,
    then: &'a dyn hardware::Observer,
}

impl<'a> TurnRecorder<'a> {
    /// Before this observer.
    pub fn new(then: &'a dyn hardware::Observer) -> TurnRecorder<'a> {
        TurnRecorder { turns: Mutex::default(), then }
    }

    /// What was noted; of very many turns, some evenly chosen.
    pub fn take(self) -> Vec<TurnEntry> {
        self.turns.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl hardware::Observer for TurnRecorder<'_> {
    fn notice(&self, event: &hardware::Event<'_>) {
        if let hardware::Event::Turn { engine, property, depth, clauses, elapsed } = *event {
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            turns.push(TurnEntry {
                engine: engine.name(),
                property,
                depth,
                clauses,
                seconds: elapsed.as_secs_f64(),
            });
            if turns.len() >= 2 * NOTED_TURNS {
                let mut place = 0;
                turns.retain(|_| {
                    place += 1;
                    place % 2 == 0
                });
            }
        }
        self.then.notice(event);
    }
}
