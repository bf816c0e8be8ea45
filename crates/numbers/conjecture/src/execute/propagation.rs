//! Values run up the graph and demands down, until nothing more follows.
//!
//! A node is looked at when it or one of its arguments gets a value, so that a run costs what it
//! changes and not what there is.

use std::collections::VecDeque;

use buttress_logic::{Op, Rational};

use super::Conflict;
use crate::program::{NodeKind, Program, Value, Values};

/// A graph with the nodes that read each node.
#[derive(Clone, Debug)]
pub(super) struct Propagator {
    pub(super) program: Program,
    readers: Vec<Vec<usize>>,
}

/// Values, and the nodes that are to be looked at because of them.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) values: Values,
    due: VecDeque<usize>,
    is_due: Vec<bool>,
}

impl Propagator {
    pub(super) fn new(program: Program) -> Propagator {
        let mut readers = vec![Vec::new(); program.nodes.len()];
        for (place, node) in program.nodes.iter().enumerate() {
            node.arguments.iter().for_each(|argument| readers[*argument].push(place));
        }
        Propagator { program, readers }
    }

    /// Nothing is known yet, and all is to be looked at.
    pub(super) fn blank(&self) -> State {
        let nodes = self.program.nodes.len();
        State { values: vec![None; nodes], due: (0..nodes).collect(), is_due: vec![true; nodes] }
    }

    /// Gives a node a value, unless it has another.
    pub(super) fn set(
        &self,
        state: &mut State,
        place: usize,
        value: Value,
    ) -> Result<(), Conflict> {
        match &state.values[place] {
            Some(old) if *old == value => Ok(()),
            Some(_) => Err(Conflict),
            None => {
                state.values[place] = Some(value);
                state.look_at(place);
                self.readers[place].iter().for_each(|reader| state.look_at(*reader));
                Ok(())
            }
        }
    }

    /// Values up and demands down, until nothing changes.
    pub(super) fn propagate(&self, state: &mut State) -> Result<(), Conflict> {
        while let Some(place) = state.due.pop_front() {
            state.is_due[place] = false;
            if let Some(value) = self.program.forward(place, &state.values) {
                self.set(state, place, value)?;
            }
            self.backward(place, state)?;
        }
        Ok(())
    }

    /// What a node's value says about its arguments.
    fn backward(&self, place: usize, state: &mut State) -> Result<(), Conflict> {
        let node = &self.program.nodes[place];
        let NodeKind::Apply(op) = node.kind else { return Ok(()) };
        let values = &state.values;
        let Some(value) = &values[place] else { return Ok(()) };
        let arguments = &node.arguments;
        let mut unknown = arguments.iter().filter(|argument| values[**argument].is_none());
        let Some(&open) = unknown.next() else { return Ok(()) };
        let is_last = unknown.next().is_none();
        let demand = match (op, value) {
            (Op::Not, Value::Bool(value)) => Some((open, Value::Bool(!value))),
            (Op::And, Value::Bool(true)) | (Op::Or, Value::Bool(false)) => {
                let value = value.clone();
                return arguments
                    .iter()
                    .try_for_each(|argument| self.set(state, *argument, value.clone()));
            }
            (Op::And | Op::Or, Value::Bool(_)) if is_last => {
                // All others may have the neutral value only.
                let is_decided =
                    arguments.iter().any(|argument| values[*argument].as_ref() == Some(value));
                (!is_decided).then(|| (open, value.clone()))
            }
            (Op::Ite, _) => branch(arguments, value, values)?,
            (Op::Equal, Value::Bool(is_equal)) if is_last => {
                let other = arguments.iter().find_map(|argument| values[*argument].as_ref());
                match (is_equal, other) {
                    (true, Some(other)) => Some((open, other.clone())),
                    (false, Some(Value::Bool(other))) => Some((open, Value::Bool(!other))),
                    _ => None,
                }
            }
            (Op::ToReal, _) => Some((open, value.clone())),
            (Op::Add, Value::Number(sum)) if is_last => {
                let known = arguments.iter().filter_map(|argument| values[*argument].as_ref());
                let rest = known.fold(sum.clone(), |rest, value| rest - value.number());
                Some((open, self.number(open, rest)?))
            }
            (Op::Multiply, Value::Number(product)) if is_last => {
                let known = arguments.iter().filter_map(|argument| values[*argument].as_ref());
                let factor = known.fold(Rational::ONE, |factor, value| factor * value.number());
                match product.checked_div(&factor) {
                    Some(quotient) => Some((open, self.number(open, quotient)?)),
                    None => None,
                }
            }
            _ => None,
        };
        demand.map_or(Ok(()), |(place, value)| self.set(state, place, value))
    }

    /// A number as the value of a node, which may be an integer's.
    fn number(&self, place: usize, number: Rational) -> Result<Value, Conflict> {
        if self.program.nodes[place].is_integer && !number.is_integer() {
            return Err(Conflict);
        }
        Ok(Value::Number(number))
    }
}

impl State {
    fn look_at(&mut self, place: usize) {
        if !std::mem::replace(&mut self.is_due[place], true) {
            self.due.push_back(place);
        }
    }

    /// Back to these values, after a conflict.
    pub(super) fn return_to(&mut self, values: &Values) {
        self.values.clone_from(values);
        self.due.drain(..).for_each(|place| self.is_due[place] = false);
    }
}

/// What the value of a choice says about its condition or its branches.
fn branch(
    arguments: &[usize],
    value: &Value,
    values: &Values,
) -> Result<Option<(usize, Value)>, Conflict> {
    let &[condition, then, otherwise] = arguments else { return Ok(None) };
    let differs = |branch: usize| values[branch].as_ref().is_some_and(|it| it != value);
    Ok(match &values[condition] {
        Some(Value::Bool(true)) => Some((then, value.clone())),
        Some(_) => Some((otherwise, value.clone())),
        None => match (differs(then), differs(otherwise)) {
            (true, true) => return Err(Conflict),
            (true, false) => Some((condition, Value::Bool(false))),
            (false, true) => Some((condition, Value::Bool(true))),
            (false, false) => None,
        },
    })
}
