//! What has to be shown at the end of a basic path.

use buttress_logic::Term;

use crate::Span;
use crate::program::Check;

/// Something to be shown at the end of a path.
#[derive(Clone, PartialEq, Debug)]
pub struct Goal {
    /// What it is.
    pub kind: GoalKind,
    /// The formula.
    pub formula: Term,
    /// Where it is written; for an inferred fact, the loop.
    pub span: Span,
}

/// What kinds of goals there are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GoalKind {
    /// A conjunct of the annotation at the end, with its position.
    Conjunct(usize),
    /// An inferred fact of the loop at the end, with its position among the facts.
    Fact(usize),
    /// A check as the program runs.
    Runtime(Check),
    /// The component with this position is not negative.
    RankNotNegative(usize),
    /// The ranking at the end is smaller than that at the beginning.
    RankDecreases,
}
