//! The choices of a run on a program.

use std::time::Duration;

use buttress_budget::{Budget, Exhausted, Limits};

/// Which annotations are inferred.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Inference {
    /// Facts about numbers, lengths and the contents of arrays.
    #[default]
    All,
    /// The same, and contracts of helpers that say nothing.
    Contracts,
    /// Facts about numbers and lengths.
    Numeric,
    /// None.
    Nothing,
}

/// What is asked about termination.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Termination {
    /// Rankings that are written must be right; where none are, some are looked for, and if none are found
    /// that is told and no more.
    #[default]
    Offered,
    /// Every function must be proved to end.
    Demanded,
    /// Rankings are left aside, those that are written included.
    Ignored,
}

/// The choices of a run.
#[derive(Clone)]
pub struct Settings {
    /// Which functions, by name; all if none is named. Contracts of the others are taken for granted.
    pub functions: Option<Vec<String>>,
    /// Which annotations are inferred.
    pub inference: Inference,
    /// What is asked about termination.
    pub termination: Termination,
    /// Conditions for subscripts, divisions and lengths of new arrays?
    pub runtime: bool,
    /// Seeds every random choice.
    pub seed: u64,
    /// How many conditions are decided at once; at least 1.
    pub threads: usize,
    /// Time, memory, interrupt, for the whole file.
    pub limits: Limits,
    /// The most time for one condition.
    pub condition_timeout: Option<Duration>,
    /// The most effort for one condition, counted in propagations.
    pub effort: Option<u64>,
    /// How many runs are tried to confirm a failure.
    pub runs: u64,
    /// Write the evidence of proved conditions and have it checked.
    pub check: bool,
    /// Where evidence of earlier runs is kept, if anywhere.
    pub cache: Option<std::path::PathBuf>,
    /// Does nobody read what a run has found when it is interrupted? It ends without a report on any function then, and at once.
    pub is_dropped_when_interrupted: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            functions: None,
            inference: Inference::All,
            termination: Termination::Offered,
            runtime: true,
            seed: 0,
            threads: 1,
            limits: Limits::none(),
            condition_timeout: None,
            effort: None,
            runs: 10_000,
            check: true,
            cache: None,
            is_dropped_when_interrupted: false,
        }
    }
}

impl Settings {
    /// Was the run interrupted, so that nobody reads its report?
    pub(super) fn is_dropped(&self) -> bool {
        self.is_dropped_when_interrupted && self.limits.exhausted() == Some(Exhausted::Interrupt)
    }

    /// What one condition may cost.
    pub(super) fn condition_budget(&self) -> Budget {
        let limits = match self.condition_timeout {
            Some(timeout) => self.limits.within(timeout),
            None => self.limits.clone(),
        };
        Budget::with_effort(limits, self.effort.unwrap_or(u64::MAX))
    }
}
