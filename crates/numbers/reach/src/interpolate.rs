//! From a refutation to a weaker cube: Farkas' lemma as interpolation.
//!
//! A ∧ ⋀B is refuted, B the literals of a cube. Where an arithmetic lemma of the proof adds up several
//! literals of B, their weighted sum alone does the same work; so B may be replaced by these sums,
//! one for each lemma, and by the literals that the proof uses otherwise. B implies the sums,
//! and A contradicts them.

use std::collections::{BTreeSet, HashMap};

use buttress_certificate::smt::{Literal, Rule, Source, Step};
use buttress_decide::Refutation;
use buttress_logic::{Term, Terms};
use buttress_numeric::Rational;
use buttress_project::{Relation, Row};

/// Literals that the literals of the cube imply together and that the refutation can use instead.
/// `instances` are the cube's literals as the refuted formula has them, in the same order.
pub(crate) fn weaken(
    terms: &mut Terms,
    refutation: &Refutation,
    literals: &[Term],
    instances: &[Term],
) -> Vec<Term> {
    let places: HashMap<Literal, usize> = instances
        .iter()
        .enumerate()
        .map(|(place, instance)| (Literal::of(terms, *instance), place))
        .collect();
    let place_of = |literal: &Literal| places.get(literal).copied();
    // An assumption that is used as it stands, by its place.
    let mut plain: BTreeSet<usize> = BTreeSet::new();
    let mut sums: Vec<Vec<(usize, Rational)>> = Vec::new();
    for step in refutation.proof.iter().flat_map(|proof| &proof.steps) {
        let Step::Axiom { clause, rule } = step else { continue };
        match rule {
            Rule::Arithmetic(derivation) => {
                let denied = clause.iter().map(|literal| place_of(&literal.negated()));
                let denied: Vec<Option<usize>> = denied.collect();
                if denied.iter().all(Option::is_none) {
                    continue;
                }
                match derivation.lines.as_slice() {
                    [line] if !line.rounds => {
                        let part = line.sum.iter().filter_map(|(source, factor)| match source {
                            Source::Literal(place) => {
                                Some((denied.get(*place).copied()??, factor.clone()))
                            }
                            _ => None,
                        });
                        let part: Vec<(usize, Rational)> = part.collect();
                        if !part.is_empty() {
                            sums.push(part);
                        }
                    }
                    _ => plain.extend(denied.into_iter().flatten()),
                }
            }
            // The assumption itself, if it is no more than that.
            Rule::Input if clause.len() == 1 => {
                let is_assumption = place_of(&clause[0]).is_some();
                if !is_assumption {
                    plain.extend(place_of(&clause[0].negated()));
                }
            }
            _ => plain.extend(clause.iter().filter_map(|literal| place_of(&literal.negated()))),
        }
    }
    let mut weakened: Vec<Term> = plain.iter().map(|place| literals[*place]).collect();
    for part in sums {
        match part.as_slice() {
            [(place, _)] => weakened.push(literals[*place]),
            _ => match add(terms, literals, &part) {
                Some(sum) => weakened.push(sum),
                None => weakened.extend(part.iter().map(|(place, _)| literals[*place])),
            },
        }
    }
    weakened.sort_unstable();
    weakened.dedup();
    weakened
}

/// Σ factor · literal as a literal; none if a literal is no inequality in normal form, to which the
/// multipliers refer.
fn add(terms: &mut Terms, literals: &[Term], part: &[(usize, Rational)]) -> Option<Term> {
    let mut relation = Relation::NonNegative;
    let mut sum = Row::zero(relation);
    for (place, factor) in part {
        let row = Row::of_literal(terms, literals[*place])?;
        let is_normal = row.to_literal(terms) == literals[*place];
        if !is_normal || row.relation == Relation::Zero || factor.is_negative() {
            return None;
        }
        sum.add_row(&row, factor);
        relation = relation.plus(row.relation);
    }
    sum.relation = relation;
    sum.normalise(terms);
    Some(sum.to_literal(terms))
}
