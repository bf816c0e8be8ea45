//! Products of unknowns.
//!
//! Arithmetic knows a product as a monomial, a variable of its own. At a full assignment the
//! values of monomials may be wrong: not the products of the values of their factors. Then facts about
//! products are found that the point violates, and arithmetic is told: first what equations say
//! ([`reduce`]), then products of inequalities and squares ([`products`]). A fact holds wherever the
//! literals hold from which it was multiplied, so conflicts are explained by these. When no fact
//! is found, the search decides on which side of a number a factor lies ([`branch`]). Before, and
//! in between, it is tried whether a nearby point has the right values ([`repair`]).

mod asserted;
mod branch;
mod division;
mod facts;
mod monomials;
mod products;
mod reduce;
mod repair;

use std::collections::{HashMap, HashSet};

use buttress_budget::Exhausted;
use buttress_logic::Terms;
use buttress_numeric::Constraint;
use buttress_prop::Lit;
use buttress_theory::arith::{Integrality, Lifetime};

use crate::combination::Combination;
use crate::complete::Point;
use crate::numbers::Numbers;
use crate::search::{Contradiction, Search};
use branch::Width;
use products::{Candidate, Growth};
use reduce::Reduction;

pub(crate) use division::is_division;
pub(crate) use facts::{Fact, Facts, How};
pub(crate) use monomials::Monomials;

/// How often the point is moved in one check before products are given up.
const ROUNDS: u64 = 800;
/// How often the point is moved at one full assignment before the search is asked.
const ROUNDS_AT_ONCE: u64 = 24;
/// How many case splits a check may ask for, those on unknowns without bounds being dearer.
const BRANCHES: u64 = 1_000;
const UNBOUNDED: u64 = 10;
/// How many values are tried to repair the point, mostly and now and then.
const TRIALS: usize = 6;
const MANY_TRIALS: usize = 60;

/// What is known of products.
#[derive(Default)]
pub(crate) struct Products {
    pub(crate) facts: Facts,
    /// What literals say of numbers.
    literals: HashMap<Lit, Option<Fact>>,
    /// The point at which products were last looked at: near that of arithmetic.
    pub(crate) point: Option<Point>,
    rounds: u64,
    branches: u64,
}

impl Products {
    /// A check begins.
    pub(crate) fn begin(&mut self) {
        self.rounds = 0;
        self.branches = 0;
    }
}

/// What became of the products at a full assignment.
pub(crate) enum Outcome {
    /// There are none, or they have their values at this point.
    Agreed(Point),
    /// They cannot.
    Contradiction(Contradiction),
    /// The search has to decide on something first.
    Asked,
    /// Not known, at this point.
    Open(Point),
}

impl Search<'_> {
    /// Do products have their values?
    pub(crate) fn multiply(&mut self) -> Result<Outcome, Exhausted> {
        let point = Point::current(self.theories);
        if !self.theories.numbers.monomials.is_any() {
            return Ok(Outcome::Agreed(point));
        }
        let outcome = self.correct(point)?;
        if let Outcome::Agreed(point) | Outcome::Open(point) = &outcome {
            self.theories.products.point = Some(point.clone());
        }
        Ok(outcome)
    }

    /// Moves the point until products have their values, or nothing more is known of them.
    fn correct(&mut self, mut point: Point) -> Result<Outcome, Exhausted> {
        let mut reduction: Option<Reduction> = None;
        let mut known = HashSet::new();
        let highest = self.theories.numbers.monomials.highest_degree();
        for round in 0..ROUNDS_AT_ONCE {
            if Candidate::new(self.theories, &point).wrong().is_empty() {
                return Ok(Outcome::Agreed(point));
            }
            if self.theories.products.rounds >= ROUNDS {
                break;
            }
            self.theories.products.rounds += 1;
            if round < 2
                && let Some(repaired) = self.repair(round)?
            {
                return Ok(Outcome::Agreed(repaired));
            }
            let mut facts = Vec::new();
            let reduction = match &mut reduction {
                Some(reduction) => reduction,
                None => {
                    let asserted = self.theories.asserted_facts(self.terms);
                    let found = self.theories.reduce(self.terms, &asserted, self.budget)?;
                    facts.extend(found.equations.iter().copied());
                    reduction.insert(found)
                }
            };
            for growth in [Growth::Known, Growth::UpTo(highest)] {
                if facts.iter().any(|fact| !known.contains(fact)) {
                    break;
                }
                facts.extend(self.theories.violated_facts(
                    self.terms,
                    &point,
                    &reduction.inequalities,
                    growth,
                    self.budget,
                )?);
            }
            facts
                .retain(|fact| known.insert(*fact) && self.theories.products.facts.is_small(*fact));
            if facts.is_empty() {
                break;
            }
            for fact in facts {
                if let Err(contradiction) = self.theories.assert_product(self.terms, fact) {
                    return Ok(Outcome::Contradiction(contradiction));
                }
            }
            match self.settle_numbers()? {
                Settled::Moved(moved) => point = moved,
                Settled::Contradiction(contradiction) => {
                    return Ok(Outcome::Contradiction(contradiction));
                }
                Settled::Asked => return Ok(Outcome::Asked),
            }
        }
        Ok(Outcome::Open(point))
    }

    /// Asks for a case split if that is still allowed.
    pub(crate) fn branch_on_product(&mut self, point: &Point) -> bool {
        let products = &mut self.theories.products;
        if products.branches >= BRANCHES || products.rounds >= ROUNDS {
            return false;
        }
        match self.theories.branch_on_factor(self.terms, point) {
            Some(Width::Bounded) => self.theories.products.branches += 1,
            Some(Width::Unbounded) => self.theories.products.branches += UNBOUNDED,
            None => return false,
        }
        true
    }

    fn repair(&mut self, round: u64) -> Result<Option<Point>, Exhausted> {
        // Many trials at first, and then ever more seldom.
        let is_seldom = round == 0 && self.theories.products.rounds.is_power_of_two();
        let trials = if is_seldom { MANY_TRIALS } else { TRIALS };
        self.theories.repaired(trials, self.budget)
    }

    /// Moves the point to where arithmetic agrees with all that it was told.
    fn settle_numbers(&mut self) -> Result<Settled, Exhausted> {
        let theories = &mut *self.theories;
        let conflict = match theories.arithmetic.check(self.budget)? {
            Err(derivation) => derivation,
            Ok(()) => match theories.arithmetic.integrality(self.budget)? {
                Integrality::Satisfied => return Ok(Settled::Moved(Point::current(theories))),
                Integrality::Conflict(derivation) => derivation,
                Integrality::Branch { form, floor } => {
                    theories.branch(self.terms, &form, &floor);
                    return Ok(Settled::Asked);
                }
            },
        };
        Ok(Settled::Contradiction(Contradiction(theories.note_derivation(conflict, None))))
    }
}

enum Settled {
    Moved(Point),
    Contradiction(Contradiction),
    Asked,
}

impl Combination {
    /// Tells arithmetic a fact.
    fn assert_product(&mut self, terms: &mut Terms, fact: Fact) -> Result<(), Contradiction> {
        let polynomial = self.products.facts.polynomial(fact).clone();
        let relation = self.products.facts.relation(fact);
        let constraint = Constraint { form: self.form(terms, &polynomial), relation };
        let reason = Numbers::derived_reason(fact);
        match self.arithmetic.assert_constraint(&constraint, Lifetime::Passing, reason) {
            Ok(()) => Ok(()),
            Err(derivation) => Err(Contradiction(self.note_derivation(derivation, None))),
        }
    }
}
