//! Quantified formulas.
//!
//! A quantified formula without free variables is an atom Q of the search. Two kinds of lemmas say
//! what it means: *instances* {¬∀x̄. F, F[t̄]} and *witnesses* {∀x̄. F, ¬F[w̄]}, and their duals for ∃. F[t̄]
//! may hold quantified formulas again, which are atoms in turn. Lemmas are made at full assignments:
//! witnesses for what is claimed to exist, instances that the candidate model violates
//! ([`instantiate`]). Inside the array property fragments the index sets are
//! finite, so that this ends; outside, it may end.

mod differences;
mod index_sets;
mod instance;
mod instantiate;
mod lemmas;
mod near;
mod points;
mod relevance;

pub(crate) use instance::instance;
pub(crate) use instantiate::Quantifiers;
