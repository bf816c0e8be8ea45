//! A step of a path.

use buttress_pi::Span;
use buttress_pi::program::VariableId;

/// A step of a path in the source of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathStep {
    /// Where it is.
    pub span: Span,
    /// As in `assume n < m` or `n := n + 1`.
    pub text: String,
    /// Of a condition on the way: does it hold?
    pub branch: Option<bool>,
    /// Of a statement on the way: the variable that it changes.
    pub changed: Option<VariableId>,
}
