//! A monitor: a latch that remembers whether a relation held in all pairs so far.
//!
//! Translators of relational models make every latch copy an input and let one latch carry the
//! transition relation. Its next-state signal is a conjunction, part of which is asked for in
//! the first pair alone and part in the later ones alone:
//! m′ = (started ⇒ m ∧ a₁ ∧ a₂ …) ∧ (¬started ⇒ b₁ ∧ b₂ …) ∧ c₁ ∧ c₂ …

use std::collections::HashSet;

use buttress_circuit::{Circuit, Node, Reset};
use buttress_prop::Lit;

/// The pairs in which a conjunct is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum When {
    /// All.
    Always,
    /// The first pair alone.
    First,
    /// All but the first.
    Later,
}

/// A literal over a latch that, once false after the first pair, stays false.
pub(crate) struct Monitor {
    /// The literal m.
    pub(crate) lit: Lit,
    /// m′, the signal that m is in the next pair.
    pub(crate) next: Lit,
    /// What m′ is the conjunction of.
    pub(crate) conjuncts: Vec<(When, Lit)>,
}

/// The monitors that every bad signal has as a conjunct.
pub(crate) fn monitors(circuit: &Circuit) -> Vec<Monitor> {
    let mut bads = circuit.properties.iter().map(|p| p.bad).filter(|&bad| bad != Lit::FALSE);
    let Some(bad) = bads.next() else { return Vec::new() };
    let mut shared = latches_among(circuit, bad);
    for bad in bads {
        let others: HashSet<Lit> = latches_among(circuit, bad).into_iter().collect();
        shared.retain(|lit| others.contains(lit));
    }
    shared.into_iter().filter_map(|lit| monitor(circuit, lit)).collect()
}

fn latches_among(circuit: &Circuit, bad: Lit) -> Vec<Lit> {
    let conjuncts = crate::rebuild::conjuncts(circuit, vec![bad]);
    conjuncts.into_iter().filter(|lit| circuit.is_latch(lit.var())).collect()
}

fn monitor(circuit: &Circuit, lit: Lit) -> Option<Monitor> {
    let next = circuit.next(lit);
    let conjuncts = timed_conjuncts(circuit, next);
    let is_kept = |when| conjuncts.contains(&(when, lit));
    (is_kept(When::Always) || is_kept(When::Later)).then_some(Monitor { lit, next, conjuncts })
}

/// Is `lit` false in the first pair and true in every other?
pub(crate) fn is_started(circuit: &Circuit, lit: Lit) -> bool {
    circuit.latch(lit.var()).is_some_and(|latch| {
        latch.reset == Reset::Value(lit.is_negative())
            && latch.next == Lit::TRUE.negate_if(lit.is_negative())
    })
}

/// A literal that is false in the first pair and true in every other, if there is one.
pub(crate) fn started(circuit: &Circuit) -> Option<Lit> {
    let literals = circuit.latches.iter().flat_map(|latch| [latch.var.lit(), !latch.var.lit()]);
    literals.into_iter().find(|&lit| is_started(circuit, lit))
}

/// The conjuncts of `root`; equations are not taken apart.
fn timed_conjuncts(circuit: &Circuit, root: Lit) -> Vec<(When, Lit)> {
    let mut seen = HashSet::new();
    let mut conjuncts = Vec::new();
    let mut stack = vec![(When::Always, root)];
    while let Some((when, lit)) = stack.pop() {
        if !seen.insert((when, lit)) {
            continue;
        }
        match circuit.nodes[lit.var()] {
            _ if equation(circuit, lit).is_some() => conjuncts.push((when, lit)),
            Node::And(left, right) if lit.is_positive() => {
                stack.extend([(when, right), (when, left)]);
            }
            Node::And(left, right) => match implication(circuit, left, right) {
                Some((asked, conclusion)) if when == When::Always || when == asked => {
                    stack.push((asked, conclusion));
                }
                // Asked for in pairs that are out of question.
                Some(_) => {}
                None => conjuncts.push((when, lit)),
            },
            _ => conjuncts.push((when, lit)),
        }
    }
    conjuncts
}

/// ¬(left ∧ right) as an implication from started or from ¬started.
fn implication(circuit: &Circuit, left: Lit, right: Lit) -> Option<(When, Lit)> {
    [(left, right), (right, left)].into_iter().find_map(|(premise, other)| {
        if is_started(circuit, premise) {
            Some((When::Later, !other))
        } else if is_started(circuit, !premise) {
            Some((When::First, !other))
        } else {
            None
        }
    })
}

/// Two signals that are equal exactly when `lit` is true.
pub(crate) fn equation(circuit: &Circuit, lit: Lit) -> Option<(Lit, Lit)> {
    let operands = |lit: Lit| match circuit.nodes[lit.var()] {
        Node::And(left, right) => Some((left, right)),
        _ => None,
    };
    // ¬(x ∧ y) ∧ ¬(¬x ∧ ¬y) is x ⇔ ¬y.
    let (one, other) = operands(lit).filter(|(l, r)| l.is_negative() && r.is_negative())?;
    let ((x, y), (z, w)) = (operands(one)?, operands(other)?);
    let is_equation = (x == !z && y == !w) || (x == !w && y == !z);
    is_equation.then(|| (x, (!y).negate_if(lit.is_negative())))
}
