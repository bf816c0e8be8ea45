//! Does a function end? What its rankings say.

use buttress_pi::paths::{GoalKind, Point, cycles, unranked};
use buttress_pi::program::{Expression, FunctionId};
use buttress_pi::{Facts, print};

use super::words::Words;
use super::{ConditionWord, DecidedFunction, Ending, PathReport, Run, Termination};

/// What is known about the end of a function's computations.
pub(super) fn ending(
    run: &Run<'_>,
    words: &Words<'_>,
    decided: &DecidedFunction,
    paths: &[PathReport],
    facts: &Facts,
) -> Ending {
    if !run.options.termination {
        return Ending::Ignored;
    }
    let (id, function) = (decided.function, words.function);
    let missing = unranked(run.program, facts).into_iter().find(|(other, _)| *other == id);
    if let Some((_, point)) = missing {
        let (place, span) = match point {
            Point::Loop(head) => (words.point(point), function.head(head).span),
            _ => (function.name.text.clone(), function.name.span),
        };
        // Whoever writes one ranking means to prove that the function ends.
        let is_written =
            function.rank.is_some() || function.loops.iter().any(|head| head.rank.is_some());
        let is_demanded = is_written || run.settings.termination == Termination::Demanded;
        return Ending::NotFound { place, span, is_demanded };
    }
    let is_rank =
        |kind: GoalKind| matches!(kind, GoalKind::RankNotNegative(_) | GoalKind::RankDecreases);
    let conditions = paths.iter().flat_map(|path| &path.conditions);
    let mut about_rank = conditions.filter(|condition| is_rank(condition.kind));
    if about_rank.any(|condition| condition.verdict.word() != ConditionWord::Proved) {
        return Ending::Unproved;
    }
    let is_on_cycle = cycles(run.program).iter().flatten().any(|(other, _)| *other == id);
    match is_on_cycle {
        true => Ending::Proved { inferred: inferred(words, id, facts) },
        false => Ending::Plain,
    }
}

/// The rankings that were inferred, with the names of their points.
fn inferred(words: &Words<'_>, function: FunctionId, facts: &Facts) -> Vec<(String, String)> {
    let shown = |components: &[Expression]| {
        let components = components
            .iter()
            .map(|component| print::expression(words.program, words.function, component));
        format!("({})", components.collect::<Vec<_>>().join(", "))
    };
    let own = facts.function_ranks.get(&function);
    let own = own.map(|components| (words.point(Point::Pre), shown(components)));
    let loops = facts.loop_ranks.iter().filter(|((other, _), _)| *other == function);
    let loops =
        loops.map(|((_, head), components)| (words.point(Point::Loop(*head)), shown(components)));
    own.into_iter().chain(loops).collect()
}
