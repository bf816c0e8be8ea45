//! Which predicates lead to which.

use std::collections::BTreeSet;

use buttress_horn::{Horn, PredicateId};

/// Steps from premise to conclusion, in both directions.
pub(super) struct Graph {
    forwards: Vec<Vec<PredicateId>>,
    backwards: Vec<Vec<PredicateId>>,
}

/// How far a search through the graph is with a predicate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    New,
    /// It is on the path to where the search is now.
    OnPath,
    Done,
}

impl Graph {
    pub(super) fn of(horn: &Horn) -> Graph {
        let count = horn.predicates.len();
        let (mut forwards, mut backwards) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for clause in &horn.clauses {
            let Some(head) = &clause.head else { continue };
            for premise in &clause.body {
                forwards[premise.predicate.index()].push(head.predicate);
                backwards[head.predicate.index()].push(premise.predicate);
            }
        }
        Graph { forwards, backwards }
    }

    /// Predicates of which every cycle has one: those that a search in depth meets again while it is on
    /// its way from them.
    pub(super) fn turning_points(&self) -> BTreeSet<PredicateId> {
        let mut points = BTreeSet::new();
        let mut progress = vec![Progress::New; self.forwards.len()];
        for start in 0..self.forwards.len() {
            if progress[start] != Progress::New {
                continue;
            }
            progress[start] = Progress::OnPath;
            let mut path = vec![(start, 0)];
            while let Some((place, child)) = path.last_mut() {
                let Some(next) = self.forwards[*place].get(*child) else {
                    progress[*place] = Progress::Done;
                    path.pop();
                    continue;
                };
                *child += 1;
                match progress[next.index()] {
                    Progress::New => {
                        progress[next.index()] = Progress::OnPath;
                        path.push((next.index(), 0));
                    }
                    Progress::OnPath => drop(points.insert(*next)),
                    Progress::Done => {}
                }
            }
        }
        points
    }

    /// The predicates that this one leads to and that lead to it, itself included.
    pub(super) fn joined_with(&self, id: PredicateId) -> Vec<PredicateId> {
        let (after, before) = (reached(&self.forwards, id), reached(&self.backwards, id));
        let places = (0..self.forwards.len()).filter(|place| after[*place] && before[*place]);
        places.map(|place| PredicateId(place as u32)).collect()
    }
}

fn reached(successors: &[Vec<PredicateId>], start: PredicateId) -> Vec<bool> {
    let mut reached = vec![false; successors.len()];
    reached[start.index()] = true;
    let mut stack = vec![start];
    while let Some(id) = stack.pop() {
        for next in &successors[id.index()] {
            if !std::mem::replace(&mut reached[next.index()], true) {
                stack.push(*next);
            }
        }
    }
    reached
}
