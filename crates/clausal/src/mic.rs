//! MIC: a minimal inductive subclause.
//!
//! The recursion of the thesis is a loop here, because a recursive call that finds anything is
//! returned as it is: go down to the largest inductive subclause, climb up to a small one,
//! then try to do without each of its literals in turn.
//! Source: thesis, Figure 3.3, Proposition 3.3.3.

use buttress_prop::{Clause, Lit};

use crate::down::down;
use crate::failed::FailedClauses;
use crate::relative::Relative;
use crate::up::up;

/// The search for a minimal inductive subclause of one clause, which can be stopped and resumed.
///
/// Invariant: every inductive subclause of the given clause is a subclause of `largest`;
/// `found` is inductive.
#[derive(Clone, Debug)]
pub struct Mic {
    largest: Clause,
    found: Option<Clause>,
    failed: FailedClauses,
}

impl Mic {
    /// A search among the subclauses of `clause`.
    pub fn new(clause: Clause) -> Mic {
        Mic { largest: clause, found: None, failed: FailedClauses::new() }
    }

    /// Forgets failures, because ψ has become stronger; what is inductive stays so.
    pub fn psi_has_grown(&mut self) {
        self.failed.clear();
    }

    /// A minimal subclause that is inductive relative to ψ, or none if there is no inductive one.
    ///
    /// `arrange` puts the literals of a clause into the order in which doing without them is
    /// tried; `climbs` says whether UP is worth its queries for a clause.
    pub fn run<R: Relative>(
        &mut self,
        relative: &mut R,
        arrange: &mut dyn FnMut(&mut Vec<Lit>),
        climbs: impl Fn(&Clause) -> bool,
    ) -> Result<Option<Clause>, R::Stop> {
        if self.found.is_none() {
            let Some(core) = down(relative, &mut self.largest)? else { return Ok(None) };
            self.found = Some(core);
        }
        while let Some(found) = self.found.clone() {
            // When this is resumed after a stop, UP is done again from where it led.
            let found = if climbs(&found) { up(relative, &found)? } else { found };
            self.found = Some(found.clone());
            match self.smaller(relative, &found, arrange)? {
                Some(core) => self.found = Some(core),
                None => break,
            }
        }
        Ok(self.found.clone())
    }

    /// An inductive subclause of `found` without one of its literals.
    fn smaller<R: Relative>(
        &mut self,
        relative: &mut R,
        found: &Clause,
        arrange: &mut dyn FnMut(&mut Vec<Lit>),
    ) -> Result<Option<Clause>, R::Stop> {
        let mut order = found.to_vec();
        arrange(&mut order);
        for dropped in order {
            let without: Clause = found.iter().copied().filter(|&lit| lit != dropped).collect();
            if self.failed.covers(&without) {
                continue;
            }
            let mut largest = without.clone();
            if let Some(core) = down(relative, &mut largest)? {
                return Ok(Some(core));
            }
            self.failed.insert(without);
        }
        Ok(None)
    }
}
