//! Arguments dropped: those that are determined, and those that nothing depends on.

use std::collections::{BTreeSet, HashMap};

use buttress_horn::Application;
use buttress_logic::{Term, Terms};

use super::arguments::ArgumentStatus;
use super::undo::Undo;
use super::variables::{is_literal, is_variable, variables_of};
use super::working::WorkingSystem;

/// What an argument is known to equal: a literal, or the argument at an earlier place (or at its own).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Equal {
    Literal(Term),
    Place(usize),
}

/// For each argument of a predicate; none as long as no clause is known to conclude it.
type Known = Option<Vec<Equal>>;

/// Drops arguments that are determined. Returns whether there were any.
pub(super) fn drop_determined(working: &mut WorkingSystem, terms: &mut Terms) -> bool {
    let known = equal_arguments(working, terms);
    let mut is_changed = false;
    for id in working.predicate_ids() {
        let Some(equals) = &known[id.index()] else { continue };
        for (place, &equal) in equals.iter().enumerate() {
            if equal != Equal::Place(place) && working.arguments.is_kept(id, place) {
                let parameters = working.parameters(id);
                let other = match equal {
                    Equal::Literal(literal) => literal,
                    Equal::Place(other) => parameters[other],
                };
                let equation = terms.equal(parameters[place], other);
                working.undo.push(Undo::Equation(id, equation));
                working.arguments.drop(id, place, ArgumentStatus::Determined);
                is_changed = true;
            }
        }
    }
    if is_changed {
        for clause in &mut working.clauses {
            let map = known_arguments(terms, &clause.body, &known);
            clause.substitute(terms, &map);
        }
        working.simplify(terms);
    }
    is_changed
}

/// The least equations that all clauses keep, from the facts on.
fn equal_arguments(working: &mut WorkingSystem, terms: &mut Terms) -> Vec<Known> {
    let mut known: Vec<Known> = vec![None; working.original.predicates.len()];
    loop {
        let mut is_changed = false;
        for clause in &working.clauses {
            let Some(head) = &clause.head else { continue };
            if clause.body.iter().any(|premise| known[premise.predicate.index()].is_none()) {
                continue;
            }
            let map = known_arguments(terms, &clause.body, &known);
            let mut replaced = HashMap::new();
            let mut concluded: Vec<Equal> = Vec::new();
            let mut first: HashMap<Term, usize> = HashMap::new();
            for (place, &argument) in head.arguments.iter().enumerate() {
                let argument = terms.substitute_known(argument, &map, &mut replaced);
                let argument = working.folder.fold(terms, argument);
                concluded.push(if !working.arguments.is_kept(head.predicate, place) {
                    Equal::Place(place)
                } else if is_literal(terms, argument) {
                    Equal::Literal(argument)
                } else {
                    Equal::Place(*first.entry(argument).or_insert(place))
                });
            }
            let before = &mut known[head.predicate.index()];
            let joined = match before.as_ref() {
                Some(before) => join(before, &concluded),
                None => concluded,
            };
            if before.as_ref() != Some(&joined) {
                *before = Some(joined);
                is_changed = true;
            }
        }
        if !is_changed {
            return known;
        }
    }
}

/// Drops arguments that nothing depends on. Returns whether there were any.
pub(super) fn drop_ignored(working: &mut WorkingSystem, terms: &Terms) -> bool {
    let mut needed: Vec<BTreeSet<Term>> = Vec::new();
    let mut concluded: Vec<Vec<BTreeSet<Term>>> = Vec::new();
    for clause in &working.clauses {
        needed.push(variables_of(terms, clause.constraint));
        let arguments = clause.head.iter().flat_map(|head| &head.arguments);
        concluded.push(arguments.map(|argument| variables_of(terms, *argument)).collect());
    }
    let mut matters: Vec<Vec<bool>> =
        working.original.predicates.iter().map(|it| vec![false; it.parameters.len()]).collect();
    loop {
        let mut is_changed = false;
        for (number, clause) in working.clauses.iter().enumerate() {
            if let Some(head) = &clause.head {
                for (place, variables) in concluded[number].iter_mut().enumerate() {
                    if matters[head.predicate.index()][place] {
                        needed[number].append(variables);
                    }
                }
            }
            for premise in &clause.body {
                for (place, argument) in premise.arguments.iter().enumerate() {
                    let matters = &mut matters[premise.predicate.index()][place];
                    if !*matters && needed[number].contains(argument) {
                        *matters = true;
                        is_changed = true;
                    }
                }
            }
        }
        if !is_changed {
            break;
        }
    }
    let mut is_changed = false;
    for id in working.predicate_ids() {
        for (place, &matters) in matters[id.index()].iter().enumerate() {
            if !matters && working.arguments.is_kept(id, place) {
                working.arguments.drop(id, place, ArgumentStatus::Ignored);
                is_changed = true;
            }
        }
    }
    is_changed
}

/// The equations that both sides know.
fn join(left: &[Equal], right: &[Equal]) -> Vec<Equal> {
    let mut joined: Vec<Equal> = Vec::new();
    for (place, pair) in left.iter().zip(right).enumerate() {
        joined.push(match pair {
            (Equal::Literal(left), Equal::Literal(right)) if left == right => Equal::Literal(*left),
            _ => {
                let mut earlier = left.iter().zip(right).take(place);
                Equal::Place(earlier.position(|other| other == pair).unwrap_or(place))
            }
        });
    }
    joined
}

/// Variables at places whose equals are known, with what they equal.
fn known_arguments(terms: &Terms, body: &[Application], known: &[Known]) -> HashMap<Term, Term> {
    let mut map = HashMap::new();
    for premise in body {
        let Some(equals) = &known[premise.predicate.index()] else { continue };
        for (&argument, equal) in premise.arguments.iter().zip(equals) {
            let other = match equal {
                Equal::Literal(literal) => *literal,
                Equal::Place(place) => premise.arguments[*place],
            };
            if argument != other && is_variable(terms, argument) {
                map.insert(argument, other);
            }
        }
    }
    map
}
