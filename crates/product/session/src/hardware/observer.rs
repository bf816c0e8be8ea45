//! Whoever wants to know how a run is going.

use std::time::Duration;

use super::{EngineKind, PropertyReport};

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// The file was read.
    Loaded {
        /// Latches in the file.
        latches: usize,
        /// And-gates in the file.
        ands: usize,
        /// Properties to be proved.
        properties: usize,
    },
    /// Preprocessing is done.
    Reduced {
        /// Latches that are left.
        latches: usize,
        /// And-gates that are left.
        ands: usize,
    },
    /// An engine has finished a turn without an answer.
    Turn {
        /// Which engine.
        engine: EngineKind,
        /// On which property; none for BMC, which searches for all of them.
        property: Option<usize>,
        /// How far it is: steps or frames.
        depth: usize,
        /// How many clauses it holds.
        clauses: usize,
        /// Since the start of the run.
        elapsed: Duration,
    },
    /// A property has its answer.
    Answered(&'a PropertyReport),
}

/// Told of events from whichever thread they happen on.
pub trait Observer: Sync {
    /// Something happened.
    fn notice(&self, event: &Event<'_>);
}

/// Nobody.
pub struct Silent;

impl Observer for Silent {
    fn notice(&self, _: &Event<'_>) {}
}
