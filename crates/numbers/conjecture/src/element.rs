//! Conjectures that give way: what holds at every state seen so far.
//!
//! Every element lives in a *cell*, the states of a predicate that satisfy a guard. A state outside
//! what an element says weakens it just as far as needed (or as far as a threshold), so that it says something
//! again, until it says nothing.

use std::collections::BTreeSet;

use buttress_logic::{Integer, Rational, Sort, Term, Terms};
use buttress_numeric::Polynomial;

use crate::form::{self, Comparison};
use crate::limits::{MOST_RAISES, MOST_VALUES};
use crate::program::Value;
use crate::space::Space;

/// form ≤ bound
#[derive(Clone, Debug)]
pub(crate) struct Row {
    form: Polynomial,
    sort: Sort,
    /// None before any state was seen.
    bound: Option<Rational>,
    /// Ascending.
    thresholds: Vec<Rational>,
    raises: u32,
    is_given_up: bool,
}

/// form ≡ residue (mod modulus)
#[derive(Clone, Debug)]
pub(crate) struct Congruence {
    form: Polynomial,
    /// None before any state was seen; 0 while it has one value.
    modulus: Option<Integer>,
    residue: Integer,
}

/// A parameter has one of few values.
#[derive(Clone, Debug)]
pub(crate) struct Few {
    place: usize,
    values: BTreeSet<Rational>,
}

/// An element by its kind.
#[derive(Clone, Debug)]
pub(crate) enum Element {
    /// A formula over the parameters, which holds or is given up.
    Formula(Term),
    /// An inequality with a bound that rises.
    Row(Row),
    /// Equations.
    Space(Space),
    /// A congruence whose modulus shrinks to a divisor.
    Congruence(Congruence),
    /// A list of values that grows, up to a length.
    Few(Few),
}

/// Where a state comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// It is reachable.
    Reached,
    /// It follows a state that is not known to be unreachable.
    Followed,
}

impl Element {
    /// form ≤ ?, with thresholds.
    pub(crate) fn row(form: Polynomial, sort: Sort, mut thresholds: Vec<Rational>) -> Element {
        thresholds.sort_unstable();
        thresholds.dedup();
        let row = Row { form, sort, bound: None, thresholds, raises: 0, is_given_up: false };
        Element::Row(row)
    }

    /// form ≡ ? (mod ?)
    pub(crate) fn congruence(form: Polynomial) -> Element {
        Element::Congruence(Congruence { form, modulus: None, residue: Integer::ZERO })
    }

    /// parameter ∈ {?}
    pub(crate) fn few(place: usize) -> Element {
        Element::Few(Few { place, values: BTreeSet::new() })
    }

    /// Weakens the element so that it holds at a state of its cell; was that needed?
    ///
    /// Formulas are none of its business: they are evaluated elsewhere.
    pub(crate) fn weaken(&mut self, state: &[Value], origin: Origin) -> bool {
        match self {
            Element::Formula(_) => false,
            Element::Row(row) => row.weaken(state, origin),
            Element::Space(space) => space.join(state),
            Element::Congruence(congruence) => congruence.weaken(state),
            Element::Few(few) => few.weaken(state),
        }
    }

    /// What it says, as formulas over the parameters.
    pub(crate) fn formulas(&self, terms: &mut Terms, parameters: &[Term]) -> Vec<Term> {
        match self {
            Element::Formula(formula) => vec![*formula],
            Element::Row(row) => row.formula(terms, parameters).into_iter().collect(),
            Element::Space(space) => {
                if space.is_empty() {
                    return Vec::new();
                }
                let mut found = Vec::new();
                for equation in space.equations() {
                    if let Some(sort) = form::sort_of(terms, parameters, &equation) {
                        let zero = Comparison::Zero;
                        found.push(form::compare(terms, parameters, sort, &equation, zero));
                    }
                }
                found
            }
            Element::Congruence(congruence) => {
                congruence.formula(terms, parameters).into_iter().collect()
            }
            Element::Few(few) => few.formula(terms, parameters).into_iter().collect(),
        }
    }

    /// Says nothing from now on.
    pub(crate) fn give_up(&mut self) {
        match self {
            Element::Row(row) => row.is_given_up = true,
            Element::Congruence(congruence) => congruence.modulus = Some(Integer::ONE),
            Element::Few(few) => few.values.extend((0..=MOST_VALUES as i64).map(Rational::from)),
            Element::Formula(_) | Element::Space(_) => {}
        }
    }
}

impl Few {
    fn weaken(&mut self, state: &[Value]) -> bool {
        let value = state.get(self.place).map_or(Rational::ZERO, Value::number);
        self.values.len() <= MOST_VALUES && self.values.insert(value)
    }

    fn formula(&self, terms: &mut Terms, parameters: &[Term]) -> Option<Term> {
        if self.values.len() < 2 || self.values.len() > MOST_VALUES {
            return None;
        }
        let parameter = *parameters.get(self.place)?;
        let sort = terms.sort_of(parameter);
        let mut equations = Vec::new();
        for value in &self.values {
            let literal = terms.numeral(value, sort);
            equations.push(terms.equal(parameter, literal));
        }
        Some(terms.or(&equations))
    }
}

impl Row {
    fn weaken(&mut self, state: &[Value], origin: Origin) -> bool {
        if self.is_given_up {
            return false;
        }
        let value = form::value_at(&self.form, state);
        if self.bound.as_ref().is_some_and(|bound| value <= *bound) {
            return false;
        }
        if origin == Origin::Followed && self.bound.is_some() {
            self.raises += 1;
        }
        if self.raises <= MOST_RAISES {
            self.bound = Some(value);
            return true;
        }
        match self.thresholds.iter().find(|threshold| value <= **threshold) {
            Some(threshold) => self.bound = Some(threshold.clone()),
            None => self.is_given_up = true,
        }
        true
    }

    fn formula(&self, terms: &mut Terms, parameters: &[Term]) -> Option<Term> {
        let bound = self.bound.clone().filter(|_| !self.is_given_up)?;
        let polynomial = &self.form - &Polynomial::constant(bound);
        Some(form::compare(terms, parameters, self.sort, &polynomial, Comparison::AtMost))
    }
}

impl Congruence {
    fn weaken(&mut self, state: &[Value]) -> bool {
        let value = form::value_at(&self.form, state).floor();
        let Some(modulus) = &self.modulus else {
            self.modulus = Some(Integer::ZERO);
            self.residue = value;
            return true;
        };
        let weaker = modulus.gcd(&(&value - &self.residue));
        let is_new = weaker != *modulus;
        if is_new {
            self.residue = value.rem_euclid(&weaker).unwrap_or_default();
            self.modulus = Some(weaker);
        }
        is_new
    }

    fn formula(&self, terms: &mut Terms, parameters: &[Term]) -> Option<Term> {
        // A form with one value so far is the business of equations.
        let modulus = self.modulus.as_ref().filter(|modulus| **modulus > Integer::ONE)?;
        let dividend = form::term_of(terms, parameters, Sort::INT, &self.form);
        let divisor = terms.numeral(modulus.as_rational(), Sort::INT);
        let rest = terms.modulo(dividend, divisor);
        let residue = terms.numeral(self.residue.as_rational(), Sort::INT);
        Some(terms.equal(rest, residue))
    }
}
