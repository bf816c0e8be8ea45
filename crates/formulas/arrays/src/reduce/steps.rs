//! The steps of the reduction, each from formula to formula.

use std::collections::HashMap;

use buttress_logic::{Op, Sort, Term, Terms, substitute};

use super::ReduceError;
use crate::fragment::Normal;
use crate::free::Free;
use crate::index_set::IndexSet;
use crate::linear::offset;
use crate::normal::{Normaliser, conjunction};

/// a = b becomes ∀i. a\[i\] = b\[i\], also for arrays of arrays.
pub fn expand_equalities(terms: &mut Terms, formula: Term) -> Term {
    let mut formula = formula;
    loop {
        let mut map = HashMap::new();
        for part in terms.subterms(&[formula]) {
            let arguments = terms.arguments(part).to_vec();
            let [first, ..] = arguments[..] else { continue };
            let Some((index, _)) = terms.array_parts(terms.sort_of(first)) else { continue };
            match (terms.op(part), &arguments[..]) {
                (Op::Equal, [left, right]) => {
                    let bound = terms.scratch_bound("i", index);
                    let variable = terms.bound(bound);
                    let (left, right) =
                        (terms.select(*left, variable), terms.select(*right, variable));
                    let equal = terms.equal(left, right);
                    let binder = terms.scratch_binder(&[bound]);
                    map.insert(part, terms.forall(binder, equal));
                }
                (Op::Distinct, _) => {
                    let mut pairs = Vec::new();
                    for (place, left) in arguments.iter().enumerate() {
                        for right in &arguments[place + 1..] {
                            pairs.push(terms.distinct(&[*left, *right]));
                        }
                    }
                    map.insert(part, terms.and(&pairs));
                }
                _ => {}
            }
        }
        if map.is_empty() {
            return formula;
        }
        formula = substitute(terms, formula, &map);
    }
}

/// Step 1: negations go down to literals, as far as quantifiers and their variables reach.
pub fn positive_normal_form(terms: &mut Terms, formula: Term) -> Term {
    Normaliser::keeping_existentials().formula(terms, formula)
}

/// Step 2: each write a⟨i ◁ v⟩ becomes a fresh a′, with a′\[i\] = v and ∀j. j ≠ i → a\[j\] = a′\[j\].
///
/// Over the integers, j ≠ i is j ≤ i − 1 ∨ i + 1 ≤ j. Writes that depend on universal variables
/// stay.
pub fn remove_writes(terms: &mut Terms, formula: Term) -> Term {
    let mut free = Free::default();
    let mut map = HashMap::new();
    let mut added = Vec::new();
    // Terms come after their arguments, so that inner writes have been replaced.
    for part in terms.subterms(&[formula]) {
        if terms.op(part) != Op::Store || !free.is_ground(terms, part) {
            continue;
        }
        let arguments: Vec<Term> = terms.arguments(part).to_vec();
        let [array, index, value] =
            arguments.iter().map(|part| substitute(terms, *part, &map)).collect::<Vec<_>>()[..]
        else {
            continue;
        };
        let fresh = terms.fresh_constant("written", terms.sort_of(part));
        map.insert(part, fresh);
        let read = terms.select(fresh, index);
        added.push(terms.equal(read, value));
        let bound = terms.scratch_bound("j", terms.sort_of(index));
        let variable = terms.bound(bound);
        let elsewhere = if terms.sort_of(index) == Sort::INT {
            let (before, after) = (offset(terms, index, -1), offset(terms, index, 1));
            let below = terms.less_equal(variable, before);
            let above = terms.less_equal(after, variable);
            terms.or(&[below, above])
        } else {
            terms.distinct(&[variable, index])
        };
        let (old, new) = (terms.select(array, variable), terms.select(fresh, variable));
        let same = terms.equal(old, new);
        let body = terms.implies(elsewhere, same);
        let binder = terms.scratch_binder(&[bound]);
        added.push(terms.forall(binder, body));
    }
    let formula = substitute(terms, formula, &map);
    // What was added may itself compare arrays, if elements are arrays.
    let mut all = vec![formula];
    all.extend(added);
    let formula = conjunction(terms, all);
    expand_equalities(terms, formula)
}

/// Step 3: ∃ becomes fresh constants, where it depends on no universal variable.
pub fn remove_existentials(terms: &mut Terms, formula: Term) -> Term {
    Normaliser::default().formula(terms, formula)
}

/// Names the terms that index guards compare variables with, unless they are constants or sums of
/// constants: i ≠ a\[k\] becomes v = a\[k\] ∧ … i ≠ v … (Example 2.2.2).
///
/// The reduction does not need it, since it takes any term without variables for an evar.
pub fn name_terms(terms: &mut Terms, normal: &Normal) -> Term {
    let mut free = Free::default();
    let mut names: HashMap<Term, Term> = HashMap::new();
    let mut map = HashMap::new();
    let mut equations = Vec::new();
    for (formula, property) in &normal.properties {
        let mut replaced = HashMap::new();
        for part in terms.subterms(&[property.guard]) {
            let is_plain = free.is_ground(terms, part)
                && terms.sort_of(part) != Sort::BOOL
                && matches!(terms.op(part), Op::Select | Op::Apply(_) | Op::SelectField(_))
                && !terms.arguments(part).is_empty();
            if !is_plain {
                continue;
            }
            let name = match names.get(&part) {
                Some(name) => *name,
                None => {
                    let name = terms.fresh_constant("v", terms.sort_of(part));
                    equations.push(terms.equal(name, part));
                    names.insert(part, name);
                    name
                }
            };
            replaced.insert(part, name);
        }
        if !replaced.is_empty() {
            let mut property = property.clone();
            property.guard = substitute(terms, property.guard, &replaced);
            map.insert(*formula, property.formula(terms));
        }
    }
    let formula = substitute(terms, normal.formula, &map);
    equations.push(formula);
    conjunction(terms, equations)
}

/// Step 5: each ∀ becomes the conjunction of its instances over the index set; how many there are.
///
/// Properties with quantifiers inside, which are outside the fragments, say nothing afterwards.
///
/// # Errors
/// If there would be more than `most` instances.
pub fn instantiate(
    terms: &mut Terms,
    normal: &Normal,
    index_set: &IndexSet,
    most: u64,
) -> Result<(Term, u64), ReduceError> {
    let mut free = Free::default();
    let mut map = HashMap::new();
    let mut count = 0;
    for (formula, property) in &normal.properties {
        let body = property.body(terms);
        if free.has_quantifier(terms, body) {
            map.insert(*formula, Term::TRUE);
            continue;
        }
        let instances = index_set
            .instances(terms, property, most.saturating_sub(count))
            .map_err(ReduceError::TooManyInstances)?;
        count += instances.len() as u64;
        map.insert(*formula, conjunction(terms, instances));
    }
    Ok((substitute(terms, normal.formula, &map), count))
}

/// Step 6: λ differs from all other indices; where a sort may be finite, only if there are others.
pub fn separate_lambda(terms: &mut Terms, formula: Term, index_set: &IndexSet) -> Term {
    let mut conjuncts = vec![formula];
    conjuncts.extend(index_set.lambda_differs(terms));
    let ground = terms.subterms(&[formula]);
    conjuncts.extend(index_set.other_or_none(terms, &ground));
    conjunction(terms, conjuncts)
}
