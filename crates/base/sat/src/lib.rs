//! The CDCL solver all engines share, made for very many small incremental queries.
//!
//! What it offers beside plain solving:
//! - *Assumptions* with a failed core. All assumptions share one decision level, so a query costs
//!   one propagation pass, not one level each.
//! - A *query clause* that holds for one query only. It carries an activation literal that is
//!   reused: whatever was learnt from it contains that literal and is forgotten with it, so no garbage
//!   of dead activation literals builds up.
//! - *Cone restriction*: decisions and propagation stay inside what the query depends on; where the
//!   solver knows the gates, it decides no more than is needed to justify their values.
//! - A seed that breaks ties, a budget that interrupts, an LRAT log, and a recording of what was asked.
//!
//! Invariant between queries: the trail above level 0 is kept until the next change, so that the
//! model can be read; everything public that changes the solver first returns to level 0.

mod analyze;
mod arena;
mod clauses;
mod cone;
mod frontier;
mod justify;
mod late;
mod limits;
mod order;
mod proof;
mod propagate;
mod propagator;
mod query;
mod record;
mod reduce;
mod restart;
mod scratch;
mod search;
mod solver;
mod stable;
mod theory;
mod trail;
mod watch;

pub use proof::{Failure, Proof, ProofStep};
pub use propagator::{Consequences, Lemma, Propagator};
pub use query::{Query, SatResult};
pub use record::{Operation, Recording, RecordingError, Replayed};
pub use solver::{Solver, Stats};

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_propagator;
