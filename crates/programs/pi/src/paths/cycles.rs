//! Which points of a program lead to each other, and what their rankings are.
//!
//! The points are the `@pre` of every function and the annotations of loops. A point leads to the loops that are
//! met next, and to the `@pre` of the functions that are called on the way. An execution that does not end meets points of
//! one cycle forever; so it is enough that rankings decrease between points of the same cycle.

use std::collections::{BTreeMap, BTreeSet};

use super::flow::Flow;
use crate::program::{Expression, FunctionId, LoopId, Point, PointGraph, Program, ProgramPoint};
use crate::{Facts, Span};

/// The points that lie on cycles, each with those that it leads to and that lead back to it, in the order of the text.
///
/// A loop whose body always leaves it is in no cycle, nor is a function that does not call itself in any way.
pub fn cycles(program: &Program) -> Vec<Vec<ProgramPoint>> {
    let graph = graph(program);
    let mut members: BTreeMap<usize, Vec<ProgramPoint>> = BTreeMap::new();
    for (number, point) in graph.points.iter().enumerate() {
        members.entry(graph.components[number]).or_default().push(*point);
    }
    let mut cycles: Vec<Vec<ProgramPoint>> = members
        .into_values()
        .filter(|cycle| cycle.len() > 1 || graph.is_on_cycle(cycle[0], cycle[0]))
        .collect();
    cycles.sort_unstable();
    cycles
}

/// The points on cycles where something keeps rankings from showing that executions end: they have none, or one of another
/// length than the first ranking of the cycle.
///
/// If there are none and all goals about rankings hold, every execution ends.
pub fn unranked(program: &Program, facts: &Facts) -> Vec<ProgramPoint> {
    let mut unranked = Vec::new();
    for cycle in cycles(program) {
        let length = |point: &ProgramPoint| {
            ranking(program, facts, *point).map(|ranking| ranking.components.len())
        };
        let expected = cycle.iter().find_map(length);
        unranked.extend(
            cycle.iter().filter(|point| length(point).is_none() || length(point) != expected),
        );
    }
    unranked
}

/// The functions that each function calls, by their numbers; itself, if it does.
pub fn callees(program: &Program) -> Vec<BTreeSet<FunctionId>> {
    let graph = graph(program);
    let mut callees = vec![BTreeSet::new(); program.functions.len()];
    for (number, targets) in graph.edges.iter().enumerate() {
        let targets = targets.iter().map(|target| graph.points[*target]);
        let called = targets.filter(|(_, point)| *point == Point::Pre).map(|(callee, _)| callee);
        callees[graph.points[number].0.0 as usize].extend(called);
    }
    callees
}

/// A ranking: what decreases, and where it says so.
#[derive(Clone, Copy, Debug)]
pub struct Ranking<'a> {
    /// The first one counts most.
    pub components: &'a [Expression],
    /// Where it is written; of an inferred one, the loop or the name of the function.
    pub span: Span,
    /// Is it written in the program?
    pub is_written: bool,
}

/// The ranking at a point; one that was inferred replaces one that is written.
pub fn ranking<'a>(
    program: &'a Program,
    facts: &'a Facts,
    (function, point): ProgramPoint,
) -> Option<Ranking<'a>> {
    let text = program.function(function);
    let (added, written, span) = match point {
        Point::Pre => (facts.function_ranks.get(&function), &text.rank, text.name.span),
        Point::Loop(head) => {
            let said = text.loops.get(head.0 as usize)?;
            (facts.loop_ranks.get(&(function, head)), &said.rank, said.span)
        }
        _ => return None,
    };
    match (added, written) {
        (Some(components), _) => Some(Ranking { components, span, is_written: false }),
        (None, Some(rank)) => {
            let (components, span) = (&rank.components, rank.span);
            Some(Ranking { components, span, is_written: true })
        }
        (None, None) => None,
    }
}

/// Which points lead to which.
pub(super) fn graph(program: &Program) -> &PointGraph {
    program.graph.get_or_init(|| {
        let (mut points, mut lead) = (Vec::new(), Vec::new());
        for id in program.function_ids() {
            let flow = Flow::new(program.function(id));
            let loops = (0..program.function(id).loops.len() as u32).map(LoopId);
            points.push((id, Point::Pre));
            points.extend(loops.clone().map(|head| (id, Point::Loop(head))));
            let heads = loops.map(|head| flow.head(head).map(|beginning| beginning.node));
            for start in std::iter::once(Some(flow.entry)).chain(heads) {
                let (loops, calls) = start.map(|start| flow.met_from(start)).unwrap_or_default();
                let loops = loops.into_iter().map(|head| (id, Point::Loop(head)));
                let calls = calls.into_iter().map(|callee| (callee, Point::Pre));
                lead.push(loops.chain(calls).collect());
            }
        }
        PointGraph::new(points, lead)
    })
}
