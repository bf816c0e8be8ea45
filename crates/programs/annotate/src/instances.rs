//! What quantified hypotheses say of the cells that a path reads.
//!
//! Engines over numbers see a read cell as a number of its own. An instance of `forall i. (0 <= i < |n| -> i < n[i])` at the index p of a
//! read n[p] tells them how that number lies.

use std::collections::{BTreeSet, HashMap};

use buttress_logic::{Op, Term, Terms, Walk, substitute};

use crate::limits::MOST_INSTANCES;

/// Instances of the quantified ones among some formulas, at the cells that are read in any of them or in `others`.
pub(crate) fn instances(terms: &mut Terms, formulas: &[Term], others: &[Term]) -> Vec<Term> {
    let quantified: Vec<Term> = formulas
        .iter()
        .flat_map(|formula| terms.conjuncts(*formula))
        .filter(|part| matches!(terms.op(*part), Op::Forall(_)))
        .collect();
    if quantified.is_empty() {
        return Vec::new();
    }
    let read = cells_read(terms, &[formulas, others].concat());
    let mut found = Vec::new();
    for formula in quantified {
        let bounds = terms.quantified(formula).to_vec();
        let body = terms.argument(formula, 0);
        let mut maps: Vec<HashMap<Term, Term>> = vec![HashMap::new()];
        for bound in bounds {
            let variable = terms.bound(bound);
            let indices = indices(terms, body, variable, &read);
            maps = maps
                .iter()
                .flat_map(|map| {
                    indices.iter().map(move |index| {
                        let mut longer = map.clone();
                        longer.insert(variable, *index);
                        longer
                    })
                })
                .take(MOST_INSTANCES)
                .collect();
        }
        for map in maps {
            found.push(substitute(terms, body, &map));
        }
    }
    found
}

/// The indices at which the arrays are read that the body reads at this variable.
fn indices(
    terms: &Terms,
    body: Term,
    variable: Term,
    read: &BTreeSet<(Term, Term)>,
) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    for part in terms.subterms(&[body]) {
        if let (Op::Select, [array, index]) = (terms.op(part), terms.arguments(part))
            && *index == variable
        {
            let own = read.iter().filter(|(other, _)| other == array);
            found.extend(own.map(|(_, index)| *index));
        }
    }
    found
}

/// Arrays and the indices at which they are read, outside of quantifiers.
fn cells_read(terms: &Terms, formulas: &[Term]) -> BTreeSet<(Term, Term)> {
    let mut found = BTreeSet::new();
    let mut walk = Walk::of(formulas);
    while let Some(part) = walk.step() {
        match (terms.op(part), terms.arguments(part)) {
            (Op::Forall(_) | Op::Exists(_) | Op::Lambda(_), _) => continue,
            (Op::Select, [array, index]) => {
                found.insert((*array, *index));
            }
            _ => {}
        }
        walk.enter(terms.arguments(part));
    }
    found
}
