//! Terms that arithmetic gives one value are equal for the other theories too, or the search decides that they are not.
//!
//! This is the exchange of equalities after Nelson and Oppen, guided by the candidate model. It is complete for the integers although
//! they are not convex, because the search splits on the equalities.

use std::collections::BTreeMap;

use buttress_budget::Exhausted;
use buttress_logic::{Op, Sort, Term, Terms};
use buttress_numeric::Rational;
use buttress_theory::congruence::Node;

use super::trichotomy::{known_term, split};
use crate::full_assignment::{FinalCheck, FullAssignment, Response};

/// Shared numbers of one value are equal, or must be told apart.
pub(crate) struct Exchange;

impl FinalCheck for Exchange {
    fn check(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Response, Exhausted> {
        let FullAssignment { known, terms, point, .. } = assignment;
        let (graph, unknowns) = (&known.graph, &known.numbers.unknowns);
        let mut groups: BTreeMap<(Slot, Rational), Vec<Node>> = BTreeMap::new();
        for node in &graph.shared {
            let term = graph.term(*node);
            let Some(mark) = graph.congruence.mark(*node) else { continue };
            let value = point.evaluate(&unknowns.linear(terms, graph.term(mark)));
            for user in graph.congruence.uses(*node) {
                let user = graph.term(*user);
                for slot in Slot::of(terms, user, term) {
                    let group = groups.entry((slot, value.clone())).or_default();
                    if !group.iter().any(|other| graph.congruence.are_equal(*other, *node)) {
                        group.push(*node);
                    }
                }
            }
        }
        for group in groups.into_values() {
            for pair in group.windows(2) {
                let graph = &known.graph;
                let (left, right) = (known_term(graph, pair[0]), known_term(graph, pair[1]));
                let equal = terms.equal(left, right);
                if known.atoms.var(equal).is_some_and(|var| !known.atoms.is_dead(var)) {
                    continue;
                }
                split(known, terms, left, right);
                let lit = known.literal(terms, equal);
                known.atoms.prefer(lit, true);
            }
        }
        Ok(Response::Agreed)
    }
}

/// A place in which equal arguments give equal results: terms in different slots need not be
/// compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Argument(Op, usize),
    Index(Sort),
}

impl Slot {
    /// The slots of `user` that `term` fills.
    fn of(terms: &Terms, user: Term, term: Term) -> Vec<Slot> {
        let arguments = terms.arguments(user).iter().enumerate();
        let places = arguments.filter(|(_, argument)| **argument == term);
        let op = terms.op(user);
        places
            .filter_map(|(place, _)| match op {
                Op::Select | Op::Store if place == 1 => {
                    Some(Slot::Index(terms.sort_of(terms.argument(user, 0))))
                }
                // What is written or read almost everywhere is compared by the reads.
                Op::Store | Op::ConstantArray | Op::Equal => None,
                _ => Some(Slot::Argument(op, place)),
            })
            .collect()
    }
}
