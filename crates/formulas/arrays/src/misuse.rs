//! Value constraints: universal variables may occur only as the index of a read.
//!
//! A function applied to a universal variable counts as an array that is read there: f(i) is to f
//! what a[i] is to a, and the projection of the completeness proof applies to both. Variables of
//! uninterpreted sorts are looked at apart (`soft`): what they break may be forgiven if the ground
//! terms of their sort are finitely many.

use std::collections::HashMap;

use buttress_logic::{Op, Sort, Term, Terms, Walk};

use crate::free::Free;
use crate::linear::is_hard;
use crate::rule::{Rule, Violation};

/// What variables break, apart for those that must keep the rules and those that may not.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Misuse {
    pub(crate) hard: Option<Violation>,
    pub(crate) soft: Option<Violation>,
}

impl Misuse {
    pub(crate) fn is_none(&self) -> bool {
        self.hard.is_none() && self.soft.is_none()
    }

    fn or(self, other: Misuse) -> Misuse {
        Misuse { hard: self.hard.or(other.hard), soft: self.soft.or(other.soft) }
    }

    pub(crate) fn new(is_hard: bool, part: Term, rule: Rule) -> Misuse {
        let violation = Some(Violation { part, rule });
        if is_hard {
            Misuse { hard: violation, soft: None }
        } else {
            Misuse { hard: None, soft: violation }
        }
    }
}

/// What is known of terms as value constraints; a term is looked through once.
#[derive(Default, Debug)]
pub(crate) struct Misuses {
    known: HashMap<Term, Misuse>,
}

impl Misuses {
    /// What the variables of a term break if it stands in a value constraint.
    pub(crate) fn of(&mut self, terms: &Terms, free: &mut Free, root: Term) -> Misuse {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            if free.is_ground(terms, term) {
                self.known.insert(term, Misuse::default());
                continue;
            }
            let before = stack.len();
            let arguments = terms.arguments(term);
            stack.extend(arguments.iter().filter(|argument| !self.known.contains_key(argument)));
            if stack.len() > before {
                continue;
            }
            let mut misuse = Misuse::default();
            for argument in arguments {
                misuse = misuse.or(self.known[argument]);
            }
            misuse = misuse.or(own(terms, free, term));
            self.known.insert(term, misuse);
        }
        self.known[&root]
    }

    /// The same for a literal, of which an equation between arrays is a legal form.
    pub(crate) fn of_literal(&mut self, terms: &Terms, free: &mut Free, literal: Term) -> Misuse {
        if terms.op(literal) != Op::Equal || !is_array(terms, terms.argument(literal, 0)) {
            return self.of(terms, free, literal);
        }
        let mut misuse = Misuse::default();
        for side in terms.arguments(literal) {
            misuse = misuse.or(self.of(terms, free, *side));
        }
        misuse
    }
}

fn is_array(terms: &Terms, term: Term) -> bool {
    terms.array_parts(terms.sort_of(term)).is_some()
}

/// What the top of a term breaks.
fn own(terms: &Terms, free: &mut Free, term: Term) -> Misuse {
    let op = terms.op(term);
    let has_hard = |free: &mut Free, part: Term| {
        free.bounds(terms, part).iter().any(|bound| is_hard(terms, *bound))
    };
    if matches!(op, Op::Forall(_) | Op::Exists(_)) {
        return Misuse::new(true, term, Rule::QuantifierInTerm);
    }
    let mut misuse = Misuse::default();
    for (place, argument) in terms.arguments(term).iter().enumerate() {
        if free.is_ground(terms, *argument) {
            continue;
        }
        let is_bare = matches!(terms.op(*argument), Op::Bound(_));
        let rule = match op {
            Op::Select if place == 1 && is_bare => None,
            Op::Select if place == 1 => {
                let is_nested = reads_at_variable(terms, free, *argument);
                Some(if is_nested { Rule::NestedRead } else { Rule::ArithmeticOnUniversal })
            }
            Op::Apply(_) => None,
            Op::Store if place > 0 => Some(Rule::WriteAtUniversal),
            Op::Equal | Op::Distinct if is_array(terms, *argument) => Some(Rule::ArrayDifference),
            Op::Difference | Op::Default => Some(Rule::ArrayDifference),
            _ if !is_bare => None,
            Op::Select | Op::Store => Some(Rule::UniversalSort),
            Op::Equal | Op::Distinct | Op::LessEqual | Op::Less => {
                let is_read = reads_at_variable(terms, free, term);
                Some(if is_read { Rule::ReadInGuard } else { Rule::UniversalInValue })
            }
            _ if terms.sort_of(*argument) != Sort::BOOL && is_arithmetic(op) => {
                Some(Rule::ArithmeticOnUniversal)
            }
            _ => Some(Rule::UniversalInValue),
        };
        if let Some(rule) = rule {
            misuse = misuse.or(Misuse::new(has_hard(free, *argument), term, rule));
        }
    }
    misuse
}

fn is_arithmetic(op: Op) -> bool {
    matches!(
        op,
        Op::Add
            | Op::Multiply
            | Op::Divide
            | Op::IntegerDivide
            | Op::Modulo
            | Op::Absolute
            | Op::ToReal
            | Op::ToInteger
            | Op::IsInteger
    )
}

/// Is something read, or a function applied, at an index with a variable?
pub(crate) fn reads_at_variable(terms: &Terms, free: &mut Free, root: Term) -> bool {
    let mut walk = Walk::of(&[root]);
    while let Some(term) = walk.step() {
        if free.is_ground(terms, term) {
            continue;
        }
        if matches!(terms.op(term), Op::Select | Op::Apply(_)) {
            return true;
        }
        walk.enter(terms.arguments(term));
    }
    false
}
