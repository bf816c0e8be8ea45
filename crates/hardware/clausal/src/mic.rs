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
/// Every answered question is progress that a stop does not undo, UP aside: a climb that was
/// stopped is not begun again, because only speed depends on it.
///
/// Invariant: every inductive subclause of the given clause is a subclause of `largest`;
/// `found` is inductive.
#[derive(Clone, Debug)]
pub struct Mic {
    largest: Clause,
    found: Option<Clause>,
    /// Is a climb from `found` still to be tried?
    may_climb: bool,
    attempt: Option<Attempt>,
    failed: FailedClauses,
}

/// An attempt to do without a literal: DOWN on its way from `without`.
#[derive(Clone, Debug)]
struct Attempt {
    without: Clause,
    largest: Clause,
}

impl Mic {
    /// A search among the subclauses of `clause`.
    pub fn new(clause: Clause) -> Mic {
        let failed = FailedClauses::new();
        Mic { largest: clause, found: None, may_climb: true, attempt: None, failed }
    }

    /// Forgets failures, because ψ has become stronger; what is inductive stays so.
    pub fn psi_has_grown(&mut self) {
        self.failed.clear();
        self.attempt = None;
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
        while let Some(found) = &self.found {
            if std::mem::take(&mut self.may_climb) && climbs(found) {
                self.found = Some(up(relative, found)?);
            } else if let Some(smaller) = self.smaller(relative, arrange)? {
                self.found = Some(smaller);
                self.may_climb = true;
            } else {
                break;
            }
        }
        Ok(self.found.clone())
    }

    /// An inductive subclause of `found` without one of its literals.
    fn smaller<R: Relative>(
        &mut self,
        relative: &mut R,
        arrange: &mut dyn FnMut(&mut Vec<Lit>),
    ) -> Result<Option<Clause>, R::Stop> {
        if let Some(core) = self.finish_attempt(relative)? {
            return Ok(Some(core));
        }
        let Some(found) = self.found.clone() else { return Ok(None) };
        let mut order = found.to_vec();
        arrange(&mut order);
        for dropped in order {
            let without: Clause = found.iter().copied().filter(|&lit| lit != dropped).collect();
            if !self.failed.covers(&without) {
                self.attempt = Some(Attempt { largest: without.clone(), without });
                if let Some(core) = self.finish_attempt(relative)? {
                    return Ok(Some(core));
                }
            }
        }
        Ok(None)
    }

    /// Brings the attempt under way to its end, if there is one.
    fn finish_attempt<R: Relative>(&mut self, relative: &mut R) -> Result<Option<Clause>, R::Stop> {
        let Some(attempt) = &mut self.attempt else { return Ok(None) };
        let core = down(relative, &mut attempt.largest)?;
        if let Some(attempt) = self.attempt.take()
            && core.is_none()
        {
            self.failed.insert(attempt.without);
        }
        Ok(core)
    }
}
