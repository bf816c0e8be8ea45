//! Making the inputs of a failing run small: short arrays, small numbers.
//!
//! A change is kept if the run still fails at the same goal. Every change that is kept lowers the weight of the inputs, so
//! this ends. A failure that does not depend on what annotations read beyond the ends of arrays keeps that virtue, since
//! such a run is the easier one to understand.

mod candidates;

use buttress_budget::Budget;
use buttress_numeric::{Integer, Rational};
use buttress_pi::interpret::{Blame, Inputs, Limits, Machine, RunOutcome, Violation, Watcher};
use buttress_pi::program::FunctionId;
use buttress_pi::{Span, Value};

use candidates::{candidates, weight};

use crate::limits::MOST_RUNS;

/// Smaller inputs with which a function fails in the same way, and how it does.
pub fn minimise(
    machine: &Machine<'_>,
    function: FunctionId,
    inputs: Inputs,
    violation: Violation,
    regard: CountedViolations,
    limits: &Limits,
    budget: &Budget,
) -> (Inputs, Violation) {
    let attempt = Attempt { machine, function, regard, limits, budget };
    let mut minimisation = Minimisation {
        is_within: attempt.is_within(&inputs, &violation),
        attempt,
        runs: 0,
        inputs,
        violation,
    };
    while minimisation.improve() {}
    (minimisation.inputs, minimisation.violation)
}

/// Does a run fail in the same way whatever is read beyond the ends of arrays?
pub fn is_within(
    machine: &Machine<'_>,
    function: FunctionId,
    inputs: &Inputs,
    violation: &Violation,
    regard: CountedViolations,
    limits: &Limits,
    budget: &Budget,
) -> bool {
    Attempt { machine, function, regard, limits, budget }.is_within(inputs, violation)
}

/// Which violations of a run count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountedViolations {
    /// The first one.
    First,
    /// Any: the run goes on where other annotations are violated, or cannot be evaluated.
    Any,
}

/// How failing runs are repeated with other inputs.
#[derive(Clone, Copy)]
pub(super) struct Attempt<'m> {
    pub machine: &'m Machine<'m>,
    pub function: FunctionId,
    pub regard: CountedViolations,
    pub limits: &'m Limits,
    pub budget: &'m Budget,
}

impl Attempt<'_> {
    /// How the run fails at the same goal, if it does.
    fn fails(&self, inputs: &Inputs, violation: &Violation) -> Option<Violation> {
        let Attempt { machine, function, regard, limits, budget } = *self;
        let Inputs { globals, arguments } = inputs;
        let mut only = Only { violation, regard, blame: Blame::default() };
        let outcome = machine.call(function, globals, arguments, limits, &mut only, budget);
        match outcome {
            RunOutcome::Violated(found) if is_same(&found, violation) => Some(*found),
            _ => None,
        }
    }

    /// Does the run fail in the same way whatever is read beyond the ends of arrays? Two values are tried for that.
    pub fn is_within(&self, inputs: &Inputs, violation: &Violation) -> bool {
        [-FAR, FAR].into_iter().all(|number| {
            let mut other = inputs.clone();
            other.values_mut().for_each(|value| put_beyond(value, number));
            self.fails(&other, violation).is_some()
        })
    }
}

/// Stops where a goal is violated, and before at other violations if only the first counts.
struct Only<'v> {
    violation: &'v Violation,
    regard: CountedViolations,
    blame: Blame,
}

impl Watcher for Only<'_> {
    fn violated(&mut self, violation: &Violation) -> bool {
        let goes_on = self.regard == CountedViolations::Any && self.blame.counts(violation);
        goes_on && !is_same(violation, self.violation)
    }

    fn undetermined(&mut self, _: Span) -> bool {
        self.regard == CountedViolations::Any
    }
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

struct Minimisation<'m> {
    attempt: Attempt<'m>,
    runs: usize,
    /// Must failures not depend on what is beyond the ends of arrays?
    is_within: bool,
    inputs: Inputs,
    violation: Violation,
}

impl Minimisation<'_> {
    /// One smaller version that still fails, if there is one.
    fn improve(&mut self) -> bool {
        let weight = weight(&self.inputs);
        for candidate in candidates(&self.inputs) {
            if self.runs == MOST_RUNS || self.attempt.budget.poll().is_err() {
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
        let Some(violation) = self.attempt.fails(inputs, &self.violation) else { return false };
        if self.is_within && !self.attempt.is_within(inputs, &violation) {
            return false;
        }
        self.violation = violation;
        true
    }
}

fn is_same(left: &Violation, right: &Violation) -> bool {
    (left.function, left.what, left.goal) == (right.function, right.what, right.goal)
}
