//! Formulas decided: CDCL over combined theories, with models and proofs.
//!
//! The Boolean skeleton of the assertions is searched by `sat`; congruence closure and linear arithmetic
//! follow the search literal by literal; datatypes, arrays, integers, products of unknowns and the
//! exchange of equalities between theories (Nelson–Oppen, guided by the candidate model) are asked at full
//! assignments, one final check after the other, and answer with lemmas. A lemma holds by itself, whatever was asserted, so
//! everything learnt stays when assertions go.
//!
//! An answer carries its evidence: a model, in which every assertion was evaluated to true before
//! `Sat` is said, or a refutation made of axioms with their justifications and LRAT steps. How much
//! of the latter is made is the caller's choice ([`Evidence`]).

mod abstraction;
mod atoms;
mod clauses;
mod evidence;
mod explain;
mod final_check;
mod full_assignment;
mod integer_branch;
mod internalize;
mod limits;
mod model;
mod nonlinear;
mod numbers;
mod point;
mod propagation;
mod quantifiers;
mod recursion;
mod refutation;
mod search;
mod solver;
mod verdict;

pub use evidence::Evidence;
pub use recursion::Definition;
pub use solver::{Settings, Solver, Stats};
pub use verdict::{Refutation, UnknownReason, Verdict};
