//! Unsafe: a derivation of `false`, replayed step by step. Not terminating: one that goes in a circle.

use buttress_budget::Budget;
use buttress_horn::{Application, Clause, Horn, PredicateId};
use buttress_logic::{Op, Terms, print_sort};

use super::fixed::Fixed;
use super::read::Line;
use super::value::value;
use super::{HornRejection, StepFlaw};
use crate::evaluate::{Evaluator, Value};
use crate::smt::TextFlaw;
use crate::smt::text::{Tokens, number, strange};

/// What a step concludes: a predicate of values; none is `false`.
type Conclusion = Option<(PredicateId, Vec<Value>)>;

/// A step as it is written.
struct Step<'a> {
    clause: usize,
    values: Vec<&'a [u8]>,
    premises: Vec<usize>,
}

/// A step that was replayed: its conclusion, and the positions of its premises, from 0.
struct Replayed {
    conclusion: Conclusion,
    premises: Vec<usize>,
}

/// Replays a derivation of `false`; answers with the number of its steps.
pub fn replay(terms: &Terms, horn: &Horn, lines: Vec<Line<'_>>) -> Result<usize, HornRejection> {
    let steps = replay_steps(terms, horn, lines)?;
    match steps.last() {
        Some(Replayed { conclusion: None, .. }) => Ok(steps.len()),
        _ => Err(HornRejection::NoConclusion),
    }
}

/// Replays a derivation that comes back to what it concluded before; answers with the number of its
/// steps. The steps between the two can be taken again and again.
pub fn replay_lasso(
    terms: &Terms,
    horn: &Horn,
    lines: Vec<Line<'_>>,
) -> Result<usize, HornRejection> {
    let steps = replay_steps(terms, horn, lines)?;
    let Some((last, earlier)) = steps.split_last() else { return Err(HornRejection::NoLasso) };
    // All that the last step follows from.
    let mut stack = last.premises.clone();
    let mut seen = vec![false; earlier.len()];
    while let Some(place) = stack.pop() {
        if std::mem::replace(&mut seen[place], true) {
            continue;
        }
        let step = &earlier[place];
        if last.conclusion.is_some() && step.conclusion == last.conclusion {
            return Ok(steps.len());
        }
        stack.extend(&step.premises);
    }
    Err(HornRejection::NoLasso)
}

fn replay_steps(
    terms: &Terms,
    horn: &Horn,
    lines: Vec<Line<'_>>,
) -> Result<Vec<Replayed>, HornRejection> {
    let mut steps: Vec<Replayed> = Vec::new();
    // One evaluator for all steps: the values of earlier ones stay, so that equal values are equal numbers.
    let budget = Budget::unlimited();
    let mut evaluator = Evaluator::new(terms, &budget);
    for (line, words) in lines {
        let number = steps.len() + 1;
        let step = read_step(words, number)
            .map_err(StepFlaw::Text)
            .and_then(|step| conclude(terms, horn, &mut evaluator, &step, &steps))
            .map_err(|flaw| HornRejection::Step { step: number, line, flaw })?;
        steps.push(step);
    }
    Ok(steps)
}

/// `step <number> clause <number> values <value>* from <number>*`
fn read_step(mut words: Tokens<'_>, expected: usize) -> Result<Step<'_>, TextFlaw> {
    read_word(&mut words, "step")?;
    let found = words.number("the number of a step")?;
    if found != expected {
        return Err(TextFlaw::Number { expected, found });
    }
    read_word(&mut words, "clause")?;
    let clause = words.number("the number of a clause")?;
    read_word(&mut words, "values")?;
    let mut values = Vec::new();
    loop {
        match words.word() {
            b"from" => break,
            [] => return Err(strange("a value or from", b"")),
            value => values.push(value),
        }
    }
    let mut premises = Vec::new();
    loop {
        match words.word() {
            [] => return Ok(Step { clause, values, premises }),
            word => {
                premises.push(number(word).ok_or_else(|| strange("the number of a step", word))?)
            }
        }
    }
}

/// The next word must be this one.
pub fn read_word(words: &mut Tokens<'_>, expected: &'static str) -> Result<(), TextFlaw> {
    match words.word() {
        word if word == expected.as_bytes() => Ok(()),
        word => Err(strange(expected, word)),
    }
}

/// What a step concludes, if its clause can be applied.
fn conclude<'a>(
    terms: &'a Terms,
    horn: &Horn,
    evaluator: &mut Evaluator<'a>,
    step: &Step<'_>,
    earlier: &[Replayed],
) -> Result<Replayed, StepFlaw> {
    let clause = step.clause.checked_sub(1).and_then(|index| horn.clauses.get(index));
    let clause = clause.ok_or(StepFlaw::NoClause(step.clause))?;
    let (expected, found) = (clause.body.len(), step.premises.len());
    if expected != found {
        return Err(StepFlaw::Premises { expected, found });
    }
    assign(terms, evaluator, clause, &step.values)?;
    let mut fixed = Fixed::new(terms, evaluator);
    if fixed.value(clause.constraint)? != Value::TRUE {
        return Err(StepFlaw::Constraint);
    }
    let mut premises = Vec::new();
    for (place, (premise, number)) in clause.body.iter().zip(&step.premises).enumerate() {
        let position = number.checked_sub(1).filter(|position| *position < earlier.len());
        let position = position.ok_or(StepFlaw::NoStep(*number))?;
        let wanted = Some((premise.predicate, arguments(&mut fixed, premise)?));
        if earlier[position].conclusion != wanted {
            return Err(StepFlaw::Premise(place + 1));
        }
        premises.push(position);
    }
    let conclusion = match &clause.head {
        Some(head) => Some((head.predicate, arguments(&mut fixed, head)?)),
        None => None,
    };
    Ok(Replayed { conclusion, premises })
}

fn arguments(fixed: &mut Fixed<'_, '_>, application: &Application) -> Result<Vec<Value>, StepFlaw> {
    application.arguments.iter().map(|argument| fixed.value(*argument)).collect()
}

/// Gives each variable of the clause its value.
fn assign(
    terms: &Terms,
    evaluator: &mut Evaluator<'_>,
    clause: &Clause,
    words: &[&[u8]],
) -> Result<(), StepFlaw> {
    let (expected, found) = (clause.variables.len(), words.len());
    if expected != found {
        return Err(StepFlaw::Values { expected, found });
    }
    let mut constants = Vec::new();
    for (place, (variable, word)) in clause.variables.iter().zip(words).enumerate() {
        let sort = terms.sort_of(*variable);
        let wrong = || StepFlaw::Value(place, print_sort(terms, sort));
        let value = value(terms, evaluator, sort, word).ok_or_else(wrong)?;
        let Op::Apply(function) = terms.op(*variable) else { return Err(wrong()) };
        constants.push((function, value));
    }
    evaluator.assign(constants);
    Ok(())
}
