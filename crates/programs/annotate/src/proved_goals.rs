//! Goals that need no facts.

use std::collections::BTreeSet;

use buttress_pi::Span;
use buttress_pi::paths::{BasicPath, Goal, GoalKind, Point};
use buttress_pi::program::FunctionId;

/// Goals that need no more facts: they follow from the annotations as they are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProvedGoals {
    goals: BTreeSet<(FunctionId, Point, Point, GoalKind, Span)>,
}

impl ProvedGoals {
    /// All goals of these paths for which the answer is yes, on every path between the same points.
    pub fn new<'p>(answers: impl Iterator<Item = (&'p BasicPath, &'p Goal, bool)>) -> ProvedGoals {
        let (mut goals, mut open) = (BTreeSet::new(), BTreeSet::new());
        for (path, goal, is_shown) in answers {
            let found = if is_shown { &mut goals } else { &mut open };
            found.insert(ProvedGoals::key(path, goal));
        }
        ProvedGoals { goals: &goals - &open }
    }

    /// Is this goal shown?
    pub(crate) fn contains(&self, path: &BasicPath, goal: &Goal) -> bool {
        self.goals.contains(&ProvedGoals::key(path, goal))
    }

    fn key(path: &BasicPath, goal: &Goal) -> (FunctionId, Point, Point, GoalKind, Span) {
        (path.function, path.from, path.to, goal.kind, goal.span)
    }
}
