//! What fails, looked at closely: a small state, and a run that comes to it if one is found.

use std::collections::BTreeMap;

use buttress_budget::Budget;
use buttress_logic::{Model, Terms};
use buttress_pi::interpret::{Inputs, RunOutcome, Violation};
use buttress_pi::paths::{BasicPath, Goal, GoalKind, Point, State, Step, steps_in, value_in};
use buttress_pi::program::VariableId;
use buttress_pi::{Facts, Value};
use buttress_run::{CountedViolations, explore};

use super::countermodel::small_model;
use super::decided::DecidedFunction;
use super::decided::{Decided, GoalAnswer};
use super::observer::Event;
use super::parallel::in_parallel;
use super::replay::{Found, Replay, is_about};
use super::report::{ConditionVerdict, FailingRun, Failure};
use super::run::Run;
use crate::limits::{LATE_INPUTS, MOST_LATER_RUNS};
use buttress_present::programs::PathStep;
use buttress_present::programs::{Concrete, causes, of_goal, witnesses};

/// What was seen of a function that is not proved.
#[derive(Clone, Default)]
pub(super) struct Examined {
    /// Answers about conditions that fail, by the positions of path and goal.
    pub(super) verdicts: BTreeMap<(usize, usize), ConditionVerdict>,
    /// How many runs there were that could have violated something.
    pub(super) runs: u64,
}

/// A failing goal: the positions of function, path and goal.
struct Job<'a> {
    place: (usize, usize, usize),
    decided: &'a Decided,
}

/// Verdicts about all goals that fail, by function and then by path and goal.
pub(super) fn examine(run: &Run<'_>, facts: &Facts, decided: &[DecidedFunction]) -> Vec<Examined> {
    let mut jobs = Vec::new();
    for (at, one) in decided.iter().enumerate() {
        for (path, decided) in one.paths.iter().enumerate() {
            for (goal, answered) in decided.answers.iter().enumerate() {
                if let GoalAnswer::Fails = &answered.answer {
                    jobs.push(Job { place: (at, path, goal), decided });
                }
            }
        }
    }
    if !jobs.is_empty() {
        run.observer.notice(&Event::Examining(jobs.len()));
    }
    let verdicts = in_parallel(&jobs, run.settings.threads, |job| job.verdict(run, facts));
    let mut examined: Vec<Examined> = vec![Examined::default(); decided.len()];
    for (job, verdict) in jobs.iter().zip(verdicts) {
        let (at, path, goal) = job.place;
        examined[at].verdicts.insert((path, goal), verdict);
    }
    let both: Vec<(&DecidedFunction, Examined)> = decided.iter().zip(examined).collect();
    in_parallel(&both, run.settings.threads, |(one, examined)| {
        confirmed(run, facts, one, examined.clone())
    })
}

impl Job<'_> {
    fn verdict(&self, run: &Run<'_>, facts: &Facts) -> ConditionVerdict {
        let (path, goal) = (&self.decided.path, &self.decided.path.goals[self.place.2]);
        let mut terms = self.decided.generated.terms();
        let model = small_model(&mut terms, path, goal.formula, run.settings);
        // The condition by itself has a model, so this fails only if time is up.
        let Some(mut model) = model else { return ConditionVerdict::Open(Box::default()) };
        let why = witnesses(&terms, &mut model, goal.formula);
        let function = run.program.function(path.function);
        let source = run.source(function);
        let end = state(run, &terms, &mut model, &path.end);
        // Terms order the sides of equations; a person has written them in some order.
        let own = match path.to {
            Point::Post | Point::Loop(_) | Point::Assert(_) => {
                of_goal(&source, path, goal.kind, facts)
            }
            _ => None,
        };
        let written = own.and_then(|conjunct| {
            Concrete::new(run.program, function, &end).failing(function, conjunct, &why.values)
        });
        let failure = Failure {
            start: state(run, &terms, &mut model, &path.start),
            end,
            witnesses: why.values,
            instance: written.or(why.instance),
            runs: 0,
            taken: taken(run, &terms, &mut model, path),
            causes: causes(&source, &terms, path, goal),
        };
        ConditionVerdict::Open(Box::new(failure))
    }
}

/// Which way a path that stands for several went in a model.
fn taken(
    run: &Run<'_>,
    terms: &Terms,
    model: &mut Model,
    path: &BasicPath,
) -> Option<Vec<PathStep>> {
    if !path.steps.iter().any(|step| matches!(step, Step::Either(_))) {
        return None;
    }
    let function = run.program.function(path.function);
    let source = run.source(function);
    Some(source.steps(&steps_in(terms, model, &path.steps)?))
}

/// The values of variables in a model.
fn state(run: &Run<'_>, terms: &Terms, model: &mut Model, symbolic: &State) -> Vec<Option<Value>> {
    let values = symbolic.values.iter();
    values.map(|value| value_in(terms, run.program, model, value.as_ref()?)).collect()
}

/// The inputs in the state at the beginning of a path that begins at `@pre`.
fn inputs(run: &Run<'_>, path: &BasicPath, start: &[Option<Value>]) -> Option<Inputs> {
    if path.from != Point::Pre {
        return None;
    }
    let function = run.program.function(path.function);
    let value = |id: VariableId| start.get(id.0 as usize)?.clone();
    let arguments: Option<Vec<Value>> = function.parameters.iter().map(|id| value(*id)).collect();
    let globals = (0..run.program.globals).map(VariableId);
    let globals = globals.filter_map(|id| Some((id, value(id)?))).collect();
    Some(Inputs { globals, arguments: arguments? })
}

/// Looks for runs that violate what is open or not known.
fn confirmed(
    run: &Run<'_>,
    facts: &Facts,
    decided: &DecidedFunction,
    mut examined: Examined,
) -> Examined {
    let wanted = wanted(decided);
    if wanted.is_empty() || run.settings.runs == 0 {
        return examined;
    }
    // Whatever a run violates, the user has written.
    let none = Facts::default();
    let replay = Replay::new(run, &none, decided);
    let budget = replay.budget();
    let (late, patience) = (LATE_INPUTS, MOST_LATER_RUNS);
    let mut hunt = Hunt { decided, replay: &replay, budget: &budget, wanted, late, patience };
    for place in hunt.wanted.keys().copied().collect::<Vec<_>>() {
        let start = examined.verdicts.get(&place).and_then(ConditionVerdict::failure);
        let path = &decided.paths[place.0].path;
        if let Some(inputs) = start.and_then(|failure| inputs(run, path, &failure.start)) {
            hunt.attempt(place, &inputs, CountedViolations::First);
        }
    }
    let tries = if hunt.is_over() { 0 } else { run.settings.runs };
    let searched = explore(
        &replay.machine,
        decided.function,
        &replay.limits,
        &budget,
        tries,
        run.settings.seed,
        &mut |inputs, outcome| hunt.look(inputs, &outcome),
    );
    for (place, found) in hunt.wanted {
        let Some(found) = found else { continue };
        let failure = match examined.verdicts.remove(&place) {
            Some(ConditionVerdict::Open(failure)) => *failure,
            _ => Failure::default(),
        };
        let path = &decided.paths[place.0].path;
        let goal = &path.goals[place.1];
        let Found { inputs, violation, .. } = replay.minimised(path, goal, found);
        let verdict = refuted(run, facts, path, goal, failure, inputs, violation);
        examined.verdicts.insert(place, verdict);
    }
    examined.runs = searched.runs - searched.silent;
    for verdict in examined.verdicts.values_mut() {
        if let ConditionVerdict::Open(failure) = verdict {
            failure.runs = examined.runs;
        }
    }
    examined
}

/// The goals that a run may violate: the user's own, unless they are proved.
fn wanted(decided: &DecidedFunction) -> BTreeMap<(usize, usize), Option<Found>> {
    let mut wanted = BTreeMap::new();
    for (at, path) in decided.paths.iter().enumerate() {
        for (goal, (kind, answer)) in path.goals().enumerate() {
            if !answer.is_proved() && !matches!(kind, GoalKind::Fact(_)) {
                wanted.insert((at, goal), None);
            }
        }
    }
    wanted
}

/// Runs that violate goals.
struct Hunt<'a> {
    decided: &'a DecidedFunction,
    replay: &'a Replay<'a>,
    budget: &'a Budget,
    /// By the positions of path and goal.
    wanted: BTreeMap<(usize, usize), Option<Found>>,
    late: usize,
    patience: usize,
}

impl Hunt<'_> {
    /// Tries inputs for a goal.
    fn attempt(&mut self, place: (usize, usize), inputs: &Inputs, regard: CountedViolations) {
        let path = &self.decided.paths[place.0].path;
        let goal = &path.goals[place.1];
        let found = self.replay.violation(path, goal, inputs, regard, self.budget);
        if let (Some(found), Some(known)) = (found, self.wanted.get_mut(&place)) {
            let rank = |found: &Found| (found.regard == CountedViolations::First, found.is_within);
            if known.as_ref().is_none_or(|known| rank(known) < rank(&found)) {
                *known = Some(found);
            }
        }
    }

    /// Looks at a run. Are more wanted?
    fn look(&mut self, inputs: &Inputs, outcome: &RunOutcome) -> bool {
        for place in self.wanted.keys().copied().collect::<Vec<_>>() {
            let path = &self.decided.paths[place.0].path;
            let goal = &path.goals[place.1];
            let is_it =
                matches!(outcome, RunOutcome::Violated(first) if is_about(path, goal, first));
            if is_it && !self.is_best(place) {
                self.attempt(place, inputs, CountedViolations::First);
            }
            // Better a run that violates something before than none.
            let may_come = matches!(outcome, RunOutcome::Violated(_) | RunOutcome::Undetermined(_));
            let is_open = self.wanted.get(&place).is_some_and(Option::is_none);
            if may_come && is_open && self.patience > 0 {
                self.patience -= 1;
                self.attempt(place, inputs, CountedViolations::Any);
            }
        }
        if self.wanted.values().all(Option::is_some) {
            self.late = self.late.saturating_sub(1);
        }
        self.late > 0 && !self.is_over()
    }

    /// Is a run known that violates the goal, and nothing before, whatever is beyond the ends of arrays?
    fn is_best(&self, place: (usize, usize)) -> bool {
        let found = self.wanted.get(&place).and_then(Option::as_ref);
        found.is_some_and(|found| found.regard == CountedViolations::First && found.is_within)
    }

    /// Is there nothing that a further run could tell?
    fn is_over(&self) -> bool {
        self.wanted.keys().all(|place| self.is_best(*place))
    }
}

/// The verdict about a goal that a run violates. What is told of the failure is what the run came to.
fn refuted(
    run: &Run<'_>,
    facts: &Facts,
    path: &BasicPath,
    goal: &Goal,
    mut failure: Failure,
    inputs: Inputs,
    violation: Violation,
) -> ConditionVerdict {
    let function = run.program.function(path.function);
    let mut concrete = Concrete::new(run.program, function, &violation.state);
    // The run may have gone another way than the model.
    (failure.witnesses, failure.instance, failure.taken) = (Vec::new(), None, None);
    match (goal.kind, path.to) {
        (GoalKind::Conjunct(_), Point::Post | Point::Loop(_) | Point::Assert(_)) => {
            let source = run.source(function);
            if let Some(conjunct) = of_goal(&source, path, goal.kind, facts) {
                let why = concrete.witnesses(conjunct);
                let written = concrete.failing(function, conjunct, &why.values);
                (failure.witnesses, failure.instance) = (why.values, written.or(why.instance));
            }
        }
        (GoalKind::Runtime(check), _) => {
            failure.instance = concrete.checked(function, check, goal.span);
        }
        _ => {}
    }
    let failing = FailingRun {
        globals: inputs.globals,
        arguments: inputs.arguments,
        state: violation.state,
        steps: violation.steps,
        depth: violation.depth,
    };
    ConditionVerdict::False(Box::new(failure), Box::new(failing))
}
