//! Indices at which arrays differ, where the candidate model has fewer than the classes.

use buttress_budget::Budget;
use buttress_logic::{Evaluator, IdMap, Model, Op, Terms, Value};
use buttress_theory::congruence::Node;

use crate::internalize::Internalizer;

/// Arrays of different classes may have one value in the candidate model, and then the model has one
/// index for the differences of several pairs, while the classes have several. Asks the search
/// whether such arrays are equal; answers whether there was something to ask.
pub(super) fn compare_differences(
    known: &mut Internalizer,
    terms: &mut Terms,
    model: &mut Model,
    budget: &Budget,
) -> bool {
    let (graph, congruence) = (&known.graph, &known.graph.congruence);
    let is_over = || budget.poll().is_err();
    let mut evaluator = Evaluator::new(terms, model).polling(&is_over);
    let mut seen: IdMap<[Value; 2], (Node, [Node; 2])> = IdMap::default();
    let mut pairs: Vec<(Node, Node)> = Vec::new();
    for node in (0..congruence.len() as u32).map(Node) {
        let is_difference = matches!(terms.op(graph.term(node)), Op::Difference);
        let &[left, right] = congruence.arguments(node) else { continue };
        if !is_difference {
            continue;
        }
        let mut value = |node: Node| evaluator.value(graph.term(node));
        let (Ok(one), Ok(two)) = (value(left), value(right)) else { continue };
        match seen.get(&[one, two]) {
            Some((other, others)) if !congruence.are_equal(*other, node) => {
                pairs.extend(others.iter().copied().zip([left, right]));
            }
            Some(_) => {}
            None => {
                seen.insert([one, two], (node, [left, right]));
            }
        }
    }
    pairs.retain(|(left, right)| !congruence.are_equal(*left, *right));
    let before = known.atoms.now();
    for (left, right) in pairs {
        let [left, right] = [left, right].map(|node| known.graph.term(node));
        let equal = terms.equal(left, right);
        known.literal(terms, equal);
    }
    known.atoms.now() != before
}
