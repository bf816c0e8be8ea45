//! Systems of clauses, by this module's own definition.

use super::Wrapping;
use super::expr::{Expr, Sort};

/// An unknown relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// Its symbol, without bars.
    pub name: String,
    /// The sorts of its arguments.
    pub sorts: Vec<Sort>,
}

/// P(t̄)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The position of P among the predicates.
    pub predicate: usize,
    /// t̄
    pub arguments: Vec<Expr>,
}

/// ∀ variables. body ∧ constraint → head
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The sorts of the variables; an expression names a variable by its position.
    pub variables: Vec<Sort>,
    /// The premises.
    pub body: Vec<Atom>,
    /// What else must hold.
    pub constraint: Expr,
    /// The conclusion; none stands for `false`.
    pub head: Option<Atom>,
}

/// A system of clauses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct System {
    /// In the order of their declarations.
    pub predicates: Vec<Predicate>,
    /// In the order of their assertions.
    pub clauses: Vec<Clause>,
    /// What holds the arguments of predicates in the text.
    pub wrapping: Wrapping,
}

impl Clause {
    /// All expressions: arguments of the premises, the constraint, arguments of the conclusion.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let premises = self.body.iter().flat_map(|atom| &atom.arguments);
        let conclusion = self.head.iter().flat_map(|atom| &atom.arguments);
        premises.chain([&self.constraint]).chain(conclusion)
    }

    /// The same expressions, to be changed.
    pub fn expressions_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let premises = self.body.iter_mut().flat_map(|atom| &mut atom.arguments);
        let conclusion = self.head.iter_mut().flat_map(|atom| &mut atom.arguments);
        premises.chain([&mut self.constraint]).chain(conclusion)
    }
}

impl System {
    /// The system without the clauses that conclude `false`.
    pub fn without_queries(&self) -> System {
        let mut system = self.clone();
        system.clauses.retain(|clause| clause.head.is_some());
        system
    }

    /// Has every clause at most one premise?
    pub fn is_linear(&self) -> bool {
        self.clauses.iter().all(|clause| clause.body.len() <= 1)
    }
}
