//! The clause database: clauses in the arena, and the lists by which they are found.

use buttress_prop::{IndexVec, Lit};

use crate::arena::{Arena, ClauseRef, Kind};
use crate::proof::ProofId;
use crate::watch::Watch;

/// The clauses of a solver that have at least two literals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses {
    pub(crate) arena: Arena,
    pub(crate) watches: IndexVec<Lit, Vec<Watch>>,
    pub(crate) learnts: Vec<ClauseRef>,
    /// The query's own clause and what was learnt from it.
    pub(crate) temporaries: Vec<ClauseRef>,
}

impl Clauses {
    pub(crate) fn add_var(&mut self) {
        self.watches.push(Vec::new());
        self.watches.push(Vec::new());
    }

    /// Adds a clause that watches its first two literals.
    pub(crate) fn attach(&mut self, literals: &[Lit], kind: Kind, id: ProofId) -> ClauseRef {
        let clause = self.arena.alloc(literals, kind, id);
        let is_binary = literals.len() == 2;
        self.watches[!literals[0]].push(Watch::new(clause, literals[1], is_binary));
        self.watches[!literals[1]].push(Watch::new(clause, literals[0], is_binary));
        match kind {
            Kind::Given => {}
            Kind::Learnt => self.learnts.push(clause),
            Kind::Temporary => self.temporaries.push(clause),
        }
        clause
    }

    /// Deletes the query's own clause and what was learnt from it.
    pub(crate) fn delete_temporaries(&mut self) {
        while let Some(clause) = self.temporaries.pop() {
            for position in 0..2 {
                let watched = self.arena.lit(clause, position);
                let list = &mut self.watches[!watched];
                if let Some(place) = list.iter().rposition(|watch| watch.clause() == clause) {
                    list.swap_remove(place);
                }
            }
            self.arena.delete(clause);
        }
    }

    /// Moves the living clauses together, where none is a reason.
    pub(crate) fn collect(&mut self) {
        let mut target = self.arena.successor();
        for list in self.watches.iter_mut() {
            for watch in list.iter_mut() {
                let moved = self.arena.relocate(watch.clause(), &mut target);
                watch.move_to(moved);
            }
        }
        for clause in self.learnts.iter_mut().chain(self.temporaries.iter_mut()) {
            *clause = self.arena.relocate(*clause, &mut target);
        }
        self.arena = target;
    }
}
