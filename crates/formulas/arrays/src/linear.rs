//! Integer terms as sums: the universal variables apart from the rest.
//!
//! Sums have one written form, so that `(u + 1) − 1` is `u` again: index sets would otherwise hold
//! many names of one index.

use std::collections::BTreeMap;

use buttress_logic::{Bound, Op, Rational, Sort, Term, Terms};

use crate::domain::Domain;
use crate::free::Free;

/// Σ factor · variable + Σ factor · term + constant, of sort `Int`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Sum {
    /// The integer variables bound by quantifiers. No factor is 0.
    pub(crate) universals: BTreeMap<Bound, Rational>,
    /// Terms without such variables. No factor is 0.
    pub(crate) rest: BTreeMap<Term, Rational>,
    pub(crate) constant: Rational,
}

impl Sum {
    /// The sum that a term is if every variable counts as a constant.
    pub(crate) fn of_ground(terms: &Terms, term: Term) -> Sum {
        let mut sum = Sum::default();
        let mut stack = vec![(term, Rational::ONE)];
        while let Some((term, factor)) = stack.pop() {
            match sum_parts(terms, term, &factor) {
                Some(parts) => stack.extend(parts),
                None => sum.add_rest(terms, term, &factor),
            }
        }
        sum
    }

    /// Adds factor · term; otherwise a part in which variables occur under something other than sums
    /// and multiples.
    pub(crate) fn add(
        &mut self,
        terms: &Terms,
        free: &mut Free,
        term: Term,
        factor: &Rational,
    ) -> Result<(), Term> {
        let mut stack = vec![(term, factor.clone())];
        while let Some((term, factor)) = stack.pop() {
            if let Some(parts) = sum_parts(terms, term, &factor) {
                stack.extend(parts);
            } else if let Op::Bound(bound) = terms.op(term)
                && terms.sort_of(term) == Sort::INT
            {
                change(&mut self.universals, bound, &factor);
            } else if free.bounds(terms, term).iter().any(|bound| is_hard(terms, *bound)) {
                return Err(term);
            } else {
                self.add_rest(terms, term, &factor);
            }
        }
        Ok(())
    }

    fn add_rest(&mut self, terms: &Terms, term: Term, factor: &Rational) {
        match terms.as_number(term) {
            Some(number) => self.constant += &(number * factor),
            None => change(&mut self.rest, term, factor),
        }
    }

    /// The negated sum.
    #[must_use]
    pub(crate) fn negated(mut self) -> Sum {
        for factor in self.universals.values_mut().chain(self.rest.values_mut()) {
            *factor = -&*factor;
        }
        self.constant = -&self.constant;
        self
    }

    /// The sum and a number.
    #[must_use]
    pub(crate) fn plus(mut self, number: i64) -> Sum {
        self.constant += &Rational::from(number);
        self
    }

    /// The sum without its universal variables, as a term in the one written form.
    pub(crate) fn rest_term(&self, terms: &mut Terms) -> Term {
        let mut parts = Vec::new();
        for (term, factor) in &self.rest {
            if factor.is_one() {
                parts.push(*term);
            } else {
                let factor = terms.numeral(factor, Sort::INT);
                parts.push(terms.multiply(&[factor, *term]));
            }
        }
        if !self.constant.is_zero() || parts.is_empty() {
            parts.push(terms.numeral(&self.constant, Sort::INT));
        }
        terms.add(&parts)
    }
}

/// The one written form of an integer term that is to be an index.
pub(crate) fn canonical(terms: &mut Terms, term: Term) -> Term {
    if terms.sort_of(term) != Sort::INT {
        return term;
    }
    Sum::of_ground(terms, term).rest_term(terms)
}

/// term + number, in the one written form.
pub(crate) fn offset(terms: &mut Terms, term: Term, number: i64) -> Term {
    Sum::of_ground(terms, term).plus(number).rest_term(terms)
}

/// Does what holds of the variable hold of infinitely many values?
///
/// Such variables must keep to the rules strictly; those of uninterpreted sorts need not as long as
/// the ground terms of the sort are finitely many.
pub(crate) fn is_hard(terms: &Terms, bound: Bound) -> bool {
    Domain::of(terms, terms.bound_sort(bound)) != Domain::Uninterpreted
}

/// The summands of factor · term; `None` if it is no sum and no multiple by a number.
fn sum_parts(terms: &Terms, term: Term, factor: &Rational) -> Option<Vec<(Term, Rational)>> {
    let arguments = terms.arguments(term);
    match terms.op(term) {
        Op::Add => Some(arguments.iter().map(|part| (*part, factor.clone())).collect()),
        Op::Multiply => {
            let mut factor = factor.clone();
            let mut others = Vec::new();
            for argument in arguments {
                match terms.as_number(*argument) {
                    Some(number) => factor *= number,
                    None => others.push(*argument),
                }
            }
            match others[..] {
                [] if arguments.len() > 1 => {
                    // A product of numbers: the last number stands for all.
                    let last = *arguments.last()?;
                    let number = terms.as_number(last)?;
                    let rest = factor.checked_div(number);
                    Some(rest.map_or_else(Vec::new, |rest| vec![(last, rest)]))
                }
                [other] if arguments.len() > 1 => Some(vec![(other, factor)]),
                _ => None,
            }
        }
        _ => None,
    }
}

fn change<K: Ord>(map: &mut BTreeMap<K, Rational>, key: K, by: &Rational) {
    if by.is_zero() {
        return;
    }
    let entry = map.entry(key);
    match entry {
        std::collections::btree_map::Entry::Vacant(place) => {
            place.insert(by.clone());
        }
        std::collections::btree_map::Entry::Occupied(mut place) => {
            *place.get_mut() += by;
            if place.get().is_zero() {
                place.remove();
            }
        }
    }
}
