//! Full assignments: what is asked when every variable has a value, one check after the other.

mod acyclicity;
mod axioms;
mod disequalities;
mod distinct;
mod exchange;
mod integrality;
mod trichotomy;

use buttress_budget::{Budget, Exhausted};
use buttress_logic::{Term, Terms};

use crate::clauses::Contradiction;
use crate::explain::contradiction;
use crate::full_assignment::{FinalCheck, FullAssignment, OpenProducts, Response};
use crate::internalize::Internalizer;
use crate::nonlinear::{FactorBranches, Products};
use crate::point::Point;
use crate::propagation::Propagation;
use crate::quantifiers::Quantifiers;
use crate::recursion::{Definition, Recursion};
use acyclicity::Acyclicity;
use axioms::Axioms;
use disequalities::Disequalities;
use distinct::Distinct;
use exchange::Exchange;
use integrality::Integrality;

pub(crate) use trichotomy::{compare_far, split};

/// The checks, and what they keep between full assignments.
#[derive(Default)]
pub(crate) struct FinalChecks {
    products: Products,
    branches: FactorBranches,
    distinct: Distinct,
    axioms: Axioms,
    pub(crate) quantifiers: Quantifiers,
    pub(crate) recursion: Recursion,
    /// The candidate point of the last full assignment.
    point: Point,
}

impl FinalChecks {
    /// A check of these assertions and assumptions begins, with these definitions beside them.
    pub(crate) fn begin(&mut self, active: Vec<Term>, definitions: Vec<Definition>) {
        self.recursion.begin(active.clone(), definitions);
        self.quantifiers.begin(active);
        self.products.begin();
        self.branches.begin();
    }

    /// Why a theory of axioms gave up at the last full assignment, if one did.
    pub(crate) fn gave_up(&self) -> Option<&'static str> {
        self.axioms.gave_up()
    }

    /// The candidate point of the last full assignment.
    pub(crate) fn point(&self) -> &Point {
        &self.point
    }

    /// Has the assignment a model? Otherwise clauses or atoms have been made.
    pub(crate) fn run(
        &mut self,
        known: &mut Internalizer,
        propagation: &mut Propagation,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Result<(), Contradiction>, Exhausted> {
        loop {
            let mut assignment = FullAssignment {
                known,
                terms,
                budget,
                point: Point::default(),
                open_products: OpenProducts::None,
            };
            let response = self.ask(&mut assignment);
            self.point = assignment.point;
            match response? {
                Response::Agreed => return Ok(Ok(())),
                Response::Conflict(contradiction) => return Ok(Err(contradiction)),
                Response::Again if known.clauses.is_any_fresh() => return Ok(Ok(())),
                Response::Again => {
                    if let Err(contradiction) = propagation.settle(known, terms, budget)? {
                        return Ok(Err(contradiction));
                    }
                }
            }
        }
    }

    /// Asks until a check has something to say. The cheap come first, and each relies on those before it: numbers have their
    /// values when they are compared, and quantified formulas look at a candidate model.
    fn ask(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Response, Exhausted> {
        // Facts about terms that were internalized since the last propagation may contradict each other.
        if let Some(derivation) = assignment.known.numbers.conflict.take() {
            return Ok(Response::Conflict(contradiction(assignment.known, derivation)));
        }
        let checks: [&mut dyn FinalCheck; 10] = [
            &mut Acyclicity,
            &mut Integrality,
            &mut self.products,
            &mut Disequalities,
            &mut self.distinct,
            &mut self.branches,
            &mut self.axioms,
            &mut Exchange,
            &mut self.quantifiers,
            &mut self.recursion,
        ];
        for check in checks {
            let before = assignment.known.atoms.now();
            let response = check.check(assignment)?;
            let is_silent =
                assignment.known.atoms.now() == before && !assignment.known.clauses.is_any_fresh();
            if !is_silent || !matches!(response, Response::Agreed) {
                return Ok(response);
            }
        }
        Ok(Response::Agreed)
    }
}
