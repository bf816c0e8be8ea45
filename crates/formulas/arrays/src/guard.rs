//! Literals of a clause: index guards, value constraints, and neither.
//!
//! A clause ¬F ∨ G is the array property F → G. A literal goes to the guard if its negation conforms
//! to the grammar of index guards: T_A has `i = j`, `i = e`, `i ≠ e`; T_A^ℤ has `i ≤ j`, `i = j`,
//! `i ≤ e`, `e ≤ i`, `i = e`, to which the others are brought where they can be: `i < e` is
//! `i ≤ e − 1`, and `i ≠ e` is `i ≤ e − 1 ∨ e + 1 ≤ i`. Any term without universal variables stands
//! for an evar or a pexpr, since it could be named by a fresh constant.

use buttress_logic::{Bound, Op, Rational, Sort, Term, Terms};

use crate::free::Free;
use crate::linear::{Sum, is_hard};
use crate::misuse::{Misuse, Misuses, reads_at_variable};
use crate::rule::{Rule, Violation};

/// Where a literal, or a formula made of literals, can go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// It has no variables.
    Ground,
    /// Its negation is an index guard.
    Guard,
    /// It is a value constraint.
    Value,
    /// Its parts go to different sides.
    Mixed,
    /// It breaks a rule.
    Outside,
}

/// A literal of a clause, looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Literal {
    pub(crate) side: Side,
    /// The negation as an index guard, if that is the side.
    pub(crate) guard: Option<Term>,
    pub(crate) misuse: Misuse,
}

/// What a literal is as a guard.
enum Attempt {
    Guard {
        guard: Term,
        soft: Option<Violation>,
    },
    /// It speaks of indices, and breaks a rule.
    Broken {
        is_hard: bool,
        part: Term,
        rule: Rule,
    },
    /// It does not compare variables.
    NoGuard,
}

/// How two integers are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    LessEqual,
    Equal,
    Differ,
}

impl Literal {
    /// Looks at a literal of a clause.
    pub(crate) fn of(
        terms: &mut Terms,
        free: &mut Free,
        misuses: &mut Misuses,
        literal: Term,
    ) -> Literal {
        if free.is_ground(terms, literal) {
            return Literal { side: Side::Ground, guard: None, misuse: Misuse::default() };
        }
        if matches!(terms.op(literal), Op::Exists(_) | Op::Forall(_)) {
            let misuse = Misuse::new(true, literal, Rule::Alternation);
            return Literal { side: Side::Outside, guard: None, misuse };
        }
        let value = misuses.of_literal(terms, free, literal);
        if value.is_none() {
            return Literal { side: Side::Value, guard: None, misuse: value };
        }
        let misuse = match attempt(terms, free, literal) {
            Attempt::Guard { guard, soft } => {
                let misuse = Misuse { hard: None, soft };
                return Literal { side: Side::Guard, guard: Some(guard), misuse };
            }
            Attempt::Broken { is_hard, part, rule } => Misuse::new(is_hard, part, rule),
            Attempt::NoGuard => value,
        };
        let side = if misuse.hard.is_some() { Side::Outside } else { Side::Value };
        Literal { side, guard: None, misuse }
    }
}

/// The negation of the literal, as an index guard.
fn attempt(terms: &mut Terms, free: &mut Free, literal: Term) -> Attempt {
    let (atom, is_negated) = match terms.op(literal) {
        Op::Not => (terms.argument(literal, 0), true),
        _ => (literal, false),
    };
    let op = terms.op(atom);
    if !matches!(op, Op::Equal | Op::LessEqual | Op::Less) {
        return Attempt::NoGuard;
    }
    let (left, right) = (terms.argument(atom, 0), terms.argument(atom, 1));
    if let (Some(left), Some(right)) = (as_integer(terms, left), as_integer(terms, right)) {
        let atom = match op {
            Op::Equal => terms.equal(left, right),
            Op::LessEqual => terms.less_equal(left, right),
            _ => terms.less(left, right),
        };
        // Numbers alone may make it true or false.
        return match terms.op(atom) {
            Op::Equal | Op::LessEqual | Op::Less => {
                let literal = if is_negated { terms.not(atom) } else { atom };
                integers(terms, free, literal, is_negated)
            }
            _ => Attempt::NoGuard,
        };
    }
    match (op, terms.sort_of(left)) {
        (_, Sort::INT) => integers(terms, free, literal, is_negated),
        (Op::Equal, _) => indices(terms, free, literal, (left, right), is_negated),
        _ if [left, right].iter().any(|side| matches!(terms.op(*side), Op::Bound(_))) => {
            Attempt::Broken { is_hard: true, part: atom, rule: Rule::RationalOrder }
        }
        _ => Attempt::NoGuard,
    }
}

/// The integer that a term of sort Real is: `i` of `(to_real i)`, 2 of 2.0.
fn as_integer(terms: &mut Terms, term: Term) -> Option<Term> {
    if terms.op(term) == Op::ToReal {
        return Some(terms.argument(term, 0));
    }
    let number = terms.as_number(term).filter(|number| number.is_integer())?.clone();
    (terms.sort_of(term) == Sort::REAL).then(|| terms.numeral(&number, Sort::INT))
}

/// Guards of T_A: the literal is an equation, or one negated.
fn indices(
    terms: &mut Terms,
    free: &mut Free,
    literal: Term,
    (left, right): (Term, Term),
    is_negated: bool,
) -> Attempt {
    let variable = |side: Term| match terms.op(side) {
        Op::Bound(bound) => Some(bound),
        _ => None,
    };
    let (bound, other) = match (variable(left), variable(right)) {
        (None, None) => return Attempt::NoGuard,
        (Some(bound), Some(_)) if !is_negated => {
            let is_hard = is_hard(terms, bound);
            return Attempt::Broken { is_hard, part: literal, rule: Rule::UniversalsDiffer };
        }
        (Some(_), Some(_)) => (None, right),
        (Some(bound), None) => (Some(bound), right),
        (None, Some(bound)) => (Some(bound), left),
    };
    let mut soft = None;
    if let Some(bound) = bound {
        let others = free.bounds(terms, other);
        let has_hard = others.iter().any(|other| is_hard(terms, *other));
        if has_hard || (!others.is_empty() && !is_hard(terms, bound)) {
            return Attempt::Broken { is_hard: has_hard, part: literal, rule: Rule::ReadInGuard };
        }
        if !others.is_empty() {
            soft = Some(Violation { part: literal, rule: Rule::ReadInGuard });
        }
    }
    Attempt::Guard { guard: terms.not(literal), soft }
}

/// Guards of T_A^ℤ.
fn integers(terms: &mut Terms, free: &mut Free, literal: Term, is_negated: bool) -> Attempt {
    let atom = if is_negated { terms.argument(literal, 0) } else { literal };
    let (left, right) = (terms.argument(atom, 0), terms.argument(atom, 1));
    let mut sum = Sum::default();
    let parsed = sum
        .add(terms, free, left, &Rational::ONE)
        .and_then(|()| sum.add(terms, free, right, &Rational::MINUS_ONE));
    if let Err(part) = parsed {
        // Reads on both sides make a value constraint, however it may have gone wrong.
        let bare = [left, right].iter().any(|side| matches!(terms.op(*side), Op::Bound(_)));
        return match reads_at_variable(terms, free, part) {
            true if bare => Attempt::Broken { is_hard: true, part: atom, rule: Rule::ReadInGuard },
            true => Attempt::NoGuard,
            false => Attempt::Broken { is_hard: true, part, rule: Rule::ArithmeticOnUniversal },
        };
    }
    // The literal says sum ≤ 0, sum = 0 or, if negated, the contrary; the guard denies it.
    let (comparison, sum) = match (terms.op(atom), is_negated) {
        (Op::Equal, true) => (Comparison::Equal, sum),
        (Op::Equal, false) => (Comparison::Differ, sum),
        (Op::Less, true) => (Comparison::LessEqual, sum.plus(1)),
        (Op::Less, false) => (Comparison::LessEqual, sum.negated()),
        (_, true) => (Comparison::LessEqual, sum),
        (_, false) => (Comparison::LessEqual, sum.negated().plus(1)),
    };
    let rest: Vec<Term> = sum.rest.keys().copied().collect();
    let has_soft = rest.iter().any(|part| !free.is_ground(terms, *part));
    let soft = has_soft.then_some(Violation { part: literal, rule: Rule::ReadInGuard });
    let universals: Vec<(Bound, Rational)> =
        sum.universals.iter().map(|(bound, factor)| (*bound, factor.clone())).collect();
    let broken = |rule| Attempt::Broken { is_hard: true, part: atom, rule };
    let guard = match &universals[..] {
        [] => {
            let rest = sum.rest_term(terms);
            let zero = terms.numeral(&Rational::ZERO, Sort::INT);
            match comparison {
                Comparison::LessEqual => terms.less_equal(rest, zero),
                Comparison::Equal => terms.equal(rest, zero),
                Comparison::Differ => terms.distinct(&[rest, zero]),
            }
        }
        [(bound, factor)] => one_universal(terms, *bound, factor, &sum, comparison),
        [(first, factor), (second, other)]
            if (factor.is_one() && (-other).is_one()) || (other.is_one() && (-factor).is_one()) =>
        {
            let (left, right) = if factor.is_one() { (*first, *second) } else { (*second, *first) };
            let is_plain = sum.rest.is_empty() && sum.constant.is_zero();
            let is_strict = sum.rest.is_empty() && sum.constant.is_one();
            let (left, right) = (terms.bound(left), terms.bound(right));
            match comparison {
                Comparison::LessEqual if is_plain => terms.less_equal(left, right),
                Comparison::Equal if is_plain => terms.equal(left, right),
                Comparison::LessEqual if is_strict => return broken(Rule::StrictOrder),
                Comparison::Differ if is_plain => return broken(Rule::UniversalsDiffer),
                _ => return broken(Rule::ArithmeticOnUniversal),
            }
        }
        _ => return broken(Rule::ArithmeticOnUniversal),
    };
    Attempt::Guard { guard, soft }
}

/// factor · variable + rest compared with 0.
fn one_universal(
    terms: &mut Terms,
    bound: Bound,
    factor: &Rational,
    sum: &Sum,
    comparison: Comparison,
) -> Term {
    // With a positive factor, for it is all the same for equations.
    let (factor, sum) = match (factor.is_negative(), comparison) {
        (true, Comparison::Equal | Comparison::Differ) => (-factor, sum.clone().negated()),
        _ => (factor.clone(), sum.clone()),
    };
    let variable = terms.bound(bound);
    match comparison {
        Comparison::LessEqual => at_most_zero(terms, variable, &factor, sum),
        Comparison::Equal if factor.is_one() => {
            let other = sum.negated().rest_term(terms);
            terms.equal(variable, other)
        }
        Comparison::Equal => {
            let above = at_most_zero(terms, variable, &-&factor, sum.clone().negated());
            let below = at_most_zero(terms, variable, &factor, sum);
            terms.and(&[above, below])
        }
        Comparison::Differ => {
            let below = at_most_zero(terms, variable, &factor, sum.clone().plus(1));
            let above = at_most_zero(terms, variable, &-&factor, sum.negated().plus(1));
            terms.or(&[below, above])
        }
    }
}

/// factor · variable + rest ≤ 0, solved for the variable.
fn at_most_zero(terms: &mut Terms, variable: Term, factor: &Rational, sum: Sum) -> Term {
    let size = factor.abs();
    // With a positive factor the variable is at most ⌊−rest / size⌋, otherwise at least
    // ⌈rest / size⌉ = −⌊−rest / size⌋.
    let mut quotient = sum.negated();
    quotient.universals.clear();
    if !size.is_one() {
        let dividend = quotient.rest_term(terms);
        let divisor = terms.numeral(&size, Sort::INT);
        let floor = match quotient.constant.checked_div(&size) {
            Some(ratio) if quotient.rest.is_empty() => {
                terms.numeral(ratio.floor().as_rational(), Sort::INT)
            }
            _ => terms.integer_divide(dividend, divisor),
        };
        quotient = Sum::of_ground(terms, floor);
    }
    if factor.is_positive() {
        let bound = quotient.rest_term(terms);
        terms.less_equal(variable, bound)
    } else {
        let bound = quotient.negated().rest_term(terms);
        terms.less_equal(bound, variable)
    }
}
