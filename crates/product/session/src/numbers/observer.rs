//! Whoever wants to know how a run on a system over numbers is going.

use super::report::PropertyReport;
use super::settings::EngineKind;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// The file was read.
    Loaded {
        /// Predicates in the file.
        predicates: usize,
        /// Clauses in the file.
        clauses: usize,
        /// Properties to be proved.
        properties: usize,
    },
    /// Preprocessing is done.
    Reduced {
        /// Predicates that are left.
        predicates: usize,
        /// Clauses that are left.
        clauses: usize,
    },
    /// An engine begins a turn.
    Turn {
        /// Which engine.
        engine: EngineKind,
        /// On which property.
        property: usize,
    },
    /// An engine has looked at states: so many in this run so far.
    Sampled(usize),
    /// No derivation of up to this height reaches `false`.
    Level {
        /// The height.
        height: usize,
        /// Lemmas that are known.
        lemmas: usize,
    },
    /// An invariant was found.
    Found {
        /// By which engine.
        engine: EngineKind,
        /// How many were found in this run so far.
        count: usize,
        /// In words.
        text: String,
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
