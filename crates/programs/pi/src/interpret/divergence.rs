//! Runs that never end: a state that comes back, or visits of a loop without an end in sight.
//!
//! Running is deterministic: what happens between two visits of a loop by one activation of a function depends on its
//! variables at the first visit and on nothing else, since callers do not run meanwhile. If the variables are the same again, the
//! same happens again, for ever. Likewise for a function that is called again with the same inputs before it has returned.
//! States are compared in full.

use std::collections::{BTreeMap, VecDeque};

use buttress_budget::Budget;

use super::inputs::Inputs;
use super::machine::Machine;
use super::outcome::RunOutcome;
use super::run_limits::Limits;
use super::watcher::Watcher;
use crate::Value;
use crate::limits::MOST_VISITS;
use crate::paths::{Point, ProgramPoint};
use crate::program::{FunctionId, LoopId};

/// What was seen of a run that did not end.
#[derive(Clone, PartialEq, Debug)]
pub enum Divergence {
    /// The state of this visit comes back.
    Returns(Visit),
    /// The run was too long. For each function that was running in the end, the innermost first: the last visits of
    /// its loops, and for a function that calls itself those of its beginning as well.
    Long(Vec<Vec<Visit>>),
}

/// A loop is met, or a function is entered.
#[derive(Clone, PartialEq, Debug)]
pub struct Visit {
    /// Where.
    pub point: ProgramPoint,
    /// The variables.
    pub state: Vec<Option<Value>>,
    /// Which visit of the point in the whole run it is, from 1.
    pub number: u64,
}

/// Executes a call without a look at annotations; none if it comes to an end.
pub fn diverges(
    machine: &Machine<'_>,
    function: FunctionId,
    inputs: &Inputs,
    limits: &Limits,
    budget: &Budget,
) -> Option<Divergence> {
    let Inputs { globals, arguments } = inputs;
    let entry = machine.entry(function, globals, arguments)?;
    let limits = Limits { annotations: false, termination: false, ..limits.clone() };
    let mut trail = Trail::default();
    trail.push_activation(function, &entry);
    let outcome = machine.run(function, entry, &limits, &mut trail, budget);
    match (trail.returns.take(), outcome) {
        (Some(visit), _) => Some(Divergence::Returns(visit)),
        (None, RunOutcome::TooLong(_)) => Some(Divergence::Long(trail.tails())),
        _ => None,
    }
}

/// The variables at the visit of a point with this number, when a call is executed without a look at annotations.
pub fn state_at_visit(
    machine: &Machine<'_>,
    function: FunctionId,
    inputs: &Inputs,
    (point, number): (ProgramPoint, u64),
    limits: &Limits,
    budget: &Budget,
) -> Option<Vec<Option<Value>>> {
    let Inputs { globals, arguments } = inputs;
    let entry = machine.entry(function, globals, arguments)?;
    let limits = Limits { annotations: false, termination: false, ..limits.clone() };
    let mut wait = Wait { point, left: number, state: None };
    wait.entered(function, &entry);
    if wait.state.is_none() {
        machine.run(function, entry, &limits, &mut wait, budget);
    }
    wait.state
}

/// Waits for a visit.
struct Wait {
    point: ProgramPoint,
    left: u64,
    state: Option<Vec<Option<Value>>>,
}

impl Wait {
    fn meet(&mut self, point: ProgramPoint, state: &[Option<Value>]) {
        if point == self.point && self.state.is_none() {
            self.left = self.left.saturating_sub(1);
            self.state = (self.left == 0).then(|| state.to_vec());
        }
    }
}

impl Watcher for Wait {
    fn at_loop(&mut self, function: FunctionId, head: LoopId, state: &[Option<Value>]) {
        self.meet((function, Point::Loop(head)), state);
    }

    fn entered(&mut self, function: FunctionId, state: &[Option<Value>]) {
        self.meet((function, Point::Pre), state);
    }

    fn is_done(&self) -> bool {
        self.state.is_some()
    }
}

/// Remembers where a run has been.
#[derive(Default)]
struct Trail {
    /// The functions that are running.
    activations: Vec<Activation>,
    counts: BTreeMap<ProgramPoint, u64>,
    returns: Option<Visit>,
}

struct Activation {
    entry: Visit,
    heads: BTreeMap<LoopId, Landmark>,
    visits: VecDeque<Visit>,
}

/// A state to compare later ones with. It is replaced after 1, 2, 4, … visits, so that it lies on the cycle if there is one.
#[derive(Default)]
struct Landmark {
    state: Option<Vec<Option<Value>>>,
    span: u64,
    left: u64,
}

impl Trail {
    fn visit(&mut self, point: ProgramPoint, state: &[Option<Value>]) -> Visit {
        let count = self.counts.entry(point).or_default();
        *count += 1;
        Visit { point, state: state.to_vec(), number: *count }
    }

    fn push_activation(&mut self, function: FunctionId, state: &[Option<Value>]) {
        let entry = self.visit((function, Point::Pre), state);
        let is_same = |other: &&Activation| {
            other.entry.point == entry.point && other.entry.state == entry.state
        };
        if let Some(first) = self.activations.iter().find(is_same) {
            self.returns = Some(first.entry.clone());
        }
        let (heads, visits) = (BTreeMap::new(), VecDeque::new());
        self.activations.push(Activation { entry, heads, visits });
    }

    fn meet(&mut self, function: FunctionId, head: LoopId, state: &[Option<Value>]) {
        let visit = self.visit((function, Point::Loop(head)), state);
        let Some(running) = self.activations.last_mut() else { return };
        let mark = running.heads.entry(head).or_default();
        if mark.state.as_deref() == Some(state) {
            self.returns = Some(visit);
            return;
        }
        match mark.left.checked_sub(1) {
            Some(left) => mark.left = left,
            None => {
                let span = (2 * mark.span).max(1);
                *mark = Landmark { state: Some(state.to_vec()), span, left: span - 1 };
            }
        }
        if running.visits.len() == MOST_VISITS {
            running.visits.pop_front();
        }
        running.visits.push_back(visit);
    }

    /// The last visits of each function that is running, in their order, the innermost function first: of its innermost
    /// activation, and of all activations together if there are several.
    fn tails(self) -> Vec<Vec<Visit>> {
        let mut tails: Vec<Vec<Visit>> = Vec::new();
        let mut functions: Vec<ProgramPoint> = Vec::new();
        for activation in self.activations.iter().rev() {
            let point = activation.entry.point;
            if functions.contains(&point) {
                continue;
            }
            functions.push(point);
            tails.push(activation.visits.iter().cloned().collect());
            let all: Vec<&Activation> =
                self.activations.iter().filter(|other| other.entry.point == point).collect();
            if all.len() > 1 {
                let met = all.iter().flat_map(|one| [&one.entry].into_iter().chain(&one.visits));
                tails.push(met.cloned().collect());
            }
        }
        tails
    }
}

impl Watcher for Trail {
    fn at_loop(&mut self, function: FunctionId, head: LoopId, state: &[Option<Value>]) {
        self.meet(function, head, state);
    }

    fn entered(&mut self, function: FunctionId, state: &[Option<Value>]) {
        self.push_activation(function, state);
    }

    fn left(&mut self) {
        self.activations.pop();
    }

    fn is_done(&self) -> bool {
        self.returns.is_some()
    }
}
