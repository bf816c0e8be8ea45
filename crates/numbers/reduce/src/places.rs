//! Places: the arguments of predicates, and which of them are dropped.
//!
//! An argument is *determined* if every clause that concludes the predicate gives it the same
//! literal, or the same term as an earlier argument; the equation joins the interpretation.
//! It is *ignored* if no constraint and no conclusion that matters depends on it; then no
//! interpretation needs to mention it, and a derivation takes its value from the premise.

use std::collections::{BTreeSet, HashMap};

use buttress_horn::{Application, Horn, PredicateId};
use buttress_logic::{Term, Terms};

use super::undo::Undo;
use super::variables::{is_literal, is_variable, variables_of};
use super::work::Work;

/// What becomes of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Kept,
    Ignored,
    Determined,
}

/// For each predicate what becomes of its arguments.
#[derive(Clone, Debug)]
pub(super) struct Places {
    of: Vec<Vec<Place>>,
}

impl Places {
    /// All are kept.
    pub fn new(horn: &Horn) -> Places {
        let keep =
            |predicate: &buttress_horn::Predicate| vec![Place::Kept; predicate.parameters.len()];
        Places { of: horn.predicates.iter().map(keep).collect() }
    }

    /// Those of a predicate.
    pub fn of(&self, predicate: PredicateId) -> &[Place] {
        &self.of[predicate.index()]
    }

    /// What stands at the places that are kept.
    pub fn kept<'a>(&'a self, application: &'a Application) -> impl Iterator<Item = Term> + 'a {
        self.select(application.predicate, &application.arguments)
    }

    /// The terms, one for each place of the predicate, at the places that are kept.
    pub fn select<'a>(
        &'a self,
        predicate: PredicateId,
        terms: &'a [Term],
    ) -> impl Iterator<Item = Term> + 'a {
        let pairs = terms.iter().zip(self.of(predicate));
        pairs.filter(|(_, place)| **place == Place::Kept).map(|(term, _)| *term)
    }

    fn is_kept(&self, predicate: PredicateId, place: usize) -> bool {
        self.of(predicate)[place] == Place::Kept
    }
}

/// What an argument is known to equal: a literal, or the argument at an earlier place (or at its own).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Equal {
    Literal(Term),
    Place(usize),
}

/// For each argument of a predicate; none as long as no clause is known to conclude it.
type Known = Option<Vec<Equal>>;

impl Work {
    /// Drops arguments that are determined. Returns whether there were any.
    pub fn drop_determined(&mut self, terms: &mut Terms) -> bool {
        let known = self.equal_arguments(terms);
        let mut is_changed = false;
        for id in self.predicate_ids() {
            let Some(equals) = &known[id.index()] else { continue };
            for (place, &equal) in equals.iter().enumerate() {
                if equal != Equal::Place(place) && self.places.is_kept(id, place) {
                    let parameters = self.parameters(id);
                    let other = match equal {
                        Equal::Literal(literal) => literal,
                        Equal::Place(other) => parameters[other],
                    };
                    let equation = terms.equal(parameters[place], other);
                    self.undo.push(Undo::Equation(id, equation));
                    self.places.of[id.index()][place] = Place::Determined;
                    is_changed = true;
                }
            }
        }
        if is_changed {
            for draft in &mut self.drafts {
                let map = known_arguments(terms, &draft.body, &known);
                draft.substitute(terms, &map);
            }
            self.simplify(terms);
        }
        is_changed
    }

    /// The least equations that all clauses keep, from the facts on.
    fn equal_arguments(&mut self, terms: &mut Terms) -> Vec<Known> {
        let mut known: Vec<Known> = vec![None; self.original.predicates.len()];
        loop {
            let mut is_changed = false;
            for draft in &self.drafts {
                let Some(head) = &draft.head else { continue };
                if draft.body.iter().any(|premise| known[premise.predicate.index()].is_none()) {
                    continue;
                }
                let map = known_arguments(terms, &draft.body, &known);
                let mut replaced = HashMap::new();
                let mut concluded: Vec<Equal> = Vec::new();
                let mut first: HashMap<Term, usize> = HashMap::new();
                for (place, &argument) in head.arguments.iter().enumerate() {
                    let argument = terms.substitute_known(argument, &map, &mut replaced);
                    let argument = self.folder.fold(terms, argument);
                    concluded.push(if !self.places.is_kept(head.predicate, place) {
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
    pub fn drop_ignored(&mut self, terms: &Terms) -> bool {
        let mut needed: Vec<BTreeSet<Term>> = Vec::new();
        let mut concluded: Vec<Vec<BTreeSet<Term>>> = Vec::new();
        for draft in &self.drafts {
            needed.push(variables_of(terms, draft.constraint));
            let arguments = draft.head.iter().flat_map(|head| &head.arguments);
            concluded.push(arguments.map(|argument| variables_of(terms, *argument)).collect());
        }
        let mut matters: Vec<Vec<bool>> =
            self.places.of.iter().map(|places| vec![false; places.len()]).collect();
        loop {
            let mut is_changed = false;
            for (number, draft) in self.drafts.iter().enumerate() {
                if let Some(head) = &draft.head {
                    for (place, variables) in concluded[number].iter_mut().enumerate() {
                        if matters[head.predicate.index()][place] {
                            needed[number].append(variables);
                        }
                    }
                }
                for premise in &draft.body {
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
        for (places, matters) in self.places.of.iter_mut().zip(&matters) {
            for (place, &matters) in places.iter_mut().zip(matters) {
                if *place == Place::Kept && !matters {
                    *place = Place::Ignored;
                    is_changed = true;
                }
            }
        }
        is_changed
    }
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
