//! What must hold for a ranking to be one.

use buttress_horn::{Application, Horn, Interpretation};
use buttress_logic::{Rational, Term, Terms};
use buttress_project::{Relation, Row};

use super::level::{Component, Function, Level, Ranking};

/// One formula for each step of each component; none has a model.
///
/// A step that satisfies none of the levels would be a model. That `known` is inductive must be
/// shown too, and that the components are all there are.
pub fn obligations(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    ranking: &Ranking,
) -> Vec<Term> {
    let mut found = Vec::new();
    for component in &ranking.components {
        for &id in &component.clauses {
            let clause = horn.clause(id);
            let mut parts = vec![clause.constraint];
            for premise in &clause.body {
                parts.push(horn.at(terms, premise, known.of(premise.predicate)));
            }
            let is_inside = |at: &&Application| component.predicates.contains(&at.predicate);
            let from = clause.body.iter().find(is_inside);
            if let (Some(from), Some(to)) = (from, &clause.head) {
                let decreases = some_level_decreases(terms, component, from, to);
                parts.push(terms.not(decreases));
            }
            found.push(terms.and(&parts));
        }
    }
    found
}

/// ⋁ᵢ ( f₁(s̄) ≥ f₁(t̄) ∧ … ∧ fᵢ(s̄) ≥ fᵢ(t̄) + 1 ∧ fᵢ(s̄) ≥ 0 )
fn some_level_decreases(
    terms: &mut Terms,
    component: &Component,
    from: &Application,
    to: &Application,
) -> Term {
    let mut cases = Vec::new();
    let mut before = Vec::new();
    for level in &component.levels {
        let (Some(source), Some(target)) = (level.function(from), level.function(to)) else {
            continue;
        };
        let mut bound = Row::zero(Relation::NonNegative);
        source.add_to(terms, &mut bound, &from.arguments, &Rational::ONE);
        let mut difference = bound.clone();
        target.add_to(terms, &mut difference, &to.arguments, &Rational::MINUS_ONE);
        let mut decrease = difference.clone();
        decrease.constant = &decrease.constant - &Rational::ONE;
        let mut parts = before.clone();
        parts.push(literal(terms, &decrease));
        parts.push(literal(terms, &bound));
        cases.push(terms.and(&parts));
        before.push(literal(terms, &difference));
    }
    terms.or(&cases)
}

impl Level {
    /// The function of the predicate of an application.
    fn function(&self, at: &Application) -> Option<&Function> {
        self.functions.iter().find(|function| function.predicate == at.predicate)
    }
}

/// The constraint, also if it speaks of nothing.
fn literal(terms: &mut Terms, row: &Row) -> Term {
    if row.coefficients.is_empty() {
        return terms.boolean(row.is_true());
    }
    row.to_literal(terms)
}
