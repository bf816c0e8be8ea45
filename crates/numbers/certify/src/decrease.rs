//! What a ranking claims of a step, as a formula.

use buttress_affine::ranking::{Component, Function, Ranking};
use buttress_horn::{Application, Clause, Horn};
use buttress_logic::{Rational, Sort, Term, Terms};

/// That some level decreases, from whichever premise within the component one comes.
///
/// `docs/certificate-numbers.md` says what the formula is; the checker forms it by itself.
pub fn decrease(terms: &mut Terms, horn: &Horn, component: &Component, clause: &Clause) -> Term {
    let mut parameters = component.predicates.iter().flat_map(|id| &horn.predicate(*id).parameters);
    let is_real = parameters.any(|parameter| terms.sort_of(*parameter) == Sort::REAL);
    let sort = if is_real { Sort::REAL } else { Sort::INT };
    let Some(head) = &clause.head else { return terms.boolean(true) };
    let inside = |at: &&Application| component.predicates.contains(&at.predicate);
    let premises: Vec<Term> = clause
        .body
        .iter()
        .filter(inside)
        .map(|premise| some_level_decreases(terms, sort, component, premise, head))
        .collect();
    terms.and(&premises)
}

/// The system with a query for each step of a cycle: that it does not decrease.
pub fn with_queries(terms: &mut Terms, horn: &Horn, ranking: &Ranking) -> Horn {
    let mut system = horn.clone();
    for component in &ranking.components {
        for id in &component.clauses {
            let clause = horn.clause(*id);
            let decrease = decrease(terms, horn, component, clause);
            let fails = terms.not(decrease);
            let constraint = terms.and(&[clause.constraint, fails]);
            system.add_clause(Clause { constraint, head: None, ..clause.clone() });
        }
    }
    system
}

/// ⋁ᵢ ( f₁(t̄) ≤ f₁(s̄) ∧ … ∧ fᵢ(t̄) + 1 ≤ fᵢ(s̄) ∧ 0 ≤ fᵢ(s̄) )
fn some_level_decreases(
    terms: &mut Terms,
    sort: Sort,
    component: &Component,
    from: &Application,
    to: &Application,
) -> Term {
    let (zero, one) = (terms.numeral(&Rational::ZERO, sort), terms.numeral(&Rational::ONE, sort));
    let mut cases = Vec::new();
    let mut before = Vec::new();
    for level in &component.levels {
        let of = |at: &Application| level.functions.iter().find(|it| it.predicate == at.predicate);
        let (Some(source), Some(target)) = (of(from), of(to)) else { continue };
        let source = value(terms, sort, source, &from.arguments);
        let target = value(terms, sort, target, &to.arguments);
        let more = terms.add(&[target, one]);
        let mut parts = before.clone();
        parts.push(terms.less_equal(more, source));
        parts.push(terms.less_equal(zero, source));
        cases.push(terms.and(&parts));
        before.push(terms.less_equal(target, source));
    }
    terms.or(&cases)
}

/// Σ coefficient · argument + constant, without what is multiplied by 0.
fn value(terms: &mut Terms, sort: Sort, function: &Function, arguments: &[Term]) -> Term {
    let mut summands = Vec::new();
    for (coefficient, argument) in function.coefficients.iter().zip(arguments) {
        if coefficient.is_zero() {
            continue;
        }
        let is_lifted = terms.sort_of(*argument) != sort;
        let argument = if is_lifted { terms.to_real(*argument) } else { *argument };
        let coefficient = terms.numeral(coefficient, sort);
        summands.push(terms.multiply(&[coefficient, argument]));
    }
    summands.push(terms.numeral(&function.constant, sort));
    terms.add(&summands)
}
