//! States divided by guards of the text, each part with conjectures of its own.

use std::collections::BTreeSet;

use buttress_horn::{Horn, PredicateId};
use buttress_logic::{Sort, Term, Terms};
use buttress_numeric::Polynomial;

use crate::candidates::{Kinds, cell};
use crate::houdini::Cell;
use crate::limits::{FEWEST_FORMS, MOST_GUARDS, MOST_PARTS};
use crate::program::{Program, Value};
use crate::samples::State;
use crate::text::Text;

/// The states of one predicate in parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    predicate: PredicateId,
    /// Together they are all states.
    parts: Vec<Term>,
}

/// Every predicate divided by one guard.
pub(crate) fn by_one(terms: &mut Terms, horn: &Horn, text: &Text) -> Vec<Choice> {
    let mut found = Vec::new();
    for predicate in horn.predicate_ids() {
        for guard in text.of[predicate.index()].guards.iter().take(MOST_GUARDS) {
            let parts = vec![*guard, terms.not(*guard)];
            found.push(Choice { predicate, parts });
        }
    }
    found
}

/// Every predicate divided by two guards.
pub(crate) fn by_two(terms: &mut Terms, horn: &Horn, text: &Text) -> Vec<Choice> {
    let mut found = Vec::new();
    for predicate in horn.predicate_ids() {
        let guards = &text.of[predicate.index()].guards;
        let guards = &guards[..guards.len().min(MOST_GUARDS)];
        for (place, first) in guards.iter().enumerate() {
            for second in &guards[place + 1..] {
                let (not_first, not_second) = (terms.not(*first), terms.not(*second));
                let mut parts = Vec::new();
                for left in [*first, not_first] {
                    for right in [*second, not_second] {
                        parts.push(terms.and(&[left, right]));
                    }
                }
                found.push(Choice { predicate, parts });
            }
        }
    }
    found
}

/// Every predicate divided by all its truth values, and by as many guards as the samples distinguish
/// with few combinations. What no sample satisfies is one part.
pub(crate) fn by_phases(
    terms: &mut Terms,
    horn: &Horn,
    text: &Text,
    samples: &[Vec<State>],
) -> Vec<Choice> {
    let mut found = Vec::new();
    for predicate in horn.predicate_ids() {
        let parameters = &horn.predicate(predicate).parameters;
        let booleans =
            parameters.iter().filter(|parameter| terms.sort_of(**parameter) == Sort::BOOL);
        let mut guards: Vec<Term> = booleans.copied().collect();
        let suggestions = &text.of[predicate.index()];
        let mut ends = vec![guards.len()];
        for (place, guard) in suggestions.guards.iter().enumerate() {
            if place == suggestions.step_guards {
                ends.push(guards.len());
            }
            if !guards.contains(guard) {
                guards.push(*guard);
            }
        }
        ends.push(guards.len());
        let table = table(terms, parameters, &guards, &samples[predicate.index()]);
        let mut chosen: Vec<usize> = Vec::new();
        let mut phases: BTreeSet<Vec<bool>> = BTreeSet::from([Vec::new()]);
        for guard in 0..guards.len() {
            let mut wider = chosen.clone();
            wider.push(guard);
            let seen: BTreeSet<Vec<bool>> =
                table.iter().map(|row| wider.iter().map(|guard| row[*guard]).collect()).collect();
            if seen.len() <= MOST_PARTS && seen.len() > phases.len() {
                (chosen, phases) = (wider, seen);
            }
            if ends.contains(&(guard + 1)) && phases.len() > 1 {
                let choice = choice(terms, predicate, &guards, &chosen, &phases);
                if !found.contains(&choice) {
                    found.push(choice);
                }
            }
        }
    }
    found
}

/// The truth values of guards at states.
fn table(terms: &Terms, parameters: &[Term], guards: &[Term], states: &[State]) -> Vec<Vec<bool>> {
    let mut program = Program::new(terms, parameters, &[]);
    let roots: Vec<usize> = guards.iter().map(|guard| program.add(terms, *guard)).collect();
    let rows = states.iter().map(|state| {
        let values = program.run(state);
        roots.iter().map(|root| values[*root] == Some(Value::Bool(true))).collect()
    });
    rows.collect()
}

fn choice(
    terms: &mut Terms,
    predicate: PredicateId,
    guards: &[Term],
    chosen: &[usize],
    phases: &BTreeSet<Vec<bool>>,
) -> Choice {
    let mut parts = Vec::new();
    for phase in phases {
        let mut literals = Vec::new();
        for (guard, sign) in chosen.iter().zip(phase) {
            literals.push(if *sign { guards[*guard] } else { terms.not(guards[*guard]) });
        }
        parts.push(terms.and(&literals));
    }
    let some = terms.or(&parts);
    parts.push(terms.not(some));
    Choice { predicate, parts }
}

/// The parts, with what is conjectured of each; other predicates stay whole.
pub(crate) fn cells(
    terms: &mut Terms,
    horn: &Horn,
    text: &Text,
    choice: &Choice,
    kinds: Kinds,
    known: &[Vec<Polynomial>],
) -> Vec<Cell> {
    let mut cells = Vec::new();
    for predicate in horn.predicate_ids() {
        let known = &known[predicate.index()];
        let whole = [terms.boolean(true)];
        let parts = if predicate == choice.predicate { choice.parts.as_slice() } else { &whole };
        let kinds = Kinds { forms: (kinds.forms / parts.len()).max(FEWEST_FORMS), ..kinds };
        for guard in parts {
            cells.push(cell(terms, horn, text, predicate, *guard, kinds, known));
        }
    }
    cells
}
