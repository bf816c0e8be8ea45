//! From the solver's log to a refutation in the numbers of the certificate format.
//!
//! Clauses may be entered in another order than the format's, and hypotheses under guards; then it is noted of each where it stands.

use std::collections::HashMap;

use buttress_certificate::Lrat;

use super::Formula;

/// Is a refutation logged?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Log {
    No,
    /// Clauses are entered in the order of the format.
    InOrder,
    /// It is noted where each clause stands in the format; hypotheses, and what is to be shown of them, are chosen on the way.
    Placed,
}

/// What a clause of the solver is in the format.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// This clause, counted without hypotheses.
    Fixed(u32),
    /// This clause of the invariant, as a hypothesis under a guard.
    Hypothesis(usize),
    /// A guard that holds from now on; the format has no guards.
    Guard,
}

impl Formula<'_> {
    /// The refutation, if the clauses were refuted.
    pub(crate) fn refutation(&self) -> Option<Lrat> {
        self.refutation_under(&[])
    }

    /// The refutation, if the clauses were refuted with these hypotheses, in the order in which the format lists them.
    ///
    /// Guards are left out. Those of the hypotheses are true, so what is unit with them is unit without; clauses that were not adopted have open
    /// guards, which no step that is needed can get rid of.
    pub(crate) fn refutation_under(&self, hypotheses: &[usize]) -> Option<Lrat> {
        let log = self.solver.proof()?;
        let given = log.given();
        let numbers = self.numbers(hypotheses);
        let total = match self.log {
            Log::Placed => u64::from(self.clauses) + hypotheses.len() as u64,
            Log::InOrder | Log::No => given,
        };
        let mut proof = Lrat::new();
        let (mut literals, mut hints) = (Vec::new(), Vec::new());
        for step in log.refutation()? {
            literals.clear();
            for lit in &step.clause {
                match *self.dimacs.get(lit.var().index())? {
                    NO_NUMBER => {}
                    number => literals.push(if lit.is_negative() { -number } else { number }),
                }
            }
            hints.clear();
            for &hint in &step.hints {
                let number = match hint.checked_sub(given + 1) {
                    Some(derived) => derived + total + 1,
                    None if self.log == Log::InOrder => hint,
                    None => match (*numbers.get(usize::try_from(hint - 1).ok()?)?)? {
                        GUARD => continue,
                        number => number,
                    },
                };
                hints.push(u32::try_from(number).ok()?);
            }
            proof.push(u32::try_from(step.id - given + total).ok()?, &literals, &hints);
            // Without its guards a step may be the empty clause already.
            if literals.is_empty() {
                break;
            }
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
            Place::Guard => Some(GUARD),
        };
        self.places.iter().map(number).collect()
    }
}

/// The variables of the format count from 1.
pub(super) const NO_NUMBER: i32 = 0;

/// Its clauses, too.
const GUARD: u64 = 0;
