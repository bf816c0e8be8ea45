//! The small system that engines see, and the way back from it.
//!
//! The clauses are reduced to large blocks. Where truth values keep the program counter, they are made
//! locations, each with clauses of its own, and the result is reduced again: engines that look for
//! conjunctions then find one for each location.

use crate::limits::LOCATION_GROWTH;
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
    /// Reduces a system, with locations if `is_split` and if they are few and found in time.
    pub(super) fn of(
        terms: &mut Terms,
        horn: &Horn,
        how: &Settings,
        is_split: bool,
        budget: &Budget,
    ) -> Reduced {
        let reduced = reduce(terms, horn, how);
        let located = match is_split && !has_structures(terms, &reduced.horn) {
            true => locate(terms, &reduced.horn, budget).ok().flatten(),
            false => None,
        };
        let control = located.map(|located| {
            let again = reduce(terms, &located.horn, how);
            (located, again)
        });
        let limit = LOCATION_GROWTH * reduced.horn.clauses.len();
        let control = control.filter(|(_, again)| again.horn.clauses.len() <= limit);
        Reduced { reduced, control }
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
