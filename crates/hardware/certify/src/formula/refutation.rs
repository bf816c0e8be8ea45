//! From the solver's log to a refutation in the numbers of the certificate format.
//!
//! Clauses may be entered in another order than the format's, and hypotheses that are not needed are not listed in it; so it is noted of each where it
//! stands.

use std::collections::HashMap;

use buttress_certificate::Lrat;

use super::Formula;

/// What a clause of the solver is in the format.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// This clause, counted without hypotheses.
    Fixed(u32),
    /// This clause of the invariant, as a hypothesis.
    Hypothesis(usize),
}

impl Place {
    /// The solver's name for it: it tells hypotheses apart.
    pub(super) fn tag(self) -> u32 {
        match self {
            Place::Fixed(_) => 0,
            Place::Hypothesis(number) => number as u32 + 1,
        }
    }

    /// The hypothesis with this tag.
    pub(super) fn hypothesis_of(tag: u32) -> Option<usize> {
        Some(tag.checked_sub(1)? as usize)
    }
}

impl Formula<'_> {
    /// The refutation, if the clauses were refuted.
    pub(crate) fn refutation(&self) -> Option<Lrat> {
        self.refutation_under(&[])
    }

    /// The refutation, if the clauses were refuted with these hypotheses, in the order in which the format lists them.
    pub(crate) fn refutation_under(&self, hypotheses: &[usize]) -> Option<Lrat> {
        let log = self.solver.proof()?;
        let given = log.given();
        let numbers = self.numbers(hypotheses);
        let total = u64::from(self.clauses) + hypotheses.len() as u64;
        let mut proof = Lrat::new();
        let (mut literals, mut hints) = (Vec::new(), Vec::new());
        for step in log.refutation()? {
            literals.clear();
            for lit in &step.clause {
                let number = *self.dimacs.get(lit.var().index())?;
                literals.push(if lit.is_negative() { -number } else { number });
            }
            hints.clear();
            for &hint in &step.hints {
                let number = match hint.checked_sub(given + 1) {
                    Some(derived) => derived + total + 1,
                    None => (*numbers.get(usize::try_from(hint - 1).ok()?)?)?,
                };
                hints.push(u32::try_from(number).ok()?);
            }
            proof.push(u32::try_from(step.id - given + total).ok()?, &literals, &hints);
        }
        Some(proof)
    }

    /// The number of each clause of the solver in the format; none for a clause that is no hypothesis.
    fn numbers(&self, hypotheses: &[usize]) -> Vec<Option<u64>> {
        let before = u64::from(self.before_hypotheses);
        let count = hypotheses.len() as u64;
        let positions: HashMap<usize, u64> = hypotheses.iter().copied().zip(1..).collect();
        let number = |place: &Place| match *place {
            Place::Fixed(number) if number <= self.before_hypotheses => Some(u64::from(number)),
            Place::Fixed(number) => Some(u64::from(number) + count),
            Place::Hypothesis(clause) => Some(before + positions.get(&clause)?),
        };
        self.places.iter().map(number).collect()
    }
}
