//! DOWN: the largest inductive subclause.
//!
//! A state that satisfies the clause and steps out of it must be excluded by every inductive
//! subclause; the weakest way to do so is to keep the literals that the state falsifies. Each
//! round loses a literal or ends, so there are at most |clause| + 1 queries.
//! Source: thesis, Figure 3.4, Proposition 3.3.1.

use buttress_prop::{Clause, Cube};

use crate::relative::{Consecution, Relative};

/// Shrinks `clause` to its largest subclause that is inductive relative to ψ, and lends an
/// inductive subclause of that, found on the way by the solver's core. None: there is no
/// inductive subclause.
///
/// When it is stopped, `clause` still holds every inductive subclause, and may be tried again.
pub fn down<R: Relative>(relative: &mut R, clause: &mut Clause) -> Result<Option<Clause>, R::Stop> {
    // 1. Initiation; 2. consecution; 3. exclude the predecessor, clause ⊓ ¬s.
    while relative.initiation(clause) {
        match relative.consecution(clause)? {
            Consecution::Holds(core) => return Ok(Some(core)),
            Consecution::Fails(predecessor) => *clause = meet(clause, &predecessor),
        }
    }
    Ok(None)
}

/// clause ⊓ ¬s: the literals of the clause that s falsifies.
fn meet(clause: &Clause, state: &Cube) -> Clause {
    clause.iter().copied().filter(|&lit| state.binary_search(&!lit).is_ok()).collect()
}
