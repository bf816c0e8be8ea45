//! Terms as sums of monomials.

use std::collections::{BTreeMap, HashMap};

use buttress_logic::{Op, Term, Terms};
use buttress_numeric::Rational;

use crate::limits::LARGEST_PRODUCT;

/// A product of terms that are neither sums, products nor numbers, in order; empty for 1.
type Monomial = Vec<Term>;

/// Σ coefficient · monomial
pub(crate) type Sum = BTreeMap<Monomial, Rational>;

/// The term, expanded.
pub(crate) fn expand(terms: &Terms, root: Term) -> Sum {
    let mut known: HashMap<Term, Sum> = HashMap::new();
    let mut stack = vec![root];
    while let Some(&term) = stack.last() {
        if known.contains_key(&term) {
            stack.pop();
            continue;
        }
        let arguments = terms.arguments(term);
        let sum = match terms.op(term) {
            Op::Add | Op::Multiply | Op::ToReal => {
                let missing: Vec<Term> =
                    arguments.iter().copied().filter(|part| !known.contains_key(part)).collect();
                if !missing.is_empty() {
                    stack.extend(missing);
                    continue;
                }
                let parts = arguments.iter().map(|part| &known[part]);
                match terms.op(term) {
                    Op::Add => parts.fold(Sum::new(), plus),
                    _ => product(parts).unwrap_or_else(|| variable(term)),
                }
            }
            Op::Number(number) => match terms.number(number) {
                value if value.is_zero() => Sum::new(),
                value => Sum::from([(Vec::new(), value.clone())]),
            },
            _ => variable(term),
        };
        known.insert(term, sum);
        stack.pop();
    }
    known.remove(&root).unwrap_or_default()
}

fn variable(term: Term) -> Sum {
    Sum::from([(vec![term], Rational::ONE)])
}

fn plus(mut sum: Sum, other: &Sum) -> Sum {
    for (monomial, coefficient) in other {
        let entry = sum.entry(monomial.clone()).or_default();
        *entry += coefficient;
        if entry.is_zero() {
            sum.remove(monomial);
        }
    }
    sum
}

fn product<'a>(factors: impl Iterator<Item = &'a Sum>) -> Option<Sum> {
    let mut result = Sum::from([(Vec::new(), Rational::ONE)]);
    for factor in factors {
        if result.len() * factor.len() > LARGEST_PRODUCT {
            return None;
        }
        let mut next = Sum::new();
        for (left, a) in &result {
            for (right, b) in factor {
                let mut monomial: Monomial = left.iter().chain(right).copied().collect();
                monomial.sort_unstable();
                next = plus(next, &Sum::from([(monomial, a * b)]));
            }
        }
        result = next;
    }
    Some(result)
}
