//! Which points of a program lead to each other, and what their rankings are.
//!
//! The points are the `@pre` of every function and the annotations of loops. A point leads to the loops that are
//! met next, and to the `@pre` of the functions that are called on the way. An execution that does not end meets points of
//! one cycle forever; so it is enough that rankings decrease between points of the same cycle.

use std::collections::{BTreeMap, BTreeSet};

use super::Point;
use super::flow::Flow;
use crate::program::{Expression, FunctionId, LoopId, Program};
use crate::{Facts, Span};

/// A point of a program: the `@pre` of a function, or one of its loops.
pub type ProgramPoint = (FunctionId, Point);

/// The points that lie on cycles, each with those that it leads to and that lead back to it, in the order of the text.
///
/// A loop whose body always leaves it is in no cycle, nor is a function that does not call itself in any way.
pub fn cycles(program: &Program) -> Vec<Vec<ProgramPoint>> {
    let graph = program.known.get_or_init(|| Graph::new(program));
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
    let graph = program.known.get_or_init(|| Graph::new(program));
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

/// The points of a program and what leads where.
#[derive(Debug)]
pub(crate) struct Graph {
    points: Vec<ProgramPoint>,
    numbers: BTreeMap<ProgramPoint, usize>,
    edges: Vec<BTreeSet<usize>>,
    /// The strongly connected component of each point.
    components: Vec<usize>,
}

impl Graph {
    pub fn new(program: &Program) -> Graph {
        let mut points = Vec::new();
        for id in program.function_ids() {
            points.push((id, Point::Pre));
            let loops = 0..program.function(id).loops.len() as u32;
            points.extend(loops.map(|head| (id, Point::Loop(LoopId(head)))));
        }
        let numbers: BTreeMap<ProgramPoint, usize> =
            points.iter().enumerate().map(|(number, point)| (*point, number)).collect();
        let mut edges = Vec::new();
        for id in program.function_ids() {
            let flow = Flow::new(program.function(id));
            let loops = 0..program.function(id).loops.len() as u32;
            let heads = loops.map(|head| flow.head(LoopId(head)).map(|beginning| beginning.node));
            for start in std::iter::once(Some(flow.entry)).chain(heads) {
                let (loops, calls) = start.map(|start| flow.met_from(start)).unwrap_or_default();
                let loops = loops.into_iter().map(|head| (id, Point::Loop(head)));
                let calls = calls.into_iter().map(|callee| (callee, Point::Pre));
                edges.push(
                    loops.chain(calls).filter_map(|point| numbers.get(&point).copied()).collect(),
                );
            }
        }
        let components = components(&edges);
        Graph { points, numbers, edges, components }
    }

    /// Does the first point lead to the second, which leads back?
    pub fn is_on_cycle(&self, from: ProgramPoint, to: ProgramPoint) -> bool {
        let (Some(from), Some(to)) = (self.numbers.get(&from), self.numbers.get(&to)) else {
            return false;
        };
        self.components[*from] == self.components[*to] && self.edges[*from].contains(to)
    }
}

/// The strongly connected component of each node: those from which a node is reached against the edges, taken in the
/// order in which walks along the edges are finished, the last first.
fn components(edges: &[BTreeSet<usize>]) -> Vec<usize> {
    let mut against = vec![Vec::new(); edges.len()];
    for (from, targets) in edges.iter().enumerate() {
        targets.iter().for_each(|to| against[*to].push(from));
    }
    let mut finished = Vec::new();
    let mut is_seen = vec![false; edges.len()];
    for start in 0..edges.len() {
        if std::mem::replace(&mut is_seen[start], true) {
            continue;
        }
        let mut stack = vec![(start, edges[start].iter())];
        while let Some((node, targets)) = stack.last_mut() {
            match targets.next() {
                Some(target) if is_seen[*target] => {}
                Some(target) => {
                    is_seen[*target] = true;
                    stack.push((*target, edges[*target].iter()));
                }
                None => {
                    finished.push(*node);
                    stack.pop();
                }
            }
        }
    }
    let mut components = vec![usize::MAX; edges.len()];
    for start in finished.into_iter().rev() {
        let mut waiting = vec![start];
        while let Some(node) = waiting.pop() {
            if components[node] == usize::MAX {
                components[node] = start;
                waiting.extend(&against[node]);
            }
        }
    }
    components
}
