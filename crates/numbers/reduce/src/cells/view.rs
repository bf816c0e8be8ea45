//! How much of an array is seen.

/// How many cells of an array are seen at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// One: what holds of every element.
    Single,
    /// Two, the first no later than the second: how elements compare.
    Pair,
}
