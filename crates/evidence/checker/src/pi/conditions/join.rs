//! Walks that meet become one.

use buttress_logic::{Term, Terms};

use super::value::Value;
use super::walk::{HypothesisKind, Walk};

/// One walk for several; their order counts.
pub fn join(terms: &mut Terms, walks: Vec<Walk>) -> Option<Walk> {
    let [first, _, ..] = &walks[..] else { return walks.into_iter().next() };
    // What all of them know.
    let mut common = 0;
    while walks.iter().all(|walk| {
        let one = walk.hypotheses.get(common);
        one.is_some() && one == first.hypotheses.get(common)
    }) {
        common += 1;
    }
    let mut joined = first.clone();
    joined.hypotheses.truncate(common);
    let mut guards: Vec<Term> = Vec::new();
    for walk in &walks {
        let turns =
            walk.hypotheses[common..].iter().filter(|(_, kind)| *kind == HypothesisKind::Turn);
        let turns: Vec<Term> = turns.map(|(formula, _)| *formula).collect();
        guards.push(terms.and(&turns));
    }
    for (walk, guard) in walks.iter().zip(&guards) {
        for (formula, kind) in &walk.hypotheses[common..] {
            match kind {
                HypothesisKind::Turn => {}
                HypothesisKind::Meaning => joined.assume(*formula, HypothesisKind::Meaning),
                HypothesisKind::Fact => {
                    let formula = terms.implies(*guard, *formula);
                    joined.assume(formula, HypothesisKind::Fact);
                }
            }
        }
    }
    let is_either = guards.len() == 2 && terms.not(guards[0]) == guards[1];
    if !is_either {
        let one_of_them = terms.or(&guards);
        joined.assume(one_of_them, HypothesisKind::Turn);
    }
    for variable in 0..joined.values.len() {
        let values: Option<Vec<Value>> =
            walks.iter().map(|walk| walk.values.get(variable)?.clone()).collect();
        joined.values[variable] = match values {
            Some(values) => Some(meet(terms, &mut joined, &values, &guards)?),
            None => None,
        };
    }
    Some(joined)
}

/// The value of a variable that has each of these values under its guard.
fn meet(terms: &mut Terms, joined: &mut Walk, values: &[Value], guards: &[Term]) -> Option<Value> {
    let mut met = values.first()?.clone();
    for (place, leaf) in met.leaves.iter_mut().enumerate() {
        if values.iter().all(|value| value.leaves.get(place) == Some(leaf)) {
            continue;
        }
        let name = terms.fresh_constant("v", terms.sort_of(*leaf));
        for (value, guard) in values.iter().zip(guards) {
            let meaning = terms.equation(name, *value.leaves.get(place)?);
            let meaning = terms.implies(*guard, meaning);
            joined.assume(meaning, HypothesisKind::Meaning);
        }
        *leaf = name;
    }
    Some(met)
}
