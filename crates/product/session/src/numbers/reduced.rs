//! The small system that engines see, and the way back from it.
//!
//! The clauses are reduced to large blocks. Where truth values keep the program counter, they are made
//! locations, each with clauses of its own, and the result is reduced again: engines that look for
//! conjunctions then find one for each location. To find them is a step of its own, because what is easy needs none.

use crate::limits::{FEW_CLAUSES, LOCATION_GROWTH};
use buttress_budget::Budget;
use buttress_conjecture::control::{Located, locate};
use buttress_horn::{Horn, Verdict};
use buttress_logic::Terms;
use buttress_numbers_reduce as reduction;
use buttress_numbers_reduce::{Settings, has_structures, reduce};

/// A reduced system.
pub(super) struct Reduced {
    reduced: reduction::Reduced,
    control: Option<(Located, reduction::Reduced)>,
}

impl Reduced {
    /// Reduces a system, without locations.
    pub(super) fn of(terms: &mut Terms, horn: &Horn, how: &Settings) -> Reduced {
        Reduced { reduced: reduce(terms, horn, how), control: None }
    }

    /// The same with locations, if they are few and found in time. This asks a solver, and can take longer than answering.
    pub(super) fn located(
        &self,
        terms: &mut Terms,
        how: &Settings,
        budget: &Budget,
    ) -> Option<Reduced> {
        let before = &self.reduced.horn;
        if has_structures(terms, before) {
            return None;
        }
        let located = locate(terms, before, budget).ok().flatten()?;
        let again = reduce(terms, &located.horn, how);
        let most = FEW_CLAUSES.max(LOCATION_GROWTH * before.clauses.len());
        let is_small = again.horn.clauses.len() <= most;
        is_small.then(|| Reduced { reduced: self.reduced.clone(), control: Some((located, again)) })
    }

    /// The system itself.
    pub(super) fn horn(&self) -> &Horn {
        match &self.control {
            Some((_, again)) => &again.horn,
            None => &self.reduced.horn,
        }
    }

    /// The verdict on the system that was reduced.
    pub(super) fn verdict(&self, terms: &mut Terms, verdict: Verdict) -> Verdict {
        let verdict = match &self.control {
            Some((located, again)) => {
                let verdict = again.verdict(terms, verdict);
                located.verdict(terms, verdict)
            }
            None => verdict,
        };
        self.reduced.verdict(terms, verdict)
    }
}
