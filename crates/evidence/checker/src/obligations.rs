//! The obligations of each kind of evidence, written as their questions.

use buttress_certificate::{Evidence, Invariant, Lrat, Obligation};
use buttress_circuit::Circuit;
use buttress_prop::{Cnf, Lit};

use crate::cone::State;
use crate::formula::{Extent, Formula};
use crate::lrat::{LratFlaw, Propagation};
use crate::{Rejection, Statistics};

/// Refutes every obligation of the evidence for "`bad` is never true".
pub fn discharge(
    circuit: &Circuit,
    bad: Lit,
    evidence: &Evidence,
) -> Result<Statistics, Rejection> {
    let mut check = Check {
        circuit,
        bad,
        evidence,
        propagation: Propagation::default(),
        statistics: Statistics::default(),
    };
    match evidence {
        Evidence::Inductive { invariant, safety } => {
            let (formula, hypotheses) = check.invariant(invariant)?;
            check.safety(formula, hypotheses, safety)?;
        }
        Evidence::KInduction { simple_path, bases, step, .. } => {
            if bases.is_empty() {
                return Err(Rejection::NoBase);
            }
            let nothing = Cnf::new();
            let mut clauses = &nothing;
            if let Some(invariant) = evidence.invariant() {
                check.invariant(invariant)?;
                clauses = &invariant.clauses;
            }
            check.bases(bases)?;
            check.step(clauses, bases.len(), *simple_path, step)?;
        }
        // A trace has no obligation of this sort; it is replayed.
        Evidence::Trace(_) => {}
    }
    Ok(check.statistics)
}

struct Check<'a> {
    circuit: &'a Circuit,
    bad: Lit,
    evidence: &'a Evidence,
    propagation: Propagation,
    statistics: Statistics,
}

impl Check<'_> {
    /// Does χ hold in every first pair, and does every transition from χ lead to χ?  Answers the formula of the second question, and how
    /// many of its clauses are STEP(0) INV(0).
    fn invariant<'f>(&mut self, invariant: &'f Invariant) -> Result<(Formula<'f>, u32), Rejection>
    where
        Self: 'f,
    {
        // STEP(0) INIT NEG(0)
        let extent = Extent { steps: 1, negation: true, pairs: 0 };
        let mut formula = self.formula(Obligation::Initiation, &invariant.clauses, extent)?;
        formula.step(0);
        let step = formula.len();
        formula.init();
        formula.negation(0);
        self.refute(Obligation::Initiation, &formula, &invariant.initiation)?;
        // STEP(0) INV(0) LINK(0) STEP(1) NEG(1)
        formula.retract_to(step);
        let extent = Extent { steps: 2, negation: true, pairs: 0 };
        formula.extend(extent).ok_or(Rejection::TooLarge(Obligation::Consecution))?;
        formula.invariant(0);
        let hypotheses = formula.len();
        formula.link(0);
        formula.step(1);
        formula.negation(1);
        self.refute(Obligation::Consecution, &formula, &invariant.consecution)?;
        Ok((formula, hypotheses))
    }

    /// Does χ exclude the bad signal?  STEP(0) INV(0) (bad@0)
    fn safety(
        &mut self,
        mut formula: Formula<'_>,
        hypotheses: u32,
        proof: &Lrat,
    ) -> Result<(), Rejection> {
        formula.retract_to(hypotheses);
        let extent = Extent { steps: 1, negation: false, pairs: 0 };
        formula.extend(extent).ok_or(Rejection::TooLarge(Obligation::Safety))?;
        formula.assert(self.bad, 0);
        self.refute(Obligation::Safety, &formula, proof)
    }

    /// Is no computation of t transitions bad at its end, for each t < k?
    /// STEP(0) INIT, then LINK(u−1) STEP(u) for u = 1..=t, then (bad@t)
    fn bases(&mut self, proofs: &[Lrat]) -> Result<(), Rejection> {
        let nothing = Cnf::new();
        let mut formula: Option<Formula> = None;
        for (t, proof) in proofs.iter().enumerate() {
            // The formula for t continues the one for t − 1, without its last clause. Only the
            // steps up to t are in it: a computation that ends at t owes nothing later.
            let obligation = Obligation::Base(t);
            let extent = Extent { steps: t as u64 + 1, negation: false, pairs: 0 };
            let mut current = match formula.take() {
                None => {
                    let mut current = self.formula(obligation, &nothing, extent)?;
                    current.step(0);
                    current.init();
                    current
                }
                Some(mut current) => {
                    current.retract_to(current.len() - 1);
                    current.extend(extent).ok_or(Rejection::TooLarge(obligation))?;
                    current.link(t - 1);
                    current.step(t);
                    current
                }
            };
            current.assert(self.bad, t);
            self.refute(obligation, &current, proof)?;
            formula = Some(current);
        }
        Ok(())
    }

    /// Are k good steps within χ, pairwise different if so asked, followed by a good one?
    /// STEP(0) INV(0), then LINK(u−1) STEP(u) INV(u) for u = 1..=k, then (¬bad@u) for u < k,
    /// (bad@k), and DIFF(i, j) for i < j ≤ k.
    fn step(
        &mut self,
        clauses: &Cnf,
        depth: usize,
        simple_path: bool,
        proof: &Lrat,
    ) -> Result<(), Rejection> {
        let steps = depth as u64 + 1;
        let pairs = if simple_path { steps.saturating_mul(steps - 1) / 2 } else { 0 };
        let extent = Extent { steps, negation: false, pairs };
        let mut formula = self.formula(Obligation::Step, clauses, extent)?;
        formula.step(0);
        formula.invariant(0);
        for u in 1..=depth {
            formula.link(u - 1);
            formula.step(u);
            formula.invariant(u);
        }
        for u in 0..depth {
            formula.assert(!self.bad, u);
        }
        formula.assert(self.bad, depth);
        if simple_path {
            let state = State::behind(self.circuit, self.bad);
            for j in 1..=depth {
                for i in 0..j {
                    formula.different(&state, i, j);
                }
            }
        }
        self.refute(Obligation::Step, &formula, proof)
    }

    fn formula<'f>(
        &self,
        obligation: Obligation,
        clauses: &'f Cnf,
        extent: Extent,
    ) -> Result<Formula<'f>, Rejection>
    where
        Self: 'f,
    {
        Formula::new(self.circuit, clauses, extent).ok_or(Rejection::TooLarge(obligation))
    }

    fn refute(
        &mut self,
        obligation: Obligation,
        formula: &Formula,
        proof: &Lrat,
    ) -> Result<(), Rejection> {
        self.propagation.refute(formula, proof).map_err(|failure| match failure {
            LratFlaw::Unfinished => Rejection::Unfinished { obligation, steps: proof.len() },
            LratFlaw::Step(index, flaw) => Rejection::Proof {
                obligation,
                id: proof.step(index).id,
                line: self.evidence.step_line(obligation, index),
                flaw,
            },
        })?;
        self.statistics.obligations += 1;
        self.statistics.lrat_steps += proof.len();
        Ok(())
    }
}
