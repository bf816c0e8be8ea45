//! Two numbers are equal, or one is less.

use buttress_certificate::smt::Rule;
use buttress_logic::{Term, Terms};
use buttress_theory::congruence::Node;
use buttress_theory::graph::Graph;

use crate::internalize::Internalizer;

/// The term by which arithmetic knows the class of a node; the node's own if it does not.
pub(super) fn known_term(graph: &Graph, node: Node) -> Term {
    graph.term(graph.congruence.mark(node).unwrap_or(node))
}

/// {s = t, ¬(s ≤ t), ¬(t ≤ s)}
pub(crate) fn split(known: &mut Internalizer, terms: &mut Terms, left: Term, right: Term) {
    let equal = terms.equal(left, right);
    let (below, above) = (terms.less_equal(left, right), terms.less_equal(right, left));
    let equal = known.literal(terms, equal);
    let below = known.literal(terms, below);
    let above = known.literal(terms, above);
    known.clauses.give_lemma(vec![equal, !below, !above], Rule::Trichotomy(left, right));
}

/// Lets the search ask which is less of two numbers that a long chain of comparisons is between.
pub(crate) fn compare_far(known: &mut Internalizer, terms: &mut Terms) {
    for var in known.take_far() {
        let formula = known.atoms.get(var).formula;
        let &[left, right] = terms.arguments(formula) else { continue };
        let unknowns = &known.numbers.unknowns;
        let is_difference = match (unknowns.is_known(left), unknowns.is_known(right)) {
            (true, true) => match unknowns.difference_form(terms, left, right).terms() {
                [(_, one), (_, other)] => (one + other).is_zero(),
                _ => false,
            },
            // The other becomes an unknown of its own.
            (true, false) => unknowns.variable(left).is_some(),
            (false, true) => unknowns.variable(right).is_some(),
            (false, false) => false,
        };
        if is_difference {
            split(known, terms, left, right);
        }
    }
}
