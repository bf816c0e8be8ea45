//! What was found out about conditions.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use buttress_budget::Exhausted;
use buttress_decide::UnknownReason;
use buttress_pi::paths::{BasicPath, GeneratedPaths, GoalKind, Origin};
use buttress_pi::program::FunctionId;
use buttress_programs_certify::{Condition, Proof};

/// A function whose conditions are decided.
pub(super) struct DecidedFunction {
    pub(super) function: FunctionId,
    /// In the order of the text.
    pub(super) paths: Vec<Decided>,
    /// Were there no more paths than are looked at?
    pub(super) is_complete: bool,
    /// The limit that was met before all paths were made.
    pub(super) limit: Option<Exhausted>,
}

/// What was found out about a path.
pub(super) struct Decided {
    /// The path.
    pub(super) path: BasicPath,
    /// All paths of its function, with the store of their terms.
    pub(super) generated: Arc<GeneratedPaths>,
    /// One for each goal.
    pub(super) answers: Vec<Answered>,
}

/// What was found out about a goal.
pub(super) struct Answered {
    /// The answer.
    pub(super) answer: GoalAnswer,
    /// How long it took.
    pub(super) elapsed: Duration,
    /// Was the proof kept from an earlier run?
    pub(super) is_cached: bool,
}

/// The answer to a goal.
pub(super) enum GoalAnswer {
    /// It follows.
    Proved(Proof),
    /// It does not.
    Fails,
    /// It was not found out, for a reason that speaks of the condition by itself.
    Unknown(UnknownReason, Mutex<Box<Condition>>),
}

impl Decided {
    /// The goals with their answers.
    pub(super) fn goals(&self) -> impl Iterator<Item = (GoalKind, &GoalAnswer)> {
        let kinds = self.path.goals.iter().map(|goal| goal.kind);
        kinds.zip(self.answers.iter().map(|answered| &answered.answer))
    }

    /// The positions of the conjuncts at the beginning of the path that a proof uses.
    pub(super) fn leaned_on(&self, proof: &Proof) -> Vec<usize> {
        let used =
            proof.core.iter().filter_map(|place| match self.path.hypotheses.get(*place)?.origin {
                Origin::Annotation(conjunct) => Some(conjunct),
                _ => None,
            });
        used.collect()
    }
}

impl GoalAnswer {
    /// Does the goal follow?
    pub(super) fn is_proved(&self) -> bool {
        matches!(self, GoalAnswer::Proved(_))
    }
}
