//! What inference has found, and what it has not.

use std::collections::BTreeMap;
use std::time::Duration;

use buttress_pi::Facts;
use buttress_pi::program::{FunctionId, LoopId};

/// What was found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inferred {
    /// The facts and rankings.
    pub facts: Facts,
    /// What was tried in vain.
    pub notes: Vec<InferenceNote>,
    /// How long each function took.
    pub times: BTreeMap<FunctionId, Duration>,
}

/// Something worth telling about inference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InferenceNote {
    /// No ranking was found for this loop, so that termination of the function is open.
    NoLoopRank(FunctionId, LoopId),
    /// No ranking was found for this function, which calls itself.
    NoFunctionRank(FunctionId),
    /// The budget ran out while this function was looked at; what was found before is kept.
    OutOfBudget(FunctionId),
}
