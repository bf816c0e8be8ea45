//! Explanations: the clauses that say why something follows, or why it cannot be.

use buttress_certificate::smt::Rule;
use buttress_numeric::{Derivation, Line, Rational, Source};
use buttress_prop::Lit;
use buttress_theory::congruence::Node;
use buttress_theory::graph::Graph;

use crate::atoms::Implied;
use crate::clauses::{Contradiction, Justification};
use crate::internalize::Internalizer;
use crate::limits::LONG_CHAIN;
use crate::numbers::{ConstraintTags, TagMeaning};

/// The negations of the literals that make two nodes equal.
pub(crate) fn why_equal(graph: &mut Graph, left: Node, right: Node) -> Vec<Lit> {
    let mut causes = Vec::new();
    graph.congruence.explain(left, right, &mut causes);
    causes.into_iter().map(|cause| !Lit::from_code(cause.0)).collect()
}

/// Notes the clause of a derivation: one of its reasons is false, or the implied literal is true. Its tag.
pub(crate) fn note_derivation(
    known: &mut Internalizer,
    derivation: Derivation,
    implied: Option<Lit>,
) -> u32 {
    let mut clause: Vec<Lit> = implied.into_iter().collect();
    let mut reasons = derivation.reasons();
    while let Some(reason) = reasons.pop() {
        match known.numbers.tags.meaning(reason) {
            TagMeaning::Literal(lit) => clause.push(!lit),
            TagMeaning::Equation(left, right) => {
                clause.extend(why_equal(&mut known.graph, left, right));
            }
            TagMeaning::Fact(..) => {}
            TagMeaning::Derived(fact) => reasons.extend(known.numbers.derived.reasons(fact)),
        }
    }
    clause.sort_unstable();
    clause.dedup();
    if clause.len() > LONG_CHAIN {
        known.note_far(&clause);
    }
    let derivation = Box::new(derivation);
    known.clauses.note(clause, Justification::Arithmetic { derivation, implied })
}

/// The contradiction that a derivation is.
pub(crate) fn contradiction(known: &mut Internalizer, derivation: Derivation) -> Contradiction {
    Contradiction(note_derivation(known, derivation, None))
}

/// Notes a clause whose literal the others imply by equality.
pub(crate) fn note_closure(known: &mut Internalizer, clause: Vec<Lit>) -> u32 {
    known.clauses.note(clause, Justification::Rule(Rule::Closure))
}

/// Notes why a literal was implied.
pub(crate) fn note_implied(known: &mut Internalizer, lit: Lit) -> u32 {
    match known.atoms.get(lit.var()).implied {
        Implied::Congruence => {
            let atom = known.atoms.get(lit.var());
            let constant = |value: bool| if value { Node::TRUE } else { Node::FALSE };
            let sides = [
                atom.node.map(|node| (node, constant(lit.is_positive()))),
                atom.negated_node.map(|node| (node, constant(!lit.is_positive()))),
            ];
            let sides = sides.into_iter().flatten();
            let mut sides = sides.filter(|(node, of)| known.graph.congruence.are_equal(*node, *of));
            let (node, constant) = sides.next().expect("implied by the class of ⊤ or ⊥");
            let mut clause = why_equal(&mut known.graph, node, constant);
            clause.push(lit);
            note_closure(known, clause)
        }
        Implied::Arithmetic => {
            let number = known.atoms.get(lit.var()).number;
            let number = number.expect("implied as an atom of arithmetic");
            let arithmetic = &mut known.numbers.unknowns.arithmetic;
            let derivation = arithmetic.explain(number, lit.is_positive());
            note_derivation(known, derivation, Some(lit))
        }
        Implied::Twin(other) => {
            // Two formulas that are the same constraint: one implies the other.
            let given = Source::Given(ConstraintTags::of_literal(other));
            let sum = vec![(given, Rational::ONE), (Source::NegatedAtom, Rational::ONE)];
            let derivation = Derivation { lines: vec![Line { sum, rounds: false }] };
            note_derivation(known, derivation, Some(lit))
        }
    }
}
