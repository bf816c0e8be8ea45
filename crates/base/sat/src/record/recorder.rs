//! A solver that records.

use super::operation::{Operation, Recording};
use crate::arena::{ClauseRef, Kind};
use crate::solver::Solver;

impl Solver {
    /// Records from now on, beginning with what the solver holds.
    pub fn start_recording(&mut self) {
        self.continue_recording(Recording::default());
    }

    /// Records from now on at the end of `recording`: this solver replaces the one that was
    /// recorded there.
    pub fn continue_recording(&mut self, mut recording: Recording) {
        self.return_to_level_zero();
        // Made now: later its number would depend on the search, and a replay could not know it.
        let activation = match self.activation {
            Some(var) => var,
            None => self.new_var(),
        };
        self.activation = Some(activation);
        recording.operations.push(Operation::Fresh { vars: self.vars(), activation });
        self.snapshot(&mut recording.operations);
        self.recording = Some(Box::new(recording));
    }

    /// Stops recording and hands over what was recorded.
    pub fn take_recording(&mut self) -> Option<Recording> {
        self.recording.take().map(|recording| *recording)
    }

    /// What the solver holds, but for the learnt clauses.
    fn snapshot(&self, operations: &mut Vec<Operation>) {
        operations.push(Operation::Fanin(self.cone.fanin().clone()));
        operations.extend(self.frontier.gates().cloned().map(Operation::Gates));
        operations.extend(self.cone.always().iter().copied().map(Operation::Keep));
        if self.inconsistent {
            operations.push(Operation::Clause(Vec::new()));
        }
        operations.extend(self.trail.lits.iter().map(|&lit| Operation::Clause(vec![lit])));
        let watches = self.clauses.watches.iter().flatten();
        let mut given: Vec<ClauseRef> = watches
            .map(|watch| watch.clause())
            .filter(|&clause| self.clauses.arena.kind(clause) == Kind::Given)
            .collect();
        // The arena keeps clauses in the order they came; each is watched twice.
        given.sort_unstable_by_key(|clause| clause.0);
        given.dedup();
        let clauses = given.into_iter().map(|clause| self.clauses.arena.lits(clause).collect());
        operations.extend(clauses.map(Operation::Clause));
    }

    pub(crate) fn record(&mut self, operation: impl FnOnce() -> Operation) {
        if let Some(recording) = &mut self.recording {
            recording.operations.push(operation());
        }
    }

    pub(crate) fn record_vars(&mut self) {
        let vars = self.vars();
        if let Some(recording) = &mut self.recording {
            recording.note_vars(vars);
        }
    }
}
