//! What is asked of a system, and the words of its answers.

use buttress_testkit::horn::{Case, Exploration, HornOracleVerdict, OracleLimits, System, explore};

/// What is asked of a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Is `false` not derivable?
    Prove,
    /// Does every computation end? Answers are read so: safe if it does, unsafe if a state comes back.
    Terminates,
    /// What holds of all states?
    Invariants,
}

impl Task {
    pub const ALL: [Task; 3] = [Task::Prove, Task::Terminates, Task::Invariants];

    pub fn name(self) -> &'static str {
        match self {
            Task::Prove => "prove",
            Task::Terminates => "terminates",
            Task::Invariants => "invariants",
        }
    }

    /// The name of the folder for what goes wrong.
    pub fn folder(self) -> &'static str {
        match self {
            Task::Prove => "horn",
            other => other.name(),
        }
    }

    /// An answer in a word.
    pub fn word(self, answer: HornOracleVerdict) -> &'static str {
        match (self, answer) {
            (_, HornOracleVerdict::Open) => "open",
            (Task::Terminates, HornOracleVerdict::Safe) => "ends",
            (Task::Terminates, HornOracleVerdict::Unsafe) => "comes back",
            (_, HornOracleVerdict::Safe) => "safe",
            (_, HornOracleVerdict::Unsafe) => "unsafe",
        }
    }

    /// The system that is asked about. Every other system is asked for invariants without a property, so
    /// that these are not directed.
    pub fn asked(self, case: Case, seed: u64) -> Case {
        match self {
            Task::Invariants if !(seed / 2).is_multiple_of(2) => {
                Case { system: case.system.without_queries(), known: None, ..case }
            }
            _ => case,
        }
    }

    /// All that the oracle knows of a system.
    pub fn explored(self, system: &System) -> Exploration {
        match self {
            Task::Prove => explore(system, OracleLimits::default()),
            // A query would end the exploration.
            Task::Terminates | Task::Invariants => {
                explore(&system.without_queries(), OracleLimits::default())
            }
        }
    }

    /// The answer of the oracle.
    pub fn oracle(self, system: &System) -> HornOracleVerdict {
        match self {
            Task::Prove | Task::Invariants => explore(system, OracleLimits::default()).answer,
            Task::Terminates => self.explored(system).termination(),
        }
    }
}
