//! Following the trail: literals in, cheap conclusions out.

use buttress_budget::{Budget, Exhausted};
use buttress_logic::Terms;
use buttress_numeric::Constraint;
use buttress_prop::Lit;
use buttress_sat::Consequences;
use buttress_theory::arith::Lifetime;
use buttress_theory::congruence::{Cause, Clash, Node};

use crate::atoms::Implied;
use crate::clauses::Contradiction;
use crate::explain::{contradiction, note_closure, why_equal};
use crate::internalize::Internalizer;
use crate::numbers::ConstraintTags;

/// How far the theories have followed the search.
#[derive(Debug, Default)]
pub(crate) struct Propagation {
    /// The literals that the theories have seen, and how many of them at the start of each level.
    seen: Vec<Lit>,
    levels: Vec<usize>,
    /// Buffers for what congruence closure has to tell.
    met: Vec<(Node, Node)>,
    decided: Vec<Node>,
}

impl Propagation {
    /// A level begins.
    pub(crate) fn push(&mut self, known: &mut Internalizer) {
        self.levels.push(self.seen.len());
        known.graph.congruence.push();
        known.numbers.unknowns.arithmetic.push();
    }

    /// All levels above `level` are undone.
    pub(crate) fn backtrack(&mut self, known: &mut Internalizer, level: usize) {
        let Some(&start) = self.levels.get(level) else { return };
        known.numbers.unknowns.arithmetic.pop(self.levels.len() - level);
        known.graph.congruence.pop_to(level);
        self.levels.truncate(level);
        let atoms = known.atoms.len();
        for lit in self.seen.drain(start..).filter(|lit| lit.var().index() < atoms) {
            known.atoms.get_mut(lit.var()).value = 0;
        }
        known.numbers.conflict = None;
    }

    /// Takes notice of new literals and draws the cheap conclusions.
    pub(crate) fn follow(
        &mut self,
        known: &mut Internalizer,
        terms: &Terms,
        trail: &[Lit],
        consequences: &mut Consequences,
        budget: &Budget,
    ) -> Result<Result<(), Contradiction>, Exhausted> {
        if let Some(derivation) = known.numbers.conflict.take() {
            return Ok(Err(contradiction(known, derivation)));
        }
        let mut is_due = self.join_late(known);
        for lit in trail.iter().skip(self.seen.len()).copied() {
            is_due = true;
            self.seen.push(lit);
            if let Err(contradiction) = assert(known, lit, consequences) {
                return Ok(Err(contradiction));
            }
        }
        match self.close(known, terms) {
            Ok(is_any) => is_due |= is_any,
            Err(contradiction) => return Ok(Err(contradiction)),
        }
        self.imply_decided(known, consequences);
        if is_due {
            if let Err(derivation) = known.numbers.unknowns.arithmetic.check(budget)? {
                return Ok(Err(contradiction(known, derivation)));
            }
            imply_bounds(known, consequences);
        }
        Ok(Ok(()))
    }

    /// Takes notice of terms that were internalized at a full assignment.
    pub(crate) fn settle(
        &mut self,
        known: &mut Internalizer,
        terms: &Terms,
        budget: &Budget,
    ) -> Result<Result<(), Contradiction>, Exhausted> {
        self.join_late(known);
        if let Err(contradiction) = self.close(known, terms) {
            return Ok(Err(contradiction));
        }
        let checked = known.numbers.unknowns.arithmetic.check(budget)?;
        Ok(checked.map_err(|derivation| contradiction(known, derivation)))
    }

    /// Closes the classes under congruence and tells arithmetic which numbers have met. Were there
    /// any?
    fn close(&mut self, known: &mut Internalizer, terms: &Terms) -> Result<bool, Contradiction> {
        if let Err(Clash(left, right)) = known.graph.congruence.close() {
            let clause = why_equal(&mut known.graph, left, right);
            return Err(Contradiction(note_closure(known, clause)));
        }
        known.graph.congruence.take_met(&mut self.met);
        let is_any = !self.met.is_empty();
        let mut equated = Ok(());
        for (left, right) in self.met.drain(..) {
            if equated.is_ok() {
                equated = equate(known, terms, left, right);
            }
        }
        equated.map(|()| is_any)
    }

    /// Nodes that were linked when their formula already had a value. Returning to a lower level may
    /// take back what was merged for them, so they are looked at until level 0.
    fn join_late(&mut self, known: &mut Internalizer) -> bool {
        let mut is_any = false;
        for place in 0..known.late().len() {
            let var = known.late()[place].var();
            let atom = known.atoms.get(var);
            if atom.value != 0 {
                let is_missing = |node: Option<Node>| {
                    node.is_some_and(|node| {
                        let congruence = &known.graph.congruence;
                        !congruence.are_equal(node, Node::TRUE)
                            && !congruence.are_equal(node, Node::FALSE)
                    })
                };
                if is_missing(atom.node) || is_missing(atom.negated_node) {
                    let lit = var.lit_with(atom.value > 0);
                    join_truth(known, lit);
                    is_any = true;
                }
            }
        }
        if self.levels.is_empty() {
            known.clear_late();
        }
        is_any
    }

    /// Formulas whose nodes have joined ⊤ or ⊥ follow.
    fn imply_decided(&mut self, known: &mut Internalizer, consequences: &mut Consequences) {
        known.graph.congruence.take_decided(&mut self.decided);
        for node in self.decided.drain(..) {
            // The class may have been decided by the very literal.
            let formula = known.graph.term(node);
            let Some((var, is_positive)) = known.var_of_node(formula) else { continue };
            if known.atoms.get(var).value != 0 {
                continue;
            }
            let is_true = known.graph.congruence.are_equal(node, Node::TRUE);
            known.atoms.get_mut(var).implied = Implied::Congruence;
            consequences.implied.push(var.lit_with(is_true == is_positive));
        }
    }
}

/// Tells the theories that a literal is true.
fn assert(
    known: &mut Internalizer,
    lit: Lit,
    consequences: &mut Consequences,
) -> Result<(), Contradiction> {
    if lit.var().index() >= known.atoms.len() {
        return Ok(());
    }
    let atom = known.atoms.get_mut(lit.var());
    atom.value = if lit.is_positive() { 1 } else { -1 };
    let (sides, number) = (atom.sides, atom.number);
    join_truth(known, lit);
    if let (Some((left, right)), true) = (sides, lit.is_positive()) {
        known.graph.congruence.merge(left, right, Cause(lit.code()));
    }
    let Some(number) = number else { return Ok(()) };
    let reason = ConstraintTags::of_literal(lit);
    let arithmetic = &mut known.numbers.unknowns.arithmetic;
    if let Err(derivation) = arithmetic.assert(number, lit.is_positive(), reason) {
        return Err(contradiction(known, derivation));
    }
    if sides.is_none() && known.atoms.of_number(number).len() > 1 {
        for twin in known.atoms.of_number(number).to_vec() {
            if known.atoms.get(twin).value == 0 {
                known.atoms.get_mut(twin).implied = Implied::Twin(lit);
                consequences.implied.push(twin.lit_with(lit.is_positive()));
            }
        }
    }
    Ok(())
}

/// Puts the nodes of a literal's formula into the classes of ⊤ and ⊥.
fn join_truth(known: &mut Internalizer, lit: Lit) {
    let atom = known.atoms.get(lit.var());
    let constant = |value: bool| if value { Node::TRUE } else { Node::FALSE };
    if let Some(node) = atom.node {
        known.graph.congruence.merge(node, constant(lit.is_positive()), Cause(lit.code()));
    }
    if let Some(node) = atom.negated_node {
        known.graph.congruence.merge(node, constant(!lit.is_positive()), Cause(lit.code()));
    }
}

/// Congruence closure has made two numbers equal.
fn equate(
    known: &mut Internalizer,
    terms: &Terms,
    left: Node,
    right: Node,
) -> Result<(), Contradiction> {
    let (one, other) = (known.graph.term(left), known.graph.term(right));
    let constraint = Constraint::zero(known.numbers.unknowns.difference_form(terms, one, other));
    let reason = known.numbers.tags.of_equation(left, right);
    let arithmetic = &mut known.numbers.unknowns.arithmetic;
    let asserted = arithmetic.assert_constraint(&constraint, Lifetime::Level, reason);
    asserted.map_err(|derivation| contradiction(known, derivation))
}

/// Atoms that the bounds of arithmetic decide follow.
fn imply_bounds(known: &mut Internalizer, consequences: &mut Consequences) {
    let mut implied = Vec::new();
    known.numbers.unknowns.arithmetic.implied(&mut implied);
    for (number, is_true) in implied {
        for place in 0..known.atoms.of_number(number).len() {
            let var = known.atoms.of_number(number)[place];
            if known.atoms.get(var).value == 0 {
                known.atoms.get_mut(var).implied = Implied::Arithmetic;
                consequences.implied.push(var.lit_with(is_true));
            }
        }
    }
}
