//! Terms as polynomials over the parameters of a predicate, and back.

use std::collections::HashMap;

use buttress_logic::{Op, Rational, Sort, Term, Terms};
use buttress_numeric::{Monomial, Polynomial, Variable};

use crate::limits::{MOST_FORM_DEGREE, MOST_FORM_TERMS};
use crate::program::Value;

/// The polynomial of a term, where variables stand for polynomials; none if something else than
/// sums and products is met, or if it gets too large.
pub(crate) fn polynomial(
    terms: &Terms,
    root: Term,
    variables: &HashMap<Term, Polynomial>,
) -> Option<Polynomial> {
    polynomial_over(terms, root, &mut |term| variables.get(&term).cloned(), &mut |_| None)
}

/// The same, where `leaf` says what variables stand for, and `other` what terms stand for that are
/// neither variables, sums nor products.
pub(crate) fn polynomial_over(
    terms: &Terms,
    root: Term,
    leaf: &mut dyn FnMut(Term) -> Option<Polynomial>,
    other: &mut dyn FnMut(Term) -> Option<Polynomial>,
) -> Option<Polynomial> {
    let mut known: HashMap<Term, Polynomial> = HashMap::new();
    let mut stack = vec![root];
    while let Some(&term) = stack.last() {
        if known.contains_key(&term) {
            stack.pop();
            continue;
        }
        if let Some(polynomial) = leaf(term) {
            known.insert(term, polynomial);
            continue;
        }
        if let Some(number) = terms.as_number(term) {
            known.insert(term, Polynomial::constant(number.clone()));
            continue;
        }
        let arguments = match terms.op(term) {
            Op::Add | Op::Multiply | Op::ToReal => terms.arguments(term),
            _ => {
                known.insert(term, other(term)?);
                continue;
            }
        };
        let before = stack.len();
        stack.extend(arguments.iter().filter(|argument| !known.contains_key(argument)));
        if stack.len() > before {
            continue;
        }
        let mut parts = arguments.iter().map(|argument| &known[argument]);
        let polynomial = match terms.op(term) {
            Op::Multiply => {
                let one = Polynomial::constant(Rational::ONE);
                parts.try_fold(one, |product, part| product.product(part))?
            }
            _ => parts.fold(Polynomial::default(), |sum, part| &sum + part),
        };
        if polynomial.terms().count() > MOST_FORM_TERMS || polynomial.degree() > MOST_FORM_DEGREE {
            return None;
        }
        known.insert(term, polynomial);
    }
    known.remove(&root)
}

/// The polynomial without its constant, and the constant.
pub(crate) fn split(polynomial: &Polynomial) -> (Polynomial, Rational) {
    let constant = polynomial.coefficient(&Monomial::ONE);
    (polynomial - &Polynomial::constant(constant.clone()), constant)
}

/// The factor that makes the coefficients whole, without a common divisor, and the first positive.
pub(crate) fn primitive(polynomial: &Polynomial) -> Rational {
    let mut denominators = buttress_logic::Integer::ONE;
    for (_, coefficient) in polynomial.terms() {
        denominators = denominators.lcm(&coefficient.denominator());
    }
    let mut divisor = buttress_logic::Integer::ZERO;
    let denominators = denominators.into_rational();
    for (_, coefficient) in polynomial.terms() {
        divisor = divisor.gcd(&(coefficient * &denominators).floor());
    }
    let factor = denominators.checked_div(divisor.as_rational()).unwrap_or(Rational::ONE);
    match polynomial.terms().next() {
        Some((_, first)) if first.is_negative() => -factor,
        _ => factor,
    }
}

/// The value at a state.
pub(crate) fn value_at(polynomial: &Polynomial, state: &[Value]) -> Rational {
    polynomial
        .evaluate(|Variable(place)| state.get(place as usize).map_or(Rational::ZERO, Value::number))
}

/// The positions of the parameters that a polynomial mentions.
pub(crate) fn mentioned_parameters(polynomial: &Polynomial) -> impl Iterator<Item = usize> + '_ {
    polynomial.terms().flat_map(|(monomial, _)| {
        monomial.factors().iter().map(|(Variable(place), _)| *place as usize)
    })
}

/// The one sort of all parameters that a polynomial mentions; none if they differ.
pub(crate) fn sort_of(terms: &Terms, parameters: &[Term], polynomial: &Polynomial) -> Option<Sort> {
    let mut sort = None;
    for place in mentioned_parameters(polynomial) {
        let own = terms.sort_of(*parameters.get(place)?);
        if !own.is_arithmetic() || sort.is_some_and(|sort| sort != own) {
            return None;
        }
        sort = Some(own);
    }
    sort
}

/// How a polynomial is compared with zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    /// ≤ 0
    AtMost,
    /// = 0
    Zero,
}

/// The formula "polynomial ⋈ 0" over parameters of one sort, without negative coefficients.
pub(crate) fn compare(
    terms: &mut Terms,
    parameters: &[Term],
    sort: Sort,
    polynomial: &Polynomial,
    comparison: Comparison,
) -> Term {
    let factor = primitive(polynomial).abs();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let scaled = polynomial.scaled(&factor);
    for (monomial, coefficient) in scaled.terms() {
        let side = if coefficient.is_negative() { &mut right } else { &mut left };
        side.push(product(terms, parameters, sort, monomial, &coefficient.abs()));
    }
    let zero = terms.numeral(&Rational::ZERO, sort);
    let mut sum = |side: &[Term]| if side.is_empty() { zero } else { terms.add(side) };
    let (left, right) = (sum(&left), sum(&right));
    match comparison {
        Comparison::AtMost => terms.less_equal(left, right),
        Comparison::Zero => terms.equal(left, right),
    }
}

/// A polynomial with whole coefficients, or over the reals, as a term.
pub(crate) fn term_of(
    terms: &mut Terms,
    parameters: &[Term],
    sort: Sort,
    polynomial: &Polynomial,
) -> Term {
    let parts: Vec<(Monomial, Rational)> =
        polynomial.terms().map(|(monomial, by)| (monomial.clone(), by.clone())).collect();
    let summands: Vec<Term> = parts
        .iter()
        .map(|(monomial, coefficient)| product(terms, parameters, sort, monomial, coefficient))
        .collect();
    match summands.as_slice() {
        [] => terms.numeral(&Rational::ZERO, sort),
        _ => terms.add(&summands),
    }
}

fn product(
    terms: &mut Terms,
    parameters: &[Term],
    sort: Sort,
    monomial: &Monomial,
    coefficient: &Rational,
) -> Term {
    let mut factors = Vec::new();
    for (Variable(place), exponent) in monomial.factors() {
        for _ in 0..*exponent {
            factors.extend(parameters.get(*place as usize));
        }
    }
    if factors.is_empty() || !coefficient.is_one() {
        factors.insert(0, terms.numeral(coefficient, sort));
    }
    match factors.as_slice() {
        // A product of a number and other factors keeps the other factors together, as decide's
        // monomials do.
        [first, rest @ ..] if rest.len() > 1 && !coefficient.is_one() => {
            let rest = terms.multiply(rest);
            terms.multiply(&[*first, rest])
        }
        _ => terms.multiply(&factors),
    }
}
