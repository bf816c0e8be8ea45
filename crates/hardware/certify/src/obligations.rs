//! The obligations of a verdict, each built and refuted.

use buttress_budget::Budget;
use buttress_certificate::{Lrat, Obligation};
use buttress_prop::{Clause, Lit};
use buttress_sat::SatResult;

use crate::Failure;
use crate::formula::{Extent, Formula};
use crate::model::Model;

/// What all obligations of one certificate share.
pub(crate) struct Obligations<'a> {
    pub(crate) model: &'a Model<'a>,
    pub(crate) seed: u64,
    pub(crate) budget: &'a Budget,
}

impl<'a> Obligations<'a> {
    /// Does χ hold in every first pair?  STEP(0) INIT NEG(0)
    pub(crate) fn initiation(&self, clauses: &[Clause]) -> Result<Lrat, Failure> {
        let mut formula = self.formula(1, clauses.len(), clauses, 1)?;
        formula.step(0);
        formula.init();
        let selectors = formula.negation(clauses, 0);
        self.refute_each(Obligation::Initiation, formula, &selectors)
    }

    /// Does every transition from χ lead to χ?  STEP(0) INV(0) LINK(0) STEP(1) NEG(1)
    pub(crate) fn consecution(&self, clauses: &[Clause]) -> Result<Lrat, Failure> {
        let mut formula = self.formula(2, clauses.len(), clauses, 2)?;
        formula.step(0);
        formula.invariant(clauses, 0);
        formula.link(0);
        formula.step(1);
        let selectors = formula.negation(clauses, 1);
        self.refute_each(Obligation::Consecution, formula, &selectors)
    }

    /// Does χ exclude the bad signal?  STEP(0) INV(0) (bad@0)
    ///
    /// ¬bad is one of the clauses, so that nothing has to be searched for.
    pub(crate) fn safety(&self, clauses: &[Clause], bad: Lit) -> Result<Lrat, Failure> {
        let goal = clauses.iter().position(|clause| clause[..] == [!bad]);
        let obligation = Obligation::Safety;
        let Some(goal) = goal else {
            return Err(Failure::NotInductive { obligation, clause: None });
        };
        let before = self.model.clauses_of_a_step();
        let number = |clause: usize| u32::try_from(clause).map_err(|_| Failure::TooLarge);
        let (goal, bad) = (before + goal + 1, before + clauses.len() + 1);
        let mut proof = Lrat::new();
        proof.push(number(bad + 1)?, &[], &[number(goal)?, number(bad)?]);
        Ok(proof)
    }

    /// Is the bad signal false after `time` transitions?
    /// STEP(0) INIT, LINK(u − 1) STEP(u) for u = 1..=time, (bad@time)
    pub(crate) fn base(&self, bad: Lit, time: usize) -> Result<Lrat, Failure> {
        let mut formula = self.formula(time + 1, 0, &[], 0)?;
        formula.step(0);
        formula.init();
        for step in 1..=time {
            formula.link(step - 1);
            formula.step(step);
        }
        let bad = formula.unit(bad, time);
        self.refute_at(Obligation::Base(time), formula, bad)
    }

    /// Are `depth` good steps followed by a good one?
    /// STEP(0) INV(0), LINK(u − 1) STEP(u) INV(u) for u = 1..=k, (¬bad@u) for u < k, (bad@k), DIFF
    pub(crate) fn step(
        &self,
        clauses: &[Clause],
        bad: Lit,
        depth: usize,
        simple_path: bool,
    ) -> Result<Lrat, Failure> {
        let pairs = if simple_path { depth.saturating_mul(depth + 1) / 2 } else { 0 };
        let auxiliaries = pairs.saturating_mul(self.model.state().len());
        let mut formula = self.formula(depth + 1, auxiliaries, clauses, depth + 1)?;
        formula.step(0);
        formula.invariant(clauses, 0);
        for step in 1..=depth {
            formula.link(step - 1);
            formula.step(step);
            formula.invariant(clauses, step);
        }
        for step in 0..depth {
            formula.unit(!bad, step);
        }
        formula.unit(bad, depth);
        if simple_path {
            for far in 1..=depth {
                for near in 0..far {
                    formula.difference(near, far);
                }
            }
        }
        let answer = formula.refute_all(self.budget)?;
        finish(Obligation::Step, answer, &formula)
    }

    fn formula(
        &self,
        steps: usize,
        auxiliaries: usize,
        clauses: &[Clause],
        copies: usize,
    ) -> Result<Formula<'a>, Failure> {
        let listed: usize = clauses.iter().map(|clause| clause.len() + 2).sum();
        let literals = listed
            .saturating_mul(copies)
            .saturating_add(auxiliaries.saturating_mul(3))
            .saturating_add(steps);
        Formula::new(self.model, Extent { steps, auxiliaries, literals }, self.seed)
    }

    /// Refutes a formula that ends with NEG, clause by clause.
    fn refute_each(
        &self,
        obligation: Obligation,
        mut formula: Formula<'_>,
        selectors: &[Lit],
    ) -> Result<Lrat, Failure> {
        for (clause, &selector) in selectors.iter().enumerate() {
            if formula.refute(selector, self.budget)? == SatResult::Sat {
                return Err(Failure::NotInductive { obligation, clause: Some(clause) });
            }
        }
        let answer = formula.refute_all(self.budget)?;
        finish(obligation, answer, &formula)
    }

    /// Refutes a formula that makes `bad` true.
    fn refute_at(
        &self,
        obligation: Obligation,
        mut formula: Formula<'_>,
        bad: Lit,
    ) -> Result<Lrat, Failure> {
        let answer = formula.refute(bad, self.budget)?;
        finish(obligation, answer, &formula)
    }
}

fn finish(
    obligation: Obligation,
    answer: SatResult,
    formula: &Formula<'_>,
) -> Result<Lrat, Failure> {
    match (answer, formula.refutation()) {
        (SatResult::Unsat, Some(proof)) => Ok(proof),
        _ => Err(Failure::NotInductive { obligation, clause: None }),
    }
}
