//! How much work an evaluation may be.

use super::error::EvaluateError;
use crate::limits::{EVALUATION_STEPS, STEPS_PER_POLL};

/// Steps taken for quantified formulas, and when to stop.
pub(super) struct Effort<'a> {
    taken: u64,
    /// Steps since somebody was asked, of whatever terms.
    unasked: u64,
    /// How many steps one term may take.
    pub most: u64,
    /// Asked from time to time whether to stop.
    pub poll: Option<&'a dyn Fn() -> bool>,
}

impl Default for Effort<'_> {
    fn default() -> Self {
        Effort { taken: 0, unasked: 0, most: EVALUATION_STEPS, poll: None }
    }
}

impl Effort<'_> {
    /// A new term is evaluated.
    pub fn restart(&mut self) {
        self.taken = 0;
    }

    /// Some steps are taken.
    pub fn spend(&mut self, steps: u64) -> Result<(), EvaluateError> {
        self.taken = self.taken.saturating_add(steps);
        if self.taken > self.most {
            return Err(EvaluateError::Limit);
        }
        self.unasked = self.unasked.saturating_add(steps);
        if self.unasked < STEPS_PER_POLL {
            return Ok(());
        }
        self.unasked = 0;
        match self.poll {
            Some(poll) if poll() => Err(EvaluateError::Interrupted),
            _ => Ok(()),
        }
    }
}
