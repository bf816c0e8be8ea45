//! Inequalities of one direction: the tightest is enough.

use std::collections::BTreeMap;

use buttress_numeric::{Monomial, Polynomial, Rational, Relation};

use crate::numbers::{Fact, Facts};

/// A polynomial without its constant, up to a positive factor.
type Direction = Vec<(Monomial, Rational)>;

/// The tightest of the inequalities of each direction.
#[derive(Default)]
pub(super) struct Tightest {
    facts: BTreeMap<Direction, Fact>,
}

impl Tightest {
    pub(super) fn add(&mut self, facts: &Facts, fact: Fact) {
        let direction = direction(facts.polynomial(fact));
        if direction.is_empty() {
            return;
        }
        let kept = self.facts.entry(direction).or_insert(fact);
        if facts.is_tighter(fact, *kept) {
            *kept = fact;
        }
    }

    pub(super) fn into_facts(self) -> impl Iterator<Item = Fact> {
        self.facts.into_values()
    }

    /// Pairs p ≥ 0 and −p ≥ 0.
    pub(super) fn opposites(&self, facts: &Facts) -> Vec<(Fact, Fact)> {
        let mut pairs = Vec::new();
        for (direction, fact) in &self.facts {
            let opposite = direction.iter().map(|(monomial, by)| (monomial.clone(), -by)).collect();
            if direction < &opposite
                && let Some(other) = self.facts.get(&opposite)
                && [fact, other].iter().all(|it| facts.relation(**it) == Relation::NonNegative)
                && *facts.polynomial(*fact) == facts.polynomial(*other).scaled(&Rational::MINUS_ONE)
            {
                pairs.push((*fact, *other));
            }
        }
        pairs
    }
}

fn direction(polynomial: &Polynomial) -> Direction {
    let summands = polynomial.terms().filter(|(monomial, _)| monomial.degree() > 0);
    let mut summands: Direction =
        summands.map(|(monomial, by)| (monomial.clone(), by.clone())).collect();
    let scale = summands.first().and_then(|(_, by)| by.abs().recip()).unwrap_or(Rational::ONE);
    summands.iter_mut().for_each(|(_, by)| *by *= &scale);
    summands
}
