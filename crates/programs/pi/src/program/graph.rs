//! Which points of a program lead to which: a graph, and its strongly connected components.

use std::collections::{BTreeMap, BTreeSet};

use super::point::ProgramPoint;

/// The points of a program and what leads where.
#[derive(Debug)]
pub(crate) struct PointGraph {
    pub points: Vec<ProgramPoint>,
    numbers: BTreeMap<ProgramPoint, usize>,
    /// To which points each leads.
    pub edges: Vec<BTreeSet<usize>>,
    /// The strongly connected component of each point.
    pub components: Vec<usize>,
}

impl PointGraph {
    /// The graph of some points. `lead` says to which points each of them leads; those that are none of them are left away.
    pub fn new(
        points: Vec<ProgramPoint>,
        lead: impl IntoIterator<Item = Vec<ProgramPoint>>,
    ) -> PointGraph {
        let numbers: BTreeMap<ProgramPoint, usize> =
            points.iter().enumerate().map(|(number, point)| (*point, number)).collect();
        let known = |targets: Vec<ProgramPoint>| {
            targets.iter().filter_map(|point| numbers.get(point).copied()).collect()
        };
        let edges: Vec<BTreeSet<usize>> = lead.into_iter().map(known).collect();
        let components = components(&edges);
        PointGraph { points, numbers, edges, components }
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
