//! Forms that a loop leaves alone, or changes one way only: what the text compares, completed by a variable that makes
//! up for its change.
//!
//! If each turn of a loop adds constants to the variables, a form of the text changes by a constant
//! too; with a multiple of one more variable it stands still, or moves one way on every path.

use buttress_budget::{Budget, Exhausted};
use buttress_horn::Horn;
use buttress_logic::{Rational, Terms};
use buttress_numeric::{Polynomial, Variable};

use crate::form;
use crate::text::{Text, over};
use crate::view::View;

/// What one turn adds to each parameter; none where that is no constant.
type LoopIncrement = Vec<Option<Rational>>;

/// Adds the completed forms to the text's own.
pub(crate) fn add_monotone_forms(
    terms: &mut Terms,
    horn: &Horn,
    text: &mut Text,
    budget: &Budget,
) -> Result<(), Exhausted> {
    for predicate in horn.predicate_ids() {
        budget.poll()?;
        let turns = turns(terms, horn, text, predicate.index());
        if turns.is_empty() {
            continue;
        }
        let parameters = horn.predicate(predicate).parameters.len();
        let suggestions = &mut text.of[predicate.index()];
        for found in suggestions.forms.clone() {
            let Some(changes) = changes(&found.form, &turns) else { continue };
            if changes.iter().all(Rational::is_zero) {
                continue;
            }
            for place in 0..parameters {
                let variable = Polynomial::variable(Variable(place as u32));
                let Some(moves) = self::changes(&variable, &turns) else { continue };
                for completed in completions(&found.form, &changes, &variable, &moves) {
                    let factor = form::primitive(&completed);
                    let constants = found.constants.iter().map(|constant| constant * &factor);
                    suggestions.add_form(completed.scaled(&factor), constants.collect());
                }
            }
        }
    }
    Ok(())
}

/// The turns of loops at a predicate, one for each path that leads from it to itself.
fn turns(terms: &mut Terms, horn: &Horn, text: &Text, predicate: usize) -> Vec<LoopIncrement> {
    let mut turns: Vec<LoopIncrement> = Vec::new();
    for (clause, paths) in text.clauses.iter().zip(&text.paths) {
        let (Some(head), [premise], Some(paths)) = (&clause.head, clause.body.as_slice(), paths)
        else {
            continue;
        };
        if head.predicate.index() != predicate || premise.predicate.index() != predicate {
            continue;
        }
        let parameters = &horn.predicate(premise.predicate).parameters;
        let places = over(parameters);
        for path in paths {
            let view = View::new(terms, premise, parameters, path);
            let mut turn = Vec::new();
            for (place, argument) in head.arguments.iter().enumerate() {
                let after = view.of(terms, *argument);
                let after = after.and_then(|term| form::polynomial(terms, term, &places));
                let before = Polynomial::variable(Variable(place as u32));
                let change = after.map(|after| form::split(&(&after - &before)));
                turn.push(change.filter(|(form, _)| form.is_zero()).map(|(_, constant)| constant));
            }
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
    }
    turns
}

/// What each turn adds to a linear form.
fn changes(form: &Polynomial, turns: &[LoopIncrement]) -> Option<Vec<Rational>> {
    let mut changes = Vec::with_capacity(turns.len());
    for turn in turns {
        let mut change = Rational::ZERO;
        for (monomial, coefficient) in form.terms() {
            let &[(Variable(place), 1)] = monomial.factors() else { return None };
            change.add_product(coefficient, turn.get(place as usize)?.as_ref()?);
        }
        changes.push(change);
    }
    Some(changes)
}

/// form + factor · variable, for factors that make it move one way only.
fn completions(
    form: &Polynomial,
    changes: &[Rational],
    variable: &Polynomial,
    moves: &[Rational],
) -> Vec<Polynomial> {
    let mut found = Vec::new();
    for (change, own) in changes.iter().zip(moves) {
        let Some(factor) = (-change).checked_div(own).filter(|factor| !factor.is_zero()) else {
            continue;
        };
        let sums: Vec<Rational> =
            changes.iter().zip(moves).map(|(change, own)| change + &(own * &factor)).collect();
        let is_one_way =
            !sums.iter().any(Rational::is_negative) || !sums.iter().any(Rational::is_positive);
        let completed = form + &variable.scaled(&factor);
        if is_one_way && !completed.is_zero() && !found.contains(&completed) {
            found.push(completed);
        }
    }
    found
}
