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
