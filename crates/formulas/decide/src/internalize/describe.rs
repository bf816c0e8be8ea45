//! The axioms that say what a term is: `ite`, `abs`, and quotients and remainders by unknowns.

use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{Op, Sort, Term, Terms};
use buttress_numeric::Rational;

use super::define::Axiom;

/// Is the term one that axioms describe?
pub(super) fn is_described(terms: &Terms, term: Term) -> bool {
    match terms.op(term) {
        Op::Ite => terms.sort_of(term) != Sort::BOOL,
        Op::Absolute => true,
        _ => is_division(terms, term),
    }
}

/// Is the term a quotient or remainder by something that is no number?
fn is_division(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Divide | Op::IntegerDivide | Op::Modulo)
        && terms.as_number(terms.argument(term, 1)).is_none()
}

/// The term under which a description is noted: quotient and remainder are described together.
pub(super) fn subject(terms: &mut Terms, term: Term) -> Term {
    match (terms.op(term), terms.arguments(term)) {
        (Op::IntegerDivide | Op::Modulo, &[dividend, divisor]) => {
            terms.integer_divide(dividend, divisor)
        }
        _ => term,
    }
}

/// The axioms of a term that is described.
pub(super) fn description(terms: &mut Terms, term: Term) -> Vec<Axiom> {
    match (terms.op(term), terms.arguments(term)) {
        (Op::Ite, &[condition, then, otherwise]) => {
            let condition = Literal::of(terms, condition);
            let cases = [(condition.negated(), then), (condition, otherwise)];
            let axiom = |(case, branch)| {
                let equal = terms.equal(term, branch);
                (vec![case, Literal::of(terms, equal)], Rule::Ite(term))
            };
            cases.map(axiom).into()
        }
        (Op::Absolute, &[argument]) => {
            let sort = terms.sort_of(argument);
            let zero = terms.numeral(&Rational::ZERO, sort);
            let is_positive = terms.less_equal(zero, argument);
            let negated = terms.negate(argument);
            let cases = terms.ite(is_positive, argument, negated);
            let equal = terms.equal(term, cases);
            vec![(vec![Literal::of(terms, equal)], Rule::Absolute(term))]
        }
        (_, &[dividend, divisor]) => division(terms, term, dividend, divisor),
        _ => Vec::new(),
    }
}

/// x = y·(x / y) unless y = 0; x = y·(div x y) + (mod x y) and 0 ≤ (mod x y) < |y| unless y = 0.
fn division(terms: &mut Terms, term: Term, dividend: Term, divisor: Term) -> Vec<Axiom> {
    let zero = terms.numeral(&Rational::ZERO, terms.sort_of(divisor));
    let is_zero = terms.equal(divisor, zero);
    let clauses = if terms.op(term) == Op::Divide {
        let product = terms.multiply(&[divisor, term]);
        vec![[is_zero, terms.equal(dividend, product)]]
    } else {
        let quotient = terms.integer_divide(dividend, divisor);
        let rest = terms.modulo(dividend, divisor);
        let product = terms.multiply(&[divisor, quotient]);
        let sum = terms.add(&[product, rest]);
        let is_sum = terms.equal(dividend, sum);
        let is_natural = terms.less_equal(zero, rest);
        let opposite = terms.negate(divisor);
        let (is_at_most, is_at_least) =
            (terms.less_equal(divisor, zero), terms.less_equal(zero, divisor));
        let (is_below, is_below_opposite) = (terms.less(rest, divisor), terms.less(rest, opposite));
        vec![
            [is_zero, is_sum],
            [is_zero, is_natural],
            [is_at_most, is_below],
            [is_at_least, is_below_opposite],
        ]
    };
    let axiom = |clause: [Term; 2]| {
        let literals = clause.map(|formula| Literal::of(terms, formula));
        (literals.to_vec(), Rule::Division(term))
    };
    clauses.into_iter().map(axiom).collect()
}
