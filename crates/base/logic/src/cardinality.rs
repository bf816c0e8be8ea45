//! Numbers of values.

/// How many values a sort has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cardinality {
    /// Exactly this many.
    Finite(u64),
    /// Finitely many, but more than fit into a number.
    Huge,
    /// Infinitely many in every interpretation.
    Infinite,
    /// It depends on what uninterpreted sorts are taken to be.
    Open,
}
