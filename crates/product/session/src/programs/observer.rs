//! Whoever wants to know how a run on a program is going.

use super::report::FunctionReport;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// The file was read.
    Loaded {
        /// Functions to be proved.
        functions: usize,
    },
    /// Facts about loops are being looked for.
    Inferring,
    /// So many were found.
    Inferred(usize),
    /// So many paths are to be decided.
    Paths(usize),
    /// All conditions of one more path are decided.
    Decided {
        /// The function.
        function: &'a str,
        /// How many conditions the path has.
        conditions: usize,
        /// How many of them were proved.
        proved: usize,
    },
    /// So many conditions were not proved, and are looked at closely.
    Examining(usize),
    /// A function has its answer.
    Answered(&'a FunctionReport),
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
