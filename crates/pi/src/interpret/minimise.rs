//! Making the inputs of a failing run small: short arrays, small numbers.
//!
//! A change is kept if the run still fails at the same goal. Every change that is kept lowers the weight of the inputs, so
//! this ends. A failure that does not depend on what annotations read beyond the ends of arrays keeps that virtue, since
//! such a run is the easier one to understand.

mod candidates;

use buttress_budget::Budget;
use buttress_numeric::{Integer, Rational};

use candidates::{candidates, weight};

use super::inputs::Inputs;
use super::machine::Machine;
use super::{Limits, Outcome, Unwatched, Violation};
use crate::Value;
use crate::program::FunctionId;

/// More runs than this are not spent.
const MOST_RUNS: usize = 3_000;

/// Smaller inputs with which a function fails in the same way, and how it does.
pub fn minimise(
    machine: &Machine<'_>,
    function: FunctionId,
    inputs: Inputs,
    violation: Violation,
    limits: &Limits,
    budget: &Budget,
) -> (Inputs, Violation) {
    let mut small = Small {
        machine,
        function,
        limits,
        budget,
        runs: 0,
        is_within: is_within(machine, function, &inputs, &violation, limits, budget),
        inputs,
        violation,
    };
    while small.improve() {}
    (small.inputs, small.violation)
}

/// Does the run fail in the same way whatever is read beyond the ends of arrays? Two values are tried for that.
pub(super) fn is_within(
    machine: &Machine<'_>,
    function: FunctionId,
    inputs: &Inputs,
    violation: &Violation,
    limits: &Limits,
    budget: &Budget,
) -> bool {
    [-FAR, FAR].into_iter().all(|number| {
        let mut other = inputs.clone();
        other.values_mut().for_each(|value| put_beyond(value, number));
        let (globals, arguments) = (&other.globals, &other.arguments);
        let outcome = machine.call(function, globals, arguments, limits, &mut Unwatched, budget);
        matches!(outcome, Outcome::Violated(found) if is_same(&found, violation))
    })
}

/// A number that programs do not meet otherwise.
const FAR: i64 = 1_000_003;

fn put_beyond(value: &mut Value, number: i64) {
    match value {
        Value::Array(array) => {
            array.outside.clear();
            match &mut array.beyond {
                Value::Int(beyond) => *beyond = Integer::from(number),
                Value::Float(beyond) => *beyond = Rational::from(number),
                Value::Bool(beyond) => *beyond = number > 0,
                _ => {}
            }
            array.cells.iter_mut().for_each(|cell| put_beyond(cell, number));
        }
        Value::Struct(fields) => fields.iter_mut().for_each(|field| put_beyond(field, number)),
        _ => {}
    }
}

struct Small<'m> {
    machine: &'m Machine<'m>,
    function: FunctionId,
    limits: &'m Limits,
    budget: &'m Budget,
    runs: usize,
    /// Must failures not depend on what is beyond the ends of arrays?
    is_within: bool,
    inputs: Inputs,
    violation: Violation,
}

impl Small<'_> {
    /// One smaller version that still fails, if there is one.
    fn improve(&mut self) -> bool {
        let weight = weight(&self.inputs);
        for candidate in candidates(&self.inputs) {
            if self.runs == MOST_RUNS || self.budget.poll().is_err() {
                return false;
            }
            if self::weight(&candidate) < weight && self.still_fails(&candidate) {
                self.inputs = candidate;
                return true;
            }
        }
        false
    }

    fn still_fails(&mut self, inputs: &Inputs) -> bool {
        self.runs += 1;
        let (globals, arguments) = (&inputs.globals, &inputs.arguments);
        let outcome = self.machine.call(
            self.function,
            globals,
            arguments,
            self.limits,
            &mut Unwatched,
            self.budget,
        );
        match outcome {
            Outcome::Violated(violation)
                if is_same(&violation, &self.violation)
                    && (!self.is_within
                        || is_within(
                            self.machine,
                            self.function,
                            inputs,
                            &violation,
                            self.limits,
                            self.budget,
                        )) =>
            {
                self.violation = *violation;
                true
            }
            _ => false,
        }
    }
}

fn is_same(left: &Violation, right: &Violation) -> bool {
    (left.function, left.what, left.goal) == (right.function, right.what, right.goal)
}
