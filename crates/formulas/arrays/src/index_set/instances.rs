//! Closing index sets: terms of uninterpreted sorts that instantiation itself makes.

use std::collections::{BTreeMap, HashMap};

use buttress_logic::{Op, Sort, Term, Terms, substitute};

use super::indices::Indices;
use super::reason::IndexReason;
use super::source::{Source, Sources};
use crate::free::Free;
use crate::limits::INDEX_TERMS;
use crate::linear::offset;

/// Adds what instantiation makes, in rounds, until nothing new comes. Did it end?
///
/// Without a cycle among the sorts each round settles one more sort, so it ends after as many
/// rounds as there are sorts; a cycle goes on for ever, and is left after that many.
pub(super) fn close(
    terms: &mut Terms,
    free: &mut Free,
    sources: &Sources,
    sets: &mut BTreeMap<Sort, Indices>,
    is_cut: impl Fn(Sort) -> bool,
) -> bool {
    let mut schemes: Vec<Source> = sources.schemes.clone();
    for term in &sources.made {
        let node = super::classes::Node::Unnamed(terms.sort_of(*term));
        if is_cut(terms.sort_of(*term)) {
            schemes.push(Source { node, term: *term, reason: IndexReason::Ground });
        }
    }
    for _ in 0..=sets.len() + 1 {
        let mut is_changed = false;
        for scheme in &schemes {
            let sort = terms.sort_of(scheme.term);
            if !sets.contains_key(&sort) {
                continue;
            }
            let Some(instances) = instances(terms, free, scheme.term, sets) else { return false };
            let Some(set) = sets.get_mut(&sort) else { continue };
            for instance in instances {
                is_changed |= set.add(terms, instance, scheme.reason);
            }
            if set.list.len() > INDEX_TERMS {
                return false;
            }
        }
        if !is_changed {
            return true;
        }
    }
    false
}

/// The instances of a term; `None` if there are too many or a variable has no set.
pub(super) fn instances(
    terms: &mut Terms,
    free: &mut Free,
    term: Term,
    sets: &BTreeMap<Sort, Indices>,
) -> Option<Vec<Term>> {
    let mut maps: Vec<HashMap<Term, Term>> = vec![HashMap::new()];
    for bound in free.bounds(terms, term).iter() {
        let indices = &sets.get(&terms.bound_sort(*bound))?.list;
        if maps.len().checked_mul(indices.len())? > INDEX_TERMS {
            return None;
        }
        let variable = terms.bound(*bound);
        let longer = maps.iter().flat_map(|map| {
            indices.iter().map(move |index| {
                let mut map = map.clone();
                map.insert(variable, index.term);
                map
            })
        });
        maps = longer.collect();
    }
    Some(maps.iter().map(|map| tidy(terms, term, map)).collect())
}

/// An instance; sums in their one written form.
fn tidy(terms: &mut Terms, term: Term, map: &HashMap<Term, Term>) -> Term {
    let instance = substitute(terms, term, map);
    match terms.op(instance) {
        Op::Add | Op::Multiply if terms.sort_of(instance) == Sort::INT => {
            offset(terms, instance, 0)
        }
        _ => instance,
    }
}
