//! What a final check is: a question that is asked when every variable has a value.

use buttress_budget::{Budget, Exhausted};
use buttress_logic::Terms;

use crate::clauses::Contradiction;
use crate::internalize::Internalizer;
use crate::point::Point;

/// A full assignment with which propagation agrees.
pub(crate) struct FullAssignment<'a> {
    pub(crate) known: &'a mut Internalizer,
    pub(crate) terms: &'a mut Terms,
    pub(crate) budget: &'a Budget,
    /// The candidate values of numbers, once arithmetic is satisfied.
    pub(crate) point: Point,
    /// What is left to do about products that have wrong values at the point.
    pub(crate) open_products: OpenProducts,
}

/// Products of unknowns that have wrong values at the candidate point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpenProducts {
    /// There are none.
    None,
    /// Some; a case split may help.
    Splittable,
    /// Some, and enough was tried.
    GivenUp,
}

/// What a final check has to say. A check that made clauses or atoms has not agreed, whatever it says: the search goes on with these.
pub(crate) enum Response {
    /// Nothing.
    Agreed,
    /// Terms were internalized: all checks are to be asked again.
    Again,
    /// The assignment has no model.
    Conflict(Contradiction),
}

/// A question to a full assignment.
pub(crate) trait FinalCheck {
    /// Has the assignment a model, so far as this check can tell?
    fn check(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Response, Exhausted>;
}
