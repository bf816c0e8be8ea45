//! Instances that the candidate model violates.
//!
//! At a full assignment with which the theories agree, a candidate model is built by projection onto
//! the index sets. A quantified formula on which the assertions rest is then evaluated at the points
//! of the index sets, and each point at which it fails is an instance that the search has not seen,
//! for otherwise the model would satisfy it. If no point fails, the model is evaluated everywhere; a
//! formula inside the fragments then holds, and outside them the value at which it fails is itself an
//! instance, a limited number of times.

use buttress_arrays::{Candidates, Violation};
use buttress_budget::Exhausted;
use buttress_logic::{Bound, Evaluator, Term, Value};

use super::differences::compare_differences;
use super::index_sets::IndexSets;
use super::lemmas::QuantifierLemmas;
use super::points::Points;
use super::relevance::{Needed, Relevance};
use crate::full_assignment::{FinalCheck, FullAssignment, Response};
use crate::limits::{
    FEW_TUPLES, INSTANCES_AT_ONCE, INSTANCES_OUTSIDE, MANY_TUPLES, NEAR_POINTS, ROUNDS_OUTSIDE,
    STRAY_INSTANCES,
};
use crate::model::{self, Built};

/// The quantified formulas of a search.
#[derive(Default)]
pub(crate) struct Quantifiers {
    relevance: Relevance,
    lemmas: QuantifierLemmas,
    index_sets: IndexSets,
    /// A formula that the last candidate model could not be made to satisfy.
    failed: Option<Term>,
    /// How many values that no index set has were instantiated in this check.
    stray: u32,
    /// How many candidate models failed in this check with a formula outside the fragments.
    rounds: u32,
}

impl Quantifiers {
    /// A check of these assertions and assumptions begins.
    pub(crate) fn begin(&mut self, active: Vec<Term>) {
        self.relevance.begin(active);
        self.lemmas.begin();
        self.stray = 0;
        self.rounds = 0;
        self.failed = None;
    }

    /// A formula that the last candidate model could not be made to satisfy, with the violation that keeps it
    /// outside the fragments, if one does.
    pub(crate) fn failed(&self) -> Option<(Term, Option<Violation>)> {
        let formula = self.failed?;
        Some((formula, self.index_sets.violation(formula)))
    }

    /// The formulas whose witness lemmas have been given.
    pub(crate) fn witnessed(&self) -> Vec<Term> {
        self.lemmas.witnessed()
    }

    /// The index sets of quantified variables.
    pub(crate) fn candidates(&self) -> Option<&Candidates> {
        self.index_sets.candidates()
    }
}

impl FinalCheck for Quantifiers {
    /// Gives the witnesses and instances that the assignment lacks.
    fn check(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Response, Exhausted> {
        if assignment.known.quantified().is_empty() {
            return Ok(Response::Agreed);
        }
        self.failed = None;
        let FullAssignment { known, terms, point, .. } = assignment;
        let needed = self.relevance.needed(&known.atoms, &self.lemmas, terms);
        let mut is_any = false;
        for formula in &needed.existential {
            if !self.lemmas.is_witnessed(*formula) {
                self.lemmas.give_witness(known, terms, *formula);
                is_any = true;
            }
        }
        if is_any || needed.universal.is_empty() {
            return Ok(Response::Agreed);
        }
        if self.index_sets.refresh(known, terms, &self.lemmas) {
            return Ok(Response::Again);
        }
        let mut universal = needed.universal.iter().copied();
        if let Some(outside) = universal.find(|it| self.index_sets.violation(*it).is_some()) {
            self.rounds += 1;
            if self.rounds > ROUNDS_OUTSIDE || self.lemmas.instance_count() > INSTANCES_OUTSIDE {
                self.failed = Some(outside);
                return Ok(Response::Agreed);
            }
        }
        let candidates = self.index_sets.candidates();
        let Some(mut built) = model::build(terms, known, candidates, point, 0) else {
            self.failed = needed.universal.first().copied();
            return Ok(Response::Agreed);
        };
        self.instantiate(assignment, &mut built, &needed)?;
        Ok(Response::Agreed)
    }
}

impl Quantifiers {
    /// Gives instances at which the candidate model fails.
    fn instantiate(
        &mut self,
        assignment: &mut FullAssignment<'_>,
        built: &mut Built,
        needed: &Needed,
    ) -> Result<(), Exhausted> {
        let mut given = Vec::new();
        for formula in &needed.universal {
            for values in self.points(assignment, built).violated(*formula, FEW_TUPLES)? {
                if self.give(assignment, *formula, values.clone()) {
                    given.push((*formula, values));
                }
            }
        }
        if !given.is_empty() {
            return self.give_near(assignment, built, needed, &given);
        }
        for formula in &needed.universal {
            let budget = assignment.budget;
            let is_over = || budget.poll().is_err();
            let mut evaluator =
                Evaluator::new(assignment.terms, &mut built.model).polling(&is_over);
            let found = evaluator.counterexamples(*formula, INSTANCES_AT_ONCE);
            budget.poll()?;
            let mut is_helped = false;
            let found = match found {
                Ok(found) if found.is_empty() => continue,
                Ok(found) => found,
                Err(_) => {
                    for values in self.points(assignment, built).violated(*formula, MANY_TUPLES)? {
                        is_helped |= self.give(assignment, *formula, values);
                    }
                    Vec::new()
                }
            };
            for values in &found {
                let tuple = self.points(assignment, built).nearest(*formula, values);
                if let Some(tuple) = tuple
                    && self.give(assignment, *formula, tuple.clone())
                {
                    given.push((*formula, tuple));
                    is_helped = true;
                }
            }
            if is_helped {
                continue;
            }
            for values in &found {
                is_helped |= self.give_stray(assignment, built, *formula, values);
            }
            if !is_helped {
                self.failed = Some(*formula);
            }
        }
        self.give_near(assignment, built, needed, &given)?;
        let FullAssignment { known, terms, budget, .. } = assignment;
        if self.failed.is_some() && compare_differences(known, terms, &mut built.model, budget) {
            self.failed = None;
        }
        Ok(())
    }

    /// Gives instances of formulas that nearly fail where instances of others were given.
    fn give_near(
        &mut self,
        assignment: &mut FullAssignment<'_>,
        built: &mut Built,
        needed: &Needed,
        given: &[(Term, Vec<Term>)],
    ) -> Result<(), Exhausted> {
        let mut seen: Vec<Term> = Vec::new();
        for (formula, tuple) in given {
            let &[term] = tuple.as_slice() else { continue };
            if seen.len() >= NEAR_POINTS || seen.contains(&term) {
                continue;
            }
            seen.push(term);
            let mut points = self.points(assignment, built);
            for near in points.near(&needed.universal, *formula, term)? {
                self.give(assignment, near, vec![term]);
            }
        }
        Ok(())
    }

    fn points<'a>(
        &'a self,
        assignment: &'a mut FullAssignment<'_>,
        built: &'a mut Built,
    ) -> Points<'a> {
        let candidates = self.index_sets.candidates();
        Points { candidates, terms: assignment.terms, budget: assignment.budget, built }
    }

    fn give(
        &mut self,
        assignment: &mut FullAssignment<'_>,
        formula: Term,
        values: Vec<Term>,
    ) -> bool {
        self.lemmas.give_instance(assignment.known, assignment.terms, formula, values)
    }

    /// An instance at values that need not be points.
    fn give_stray(
        &mut self,
        assignment: &mut FullAssignment<'_>,
        built: &mut Built,
        formula: Term,
        values: &[(Bound, Value)],
    ) -> bool {
        if self.stray >= STRAY_INSTANCES {
            return false;
        }
        let tuple = self.points(assignment, built).named(formula, values);
        let Some(tuple) = tuple else { return false };
        self.stray += 1;
        self.give(assignment, formula, tuple)
    }
}
