//! The clauses that define a formula's variable by those of its arguments.

use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{Op, Sort, SortKind, Term, Terms};

use crate::limits::LONG_LIST;

/// A clause over formulas, and why it holds.
pub(super) type Axiom = (Vec<Literal>, Rule);

/// The clauses that say what the variable of a formula means.
pub(super) fn definition(terms: &mut Terms, formula: Term) -> Vec<Axiom> {
    let this = Literal { atom: formula, is_positive: true };
    let clauses = match terms.op(formula) {
        Op::True => vec![vec![this]],
        Op::False => vec![vec![this.negated()]],
        Op::And => define_and(this, &parts(terms, formula)),
        Op::Or => {
            // t = a ∨ b is ¬t = ¬a ∧ ¬b.
            let denied = parts(terms, formula).into_iter().map(Literal::negated);
            define_and(this.negated(), &denied.collect::<Vec<_>>())
        }
        Op::Ite => {
            let &[condition, then, otherwise] = parts(terms, formula).as_slice() else {
                return Vec::new();
            };
            vec![
                vec![this.negated(), condition.negated(), then],
                vec![this.negated(), condition, otherwise],
                vec![this, condition.negated(), then.negated()],
                vec![this, condition, otherwise.negated()],
            ]
        }
        Op::Equal if terms.sort_of(terms.argument(formula, 0)) == Sort::BOOL => {
            let &[left, right] = parts(terms, formula).as_slice() else { return Vec::new() };
            vec![
                vec![this.negated(), left.negated(), right],
                vec![this.negated(), left, right.negated()],
                vec![this, left, right],
                vec![this, left.negated(), right.negated()],
            ]
        }
        Op::Distinct if is_long_list(terms, formula) => Vec::new(),
        Op::Distinct => define_distinct(terms, formula, this),
        Op::IsInteger => {
            let argument = terms.argument(formula, 0);
            let floor = terms.to_integer(argument);
            let back = terms.to_real(floor);
            let is_floor = terms.equal(argument, back);
            let same = terms.equal(formula, is_floor);
            return vec![(vec![Literal::of(terms, same)], Rule::IsInteger(formula))];
        }
        _ => Vec::new(),
    };
    clauses.into_iter().map(|clause| (clause, Rule::Define(formula))).collect()
}

fn parts(terms: &Terms, formula: Term) -> Vec<Literal> {
    terms.arguments(formula).iter().map(|argument| Literal::of(terms, *argument)).collect()
}

fn define_and(this: Literal, arguments: &[Literal]) -> Vec<Vec<Literal>> {
    let each = arguments.iter().map(|argument| vec![this.negated(), *argument]);
    let mut all: Vec<Literal> = arguments.iter().map(|argument| argument.negated()).collect();
    all.push(this);
    each.chain([all]).collect()
}

/// Are there so many things to be distinct that the clauses of their pairs are given one by one, when they are needed?
/// What is to differ must have a value of its own in the candidate model, whatever other theories say.
pub(super) fn is_long_list(terms: &Terms, formula: Term) -> bool {
    let arguments = terms.arguments(formula);
    let sort = terms.sort_of(arguments[0]);
    let is_plain =
        sort.is_arithmetic() || matches!(terms.sort_kind(sort), SortKind::Uninterpreted { .. });
    arguments.len() > LONG_LIST && is_plain
}

fn define_distinct(terms: &mut Terms, formula: Term, this: Literal) -> Vec<Vec<Literal>> {
    let arguments = terms.arguments(formula).to_vec();
    let mut some = vec![this];
    let mut clauses = Vec::new();
    for (place, right) in arguments.iter().enumerate() {
        for left in &arguments[..place] {
            let equal = terms.equal(*left, *right);
            let equal = Literal::of(terms, equal);
            clauses.push(vec![this.negated(), equal.negated()]);
            some.push(equal);
        }
    }
    clauses.push(some);
    clauses
}
