//! Partial arrays, T_A^⊥: elements may be undefined, and what is said of all indices is said of the
//! defined ones.
//!
//! A partial array is an array whose element sort has a value ⊥. In a guarded formula every read at
//! a universal variable is guarded by being defined; the rest of the formula may say anything of
//! the variables: i + 1, i < j, even a\[b\[i\]\]. Then the indices of ground reads suffice, for in a
//! model all other positions may be ⊥. Also allowed are the unguarded a = b and ∀i. F → a\[i\] = b\[i\],
//! which stay true there since both sides are ⊥.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Bound, Constructor, Op, Term, Terms, Walk, substitute};

use super::{
    ReduceError, expand_equalities, positive_normal_form, remove_existentials, remove_writes,
};
use crate::fragment::{ArrayProperty, normalise};
use crate::free::Free;
use crate::normal::{conjunction, disjunction};

/// A guarded formula, reduced.
#[derive(Clone, Debug)]
pub struct PartialReduction {
    /// The quantifier-free formula: it can be satisfied if and only if the original can.
    pub formula: Term,
    /// The index set: the indices of ground reads.
    pub indices: Vec<Term>,
    /// How many instances were made.
    pub instances: u64,
}

/// Reduces a guarded formula; ⊥ is what the constructors `undefined` build, of whatever sort.
///
/// # Errors
/// If a part is not guarded, or there would be more than `most` instances.
pub fn reduce_partial(
    terms: &mut Terms,
    formula: Term,
    undefined: &[Constructor],
    most: u64,
) -> Result<PartialReduction, ReduceError> {
    let formula = expand_equalities(terms, formula);
    let formula = positive_normal_form(terms, formula);
    let formula = remove_existentials(terms, formula);
    let formula = remove_writes(terms, formula);
    let normal = normalise(terms, formula);
    let mut free = Free::default();
    let mut guarded = Vec::new();
    for (formula, property) in &normal.properties {
        let reads = defined_reads(terms, property, undefined);
        let property = flatten(terms, &mut free, property, &reads);
        let reads = defined_reads(terms, &property, undefined);
        if !is_guarded(terms, &mut free, &property, &reads) && !is_exact_equality(terms, &property)
        {
            return Err(ReduceError::Unguarded(*formula));
        }
        guarded.push((*formula, property));
    }
    // Step 3: I = {t : ·[t] occurs, t without universal variables}.
    let indices = ground_indices(terms, &mut free, normal.formula);
    // Step 4: instantiate.
    let mut map = HashMap::new();
    let mut count: u64 = 0;
    for (formula, property) in guarded {
        let mut instances = vec![HashMap::new()];
        for bound in &property.universals {
            let variable = terms.bound(*bound);
            let sort = terms.bound_sort(*bound);
            let mut longer: Vec<HashMap<Term, Term>> = Vec::new();
            for index in indices.iter().filter(|index| terms.sort_of(**index) == sort) {
                for instance in &instances {
                    let mut instance = instance.clone();
                    instance.insert(variable, *index);
                    longer.push(instance);
                }
            }
            instances = longer;
            let total = count.saturating_add(instances.len() as u64);
            if total > most {
                return Err(ReduceError::TooManyInstances(Some(total)));
            }
        }
        count += instances.len() as u64;
        let body = property.body(terms);
        let instances = instances.iter().map(|map| substitute(terms, body, map)).collect();
        map.insert(formula, conjunction(terms, instances));
    }
    let formula = substitute(terms, normal.formula, &map);
    Ok(PartialReduction { formula, indices, instances: count })
}

/// The reads r that a property guards: it has the disjunct r = ⊥.
fn defined_reads(
    terms: &Terms,
    property: &ArrayProperty,
    undefined: &[Constructor],
) -> HashSet<Term> {
    let disjuncts = match terms.op(property.value) {
        Op::Or => terms.arguments(property.value).to_vec(),
        _ => vec![property.value],
    };
    let mut reads = HashSet::new();
    for disjunct in disjuncts {
        match (terms.op(disjunct), terms.arguments(disjunct)) {
            (Op::Equal, [left, right]) => {
                for (read, bottom) in [(*left, *right), (*right, *left)] {
                    let is_bottom = matches!(
                        terms.op(bottom),
                        Op::Construct(constructor) if undefined.contains(&constructor)
                    );
                    if terms.op(read) == Op::Select && is_bottom {
                        reads.insert(read);
                    }
                }
            }
            (Op::Test(constructor), [read])
                if terms.op(*read) == Op::Select && undefined.contains(&constructor) =>
            {
                reads.insert(*read);
            }
            _ => {}
        }
    }
    reads
}

/// Guarded reads at terms other than variables get variables of their own: a\[t\] ≠ ⊥ → F becomes
/// ∀j. a\[j\] ≠ ⊥ → j = t → F for a\[j\] (Example 2.6.1).
fn flatten(
    terms: &mut Terms,
    free: &mut Free,
    property: &ArrayProperty,
    reads: &HashSet<Term>,
) -> ArrayProperty {
    let mut property = property.clone();
    // Inner reads first; the outer ones change with them.
    let mut pending: Vec<Term> = reads.iter().copied().collect();
    pending.sort_unstable();
    while !pending.is_empty() {
        let read = pending.remove(0);
        let (array, index) = (terms.argument(read, 0), terms.argument(read, 1));
        if free.is_ground(terms, index) || matches!(terms.op(index), Op::Bound(_)) {
            continue;
        }
        let bound = terms.scratch_bound("j", terms.sort_of(index));
        let variable = terms.bound(bound);
        let flat = terms.select(array, variable);
        let map = HashMap::from([(read, flat)]);
        for other in &mut pending {
            *other = substitute(terms, *other, &map);
        }
        property.guard = substitute(terms, property.guard, &map);
        let value = substitute(terms, property.value, &map);
        let elsewhere = terms.distinct(&[variable, index]);
        property.value = disjunction(terms, vec![elsewhere, value]);
        property.universals.push(bound);
    }
    property
}

/// Is each variable, and each read at one, guarded?
fn is_guarded(
    terms: &Terms,
    free: &mut Free,
    property: &ArrayProperty,
    reads: &HashSet<Term>,
) -> bool {
    let mut guarded: HashSet<Bound> = HashSet::new();
    for read in reads {
        if let Op::Bound(bound) = terms.op(terms.argument(*read, 1)) {
            guarded.insert(bound);
        }
    }
    if !property.universals.iter().all(|bound| guarded.contains(bound)) {
        return false;
    }
    let mut walk = Walk::of(&[property.guard, property.value]);
    while let Some(term) = walk.step() {
        if free.is_ground(terms, term) {
            continue;
        }
        match terms.op(term) {
            Op::Forall(_) | Op::Exists(_) | Op::Store => return false,
            Op::Select => {
                let (array, index) = (terms.argument(term, 0), terms.argument(term, 1));
                let is_ground = free.is_ground(terms, index);
                if !free.is_ground(terms, array) || (!is_ground && !reads.contains(&term)) {
                    return false;
                }
            }
            _ => {}
        }
        walk.enter(terms.arguments(term));
    }
    true
}

/// Is it ∀i. F → a\[i\] = b\[i\], with arrays free of i and no reads at i in F?
fn is_exact_equality(terms: &Terms, property: &ArrayProperty) -> bool {
    let [bound] = property.universals[..] else { return false };
    let value = property.value;
    if terms.op(value) != Op::Equal || property.fragment.violation().is_some() {
        return false;
    }
    terms.arguments(value).iter().all(|side| {
        terms.op(*side) == Op::Select
            && terms.op(terms.argument(*side, 1)) == Op::Bound(bound)
            && matches!(terms.op(terms.argument(*side, 0)), Op::Apply(_))
    })
}

/// The ground terms at which arrays are read.
fn ground_indices(terms: &Terms, free: &mut Free, formula: Term) -> Vec<Term> {
    let mut indices = Vec::new();
    for term in terms.subterms(&[formula]) {
        if let (Op::Select, [_, index]) = (terms.op(term), terms.arguments(term))
            && free.is_ground(terms, *index)
        {
            indices.push(*index);
        }
    }
    indices.sort_unstable();
    indices.dedup();
    indices
}
