//! Calls that never end: the state comes back, or the run comes to a closed set of states.
//!
//! The interpreter executes the call, whose arguments must satisfy `@pre`. A state that comes back is enough: running is
//! deterministic. Otherwise the run must be in the set at the visit that is named, and the set must be closed: the
//! conditions that say so ([`ClosedSet`]) are generated anew, and every one of them must have a proof.

use std::collections::BTreeMap;

use buttress_budget::Budget;
use buttress_pi::interpret::{Divergence, Inputs, Limits, Machine, StateFormula};
use buttress_pi::interpret::{diverges, state_at_visit};
use buttress_pi::paths::Point;
use buttress_pi::program::{Expression, FunctionId, LoopId};
use buttress_pi::{ClosedSet, Facts, Program, read_entry_fact, read_fact};

use super::conditions::Scope;
use super::read::{Nontermination, ReachedSet};
use super::{Check, Cycles, PiRejection, read_inputs};
use crate::Statistics;

/// Checks that a call never ends.
pub fn check(
    program: &Program,
    said: &Nontermination<'_>,
    statistics: &mut Statistics,
    budget: &Budget,
) -> Result<(), PiRejection> {
    let line = said.line;
    let (function, inputs) = read_inputs(program, line, &said.call)?;
    let none = Facts::default();
    let machine = Machine::new(program, &none);
    let fails = |message: &str| PiRejection::Call { line, message: message.to_owned() };
    if machine.admits(function, &inputs.globals, &inputs.arguments) != Some(true) {
        return Err(fails("the arguments are not shown to satisfy @pre"));
    }
    let Some(stays) = &said.stays else {
        let limits = Limits::default();
        return match diverges(&machine, function, &inputs, &limits, budget) {
            Some(Divergence::Returns(_)) => Ok(()),
            _ => Err(fails("no state comes back")),
        };
    };
    let set = set(program, line, stays)?;
    if !is_reached(&machine, (function, &inputs), &set, stays, budget) {
        return Err(fails("the run does not come to the set"));
    }
    let section = stays.section.as_ref().ok_or(PiRejection::Truncated("function"))?;
    if section.function != stays.function {
        return Err(fails("the proofs are about another function"));
    }
    let changed = set.program(program);
    let mut check = Check {
        program: &changed,
        facts: &none,
        cycles: Cycles::new(&changed),
        // What is checked at run time would end it, too.
        scope: Scope { runtime: true, termination: false },
        budget,
        statistics: Statistics::default(),
    };
    let (conditions, proved) = check.section(set.function, section)?;
    statistics.obligations += check.statistics.obligations;
    statistics.lrat_steps += check.statistics.lrat_steps;
    match proved == conditions {
        true => Ok(()),
        false => Err(fails("the set is not proved to be closed")),
    }
}

/// The set that evidence describes.
fn set(program: &Program, line: usize, stays: &ReachedSet<'_>) -> Result<ClosedSet, PiRejection> {
    let name = &stays.function;
    let function = program.function_named(name);
    let function = function.ok_or_else(|| PiRejection::NoFunction { line, name: name.clone() })?;
    let mut points: BTreeMap<Point, Vec<Expression>> = BTreeMap::new();
    let mut bounds = program.bounds;
    for (line, head, text) in &stays.conjuncts {
        let fails = |message: String| PiRejection::Addition { line: *line, message };
        let point = point(program, function, *head);
        let point = point.ok_or_else(|| fails("there is no such loop".to_owned()))?;
        let formula = match point {
            Point::Loop(head) => read_fact(program, function, head, text, &mut bounds),
            _ => read_entry_fact(program, function, text, &mut bounds),
        };
        let formula = formula.map_err(|diagnostic| fails(diagnostic.message))?;
        points.entry(point).or_default().push(formula);
    }
    Ok(ClosedSet { function, points })
}

fn point(program: &Program, function: FunctionId, head: Option<usize>) -> Option<Point> {
    match head {
        None => Some(Point::Pre),
        Some(head) if head < program.function(function).loops.len() => {
            Some(Point::Loop(LoopId(head as u32)))
        }
        Some(_) => None,
    }
}

/// Is the run in the set at the visit that is named?
fn is_reached(
    machine: &Machine<'_>,
    (function, inputs): (FunctionId, &Inputs),
    set: &ClosedSet,
    stays: &ReachedSet<'_>,
    budget: &Budget,
) -> bool {
    // Visits count from 1.
    if stays.visit == 0 {
        return false;
    }
    let program = machine.program();
    let Some(point) = point(program, set.function, stays.head) else { return false };
    let Some(conjuncts) = set.points.get(&point) else { return false };
    let visit = ((set.function, point), stays.visit);
    let limits = Limits::default();
    let Some(state) = state_at_visit(machine, function, inputs, visit, &limits, budget) else {
        return false;
    };
    let mut conditions = conjuncts.iter().map(|formula| StateFormula::new(program, formula));
    conditions.all(|condition| condition.holds(&state) == Some(true))
}
