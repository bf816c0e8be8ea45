//! What the full assignment asserts of polynomials.

use buttress_logic::{IdMap, Op, Terms};
use buttress_numeric::{Constraint, ConstraintTag, Relation};
use buttress_prop::{Lit, Var};
use buttress_theory::congruence::Node;
use buttress_theory::graph::Graph;

use super::deduction::Deduction;
use super::tightest::Tightest;
use crate::atoms::Atoms;
use crate::numbers::{ConstraintTags, Fact, How, Unknowns};

/// The facts that hold in an assignment.
#[derive(Debug, Default)]
pub(super) struct Asserted {
    pub(super) equations: Vec<Fact>,
    pub(super) inequalities: Vec<Fact>,
}

/// What literals say of numbers.
pub(super) type LiteralFacts = IdMap<Lit, Option<Fact>>;

/// Where what is asserted comes from.
pub(super) struct Assertions<'a> {
    pub(super) atoms: &'a Atoms,
    pub(super) graph: &'a Graph,
    pub(super) tags: &'a mut ConstraintTags,
    pub(super) literals: &'a mut LiteralFacts,
}

impl Assertions<'_> {
    /// All that is asserted of numbers: literals, numbers that congruence equates, facts about terms.
    /// Of inequalities of one direction the tightest is enough.
    pub(super) fn facts(&mut self, deduction: &mut Deduction<'_>) -> Asserted {
        let mut asserted = Asserted::default();
        let mut tightest = Tightest::default();
        for fact in self.given_facts(deduction) {
            match deduction.facts.relation(fact) {
                Relation::Zero => asserted.equations.push(fact),
                _ => tightest.add(deduction.facts, fact),
            }
        }
        for (one, other) in tightest.opposites(deduction.facts) {
            // The equation p = 0 of p ≥ 0 and −p ≥ 0.
            let polynomial = deduction.facts.polynomial(one).clone();
            let how = How::Both(one, other);
            asserted.equations.push(deduction.facts.add(how, Relation::Zero, |_| polynomial));
        }
        asserted.inequalities.extend(tightest.into_facts());
        asserted
    }

    fn given_facts(&mut self, deduction: &mut Deduction<'_>) -> Vec<Fact> {
        let mut found = Vec::new();
        for number in 0..self.atoms.len() as u32 {
            let Some(lit) = self.decided_literal(Var(number)) else { continue };
            let fact = match self.literals.get(&lit) {
                Some(fact) => *fact,
                None => {
                    let constraint =
                        self.literal_constraint(deduction.unknowns, deduction.terms, lit);
                    let reason = ConstraintTags::of_literal(lit);
                    let fact = constraint.and_then(|it| given_fact(deduction, reason, &it));
                    self.literals.insert(lit, fact);
                    fact
                }
            };
            found.extend(fact);
        }
        let mut given: Vec<(ConstraintTag, Constraint)> = Vec::new();
        for node in (0..self.graph.congruence.len() as u32).map(Node) {
            let Some(mark) = self.graph.congruence.mark(node).filter(|mark| *mark != node) else {
                continue;
            };
            let (term, other) = (self.graph.term(node), self.graph.term(mark));
            let unknowns = deduction.unknowns;
            if unknowns.is_known(term) && unknowns.is_known(other) {
                let form = unknowns.difference_form(deduction.terms, term, other);
                given.push((self.tags.of_equation(node, mark), Constraint::zero(form)));
            }
        }
        given.extend(self.tags.facts().map(|(reason, fact)| (reason, fact.clone())));
        for (reason, constraint) in given {
            found.extend(given_fact(deduction, reason, &constraint));
        }
        found
    }

    /// The literal of a variable that is an atom of arithmetic and has a value.
    fn decided_literal(&self, var: Var) -> Option<Lit> {
        let atom = self.atoms.get(var);
        (atom.value != 0 && atom.number.is_some()).then(|| var.lit_with(atom.value > 0))
    }

    /// What a literal says of numbers.
    fn literal_constraint(
        &self,
        unknowns: &Unknowns,
        terms: &Terms,
        lit: Lit,
    ) -> Option<Constraint> {
        let formula = self.atoms.get(lit.var()).formula;
        let &[left, right] = terms.arguments(formula) else { return None };
        let constraint = match terms.op(formula) {
            Op::Equal => Constraint::zero(unknowns.difference_form(terms, left, right)),
            Op::Less => Constraint::positive(unknowns.difference_form(terms, right, left)),
            _ => Constraint::non_negative(unknowns.difference_form(terms, right, left)),
        };
        if lit.is_positive() { Some(constraint) } else { constraint.negation() }
    }
}

/// A constraint as a fact, unless it says nothing of unknowns.
fn given_fact(
    deduction: &mut Deduction<'_>,
    reason: ConstraintTag,
    constraint: &Constraint,
) -> Option<Fact> {
    if constraint.form.is_constant() {
        return None;
    }
    let polynomial = deduction.unknowns.monomials.polynomial(&constraint.form);
    let fact = deduction.facts.add(How::Asserted(reason), constraint.relation, |_| polynomial);
    Some(if constraint.relation == Relation::Zero { fact } else { deduction.tightened(fact) })
}
