//! Does every computation of a system end?
//!
//! A system *terminates* if no infinite sequence of steps leads from a reached state along its clauses.
//! That it does is shown by functions that decrease on every cycle, with the invariants that support
//! them; that it does not, by a state that is reached and leads to itself. The queries of the file do
//! not matter.

mod certified;
mod lasso;
mod prove;
mod report;
mod search;

pub use self::prove::terminates;
pub use self::report::{
    FunctionsShown, Lasso, RankingShown, TerminationProof, TerminationReport, TerminationStatus,
};

#[cfg(test)]
mod tests;
