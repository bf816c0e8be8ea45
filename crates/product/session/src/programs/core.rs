//! The inductive core of what is written at loops: the conjuncts that keep the rest from being inductive.

use buttress_annotate::{ProvedGoals, inductive_core};
use buttress_budget::Budget;
use buttress_pi::Facts;
use buttress_pi::paths::{GoalKind, PathCache, Point};
use buttress_pi::program::{FunctionId, LoopId, Program};

use super::decided::DecidedFunction;
use super::inference;
use super::observer::Silent;
use super::report::{ConditionWord, CoreShown, DroppedShown, PathReport};
use super::run::Run;
use super::settings::Settings;
use crate::limits::CORE_EFFORT;

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
pub(super) fn core(
    run: &Run<'_>,
    decided: &DecidedFunction,
    paths: &[PathReport],
    facts: &Facts,
) -> Option<CoreShown> {
    let source = run.source(run.program.function(decided.function));
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
        let path_cache = &PathCache::new(&rest, run.options);
        let after =
            Run { program: &rest, settings: &settings, observer, path_cache, ..run.clone() };
        let (inferred, _) = inference::infer(&after, &[decided.function], &ProvedGoals::default());
        let left = inductive_core(&rest, decided.function, &inferred.facts, &run.options, &budget);
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
