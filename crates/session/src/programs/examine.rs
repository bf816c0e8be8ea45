//! What fails, looked at closely: a small state, and a run that comes to it if one is found.

use std::collections::BTreeMap;

use buttress_logic::{Model, Terms};
use buttress_pi::interpret::{Inputs, Outcome, Violation, explore};
use buttress_pi::paths::{BasicPath, Goal, GoalKind, Point, State, Step, steps_in, value_in};
use buttress_pi::program::VariableId;
use buttress_pi::{Facts, Value};

use super::concrete::Concrete;
use super::conditions::{Answer, Decided};
use super::parallel::in_parallel;
use super::replay::Replay;
use super::small::small_model;
use super::tell::Examined;
use super::witnesses::witnesses;
use super::{
    ConditionVerdict, DecidedFunction, FailingRun, Failure, PathStep, ProgramsEvent, Run, outside,
};

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
                if let Answer::Fails = &answered.answer {
                    jobs.push(Job { place: (at, path, goal), decided });
                }
            }
        }
    }
    if !jobs.is_empty() {
        run.observer.notice(&ProgramsEvent::Examining(jobs.len()));
    }
    let verdicts = in_parallel(&jobs, run.settings.threads, |job| job.verdict(run));
    let mut examined: Vec<Examined> = vec![BTreeMap::new(); decided.len()];
    for (job, verdict) in jobs.iter().zip(verdicts) {
        let (at, path, goal) = job.place;
        examined[at].insert((path, goal), verdict);
    }
    let both: Vec<(&DecidedFunction, Examined)> = decided.iter().zip(examined).collect();
    in_parallel(&both, run.settings.threads, |(one, examined)| {
        confirmed(run, facts, one, examined.clone())
    })
}

impl Job<'_> {
    fn verdict(&self, run: &Run<'_>) -> ConditionVerdict {
        let (path, goal) = (&self.decided.path, &self.decided.path.goals[self.place.2]);
        let mut terms = self.decided.terms.copy();
        let model = small_model(&mut terms, path, goal.formula, run.settings);
        // The condition by itself has a model, so this fails only if time is up.
        let Some(mut model) = model else { return ConditionVerdict::Open(Box::default()) };
        let why = witnesses(&terms, &mut model, goal.formula);
        let failure = Failure {
            start: state(run, &terms, &mut model, &path.start),
            end: state(run, &terms, &mut model, &path.end),
            witnesses: why.values,
            instance: why.instance,
            runs: 0,
            taken: taken(run, &terms, &mut model, path),
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
    let words = run.words(function);
    Some(words.steps(&steps_in(terms, model, &path.steps)?))
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

/// Looks for runs that violate what is still open.
fn confirmed(
    run: &Run<'_>,
    facts: &Facts,
    decided: &DecidedFunction,
    mut examined: Examined,
) -> Examined {
    let is_open = |verdict: &ConditionVerdict| matches!(verdict, ConditionVerdict::Open(_));
    let open = examined.iter().filter(|(_, verdict)| is_open(verdict));
    let mut open: Vec<(usize, usize)> = open.map(|(place, _)| *place).collect();
    if open.is_empty() || run.settings.runs == 0 {
        return examined;
    }
    // Whatever a run violates, the user has written.
    let none = Facts::default();
    let replay = Replay::new(run, &none, decided);
    let budget = replay.budget();
    let goal_at = |(path, goal): (usize, usize)| {
        let path = &decided.paths[path].path;
        (path, &path.goals[goal])
    };
    let mut found: Vec<((usize, usize), (Inputs, Violation))> = Vec::new();
    open.retain(|place| {
        let (path, goal) = goal_at(*place);
        let start = examined.get(place).and_then(ConditionVerdict::failure);
        let inputs = start.and_then(|failure| inputs(run, path, &failure.start));
        let violation = inputs.and_then(|it| replay.violation(path, goal, &it, &budget));
        let is_found = violation.is_some();
        found.extend(violation.map(|violation| (*place, violation)));
        !is_found
    });
    let tries = if open.is_empty() { 0 } else { run.settings.runs };
    let searched = explore(
        &replay.machine,
        decided.function,
        &replay.limits,
        &budget,
        tries,
        run.settings.seed,
        &mut |inputs, outcome| {
            if let Outcome::Violated(_) = outcome {
                open.retain(|place| {
                    let (path, goal) = goal_at(*place);
                    let violation = replay.violation(path, goal, inputs, &budget);
                    let is_found = violation.is_some();
                    found.extend(violation.map(|violation| (*place, violation)));
                    !is_found
                });
            }
            !open.is_empty()
        },
    );
    for (place, violation) in found {
        let Some(ConditionVerdict::Open(failure)) = examined.remove(&place) else { continue };
        let (path, goal) = goal_at(place);
        let (inputs, violation) = replay.small(path, goal, violation);
        examined.insert(place, refuted(run, facts, path, goal, *failure, inputs, violation));
    }
    for verdict in examined.values_mut() {
        if let ConditionVerdict::Open(failure) = verdict {
            failure.runs = searched.runs - searched.silent;
        }
    }
    examined
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
            let words = run.words(function);
            if let Some(conjunct) = outside::of_goal(&words, path, goal.kind, facts) {
                let why = concrete.witnesses(conjunct);
                (failure.witnesses, failure.instance) = (why.values, why.instance);
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
