//! The tags of constraints: what arithmetic blames in a conflict, in words of the search.

use std::collections::HashMap;

use buttress_logic::Term;
use buttress_numeric::{Constraint, ConstraintTag};
use buttress_prop::Lit;
use buttress_theory::congruence::Node;

use super::facts::Fact;

/// What a constraint of arithmetic stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagMeaning {
    /// A literal that is true.
    Literal(Lit),
    /// Two nodes that congruence closure made equal.
    Equation(Node, Node),
    /// A fact about a term.
    Fact(Term, u8),
    /// What follows from others by products.
    Derived(Fact),
}

/// The tags that are given out, each with what it stands for.
#[derive(Debug, Default)]
pub(crate) struct ConstraintTags {
    equations: Vec<(Node, Node)>,
    equation_numbers: HashMap<(Node, Node), u32>,
    facts: Vec<(Term, u8, Constraint)>,
}

impl ConstraintTags {
    pub(crate) fn of_literal(lit: Lit) -> ConstraintTag {
        ConstraintTag(lit.code() << 2)
    }

    pub(crate) fn of_equation(&mut self, left: Node, right: Node) -> ConstraintTag {
        let next = self.equations.len() as u32;
        let number = *self.equation_numbers.entry((left, right)).or_insert(next);
        if number == next {
            self.equations.push((left, right));
        }
        ConstraintTag(number << 2 | 1)
    }

    pub(crate) fn of_fact(
        &mut self,
        term: Term,
        which: u8,
        constraint: Constraint,
    ) -> ConstraintTag {
        self.facts.push((term, which, constraint));
        ConstraintTag((self.facts.len() as u32 - 1) << 2 | 2)
    }

    pub(crate) fn of_derived(Fact(number): Fact) -> ConstraintTag {
        ConstraintTag(number << 2 | 3)
    }

    /// The facts about terms with their tags.
    pub(crate) fn facts(&self) -> impl Iterator<Item = (ConstraintTag, &Constraint)> {
        let facts = self.facts.iter().enumerate();
        facts.map(|(number, (_, _, constraint))| {
            (ConstraintTag((number as u32) << 2 | 2), constraint)
        })
    }

    /// What a constraint's tag means.
    pub(crate) fn meaning(&self, reason: ConstraintTag) -> TagMeaning {
        let number = reason.0 >> 2;
        match reason.0 & 3 {
            0 => TagMeaning::Literal(Lit::from_code(number)),
            1 => {
                let (left, right) = self.equations[number as usize];
                TagMeaning::Equation(left, right)
            }
            2 => {
                let (term, which, _) = self.facts[number as usize];
                TagMeaning::Fact(term, which)
            }
            _ => TagMeaning::Derived(Fact(number)),
        }
    }
}
