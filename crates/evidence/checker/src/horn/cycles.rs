//! Predicates that lead to each other, found by the checker itself.

use buttress_horn::{Application, Clause, Horn, PredicateId};

/// For each predicate the first of those that it leads to and that lead to it, itself included.
pub struct Cycles {
    representatives: Vec<PredicateId>,
}

impl Cycles {
    /// The clauses with a head say what leads to what. The system applies only predicates that it has.
    pub fn of(horn: &Horn) -> Cycles {
        let count = horn.predicates.len();
        let (mut forwards, mut backwards) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for clause in &horn.clauses {
            let Some(head) = &clause.head else { continue };
            for premise in &clause.body {
                forwards[premise.predicate.index()].push(head.predicate);
                backwards[head.predicate.index()].push(premise.predicate);
            }
        }
        let mut representatives: Vec<Option<PredicateId>> = vec![None; count];
        for id in horn.predicate_ids() {
            if representatives[id.index()].is_some() {
                continue;
            }
            let (after, before) = (reached(&forwards, id), reached(&backwards, id));
            for (place, representative) in representatives.iter_mut().enumerate() {
                if after[place] && before[place] {
                    *representative = Some(id);
                }
            }
        }
        let representatives = horn.predicate_ids().zip(representatives);
        Cycles { representatives: representatives.map(|(id, found)| found.unwrap_or(id)).collect() }
    }

    /// The premises from which the clause can be taken again and again; none if it is on no cycle.
    pub fn premises<'a>(&'a self, clause: &'a Clause) -> impl Iterator<Item = &'a Application> {
        let head = clause.head.as_ref();
        clause.body.iter().filter(move |premise| {
            let is_joined = |head: &Application| {
                self.representative(premise.predicate) == self.representative(head.predicate)
            };
            head.is_some_and(is_joined)
        })
    }

    /// The first of the predicates that this one leads to and that lead to it, itself included.
    pub fn representative(&self, id: PredicateId) -> PredicateId {
        self.representatives[id.index()]
    }
}

/// What can be reached in any number of steps.
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
