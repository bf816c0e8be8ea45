//! Looking for failing runs among small inputs.

use buttress_budget::Budget;
use buttress_pi::Facts;
use buttress_pi::interpret::{Inputs, Limits, Machine, RunOutcome, Unwatched, Violation};
use buttress_pi::program::{FunctionId, Program};

use crate::generator::Generator;
use crate::limits::{MORE_RUNS, SHORT_RUN};
use crate::minimise::{Attempt, CountedViolations, minimise};

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Search {
    /// The runs from inputs that satisfy `@pre`.
    pub runs: u64,
    /// Those of them that said nothing: they took too long, or an annotation could not be evaluated.
    pub silent: u64,
    /// Inputs of a failing run, made small, and how it fails.
    pub violation: Option<(Inputs, Violation)>,
}

/// Looks for a failing run: from all tiny inputs first, then from random ones, `tries` inputs in all. The same seed finds
/// the same.
pub fn search(
    program: &Program,
    facts: &Facts,
    function: FunctionId,
    limits: &Limits,
    budget: &Budget,
    tries: u64,
    seed: u64,
) -> Search {
    let machine = Machine::new(program, facts);
    let regard = CountedViolations::First;
    let attempt = Attempt { machine: &machine, function, regard, limits, budget };
    let mut failing: Option<(Inputs, Violation)> = None;
    let mut more = MORE_RUNS;
    let mut visit = |inputs: &Inputs, outcome| {
        if let RunOutcome::Violated(violation) = outcome {
            if attempt.is_within(inputs, &violation) {
                failing = Some((inputs.clone(), *violation));
                return false;
            }
            failing.get_or_insert_with(|| (inputs.clone(), *violation));
        }
        more -= u64::from(failing.is_some());
        more > 0
    };
    let mut search = explore(&machine, function, limits, budget, tries, seed, &mut visit);
    search.violation = failing.map(|(inputs, violation)| {
        minimise(&machine, function, inputs, violation, regard, limits, budget)
    });
    search
}

/// Shows `visit` the runs from small inputs that satisfy `@pre`, as long as it wants more, from `tries` inputs at most.
pub fn explore(
    machine: &Machine<'_>,
    function: FunctionId,
    limits: &Limits,
    budget: &Budget,
    tries: u64,
    seed: u64,
    visit: &mut dyn FnMut(&Inputs, RunOutcome) -> bool,
) -> Search {
    let mut search = Search { runs: 0, silent: 0, violation: None };
    let mut limits = limits.clone();
    let mut generator = Generator::new(machine, function, seed);
    for _ in 0..tries {
        if budget.poll().is_err() {
            break;
        }
        let Some(inputs) = generator.next() else { break };
        let (globals, arguments) = (&inputs.globals, &inputs.arguments);
        let outcome = machine.call(function, globals, arguments, &limits, &mut Unwatched, budget);
        if matches!(outcome, RunOutcome::BadArguments(_)) {
            continue;
        }
        search.runs += 1;
        search.silent +=
            u64::from(matches!(outcome, RunOutcome::TooLong(_) | RunOutcome::Undetermined(_)));
        if matches!(outcome, RunOutcome::TooLong(_)) {
            // Functions that run for long do so from most inputs; many short tries find more than a few long ones.
            limits.steps = limits.steps.min((limits.steps / 2).max(SHORT_RUN));
        }
        if !visit(&inputs, outcome) {
            break;
        }
    }
    search
}
