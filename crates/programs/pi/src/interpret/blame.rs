//! Which violations of one run count against the program.

use super::outcome::Violation;
use crate::paths::{GoalKind, Point};

/// Whether the program is to blame for a further violation of a run. After a call that does not satisfy the `@pre` of the
/// callee nobody is to blame, but for the other conjuncts of this `@pre`.
#[derive(Default)]
pub struct Blame {
    call: Option<(Point, u64)>,
}

impl Blame {
    /// Does this violation count, after those that were shown before?
    pub fn counts(&mut self, violation: &Violation) -> bool {
        let here = (violation.what, violation.steps);
        let counts = self.call.is_none_or(|call| call == here);
        if let (Point::Call(..), GoalKind::Conjunct(_)) = (violation.what, violation.goal) {
            self.call.get_or_insert(here);
        }
        counts
    }
}
