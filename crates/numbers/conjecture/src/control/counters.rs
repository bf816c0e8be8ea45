//! Program counters that are numbers: parameters that take few values, one after the other.
//!
//! Their values are guessed from the text: at every conclusion such a parameter is given a numeral, chosen or compared among numerals, or
//! what another one was. That there are no other values is asked of a solver; guesses that fail go, all that hold together stay.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_horn::{Clause, Horn};
use buttress_logic::{Op, Term, Terms, Walk};

use super::says;
use crate::limits::MOST_COUNTER_VALUES;
use crate::program::Value;
use crate::samples::values_of;

/// What parameters may be, by predicate and place.
type Values = BTreeMap<(usize, usize), BTreeSet<Value>>;

/// By predicate, the places of the parameters that are program counters.
pub(super) fn counters(
    terms: &mut Terms,
    horn: &Horn,
    budget: &Budget,
) -> Result<Vec<Vec<usize>>, Exhausted> {
    let mut values = guessed(terms, horn);
    loop {
        let before = values.len();
        for clause in &horn.clauses {
            retain_held(terms, clause, &mut values, budget)?;
        }
        if values.len() == before {
            break;
        }
    }
    let mut found = vec![Vec::new(); horn.predicates.len()];
    for (predicate, place) in values.into_keys() {
        found[predicate].push(place);
    }
    Ok(found)
}

/// Drops the guesses that the clause violates if the others hold of its premises.
fn retain_held(
    terms: &mut Terms,
    clause: &Clause,
    values: &mut Values,
    budget: &Budget,
) -> Result<(), Exhausted> {
    let Some(head) = &clause.head else { return Ok(()) };
    let predicate = head.predicate.index();
    loop {
        let mut solver = Solver::new(Settings::new(0, Evidence::None));
        solver.assert(clause.constraint);
        let mut failures: Vec<(usize, Term)> = Vec::new();
        for (&(of, place), values) in values.iter() {
            for premise in clause.body.iter().filter(|premise| premise.predicate.index() == of) {
                let known = is_one_of(terms, premise.arguments[place], values);
                solver.assert(known);
            }
            if of == predicate {
                let holds = is_one_of(terms, head.arguments[place], values);
                failures.push((place, terms.not(holds)));
            }
        }
        if failures.is_empty() {
            return Ok(());
        }
        let (places, failures): (Vec<usize>, Vec<Term>) = failures.into_iter().unzip();
        let some = terms.or(&failures);
        solver.assert(some);
        let verdict = solver.check(terms, &[], budget);
        budget.poll()?;
        let failed = match verdict {
            Verdict::Unsat(_) => return Ok(()),
            Verdict::Sat(mut model) => values_of(terms, &mut model, &failures),
            Verdict::Unknown(_) => None,
        };
        for (number, place) in places.into_iter().enumerate() {
            if failed.as_ref().is_none_or(|failed| failed[number] == Value::Bool(true)) {
                values.remove(&(predicate, place));
            }
        }
    }
}

fn is_one_of(terms: &mut Terms, argument: Term, values: &BTreeSet<Value>) -> Term {
    let cases: Vec<Term> = values.iter().map(|value| says(terms, argument, value)).collect();
    terms.or(&cases)
}

/// What the text suggests.
fn guessed(terms: &Terms, horn: &Horn) -> Values {
    let numeric = |parameters: &[Term]| -> BTreeSet<usize> {
        let places = 0..parameters.len();
        places.filter(|place| terms.sort_of(parameters[*place]).is_arithmetic()).collect()
    };
    let mut places: Vec<BTreeSet<usize>> =
        horn.predicates.iter().map(|predicate| numeric(&predicate.parameters)).collect();
    let numerals: Vec<HashMap<Term, BTreeSet<Value>>> =
        horn.clauses.iter().map(|clause| compared(terms, clause)).collect();
    // A parameter that is given what one was that is no counter is none either.
    loop {
        let before = places.clone();
        for (clause, numerals) in horn.clauses.iter().zip(&numerals) {
            let Some(head) = &clause.head else { continue };
            let mut kept = places[head.predicate.index()].clone();
            kept.retain(|place| {
                given(terms, clause, numerals, &before, head.arguments[*place]).is_some()
            });
            places[head.predicate.index()] = kept;
        }
        if places == before {
            break;
        }
    }
    // What is only ever handed on is a choice made at the start, and a set of many values is no control.
    let mut values = Values::new();
    let mut steps: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (clause, numerals) in horn.clauses.iter().zip(&numerals) {
        let Some(head) = &clause.head else { continue };
        let predicate = head.predicate.index();
        for place in &places[predicate] {
            let given = given(terms, clause, numerals, &places, head.arguments[*place]);
            let given = given.unwrap_or_default();
            if !given.is_empty() && !clause.body.is_empty() {
                steps.insert((predicate, *place));
            }
            values.entry((predicate, *place)).or_default().extend(given);
        }
    }
    values.retain(|place, values| steps.contains(place) && values.len() <= MOST_COUNTER_VALUES);
    values
}

/// The numerals that each variable of a clause is compared with, unless it is compared with what is computed, too.
fn compared(terms: &Terms, clause: &Clause) -> HashMap<Term, BTreeSet<Value>> {
    let mut found: HashMap<Term, BTreeSet<Value>> = HashMap::new();
    let mut computed: HashSet<Term> = HashSet::new();
    let mut walk = Walk::of(&[clause.constraint]);
    while let Some(term) = walk.step() {
        if let (Op::Equal, &[left, right]) = (terms.op(term), terms.arguments(term)) {
            for (variable, other) in [(left, right), (right, left)] {
                if let Some(number) = terms.as_number(other) {
                    found.entry(variable).or_default().insert(Value::Number(number.clone()));
                } else if !is_variable(terms, other) {
                    computed.insert(variable);
                }
            }
        }
        walk.enter(terms.arguments(term));
    }
    found.retain(|variable, _| !computed.contains(variable));
    found
}

fn is_variable(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Apply(_)) && terms.arguments(term).is_empty()
}

/// The numerals that a conclusion's argument may be, besides the counters that it may be; none if it seems to be something else.
fn given(
    terms: &Terms,
    clause: &Clause,
    numerals: &HashMap<Term, BTreeSet<Value>>,
    counters: &[BTreeSet<usize>],
    argument: Term,
) -> Option<BTreeSet<Value>> {
    if let Some(number) = terms.as_number(argument) {
        return Some(BTreeSet::from([Value::Number(number.clone())]));
    }
    if let (Op::Ite, &[_, then, otherwise]) = (terms.op(argument), terms.arguments(argument)) {
        let mut both = given(terms, clause, numerals, counters, then)?;
        both.extend(given(terms, clause, numerals, counters, otherwise)?);
        return Some(both);
    }
    let is_handed_on = clause.body.iter().any(|premise| {
        let mut places = counters[premise.predicate.index()].iter();
        places.any(|place| premise.arguments[*place] == argument)
    });
    if is_handed_on {
        return Some(BTreeSet::new());
    }
    numerals.get(&argument).cloned()
}
