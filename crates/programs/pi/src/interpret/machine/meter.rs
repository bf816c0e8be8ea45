//! How much work a run has done, against its limit and its budget.

use buttress_budget::Budget;

use super::stop::{Progress, RunStop};
use crate::interpret::outcome::RunLimit;

/// Counts work in statements: what else takes time or space is counted as so many of them.
pub(super) struct Meter<'r> {
    most: u64,
    budget: &'r Budget,
    done: u64,
}

impl<'r> Meter<'r> {
    /// Nothing is done yet, and at most so much may be.
    pub fn new(most: u64, budget: &'r Budget) -> Meter<'r> {
        Meter { most, budget, done: 0 }
    }

    /// Counts what is as much work as so many statements.
    pub fn work(&mut self, work: u64) -> Progress {
        self.done = self.done.saturating_add(work);
        if self.done > self.most {
            return Err(RunStop::TooLong(RunLimit::Steps));
        }
        self.budget.spend(work).map_err(|met| RunStop::TooLong(RunLimit::Budget(met)))
    }
}
