//! Which conditions are generated, and how many.

use crate::limits::MOST_PATHS;

/// What to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Conditions for subscripts, divisions and lengths of new arrays?
    pub runtime: bool,
    /// Conditions for rankings?
    pub termination: bool,
    /// The most basic paths of one function; beyond, `Paths::is_complete` is false.
    pub most: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { runtime: true, termination: true, most: MOST_PATHS }
    }
}
