//! Products have their values at the candidate point.

use std::collections::HashSet;

use buttress_budget::Exhausted;
use buttress_numeric::Constraint;
use buttress_theory::arith::{Integrality, Lifetime};

use super::asserted::{Assertions, LiteralFacts};
use super::candidate::{Candidate, Growth};
use super::deduction::Deduction;
use super::reduce::Reduction;
use super::repair::Repair;
use crate::clauses::Contradiction;
use crate::explain::contradiction;
use crate::full_assignment::{FinalCheck, FullAssignment, OpenProducts, Response};
use crate::integer_branch::branch_on;
use crate::internalize::Internalizer;
use crate::limits::{MANY_REPAIR_TRIALS, PRODUCT_ROUNDS, PRODUCT_ROUNDS_AT_ONCE, REPAIR_TRIALS};
use crate::numbers::{ConstraintTags, Fact, Numbers};
use crate::point::Point;

/// What is known of products.
#[derive(Default)]
pub(crate) struct Products {
    /// What literals say of numbers.
    literals: LiteralFacts,
    /// How often the point was moved in this check.
    rounds: u64,
}

impl Products {
    /// A check begins.
    pub(crate) fn begin(&mut self) {
        self.rounds = 0;
    }
}

/// What became of the products at a full assignment.
enum Outcome {
    /// They have their values at this point.
    Agreed(Point),
    /// They cannot.
    Contradiction(Contradiction),
    /// The search has to decide on something first.
    Asked,
    /// Not known, at this point.
    Open(Point),
}

impl FinalCheck for Products {
    fn check(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Response, Exhausted> {
        if !assignment.known.numbers.unknowns.monomials.is_any() {
            return Ok(Response::Agreed);
        }
        Ok(match self.correct(assignment)? {
            Outcome::Agreed(point) => {
                assignment.point = point;
                Response::Agreed
            }
            Outcome::Open(point) => {
                let is_over = self.rounds >= PRODUCT_ROUNDS;
                assignment.point = point;
                assignment.open_products =
                    if is_over { OpenProducts::GivenUp } else { OpenProducts::Splittable };
                Response::Agreed
            }
            Outcome::Asked => Response::Agreed,
            Outcome::Contradiction(contradiction) => Response::Conflict(contradiction),
        })
    }
}

impl Products {
    /// Moves the point until products have their values, or nothing more is known of them.
    fn correct(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Outcome, Exhausted> {
        let mut point = assignment.point.clone();
        let mut reduction: Option<Reduction> = None;
        let mut told = HashSet::new();
        let highest = assignment.known.numbers.unknowns.monomials.highest_degree();
        for round in 0..PRODUCT_ROUNDS_AT_ONCE {
            let candidate = Candidate::new(&assignment.known.numbers.unknowns, &point);
            if candidate.wrong().is_empty() {
                return Ok(Outcome::Agreed(point));
            }
            if self.rounds >= PRODUCT_ROUNDS {
                break;
            }
            self.rounds += 1;
            if round < 2
                && let Some(repaired) = self.repair(assignment, round)?
            {
                return Ok(Outcome::Agreed(repaired));
            }
            let facts = self.facts(assignment, &mut reduction, &told, &point, highest)?;
            let derived = &assignment.known.numbers.derived;
            let is_new = |fact: &Fact| told.insert(*fact) && derived.is_small(*fact);
            let facts: Vec<Fact> = facts.into_iter().filter(is_new).collect();
            if facts.is_empty() {
                break;
            }
            for fact in facts {
                if let Err(contradiction) = assert_fact(assignment, fact) {
                    return Ok(Outcome::Contradiction(contradiction));
                }
            }
            match settle(assignment)? {
                Settled::Moved(moved) => point = moved,
                Settled::Contradiction(contradiction) => {
                    return Ok(Outcome::Contradiction(contradiction));
                }
                Settled::Asked => return Ok(Outcome::Asked),
            }
        }
        Ok(Outcome::Open(point))
    }

    /// Facts about products: what equations say, the first time, and else what the point violates.
    fn facts(
        &mut self,
        assignment: &mut FullAssignment<'_>,
        reduction: &mut Option<Reduction>,
        told: &HashSet<Fact>,
        point: &Point,
        highest: u64,
    ) -> Result<Vec<Fact>, Exhausted> {
        let FullAssignment { known, terms, budget, .. } = assignment;
        let Internalizer { atoms, graph, numbers, .. } = &mut **known;
        let Numbers { unknowns, tags, derived, .. } = numbers;
        let mut deduction = Deduction { facts: derived, unknowns, terms, budget };
        let mut facts = Vec::new();
        let reduction = match reduction {
            Some(reduction) => reduction,
            None => {
                let literals = &mut self.literals;
                let asserted = Assertions { atoms, graph, tags, literals }.facts(&mut deduction);
                let found = deduction.reduce(&asserted)?;
                facts.extend(found.equations.iter().copied());
                reduction.insert(found)
            }
        };
        for growth in [Growth::Known, Growth::UpTo(highest)] {
            if facts.iter().any(|fact| !told.contains(fact)) {
                break;
            }
            facts.extend(deduction.violated_facts(point, &reduction.inequalities, growth)?);
        }
        Ok(facts)
    }

    fn repair(
        &self,
        assignment: &mut FullAssignment<'_>,
        round: u64,
    ) -> Result<Option<Point>, Exhausted> {
        // Many trials at first, and then ever more seldom.
        let is_seldom = round == 0 && self.rounds.is_power_of_two();
        let trials = if is_seldom { MANY_REPAIR_TRIALS } else { REPAIR_TRIALS };
        let unknowns = &mut assignment.known.numbers.unknowns;
        Repair { unknowns, budget: assignment.budget }.point(trials)
    }
}

enum Settled {
    Moved(Point),
    Contradiction(Contradiction),
    Asked,
}

/// Moves the point to where arithmetic agrees with all that it was told.
fn settle(assignment: &mut FullAssignment<'_>) -> Result<Settled, Exhausted> {
    let FullAssignment { known, terms, budget, .. } = assignment;
    let arithmetic = &mut known.numbers.unknowns.arithmetic;
    let conflict = match arithmetic.check(budget)? {
        Err(derivation) => derivation,
        Ok(()) => match arithmetic.integrality(budget)? {
            Integrality::Satisfied => {
                return Ok(Settled::Moved(Point::current(&known.numbers.unknowns)));
            }
            Integrality::Conflict(derivation) => derivation,
            Integrality::Branch { form, floor } => {
                branch_on(known, terms, &form, &floor);
                return Ok(Settled::Asked);
            }
        },
    };
    Ok(Settled::Contradiction(contradiction(known, conflict)))
}

/// Tells arithmetic a fact.
fn assert_fact(assignment: &mut FullAssignment<'_>, fact: Fact) -> Result<(), Contradiction> {
    let FullAssignment { known, terms, .. } = assignment;
    let Numbers { unknowns, derived, .. } = &mut known.numbers;
    let form = unknowns.form(terms, derived.polynomial(fact));
    let constraint = Constraint { form, relation: derived.relation(fact) };
    let reason = ConstraintTags::of_derived(fact);
    let asserted = unknowns.arithmetic.assert_constraint(&constraint, Lifetime::Passing, reason);
    asserted.map_err(|derivation| contradiction(known, derivation))
}
