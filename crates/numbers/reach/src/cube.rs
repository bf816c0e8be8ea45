//! Cubes: conjunctions of literals over the parameters of a predicate.

use std::collections::BTreeMap;

use buttress_logic::{Op, Term, Terms};
use buttress_numeric::Rational;
use buttress_project::{Relation, Row};

/// A conjunction of literals, in order and without repetition.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cube {
    pub literals: Vec<Term>,
}

impl Cube {
    /// The literals without those that others imply: of bounds on one form the tightest stay.
    pub fn of(terms: &mut Terms, literals: Vec<Term>) -> Cube {
        let mut kept = Vec::new();
        let mut bounds: BTreeMap<Vec<(Term, Rational)>, Row> = BTreeMap::new();
        for literal in literals {
            match Row::of_literal(terms, literal) {
                Some(row) if row.relation != Relation::Zero => {
                    if row.is_true() {
                        continue;
                    }
                    let key: Vec<(Term, Rational)> =
                        row.coefficients.iter().map(|(term, by)| (*term, by.clone())).collect();
                    let is_tighter = |known: &Row| {
                        row.constant < known.constant
                            || (row.constant == known.constant
                                && row.relation == Relation::Positive)
                    };
                    if bounds.get(&key).is_none_or(is_tighter) {
                        bounds.insert(key, row);
                    }
                }
                _ => kept.push(literal),
            }
        }
        kept.extend(bounds.into_values().map(|row| row.to_literal(terms)));
        kept.sort_unstable();
        kept.dedup();
        Cube { literals: kept }
    }

    /// Equations as two inequalities, so that they can be given up by halves.
    pub fn halved(&self, terms: &mut Terms) -> Cube {
        let mut literals = Vec::new();
        for literal in &self.literals {
            match Row::of_literal(terms, *literal) {
                Some(row) if row.relation == Relation::Zero => {
                    let mut low = row.clone();
                    low.relation = Relation::NonNegative;
                    let mut high = row;
                    high.relation = Relation::NonNegative;
                    high.scale(&Rational::MINUS_ONE);
                    literals.push(low.to_literal(terms));
                    literals.push(high.to_literal(terms));
                }
                _ => literals.push(*literal),
            }
        }
        Cube { literals }
    }

    /// The cubes in which two inequalities are replaced by their sum, in which a variable cancels.
    pub fn combinations(&self, terms: &mut Terms) -> Vec<Cube> {
        let rows: Vec<Option<Row>> = self
            .literals
            .iter()
            .map(|literal| Row::of_literal(terms, *literal))
            .map(|row| row.filter(|row| row.relation != Relation::Zero))
            .collect();
        let mut found = Vec::new();
        for (first, left) in rows.iter().enumerate() {
            for (second, right) in rows.iter().enumerate().skip(first + 1) {
                let (Some(left), Some(right)) = (left, right) else { continue };
                for (term, a) in &left.coefficients {
                    let b = right.coefficient(*term);
                    if a.signum() * b.signum() >= 0 {
                        continue;
                    }
                    let mut sum = Row::zero(left.relation.plus(right.relation));
                    sum.add_row(left, &b.abs());
                    sum.add_row(right, &a.abs());
                    sum.normalise(terms);
                    if sum.coefficients.is_empty() {
                        continue;
                    }
                    let others = self.literals.iter().enumerate();
                    let others = others.filter(|(place, _)| *place != first && *place != second);
                    let mut literals: Vec<Term> = others.map(|(_, literal)| *literal).collect();
                    literals.push(sum.to_literal(terms));
                    found.push(Cube { literals });
                }
            }
        }
        found
    }

    /// The cube as a formula.
    pub fn formula(&self, terms: &mut Terms) -> Term {
        match self.literals.as_slice() {
            [] => terms.boolean(true),
            literals => terms.and(literals),
        }
    }

    /// The lemma that denies it: a clause, its literals without negations where numbers allow.
    pub fn denial(&self, terms: &mut Terms) -> Term {
        let literals: Vec<Term> =
            self.literals.iter().map(|literal| opposite(terms, *literal)).collect();
        match literals.as_slice() {
            [] => terms.boolean(false),
            literals => terms.or(literals),
        }
    }
}

/// The negation of a literal, as an inequality if it is one.
fn opposite(terms: &mut Terms, literal: Term) -> Term {
    let negation = terms.not(literal);
    if terms.op(negation) != Op::Not {
        return negation;
    }
    match Row::of_literal(terms, negation) {
        Some(row) => row.to_literal(terms),
        None => negation,
    }
}
