//! Integers are integers at the candidate point.

use buttress_budget::Exhausted;
use buttress_logic::Terms;
use buttress_numeric::Variable;
use buttress_theory::arith;

use crate::explain::contradiction;
use crate::full_assignment::{FinalCheck, FullAssignment, Response};
use crate::integer_branch::branch_on;
use crate::internalize::Internalizer;
use crate::point::Point;

/// Asks arithmetic, and takes its point.
pub(crate) struct Integrality;

impl FinalCheck for Integrality {
    fn check(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Response, Exhausted> {
        let FullAssignment { known, terms, budget, point, .. } = assignment;
        match known.numbers.unknowns.arithmetic.integrality(budget)? {
            arith::Integrality::Satisfied => {
                diversify(known, terms);
                *point = Point::current(&known.numbers.unknowns);
                Ok(Response::Agreed)
            }
            arith::Integrality::Conflict(derivation) => {
                Ok(Response::Conflict(contradiction(known, derivation)))
            }
            arith::Integrality::Branch { form, floor } => {
                branch_on(known, terms, &form, &floor);
                Ok(Response::Agreed)
            }
        }
    }
}

/// Keeps numbers whose equality other theories would ask about apart, where nothing is lost.
fn diversify(known: &mut Internalizer, terms: &Terms) {
    let congruence = &known.graph.congruence;
    let denied = known.equations().iter().filter_map(|var| {
        let atom = known.atoms.get(*var);
        atom.sides.filter(|_| atom.value < 0)
    });
    let listed = known.distinct().iter().map(|var| known.atoms.get(*var));
    let listed = listed.filter(|atom| atom.value > 0);
    let listed = listed.flat_map(|atom| terms.arguments(atom.formula));
    let listed = listed.filter_map(|member| known.graph.node(*member));
    let nodes = known.graph.shared.iter().copied();
    let nodes = nodes.chain(denied.flat_map(|(left, right)| [left, right])).chain(listed);
    let unknowns = &known.numbers.unknowns;
    let mut variables: Vec<Variable> = nodes
        .filter_map(|node| congruence.mark(node))
        .filter_map(|mark| {
            let form = unknowns.linear(terms, known.graph.term(mark));
            form.terms().first().map(|(variable, _)| *variable)
        })
        .collect();
    variables.sort_unstable();
    variables.dedup();
    known.numbers.unknowns.arithmetic.diversify(&variables);
}
