//! What is said about a program at some point: annotations and rankings.

use super::expression::Expression;
use super::id::VariableId;
use crate::Span;

/// `@ F`, cut into its conjuncts.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotation {
    /// `L`, as in `@ L: F`.
    pub label: Option<String>,
    /// F; empty for `true`. Each has its own span.
    pub conjuncts: Vec<Expression>,
    /// How many of them, at the end, are not in the text: they were inferred for a contract.
    pub added: usize,
    /// All of it.
    pub span: Span,
}

impl Annotation {
    /// Is the conjunct at a position one that is not in the text?
    pub fn is_added(&self, position: usize) -> bool {
        position < self.conjuncts.len() && position + self.added >= self.conjuncts.len()
    }
}

/// `#(e, …)`, each of type `int`.
#[derive(Clone, PartialEq, Debug)]
pub struct Rank {
    /// The first one counts most.
    pub components: Vec<Expression>,
    /// All of it.
    pub span: Span,
}

/// What is said about a loop.
#[derive(Clone, PartialEq, Debug)]
pub struct LoopHead {
    /// What holds whenever the condition is about to be evaluated.
    pub annotation: Annotation,
    /// What decreases from one iteration to the next.
    pub rank: Option<Rank>,
    /// The variables that can be named in the annotation, entry values among them. A variable that is hidden by
    /// an inner one of the same name exists as well, but is not listed.
    pub scope: Vec<VariableId>,
    /// The keyword `while` or `for`.
    pub span: Span,
}
