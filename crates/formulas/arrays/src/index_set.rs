//! The index set: the terms at which array properties must be instantiated.
//!
//! [`IndexSet`] is the thesis's, one set for each index sort; [`Candidates`] are smaller, a set for
//! each group of variables that meet. Both are made from the same sources.
//!
//! Invariant: every index remembers the rule that admitted it, so that a reduction can be explained
//! line by line. Source: thesis, array property fragment, index set.

mod candidates;
mod classes;
mod indices;
mod instances;
mod reading;
mod reason;
mod set;
mod source;

pub use candidates::{Candidates, Component};
pub use indices::Index;
pub use reading::Reading;
pub use reason::IndexReason;
pub use set::IndexSet;
