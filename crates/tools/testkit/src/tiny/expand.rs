//! Quantifiers written out over finite domains: ∀ as the conjunction of its instances.
//!
//! The integers are endless. A quantifier with none inside it runs through `quantified`, where the
//! outermost integers stand for all beyond. One with others inside it fixes what those are compared
//! with, so that it must stay near: it runs through `integers`. A model is none the less one if
//! such a quantifier asks for a witness; if it speaks of all integers we do not know.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Op, Sort, SortKind, Term, Terms, substitute};

use super::domains::Domains;
use crate::limits::MOST_INSTANCES;

/// Does it contain a quantifier?
pub(super) fn is_quantified(terms: &Terms, formula: Term) -> bool {
    !quantifiers(terms, formula).is_empty()
}

/// The conjuncts of the formulas, their quantifiers written out; `None` where that cannot be done.
pub(super) fn expand(
    terms: &mut Terms,
    formulas: &[Term],
    domains: &Domains,
    universes: &HashMap<Sort, u32>,
) -> Option<Vec<Term>> {
    let mut written = HashMap::new();
    let mut count = 0;
    let mut conjuncts = Vec::new();
    for formula in formulas {
        let universal = universal(terms, *formula);
        // The inner ones have smaller numbers, so that they come first.
        for quantified in quantifiers(terms, *formula) {
            let is_inner = is_innermost(terms, quantified);
            let (Op::Forall(binder) | Op::Exists(binder)) = terms.op(quantified) else { continue };
            let bounds = terms.binder(binder).to_vec();
            let has_integer = bounds.iter().any(|bound| terms.bound_sort(*bound) == Sort::INT);
            if !is_inner && has_integer && universal.contains(&quantified) {
                return None;
            }
            if written.contains_key(&quantified) {
                continue;
            }
            let body = substitute(terms, terms.argument(quantified, 0), &written);
            let mut instances = vec![body];
            for bound in bounds {
                let values = values(terms, terms.bound_sort(bound), is_inner, domains, universes)?;
                let variable = terms.bound(bound);
                let mut more = Vec::new();
                for instance in instances {
                    for value in &values {
                        more.push(substitute(
                            terms,
                            instance,
                            &HashMap::from([(variable, *value)]),
                        ));
                    }
                }
                more.sort_unstable();
                more.dedup();
                instances = more;
                count += instances.len();
                if count > MOST_INSTANCES {
                    return None;
                }
            }
            let whole = match terms.op(quantified) {
                Op::Forall(_) => terms.and(&instances),
                _ => terms.or(&instances),
            };
            written.insert(quantified, whole);
        }
        let mut open = vec![substitute(terms, *formula, &written)];
        while let Some(part) = open.pop() {
            match terms.op(part) {
                Op::And => open.extend(terms.arguments(part)),
                _ => conjuncts.push(part),
            }
        }
    }
    Some(conjuncts)
}

/// All quantified parts of a formula, the inner before the outer.
fn quantifiers(terms: &Terms, formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend(terms.arguments(term));
            if matches!(terms.op(term), Op::Forall(_) | Op::Exists(_)) {
                found.push(term);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Is there no other quantifier inside it, but for those directly inside of the same kind?
fn is_innermost(terms: &Terms, quantified: Term) -> bool {
    let is_forall = |term: Term| matches!(terms.op(term), Op::Forall(_));
    let is_exists = |term: Term| matches!(terms.op(term), Op::Exists(_));
    let mut body = terms.argument(quantified, 0);
    while (is_forall(body) && is_forall(quantified)) || (is_exists(body) && is_exists(quantified)) {
        body = terms.argument(body, 0);
    }
    quantifiers(terms, body).is_empty()
}

/// The quantified parts that speak of all values: ∀ on the positive side, ∃ on the negative.
fn universal(terms: &Terms, formula: Term) -> HashSet<Term> {
    let mut found = HashSet::new();
    let mut seen = HashSet::new();
    let mut stack = vec![(formula, true)];
    while let Some((term, is_positive)) = stack.pop() {
        if !seen.insert((term, is_positive)) {
            continue;
        }
        let arguments = terms.arguments(term).iter();
        match terms.op(term) {
            Op::Not => stack.extend(arguments.map(|part| (*part, !is_positive))),
            Op::And | Op::Or => stack.extend(arguments.map(|part| (*part, is_positive))),
            Op::Forall(_) | Op::Exists(_) => {
                if matches!(terms.op(term), Op::Forall(_)) == is_positive {
                    found.insert(term);
                }
                stack.extend(arguments.map(|part| (*part, is_positive)));
            }
            _ => stack.extend(arguments.flat_map(|part| [(*part, true), (*part, false)])),
        }
    }
    found
}

/// What a variable of a sort runs through.
fn values(
    terms: &mut Terms,
    sort: Sort,
    is_inner: bool,
    domains: &Domains,
    universes: &HashMap<Sort, u32>,
) -> Option<Vec<Term>> {
    match *terms.sort_kind(sort) {
        SortKind::Bool => Some(vec![Term::FALSE, Term::TRUE]),
        SortKind::Int => {
            let far = domains.quantified.clone()?;
            let numbers = if is_inner { far } else { domains.integers.clone() };
            Some(numbers.map(|number| terms.numeral(&number.into(), sort)).collect())
        }
        SortKind::Uninterpreted { .. } => {
            let size = universes.get(&sort).copied().unwrap_or(1);
            Some((0..size).map(|number| terms.element(sort, number)).collect())
        }
        SortKind::Datatype(datatype) => {
            let mut values = Vec::new();
            for constructor in terms.constructors(datatype) {
                if !terms.selectors(constructor).is_empty() {
                    return None;
                }
                values.push(terms.construct(constructor, &[]));
            }
            Some(values)
        }
        SortKind::Real | SortKind::Array { .. } => None,
    }
}
