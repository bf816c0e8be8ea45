//! All ways to apply a clause to given facts, by search.
//!
//! Equations give values, bounds on both sides give finitely many, disjunctions are split. A variable
//! that nothing of this determines is tried with a few values, and then the search is not complete.

mod linear;

use super::expr::Stuck;
use super::{Clause, Expr, Number, Op, Sort, Value};
use crate::limits::{MOST_SAMPLES, WIDEST_INTERVAL};

/// The search for conclusions of a clause.
pub struct Search<'c> {
    clause: &'c Clause,
    /// What the clause concludes; no values for `false`.
    pub found: Vec<Vec<Value>>,
    /// Are these all?
    pub is_complete: bool,
}

/// What is known of the variables, and what is still to be made true.
struct State {
    assignment: Vec<Option<Value>>,
    pending: Vec<Expr>,
}

impl<'c> Search<'c> {
    /// Applies the clause to one fact for each premise; each state of the search takes one of `work`.
    pub fn run(clause: &'c Clause, facts: &[&[Value]], work: &mut usize) -> Search<'c> {
        let mut search = Search { clause, found: Vec::new(), is_complete: true };
        let mut pending = vec![clause.constraint.clone()];
        for (atom, fact) in clause.body.iter().zip(facts) {
            for (argument, value) in atom.arguments.iter().zip(*fact) {
                let value = Expr::of(argument.sort(&clause.variables), *value);
                pending.push(Expr::binary(Op::Eq, argument.clone(), value));
            }
        }
        let mut states = vec![State { assignment: vec![None; clause.variables.len()], pending }];
        while let Some(mut state) = states.pop() {
            if *work == 0 {
                search.is_complete = false;
                break;
            }
            *work -= 1;
            if search.settle(&mut state) {
                search.branch(state, &mut states);
            }
        }
        search
    }

    /// Draws the conclusions that need no choice; false if there is a contradiction.
    fn settle(&mut self, state: &mut State) -> bool {
        loop {
            let mut has_changed = false;
            for formula in std::mem::take(&mut state.pending) {
                match formula.truth(&state.assignment) {
                    Ok(true) => has_changed = true,
                    Ok(false) => return false,
                    Err(Stuck::TooLarge) => {
                        self.is_complete = false;
                        return false;
                    }
                    Err(Stuck::Unassigned) => {
                        let before = state.pending.len();
                        match self.step(&formula, state) {
                            Step::Contradiction => return false,
                            Step::Open => state.pending.push(formula),
                            Step::Taken => has_changed = true,
                        }
                        debug_assert!(state.pending.len() >= before);
                    }
                }
            }
            if !has_changed {
                return true;
            }
        }
    }

    /// Takes one formula apart, or gives a variable the only value that it allows.
    fn step(&self, formula: &Expr, state: &mut State) -> Step {
        match formula {
            Expr::Variable(variable) => state.assign(*variable, Value::Truth(true)),
            Expr::Apply(Op::And, parts) => state.push(parts.clone()),
            Expr::Apply(Op::Not, parts) => match parts.as_slice() {
                [Expr::Variable(variable)] => state.assign(*variable, Value::Truth(false)),
                [inner] => match negation(inner) {
                    Some(negation) => state.push(vec![negation]),
                    None => Step::Open,
                },
                _ => Step::Open,
            },
            Expr::Apply(op, parts) if parts.len() > 2 && is_chain(*op) => {
                let pairs = parts.windows(2).map(|pair| Expr::Apply(*op, pair.to_vec())).collect();
                state.push(pairs)
            }
            Expr::Apply(Op::Ite, parts) => match parts.as_slice() {
                [condition, then, otherwise] => match condition.truth(&state.assignment) {
                    Ok(true) => state.push(vec![then.clone()]),
                    Ok(false) => state.push(vec![otherwise.clone()]),
                    Err(_) => Step::Open,
                },
                _ => Step::Open,
            },
            Expr::Apply(Op::Eq, parts) => match parts.as_slice() {
                [left, right] if left.sort(&self.clause.variables) == Sort::Bool => {
                    let value = |side: &Expr| side.truth(&state.assignment).ok();
                    let (truth, other) = match (value(left), value(right)) {
                        (Some(truth), _) => (truth, right),
                        (_, Some(truth)) => (truth, left),
                        _ => return Step::Open,
                    };
                    let other = other.clone();
                    state.push(vec![if truth { other } else { Expr::negated(other) }])
                }
                [left, right] => self.solve(left, right, state),
                _ => Step::Open,
            },
            _ => Step::Open,
        }
    }

    /// left = right, where one variable is left and occurs linearly.
    fn solve(&self, left: &Expr, right: &Expr, state: &mut State) -> Step {
        let Some((variable, coefficient, constant)) = state.single(left, right) else {
            return Step::Open;
        };
        let value = Number::ZERO.minus(constant).and_then(|number| number.over(coefficient));
        let Some(value) = value else { return Step::Open };
        let is_int = self.clause.variables.get(variable) == Some(&Sort::Int);
        if is_int && value.as_integer().is_none() {
            return Step::Contradiction;
        }
        state.assign(variable, Value::Number(value))
    }

    /// Records the conclusion, or makes a choice.
    fn branch(&mut self, state: State, states: &mut Vec<State>) {
        let open = self.open(&state);
        if open.is_empty() && state.pending.is_empty() {
            return self.conclude(&state);
        }
        let bounds: Vec<(usize, Option<i64>, Option<i64>)> =
            open.iter().filter_map(|variable| self.bounds(*variable, &state)).collect();
        let narrow = bounds.iter().find_map(|(variable, low, high)| {
            let (low, high) = low.zip(*high)?;
            (high.saturating_sub(low) <= WIDEST_INTERVAL).then_some((*variable, low, high))
        });
        if let Some((variable, low, high)) = narrow {
            return states.extend((low..=high).map(|value| state.with(variable, value)));
        }
        if let Some((place, choices)) = state.choices() {
            return states.extend(choices.into_iter().map(|choice| {
                let mut state =
                    State { assignment: state.assignment.clone(), pending: state.pending.clone() };
                state.pending.remove(place);
                state.pending.extend(choice);
                state
            }));
        }
        let is_bool = |variable: &usize| self.clause.variables.get(*variable) == Some(&Sort::Bool);
        if let Some(variable) = open.iter().copied().find(is_bool) {
            return states.extend([false, true].map(|truth| {
                let mut state =
                    State { assignment: state.assignment.clone(), pending: state.pending.clone() };
                state.assign(variable, Value::Truth(truth));
                state
            }));
        }
        self.is_complete = false;
        let Some(variable) = open.first().copied() else { return };
        let (low, high) = bounds
            .iter()
            .find(|(bounded, ..)| *bounded == variable)
            .map_or((None, None), |(_, low, high)| (*low, *high));
        let first = match (low, high) {
            (Some(low), _) => low,
            (None, Some(high)) => high.saturating_sub(MOST_SAMPLES - 1),
            (None, None) => -(MOST_SAMPLES / 2),
        };
        let samples = (0..MOST_SAMPLES).map(|offset| first.saturating_add(offset));
        states.extend(samples.map(|value| state.with(variable, value)));
    }

    /// The variables without values that matter.
    fn open(&self, state: &State) -> Vec<usize> {
        let conclusion = self.clause.head.iter().flat_map(|atom| &atom.arguments);
        let expressions: Vec<&Expr> = state.pending.iter().chain(conclusion).collect();
        let is_open = |variable: &usize| {
            state.assignment.get(*variable) == Some(&None)
                && expressions.iter().any(|expression| expression.mentions(*variable))
        };
        (0..state.assignment.len()).filter(is_open).collect()
    }

    fn conclude(&mut self, state: &State) {
        let arguments = self.clause.head.iter().flat_map(|atom| &atom.arguments);
        let values: Result<Vec<Value>, Stuck> =
            arguments.map(|argument| argument.evaluate(&state.assignment)).collect();
        match values {
            Ok(values) => self.found.push(values),
            Err(_) => self.is_complete = false,
        }
    }

    /// The bounds that pending formulas set on an integer variable, if they set any.
    fn bounds(&self, variable: usize, state: &State) -> Option<(usize, Option<i64>, Option<i64>)> {
        if self.clause.variables.get(variable) != Some(&Sort::Int) {
            return None;
        }
        let (mut low, mut high): (Option<i64>, Option<i64>) = (None, None);
        for formula in &state.pending {
            let Expr::Apply(op, parts) = formula else { continue };
            let (left, right, is_strict) = match (op, parts.as_slice()) {
                (Op::Le, [left, right]) | (Op::Ge, [right, left]) => (left, right, false),
                (Op::Lt, [left, right]) | (Op::Gt, [right, left]) => (left, right, true),
                _ => continue,
            };
            let Some((single, coefficient, constant)) = state.single(left, right) else { continue };
            if single != variable {
                continue;
            }
            // coefficient · variable + constant ≤ 0, or < 0
            let limit = Number::ZERO.minus(constant).and_then(|number| number.over(coefficient));
            let Some(limit) = limit else { continue };
            let is_whole = limit.as_integer().is_some();
            if coefficient.is_negative() {
                let least = limit.floor() + i64::from(!is_whole || is_strict);
                low = Some(low.map_or(least, |low| low.max(least)));
            } else {
                let most = limit.floor() - i64::from(is_whole && is_strict);
                high = Some(high.map_or(most, |high| high.min(most)));
            }
        }
        (low.is_some() || high.is_some()).then_some((variable, low, high))
    }
}

enum Step {
    Contradiction,
    Open,
    Taken,
}

impl State {
    fn assign(&mut self, variable: usize, value: Value) -> Step {
        match self.assignment.get_mut(variable) {
            Some(place) => {
                *place = Some(value);
                Step::Taken
            }
            None => Step::Contradiction,
        }
    }

    fn push(&mut self, formulas: Vec<Expr>) -> Step {
        self.pending.extend(formulas);
        Step::Taken
    }

    fn with(&self, variable: usize, value: i64) -> State {
        let mut state =
            State { assignment: self.assignment.clone(), pending: self.pending.clone() };
        state.assign(variable, Value::Number(Number::integer(value)));
        state
    }

    /// The first pending formula that offers choices, and these.
    fn choices(&self) -> Option<(usize, Vec<Vec<Expr>>)> {
        self.pending.iter().enumerate().find_map(|(place, formula)| {
            let Expr::Apply(op, parts) = formula else { return None };
            let choices = match (op, parts.as_slice()) {
                (Op::Or, parts) => parts.iter().map(|part| vec![part.clone()]).collect(),
                (Op::Implies, [condition, conclusion]) => {
                    vec![vec![Expr::negated(condition.clone())], vec![conclusion.clone()]]
                }
                (Op::Ite, [condition, then, otherwise]) => vec![
                    vec![condition.clone(), then.clone()],
                    vec![Expr::negated(condition.clone()), otherwise.clone()],
                ],
                _ => return None,
            };
            Some((place, choices))
        })
    }
}

fn is_chain(op: Op) -> bool {
    matches!(op, Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt)
}

/// The negation of a formula, pushed one step inwards.
fn negation(formula: &Expr) -> Option<Expr> {
    let Expr::Apply(op, parts) = formula else { return None };
    let negated = |parts: &[Expr]| parts.iter().cloned().map(Expr::negated).collect();
    let flipped = |op| Some(Expr::Apply(op, parts.clone()));
    match (op, parts.as_slice()) {
        (Op::Not, [inner]) => Some(inner.clone()),
        (Op::And, parts) => Some(Expr::any(negated(parts))),
        (Op::Or, parts) => Some(Expr::all(negated(parts))),
        (Op::Implies, [condition, conclusion]) => {
            Some(Expr::all(vec![condition.clone(), Expr::negated(conclusion.clone())]))
        }
        (Op::Ite, [condition, then, otherwise]) => Some(Expr::ite(
            condition.clone(),
            Expr::negated(then.clone()),
            Expr::negated(otherwise.clone()),
        )),
        (Op::Le, [_, _]) => flipped(Op::Gt),
        (Op::Lt, [_, _]) => flipped(Op::Ge),
        (Op::Ge, [_, _]) => flipped(Op::Lt),
        (Op::Gt, [_, _]) => flipped(Op::Le),
        (Op::Distinct, [_, _]) => flipped(Op::Eq),
        (Op::Eq, [_, _]) => flipped(Op::Distinct),
        (op, parts) if is_chain(*op) && parts.len() > 2 => {
            let pair = |pair: &[Expr]| Expr::negated(Expr::Apply(*op, pair.to_vec()));
            Some(Expr::any(parts.windows(2).map(pair).collect()))
        }
        _ => None,
    }
}
