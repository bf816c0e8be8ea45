//! No value of a datatype contains itself.

use buttress_budget::Exhausted;
use buttress_certificate::smt::Rule;
use buttress_theory::datatypes;

use crate::clauses::{Contradiction, Justification};
use crate::explain::why_equal;
use crate::full_assignment::{FinalCheck, FullAssignment, Response};

/// Looks for cycles among constructor terms.
pub(crate) struct Acyclicity;

impl FinalCheck for Acyclicity {
    fn check(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Response, Exhausted> {
        let known = &mut *assignment.known;
        let Some(around) = datatypes::cycle(&known.graph) else { return Ok(Response::Agreed) };
        let mut clause = Vec::new();
        for (field, next) in around {
            clause.extend(why_equal(&mut known.graph, field, next));
        }
        clause.sort_unstable();
        clause.dedup();
        let tag = known.clauses.note(clause, Justification::Rule(Rule::Cycle));
        Ok(Response::Conflict(Contradiction(tag)))
    }
}
