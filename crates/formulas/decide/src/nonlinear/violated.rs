//! Products of inequalities, and squares, that the candidate point violates.

use buttress_budget::Exhausted;
use buttress_numeric::{Monomial, Polynomial, Rational, Relation, Variable};

use super::candidate::{Candidate, Growth};
use super::deduction::{Deduction, simple};
use crate::limits::{
    BOUND_CHOICES, BOUNDED_DEGREE, FACTOR_FACTS, PRODUCT_FACTS_AT_ONCE, PRODUCT_SUMMANDS,
};
use crate::numbers::{Fact, How, short_product, times};
use crate::point::Point;

impl Deduction<'_> {
    /// Facts about products that the point violates.
    pub(super) fn violated_facts(
        &mut self,
        point: &Point,
        inequalities: &[Fact],
        growth: Growth,
    ) -> Result<Vec<Fact>, Exhausted> {
        let mut found = self.violated_squares(point);
        found.extend(self.violated_powers(point, inequalities, growth));
        let mut factors: Vec<Fact> = inequalities.to_vec();
        let facts = &*self.facts;
        factors.sort_by_key(|fact| {
            let polynomial = facts.polynomial(*fact);
            (polynomial.degree(), polynomial.terms().count(), *fact)
        });
        factors.dedup_by(|left, right| facts.polynomial(*left) == facts.polynomial(*right));
        factors.truncate(FACTOR_FACTS);
        let candidate = Candidate::new(self.unknowns, point);
        let mut products = Vec::new();
        for (place, left) in factors.iter().enumerate() {
            for right in &factors[place..] {
                self.budget.spend(5)?;
                let (one, other) = (facts.polynomial(*left), facts.polynomial(*right));
                let Some(product) = short_product(one, other, PRODUCT_SUMMANDS) else { continue };
                if !candidate.may_grow(&product, growth)
                    || !product.terms().any(|(monomial, _)| candidate.is_wrong(monomial))
                {
                    continue;
                }
                let relation = times(facts.relation(*left), facts.relation(*right));
                if !relation.holds(&candidate.believed(&product)) {
                    products.push((*left, *right, product));
                }
            }
            if products.len() >= PRODUCT_FACTS_AT_ONCE {
                break;
            }
        }
        for (left, right, product) in products.into_iter().take(PRODUCT_FACTS_AT_ONCE) {
            let fact = self.facts.product(left, right, product);
            found.push(self.tightened(fact));
        }
        Ok(found)
    }

    /// Products of bounds, one for each factor of a monomial of higher degree.
    fn violated_powers(
        &mut self,
        point: &Point,
        inequalities: &[Fact],
        growth: Growth,
    ) -> Vec<Fact> {
        let candidate = Candidate::new(self.unknowns, point);
        let mut found: Vec<Vec<Fact>> = Vec::new();
        for (_, monomial) in candidate.wrong() {
            if !(3..=BOUNDED_DEGREE).contains(&monomial.degree())
                || found.len() >= PRODUCT_FACTS_AT_ONCE
            {
                continue;
            }
            // All choices of a bound for each factor, built up factor by factor.
            let one = Polynomial::constant(Rational::ONE);
            let mut choices: Vec<(Vec<Fact>, Polynomial)> = vec![(Vec::new(), one)];
            for (variable, exponent) in monomial.factors() {
                for _ in 0..*exponent {
                    let bounds = self.bounds_of(inequalities, *variable);
                    let mut next = Vec::new();
                    for (chosen, product) in &choices {
                        for bound in &bounds {
                            let factor = self.facts.polynomial(*bound);
                            if let Some(product) = short_product(product, factor, PRODUCT_SUMMANDS)
                            {
                                let chosen = chosen.iter().chain([bound]).copied().collect();
                                next.push((chosen, product));
                            }
                        }
                    }
                    next.truncate(BOUND_CHOICES);
                    choices = next;
                }
            }
            let is_violated = |(_, product): &&(Vec<Fact>, Polynomial)| {
                candidate.may_grow(product, growth) && candidate.believed(product).is_negative()
            };
            found.extend(choices.iter().filter(is_violated).map(|(chosen, _)| chosen.clone()));
        }
        found.truncate(PRODUCT_FACTS_AT_ONCE);
        let mut products = Vec::new();
        for chosen in found {
            products.extend(self.product_of_facts(&chosen));
        }
        products
    }

    /// The bounds among the inequalities that speak of this unknown alone.
    fn bounds_of(&self, inequalities: &[Fact], variable: Variable) -> Vec<Fact> {
        let is_bound = |fact: &&Fact| {
            let polynomial = self.facts.polynomial(**fact);
            polynomial.terms().all(|(monomial, _)| {
                monomial.degree() == 0 || *monomial.factors() == [(variable, 1)]
            })
        };
        inequalities.iter().filter(is_bound).copied().collect()
    }

    fn product_of_facts(&mut self, facts: &[Fact]) -> Option<Fact> {
        let (first, others) = facts.split_first()?;
        let mut product = *first;
        for factor in others {
            let (left, right) = (self.facts.polynomial(product), self.facts.polynomial(*factor));
            let polynomial = short_product(left, right, PRODUCT_SUMMANDS)?;
            product = self.facts.product(product, *factor, polynomial);
        }
        Some(self.tightened(product))
    }

    /// Squares that the point makes negative, or too small.
    fn violated_squares(&mut self, point: &Point) -> Vec<Fact> {
        let candidate = Candidate::new(self.unknowns, point);
        let mut roots: Vec<Polynomial> = Vec::new();
        let wrong = candidate.wrong();
        for (variable, monomial) in &wrong {
            let value = candidate.unknown(*variable);
            if let Some(root) = root(monomial) {
                let at = candidate.monomial(&root);
                if value < &at * &at {
                    let root = Polynomial::new([(root, Rational::ONE)]);
                    let tangent = |at: Rational| &root - &Polynomial::constant(at);
                    if value.is_negative() {
                        roots.push(root.clone());
                    }
                    if self.unknowns.is_whole(monomial) && at.is_integer() {
                        // (s − a)·(s − a ∓ 1) ≥ 0, by rounding (2s − 2a ∓ 1)² ≥ 0.
                        for half in [Rational::new(1, 2), Rational::new(-1, 2)] {
                            let half = half.unwrap_or_default();
                            roots.push(tangent(&at + &half).scaled(&Rational::from(2)));
                        }
                    } else {
                        roots.push(tangent(simple(&at)));
                    }
                }
            }
            // (x ± y)², at the point if not at 0.
            if let [(left, 1), (right, 1)] = monomial.factors() {
                for sign in [Rational::ONE, Rational::MINUS_ONE] {
                    let sum =
                        &Polynomial::variable(*left) + &Polynomial::variable(*right).scaled(&sign);
                    let at = sum.evaluate(|variable| candidate.unknown(variable));
                    let tangent = &sum - &Polynomial::constant(simple(&at));
                    roots.extend([sum, tangent]);
                }
            }
        }
        let violated: Vec<(Polynomial, Polynomial)> = roots
            .into_iter()
            .filter_map(|root| {
                let square = root.power(2)?;
                let is_violated =
                    candidate.is_known(&square) && candidate.believed(&square).is_negative();
                is_violated.then_some((root, square))
            })
            .take(PRODUCT_FACTS_AT_ONCE)
            .collect();
        let mut found = Vec::new();
        for (root, square) in violated {
            let term = self.unknowns.polynomial_term(self.terms, &root);
            let how = How::Square(term);
            let fact = self.facts.add(how, Relation::NonNegative, |_| square);
            found.push(self.tightened(fact));
        }
        found
    }
}

/// The square root of a monomial.
fn root(monomial: &Monomial) -> Option<Monomial> {
    if !monomial.is_even() {
        return None;
    }
    let mut root = Monomial::ONE;
    for (variable, exponent) in monomial.factors() {
        for _ in 0..exponent / 2 {
            root = root.product(&Monomial::variable(*variable))?;
        }
    }
    Some(root)
}
