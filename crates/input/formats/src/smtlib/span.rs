//! Stretches of the input, and where terms came from.

use crate::Place;

/// A stretch of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Where it begins, in bytes from the start of the input.
    pub offset: usize,
    /// How many bytes it has.
    pub length: usize,
    /// Where it begins, as a person counts.
    pub place: Place,
}

/// Where a term came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Where it is written.
    pub span: Span,
    /// If it is written in a definition: where that is used.
    pub used_at: Option<Span>,
}
