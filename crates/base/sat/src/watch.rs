//! Watched literals: which clauses to visit when a literal becomes false.

use buttress_prop::Lit;

use crate::arena::ClauseRef;

/// A clause to visit when a watched literal becomes false, with another of its literals:
/// while that one is true, the clause need not be looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) blocker: Lit,
    /// The clause's place; the top bit says that it has two literals.
    clause: u32,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    pub(crate) fn new(clause: ClauseRef, blocker: Lit, is_binary: bool) -> Watch {
        debug_assert!(clause.0 < BINARY, "the arena is addressed by 31 bits");
        Watch { blocker, clause: clause.0 | if is_binary { BINARY } else { 0 } }
    }

    pub(crate) fn clause(self) -> ClauseRef {
        ClauseRef(self.clause & !BINARY)
    }

    pub(crate) fn is_binary(self) -> bool {
        self.clause & BINARY != 0
    }

    /// The same clause with another blocker.
    pub(crate) fn with_blocker(self, blocker: Lit) -> Watch {
        Watch { blocker, clause: self.clause }
    }

    pub(crate) fn move_to(&mut self, clause: ClauseRef) {
        self.clause = clause.0 | self.clause & BINARY;
    }
}
