//! Linear forms: Σ cᵢ xᵢ + r.

use std::collections::{BTreeMap, BTreeSet};

use buttress_numeric::Rational;

use super::Place;
use crate::limits::{LINEAR_FORMS, POSSIBLE_VALUES};

/// The factors of a form, none of them 0.
pub(in crate::evaluate) type Factors = BTreeMap<Place, Rational>;

/// The numbers that the rest r of a form can be.
pub(in crate::evaluate) type Rests = BTreeSet<Rational>;

/// One of several linear forms. Which of them, and with which rest, depends on the type of the
/// variables alone.
#[derive(Clone, Default, Debug)]
pub(in crate::evaluate) struct LinearForms(BTreeMap<Factors, Rests>);

impl LinearForms {
    /// One of these numbers.
    pub fn constant(rests: Rests) -> LinearForms {
        LinearForms(BTreeMap::from([(Factors::new(), rests)]))
    }

    /// A variable.
    pub fn variable(place: Place) -> LinearForms {
        let factors = Factors::from([(place, Rational::ONE)]);
        LinearForms(BTreeMap::from([(factors, Rests::from([Rational::ZERO]))]))
    }

    /// The forms.
    pub fn iter(&self) -> impl Iterator<Item = (&Factors, &Rests)> {
        self.0.iter()
    }

    /// Has no form a variable?
    pub fn is_constant(&self) -> bool {
        self.0.keys().all(Factors::is_empty)
    }

    /// The forms times a number.
    pub fn scaled(&self, by: &Rational) -> LinearForms {
        if by.is_zero() {
            return LinearForms::constant(Rests::from([Rational::ZERO]));
        }
        let forms = self.0.iter().map(|(factors, rests)| {
            let factors = factors.iter().map(|(place, factor)| (*place, factor * by));
            (factors.collect(), rests.iter().map(|rest| rest * by).collect())
        });
        LinearForms(forms.collect())
    }

    /// One of the sums of one form of each, if these are not too many.
    pub fn plus(&self, other: &LinearForms) -> Option<LinearForms> {
        let mut sums = LinearForms::default();
        for (own, own_rests) in &self.0 {
            for (others, other_rests) in &other.0 {
                let mut factors = own.clone();
                for (place, factor) in others {
                    *factors.entry(*place).or_insert(Rational::ZERO) += factor;
                }
                factors.retain(|_, factor| !factor.is_zero());
                for rest in other_rests {
                    sums.add(&factors, own_rests.iter().map(|own| own + rest))?;
                }
            }
        }
        Some(sums)
    }

    /// One of the products of one form of each, if these are linear and not too many.
    pub fn times(&self, other: &LinearForms) -> Option<LinearForms> {
        let (numbers, forms) = if self.is_constant() { (self, other) } else { (other, self) };
        if !numbers.is_constant() {
            return None;
        }
        let mut products = LinearForms::default();
        for number in numbers.0.values().flatten() {
            products = products.or(&forms.scaled(number))?;
        }
        Some(products)
    }

    /// One of these forms or those, if they are not too many.
    pub fn or(mut self, other: &LinearForms) -> Option<LinearForms> {
        for (factors, rests) in &other.0 {
            self.add(factors, rests.iter().cloned())?;
        }
        Some(self)
    }

    fn add(&mut self, factors: &Factors, rests: impl Iterator<Item = Rational>) -> Option<()> {
        let known = self.0.entry(factors.clone()).or_default();
        known.extend(rests);
        (known.len() <= POSSIBLE_VALUES && self.0.len() <= LINEAR_FORMS).then_some(())
    }
}
