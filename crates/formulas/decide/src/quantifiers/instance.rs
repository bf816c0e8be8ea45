//! Quantified formulas and their bodies.

use std::collections::HashMap;

use buttress_logic::{Op, Term, Terms, substitute};

/// Is it ∀, rather than ∃?
pub(super) fn is_forall(terms: &Terms, formula: Term) -> bool {
    matches!(terms.op(formula), Op::Forall(_))
}

/// F[t̄] of a quantified formula.
pub(crate) fn instance(terms: &mut Terms, formula: Term, values: &[Term]) -> Term {
    let bounds = terms.quantified(formula).to_vec();
    let map = bounds.iter().zip(values).map(|(bound, value)| (terms.bound(*bound), *value));
    let map: HashMap<Term, Term> = map.collect();
    let body = terms.argument(formula, 0);
    substitute(terms, body, &map)
}

/// F[w̄] of a quantified formula, w̄ being its witnesses.
pub(super) fn witnessed_body(terms: &mut Terms, formula: Term) -> Term {
    let places = terms.quantified(formula).len();
    let witnesses: Vec<Term> = (0..places).map(|place| terms.witness(formula, place)).collect();
    instance(terms, formula, &witnesses)
}
