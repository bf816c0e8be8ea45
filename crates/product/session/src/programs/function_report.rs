//! From decided conditions to the report on a function.

use std::sync::PoisonError;
use std::time::Duration;

use buttress_pi::paths::{GoalKind, Point};
use buttress_pi::program::{FunctionId, LoopId};
use buttress_pi::{ContractPart, Facts, print};

use super::decided::DecidedFunction;
use super::decided::GoalAnswer;
use super::examine::Examined;
use super::facts;
use super::report::{ConditionReport, ConditionVerdict, FactShown, FunctionReport, PathReport};
use super::run::Run;
use super::termination::Terminations;
use crate::no_answer::{NoAnswer, UnknownKind};
use buttress_present::programs::{GoalText, SourceText};

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
    FunctionReport {
        function: decided.function,
        name: function.name.text.clone(),
        span: function.name.span,
        termination: endings.of(run, &source, decided.function, all),
        contract: contract_shown(run, decided.function),
        facts: facts_shown(&source, decided, kept),
        incomplete: incomplete(decided),
        paths,
        core: None,
        never_returns: false,
        elapsed,
        inference: Duration::ZERO,
    }
}

/// Why a function has not all of its paths.
fn incomplete(decided: &DecidedFunction) -> Option<NoAnswer> {
    let too_many = || NoAnswer::new(UnknownKind::Unsupported, "it has more than are looked at");
    let why = || decided.limit.map_or_else(too_many, NoAnswer::from);
    (!decided.is_complete).then(why)
}

/// What was added to the contract of a function.
fn contract_shown(run: &Run<'_>, id: FunctionId) -> Vec<(ContractPart, String)> {
    let mut shown = Vec::new();
    for part in [ContractPart::Pre, ContractPart::Post] {
        for conjunct in run.contracts.of(id, part) {
            let text = print::expression(run.program, run.program.function(id), conjunct);
            shown.push((part, text));
        }
    }
    shown
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
        let verdict = match (&answered.answer, examined.verdicts.get(&(place, at))) {
            (_, Some(verdict)) => verdict.clone(),
            (GoalAnswer::Proved(proof), None) => ConditionVerdict::Proved { steps: proof.steps() },
            (GoalAnswer::Unknown(reason, condition), None) => {
                let condition = condition.lock().unwrap_or_else(PoisonError::into_inner);
                let mut unknown = buttress_present::programs::unknown(
                    source,
                    (&condition.terms, &condition.formulas),
                    path,
                    goal,
                    all,
                    *reason,
                );
                unknown.runs = examined.runs;
                ConditionVerdict::Unknown(Box::new(unknown))
            }
            (GoalAnswer::Fails, None) => ConditionVerdict::Open(Box::default()),
        };
        let GoalText { text, subject, length } = source.goal(path, goal.kind, goal.span, all);
        conditions.push(ConditionReport {
            kind,
            span: goal.span,
            text,
            subject,
            length,
            verdict,
            elapsed: answered.elapsed,
            is_cached: answered.is_cached,
        });
    }
    PathReport {
        from: path.from,
        to: path.to,
        name: source.path(path),
        from_name: source.point(path.from),
        to_name: source.point(path.to),
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
