//! Conditions as data, and what they are about.

use buttress_logic::Term;

/// What the conditions are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Subscripts, divisions, lengths of new arrays?
    pub runtime: bool,
    /// Rankings?
    pub termination: bool,
}

/// One condition: the hypotheses imply the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// In order.
    pub hypotheses: Vec<Term>,
    /// What has to be shown.
    pub goal: Term,
}
