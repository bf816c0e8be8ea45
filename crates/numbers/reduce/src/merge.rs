//! Clauses with the same premises and the same conclusion as one, by disjunction.

use std::collections::HashMap;

use buttress_horn::{Application, Clause, PredicateId};
use buttress_logic::{Term, Terms};

use super::origin::Origin;
use super::variables::fresh_like;

/// Merges what can be merged.
pub(super) fn merge(terms: &mut Terms, clauses: Vec<(Clause, Origin)>) -> Vec<(Clause, Origin)> {
    let mut groups: Vec<Vec<(Clause, Origin)>> = Vec::new();
    let mut places: HashMap<(Vec<PredicateId>, Option<PredicateId>), usize> = HashMap::new();
    for (clause, origin) in clauses {
        let body = clause.body.iter().map(|premise| premise.predicate).collect();
        let head = clause.head.as_ref().map(|head| head.predicate);
        let place = *places.entry((body, head)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push((clause, origin)),
            None => groups.push(vec![(clause, origin)]),
        }
    }
    groups.into_iter().filter_map(|group| merge_group(terms, group)).collect()
}

/// One clause for all of a group.
fn merge_group(terms: &mut Terms, group: Vec<(Clause, Origin)>) -> Option<(Clause, Origin)> {
    let mut group = group.into_iter();
    let (first, origin) = group.next()?;
    if group.len() == 0 {
        return Some((first, origin));
    }
    // A new variable stands for each argument of the conclusion, whatever it is in each clause.
    let arguments = first.head.iter().flat_map(|head| &head.arguments);
    let concluded: Vec<Term> = arguments.map(|argument| fresh_like(terms, *argument)).collect();
    let head = first
        .head
        .as_ref()
        .map(|head| Application { predicate: head.predicate, arguments: concluded.clone() });
    let mut merged =
        Clause { variables: concluded.clone(), constraint: Term::FALSE, head, ..first.clone() };
    merged.variables.extend(first.body.iter().flat_map(|premise| &premise.arguments));
    let mut alternatives = Vec::new();
    let mut guards = Vec::new();
    for (clause, origin) in std::iter::once((first, origin)).chain(group) {
        let arguments = |body: &[Application]| -> Vec<Term> {
            body.iter().flat_map(|premise| premise.arguments.clone()).collect()
        };
        let (theirs, ours) = (arguments(&clause.body), arguments(&merged.body));
        let map: HashMap<Term, Term> = theirs.iter().copied().zip(ours).collect();
        let mut known = HashMap::new();
        let mut parts = vec![terms.substitute_known(clause.constraint, &map, &mut known)];
        for (&variable, argument) in
            concluded.iter().zip(clause.head.iter().flat_map(|head| &head.arguments))
        {
            let argument = terms.substitute_known(*argument, &map, &mut known);
            parts.push(terms.equal(variable, argument));
        }
        let guard = terms.and(&parts);
        guards.push(guard);
        merged.variables.extend(clause.variables.iter().filter(|each| !map.contains_key(each)));
        for mut alternative in origin.alternatives {
            alternative.guard = guard;
            alternative.substitute(terms, &map);
            alternatives.push(alternative);
        }
    }
    merged.constraint = terms.or(&guards);
    Some((merged, Origin { alternatives }))
}
