//! What the full assignment asserts of polynomials.

use std::collections::BTreeMap;

use buttress_logic::{Op, Terms};
use buttress_numeric::{Constraint, Monomial, Polynomial, Rational, Reason, Relation};
use buttress_prop::{Lit, Var};
use buttress_theory::congruence::Node;

use super::facts::{Fact, Facts, How};
use crate::combination::Combination;
use crate::numbers::Numbers;

/// The facts that hold in an assignment.
#[derive(Debug, Default)]
pub(super) struct Asserted {
    pub(super) equations: Vec<Fact>,
    pub(super) inequalities: Vec<Fact>,
}

impl Combination {
    /// All that is asserted of numbers: literals, numbers that congruence equates, facts about terms.
    /// Of inequalities of one direction the tightest is enough.
    pub(super) fn asserted_facts(&mut self, terms: &Terms) -> Asserted {
        let mut asserted = Asserted::default();
        let mut tightest = Tightest::default();
        for fact in self.given_facts(terms) {
            match self.products.facts.relation(fact) {
                Relation::Zero => asserted.equations.push(fact),
                _ => tightest.add(&self.products.facts, fact),
            }
        }
        for (one, other) in tightest.opposites(&self.products.facts) {
            let both = self.both(one, other);
            asserted.equations.push(both);
        }
        asserted.inequalities.extend(tightest.into_facts());
        asserted
    }

    fn given_facts(&mut self, terms: &Terms) -> Vec<Fact> {
        let mut found = Vec::new();
        for number in 0..self.atoms.len() as u32 {
            let Some(lit) = self.decided_literal(Var(number)) else { continue };
            let fact = match self.products.literals.get(&lit) {
                Some(fact) => *fact,
                None => {
                    let constraint = self.literal_constraint(terms, lit);
                    let reason = Numbers::literal_reason(lit);
                    let fact = constraint.and_then(|it| self.given_fact(reason, &it));
                    self.products.literals.insert(lit, fact);
                    fact
                }
            };
            found.extend(fact);
        }
        let mut given: Vec<(Reason, Constraint)> = Vec::new();
        for node in (0..self.graph.congruence.len() as u32).map(Node) {
            let Some(mark) = self.graph.congruence.mark(node).filter(|mark| *mark != node) else {
                continue;
            };
            let (term, other) = (self.graph.term(node), self.graph.term(mark));
            if self.numbers.is_known(term) && self.numbers.is_known(other) {
                let constraint = Constraint::zero(self.difference_form(terms, term, other));
                given.push((self.numbers.equation_reason(node, mark), constraint));
            }
        }
        given.extend(self.numbers.facts().map(|(reason, fact)| (reason, fact.clone())));
        for (reason, constraint) in given {
            found.extend(self.given_fact(reason, &constraint));
        }
        found
    }

    /// A constraint as a fact, unless it says nothing of unknowns.
    fn given_fact(&mut self, reason: Reason, constraint: &Constraint) -> Option<Fact> {
        if constraint.form.is_constant() {
            return None;
        }
        let polynomial = self.numbers.monomials.polynomial(&constraint.form);
        let facts = &mut self.products.facts;
        let fact = facts.add(How::Asserted(reason), constraint.relation, |_| polynomial);
        Some(if constraint.relation == Relation::Zero { fact } else { self.tightened(fact) })
    }

    /// The equation p = 0 of p ≥ 0 and −p ≥ 0.
    fn both(&mut self, one: Fact, other: Fact) -> Fact {
        self.products
            .facts
            .add(How::Both(one, other), Relation::Zero, |facts| facts.polynomial(one).clone())
    }

    /// A fact, rounded if it speaks of integers only.
    pub(super) fn tightened(&mut self, fact: Fact) -> Fact {
        if self.is_whole_polynomial(self.products.facts.polynomial(fact)) {
            return self.products.facts.rounded(fact);
        }
        fact
    }

    fn is_whole_polynomial(&self, polynomial: &Polynomial) -> bool {
        polynomial.terms().all(|(monomial, _)| self.is_whole(monomial))
    }

    /// The literal of a variable that is an atom of arithmetic and has a value.
    fn decided_literal(&self, var: Var) -> Option<Lit> {
        let atom = self.atoms.get(var);
        (atom.value != 0 && atom.number.is_some()).then(|| var.lit_with(atom.value > 0))
    }

    /// What a literal says of numbers.
    fn literal_constraint(&self, terms: &Terms, lit: Lit) -> Option<Constraint> {
        let formula = self.atoms.get(lit.var()).formula;
        let &[left, right] = terms.arguments(formula) else { return None };
        let constraint = match terms.op(formula) {
            Op::Equal => Constraint::zero(self.difference_form(terms, left, right)),
            Op::Less => Constraint::positive(self.difference_form(terms, right, left)),
            _ => Constraint::non_negative(self.difference_form(terms, right, left)),
        };
        if lit.is_positive() { Some(constraint) } else { constraint.negation() }
    }
}

/// A polynomial without its constant, up to a positive factor.
type Direction = Vec<(Monomial, Rational)>;

/// The tightest of the inequalities of each direction.
#[derive(Default)]
pub(super) struct Tightest {
    facts: BTreeMap<Direction, Fact>,
}

impl Tightest {
    pub(super) fn add(&mut self, facts: &Facts, fact: Fact) {
        let direction = direction(facts.polynomial(fact));
        if direction.is_empty() {
            return;
        }
        let kept = self.facts.entry(direction).or_insert(fact);
        if facts.is_tighter(fact, *kept) {
            *kept = fact;
        }
    }

    pub(super) fn into_facts(self) -> impl Iterator<Item = Fact> {
        self.facts.into_values()
    }

    /// Pairs p ≥ 0 and −p ≥ 0.
    fn opposites(&self, facts: &Facts) -> Vec<(Fact, Fact)> {
        let mut pairs = Vec::new();
        for (direction, fact) in &self.facts {
            let opposite = direction.iter().map(|(monomial, by)| (monomial.clone(), -by)).collect();
            if direction < &opposite
                && let Some(other) = self.facts.get(&opposite)
                && [fact, other].iter().all(|it| facts.relation(**it) == Relation::NonNegative)
                && *facts.polynomial(*fact) == facts.polynomial(*other).scaled(&Rational::MINUS_ONE)
            {
                pairs.push((*fact, *other));
            }
        }
        pairs
    }
}

fn direction(polynomial: &Polynomial) -> Direction {
    let summands = polynomial.terms().filter(|(monomial, _)| monomial.degree() > 0);
    let mut summands: Direction =
        summands.map(|(monomial, by)| (monomial.clone(), by.clone())).collect();
    let scale = summands.first().and_then(|(_, by)| by.abs().recip()).unwrap_or(Rational::ONE);
    summands.iter_mut().for_each(|(_, by)| *by *= &scale);
    summands
}
