//! From decided conditions to the report on a function.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use buttress_annotate::{ProvedGoals, inductive_core};
use buttress_budget::Budget;
use buttress_pi::paths::{GoalKind, Point};
use buttress_pi::program::{FunctionId, LoopId, Program};
use buttress_pi::{Facts, print};

use super::conditions::Answer;
use super::termination::Terminations;
use super::{
    ConditionReport, ConditionVerdict, ConditionWord, CoreShown, DecidedFunction, DroppedShown,
    FactShown, FunctionReport, PathReport, Run, Settings, Silent, facts,
};
use buttress_present::programs::SourceText;

/// Answers about conditions that fail, by the positions of path and goal.
pub(super) type Examined = BTreeMap<(usize, usize), ConditionVerdict>;

/// The inductive core may take this much effort.
const CORE_EFFORT: u64 = 20_000_000;

/// The report on one function. `all` are the facts with which it was decided, `kept` those that are needed.
pub(super) fn function(
    run: &Run<'_>,
    decided: &DecidedFunction,
    examined: &Examined,
    all: &Facts,
    kept: &Facts,
    endings: &Terminations,
) -> FunctionReport {
    let function = run.program.function(decided.function);
    let source = run.source(function);
    let paths: Vec<PathReport> = (0..decided.paths.len())
        .map(|place| path(&source, decided, place, examined, all, kept))
        .collect();
    let elapsed = paths.iter().flat_map(|path| &path.conditions).map(|it| it.elapsed).sum();
    let core = core(run, &source, decided, &paths, all);
    FunctionReport {
        function: decided.function,
        name: function.name.text.clone(),
        span: function.name.span,
        termination: endings.of(run, &source, decided.function, all),
        facts: facts_shown(&source, decided, kept),
        is_complete: decided.is_complete,
        paths,
        core,
        elapsed,
    }
}

fn path(
    source: &SourceText<'_>,
    decided: &DecidedFunction,
    place: usize,
    examined: &Examined,
    all: &Facts,
    kept: &Facts,
) -> PathReport {
    let one = &decided.paths[place];
    let path = &one.path;
    let mut conditions = Vec::new();
    for (at, (goal, answered)) in path.goals.iter().zip(&one.answers).enumerate() {
        let kind = match (goal.kind, path.to) {
            (GoalKind::Fact(fact), Point::Loop(head)) => {
                match facts::kept_place(all, kept, decided.function, head, fact) {
                    Some(fact) => GoalKind::Fact(fact),
                    // Nothing leans on it.
                    None => continue,
                }
            }
            (kind, _) => kind,
        };
        let verdict = match (&answered.answer, examined.get(&(place, at))) {
            (_, Some(verdict)) => verdict.clone(),
            (Answer::Proved(proof), None) => ConditionVerdict::Proved { steps: proof.steps() },
            (Answer::Unknown(reason, condition), None) => {
                let condition = condition.lock().unwrap_or_else(PoisonError::into_inner);
                let unknown = buttress_present::programs::unknown(
                    source,
                    (&condition.terms, &condition.formulas),
                    path,
                    goal,
                    all,
                    *reason,
                );
                ConditionVerdict::Unknown(Box::new(unknown))
            }
            (Answer::Fails, None) => ConditionVerdict::Open(Box::default()),
        };
        conditions.push(ConditionReport {
            kind,
            span: goal.span,
            text: source.goal(path, goal.kind, goal.span, all),
            verdict,
            elapsed: answered.elapsed,
            is_cached: answered.is_cached,
        });
    }
    PathReport {
        from: path.from,
        to: path.to,
        name: source.path(path),
        steps: source.steps(&path.steps),
        conditions,
    }
}

fn facts_shown(source: &SourceText<'_>, decided: &DecidedFunction, kept: &Facts) -> Vec<FactShown> {
    let mut shown = Vec::new();
    for (place, head) in source.function.loops.iter().enumerate() {
        let id = LoopId(place as u32);
        for fact in kept.of(decided.function, id) {
            shown.push(FactShown {
                head: id,
                label: source.point(Point::Loop(id)),
                span: head.annotation.span,
                text: print::expression(source.program, source.function, fact),
            });
        }
    }
    shown
}

/// The program, less these conjuncts of a function's loops.
fn without_conjuncts(
    program: &Program,
    function: FunctionId,
    dropped: &[(LoopId, usize)],
) -> Program {
    let mut rest = program.clone();
    for (head, said) in (0..).map(LoopId).zip(&mut rest.functions[function.0 as usize].loops) {
        let mut place = 0..;
        said.annotation.conjuncts.retain(|_| {
            let place = place.next().unwrap_or_default();
            !dropped.contains(&(head, place))
        });
    }
    rest
}

/// The conjuncts that keep the loops from being inductive, if some conjunct is open.
fn core(
    run: &Run<'_>,
    source: &SourceText<'_>,
    decided: &DecidedFunction,
    paths: &[PathReport],
    facts: &Facts,
) -> Option<CoreShown> {
    let is_open = paths.iter().filter(|path| matches!(path.to, Point::Loop(_))).any(|path| {
        let mut own = path.conditions.iter().filter(|it| matches!(it.kind, GoalKind::Conjunct(_)));
        own.any(|condition| {
            matches!(condition.verdict.word(), ConditionWord::Open | ConditionWord::False)
        })
    });
    if !is_open {
        return None;
    }
    let budget = Budget::with_effort(run.settings.limits.clone(), CORE_EFFORT);
    let core_with =
        |facts: &Facts| inductive_core(run.program, decided.function, facts, &run.options, &budget);
    let mut core = core_with(facts);
    if !core.suffices {
        // Facts that lean on what is dropped may not be needed either.
        let without = core_with(&Facts::default());
        core = if without.suffices { without } else { core };
    }
    if !core.suffices && !core.dropped.is_empty() {
        // Once they are deleted, other facts and rankings may be inferred.
        let rest = without_conjuncts(run.program, decided.function, &core.dropped);
        // The text is still the old one, and facts are kept by their text.
        let settings = Settings { cache: None, ..run.settings.clone() };
        let observer = &Silent;
        let after = Run { program: &rest, settings: &settings, observer, ..run.clone() };
        let facts = after.infer(&[decided.function], &ProvedGoals::default());
        let left = inductive_core(&rest, decided.function, &facts, &run.options, &budget);
        core.suffices = left.suffices && left.dropped.is_empty();
    }
    let dropped = core.dropped.iter().filter_map(|(head, conjunct)| {
        let written = source.function.head(*head).annotation.conjuncts.get(*conjunct)?;
        Some(DroppedShown {
            head: *head,
            label: source.point(Point::Loop(*head)),
            conjunct: *conjunct,
            span: written.span,
            text: source.source(written.span),
        })
    });
    let dropped: Vec<DroppedShown> = dropped.collect();
    (!dropped.is_empty()).then_some(CoreShown { dropped, suffices: core.suffices })
}
