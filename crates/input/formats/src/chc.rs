//! Constrained Horn clauses as SMT-LIB scripts: the logic `HORN`.
//!
//! A script declares predicates (functions to `Bool`) and asserts clauses about them; `check-sat`
//! asks whether the predicates can be interpreted so that all clauses are valid. [`read`] makes a
//! [`Horn`](buttress_horn::Horn) of it, [`write()`] a script of that; interpretations are written and read as one
//! `define-fun` for each predicate.
//!
//! An assertion may be any formula that is equivalent to Horn clauses by pushing negations inwards,
//! pulling quantifiers outwards and distributing: nested `forall`s, `exists` in bodies, conjunctions
//! in heads, disjunctions in bodies. A head without predicates, φ → ψ, becomes the query φ ∧ ¬ψ.
//!
//! Invariant: no two clauses share a variable, though one assertion may become several.

mod clausify;
mod contents;
mod detect;
mod divides;
mod interpretation;
mod names;
mod not_horn;
mod parameters;
mod read;
mod source;
mod write;

pub use detect::is_horn;
pub use interpretation::{
    read_definitions, read_interpretation, write_definitions, write_interpretation,
};
pub use read::read;
pub use source::Source;
pub use write::write;

// For other formats that speak of systems over numbers.
pub(crate) use clausify::clausify;
pub(crate) use contents::{Vocabulary, is_plain};
pub(crate) use names::Names;
pub(crate) use not_horn::{NotHorn, PLAIN};
