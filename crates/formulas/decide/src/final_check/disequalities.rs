//! Numbers that must differ have different values.

use buttress_budget::Exhausted;

use super::trichotomy::{known_term, split};
use crate::full_assignment::{FinalCheck, FullAssignment, Response};

/// Numbers that must differ and have one value are less or greater.
pub(crate) struct Disequalities;

impl FinalCheck for Disequalities {
    fn check(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Response, Exhausted> {
        let FullAssignment { known, terms, point, .. } = assignment;
        for place in 0..known.equations().len() {
            let atom = known.atoms.get(known.equations()[place]);
            let Some((left, right)) = atom.sides.filter(|_| atom.value < 0) else { continue };
            // What arithmetic does not know of gets a value of its own.
            let congruence = &known.graph.congruence;
            if congruence.mark(left).is_none() || congruence.mark(right).is_none() {
                continue;
            }
            let (left, right) = (known_term(&known.graph, left), known_term(&known.graph, right));
            let difference = known.numbers.unknowns.difference_form(terms, left, right);
            if point.evaluate(&difference).is_zero() {
                split(known, terms, left, right);
            }
        }
        Ok(Response::Agreed)
    }
}
