//! When to restart: recent clauses are worse than usual (a heuristic of Glucose).

use crate::limits::{CONFLICTS_BEFORE_RESTART, FAST_GLUE_WINDOW, RESTART_MARGIN, SLOW_GLUE_WINDOW};

/// Averages of the glue of learnt clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct RestartPolicy {
    glue_fast: f64,
    glue_slow: f64,
    /// Conflicts that the averages know of.
    averaged: u64,
    since_restart: u64,
}

impl RestartPolicy {
    /// A clause of this glue was learnt.
    pub(crate) fn learnt(&mut self, glue: u32) {
        self.since_restart += 1;
        self.averaged += 1;
        // Plain means at first: averages that start at 0 would call for restarts all the time
        // until the slow one has caught up, after thousands of conflicts.
        let share = |window: u64| 1.0 / self.averaged.min(window) as f64;
        self.glue_fast += (f64::from(glue) - self.glue_fast) * share(FAST_GLUE_WINDOW);
        self.glue_slow += (f64::from(glue) - self.glue_slow) * share(SLOW_GLUE_WINDOW);
    }

    /// Are recent clauses worse than usual?
    pub(crate) fn wants_restart(&self) -> bool {
        self.since_restart >= CONFLICTS_BEFORE_RESTART
            && self.glue_fast > RESTART_MARGIN * self.glue_slow
    }

    /// There was a restart.
    pub(crate) fn restarted(&mut self) {
        self.since_restart = 0;
    }
}
