//! The array property fragments: recognition, and the reductions to quantifier-free formulas.
//!
//! Formula in, formula and explanation out; nothing here asks a solver. [`fragment`] says what each
//! quantifier is, [`index_set`] where universal variables must be instantiated, [`mod@reduce`] does it
//! all at once, and [`projection`] makes arrays of what is known at the index set.

pub mod fragment;
pub mod index_set;
pub mod polarity;
pub mod projection;
pub mod reduce;
pub mod rule;

mod domain;
mod free;
mod guard;
mod limits;
mod linear;
mod misuse;
mod normal;
mod separate;

pub use domain::Domain;
pub use fragment::{ArrayProperty, Fragment, Normal, Quantified, Role, classify, normalise};
pub use index_set::{Candidates, Component, Index, IndexReason, IndexSet, Reading};
pub use polarity::Polarity;
pub use projection::{Intervals, Neighbours};
pub use reduce::{ReduceError, Reduction, reduce};
pub use rule::{Rule, Violation};
