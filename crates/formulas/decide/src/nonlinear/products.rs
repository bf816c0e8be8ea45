//! Products of inequalities, and squares, that the candidate point violates.

use buttress_budget::{Budget, Exhausted};
use buttress_logic::Terms;
use buttress_numeric::{Monomial, Polynomial, Rational, Relation, Variable};

use super::facts::{Fact, How};
use super::monomials::short_product;
use crate::combination::Combination;
use crate::complete::Point;

/// The most inequalities that are multiplied with each other.
const FACTORS: usize = 28;
/// The most facts that are asserted before the point is moved.
const AT_ONCE: usize = 10;
/// Products with more summands before like ones are put together are not made.
const SUMMANDS: usize = 400;
/// The highest degree of monomials that are bounded factor by factor, in so many ways at most.
const HIGHEST: u64 = 6;
const CHOICES: usize = 64;
/// Points are rounded to multiples of this fraction of 1.
const FINE: i64 = 256;

/// The values of monomials at a point.
pub(super) struct Candidate<'a> {
    theories: &'a Combination,
    point: &'a Point,
}

impl<'a> Candidate<'a> {
    pub(super) fn new(theories: &'a Combination, point: &'a Point) -> Candidate<'a> {
        Candidate { theories, point }
    }

    /// The value of an unknown.
    pub(super) fn unknown(&self, variable: Variable) -> Rational {
        self.point.value(variable)
    }

    /// What a monomial should be worth: the product of the values of its factors.
    pub(super) fn product(&self, monomial: &Monomial) -> Rational {
        monomial.evaluate(|variable| self.unknown(variable))
    }

    /// The value of a monomial: that of its variable if it has one.
    fn monomial(&self, monomial: &Monomial) -> Rational {
        match self.theories.numbers.monomials.variable(monomial) {
            Some(variable) => self.unknown(variable),
            None => self.product(monomial),
        }
    }

    /// The value of a polynomial if arithmetic is believed.
    fn believed(&self, polynomial: &Polynomial) -> Rational {
        let mut sum = Rational::ZERO;
        for (monomial, coefficient) in polynomial.terms() {
            sum.add_product(coefficient, &self.monomial(monomial));
        }
        sum
    }

    /// Has arithmetic given the monomial another value than the product of its factors?
    fn is_wrong(&self, monomial: &Monomial) -> bool {
        monomial.degree() > 1 && self.monomial(monomial) != self.product(monomial)
    }

    /// The monomials of terms whose values are wrong.
    pub(super) fn wrong(&self) -> Vec<(Variable, Monomial)> {
        let proper = self.theories.numbers.monomials.proper();
        let wrong =
            proper.filter(|(variable, monomial)| self.unknown(*variable) != self.product(monomial));
        wrong.map(|(variable, monomial)| (variable, monomial.clone())).collect()
    }

    /// May facts speak of this polynomial?
    fn may_grow(&self, polynomial: &Polynomial, growth: Growth) -> bool {
        match growth {
            Growth::Known => self.is_known(polynomial),
            Growth::UpTo(degree) => polynomial.degree() <= degree,
        }
    }

    /// Are all monomials of the polynomial variables already?
    fn is_known(&self, polynomial: &Polynomial) -> bool {
        let monomials = &self.theories.numbers.monomials;
        polynomial
            .terms()
            .all(|(monomial, _)| monomial.degree() == 0 || monomials.variable(monomial).is_some())
    }
}

/// Which products may be made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Growth {
    /// Those of monomials that are there already.
    Known,
    /// Those with new monomials up to this degree, too.
    UpTo(u64),
}

impl Combination {
    /// Facts about products that the point violates.
    pub(super) fn violated_facts(
        &mut self,
        terms: &mut Terms,
        point: &Point,
        inequalities: &[Fact],
        growth: Growth,
        budget: &Budget,
    ) -> Result<Vec<Fact>, Exhausted> {
        let mut found = self.violated_squares(terms, point);
        found.extend(self.violated_powers(point, inequalities, growth));
        let mut factors: Vec<Fact> = inequalities.to_vec();
        let facts = &self.products.facts;
        factors.sort_by_key(|fact| {
            let polynomial = facts.polynomial(*fact);
            (polynomial.degree(), polynomial.terms().count(), *fact)
        });
        factors.dedup_by(|left, right| facts.polynomial(*left) == facts.polynomial(*right));
        factors.truncate(FACTORS);
        let candidate = Candidate::new(self, point);
        let mut products = Vec::new();
        for (place, left) in factors.iter().enumerate() {
            for right in &factors[place..] {
                budget.spend(5)?;
                let (one, other) = (facts.polynomial(*left), facts.polynomial(*right));
                let Some(product) = short_product(one, other, SUMMANDS) else { continue };
                if !candidate.may_grow(&product, growth)
                    || !product.terms().any(|(monomial, _)| candidate.is_wrong(monomial))
                {
                    continue;
                }
                let relation = super::facts::times(facts.relation(*left), facts.relation(*right));
                if !relation.holds(&candidate.believed(&product)) {
                    products.push((*left, *right, product));
                }
            }
            if products.len() >= AT_ONCE {
                break;
            }
        }
        for (left, right, product) in products.into_iter().take(AT_ONCE) {
            let fact = self.products.facts.product(left, right, product);
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
        let candidate = Candidate::new(self, point);
        let mut found: Vec<Vec<Fact>> = Vec::new();
        for (_, monomial) in candidate.wrong() {
            if !(3..=HIGHEST).contains(&monomial.degree()) || found.len() >= AT_ONCE {
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
                            let factor = self.products.facts.polynomial(*bound);
                            if let Some(product) = short_product(product, factor, SUMMANDS) {
                                let chosen = chosen.iter().chain([bound]).copied().collect();
                                next.push((chosen, product));
                            }
                        }
                    }
                    next.truncate(CHOICES);
                    choices = next;
                }
            }
            let is_violated = |(_, product): &&(Vec<Fact>, Polynomial)| {
                candidate.may_grow(product, growth) && candidate.believed(product).is_negative()
            };
            found.extend(choices.iter().filter(is_violated).map(|(chosen, _)| chosen.clone()));
        }
        found.truncate(AT_ONCE);
        let mut products = Vec::new();
        for chosen in found {
            products.extend(self.product_of_facts(&chosen));
        }
        products
    }

    /// The bounds among the inequalities that speak of this unknown alone.
    fn bounds_of(&self, inequalities: &[Fact], variable: Variable) -> Vec<Fact> {
        let is_bound = |fact: &&Fact| {
            let polynomial = self.products.facts.polynomial(**fact);
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
            let (left, right) =
                (self.products.facts.polynomial(product), self.products.facts.polynomial(*factor));
            let polynomial = short_product(left, right, SUMMANDS)?;
            product = self.products.facts.product(product, *factor, polynomial);
        }
        Some(self.tightened(product))
    }

    /// Squares that the point makes negative, or too small.
    fn violated_squares(&mut self, terms: &mut Terms, point: &Point) -> Vec<Fact> {
        let candidate = Candidate::new(self, point);
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
                    if self.is_whole(monomial) && at.is_integer() {
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
            .take(AT_ONCE)
            .collect();
        let mut found = Vec::new();
        for (root, square) in violated {
            let term = self.polynomial_term(terms, &root);
            let how = How::Square(term);
            let fact = self.products.facts.add(how, Relation::NonNegative, |_| square);
            found.push(self.tightened(fact));
        }
        found
    }
}

/// A number near this one that is easy to compute with: numbers that are made from others again and
/// again would otherwise outgrow every time limit.
pub(super) fn simple(number: &Rational) -> Rational {
    if number.denominator().to_i64().is_some_and(|it| it <= FINE) {
        return number.clone();
    }
    let parts = Rational::from((number * &Rational::from(FINE)).floor());
    parts.checked_div(&Rational::from(FINE)).unwrap_or(parts)
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
