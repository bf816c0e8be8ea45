//! Clausal invariants: minimal inductive subclauses, and FSIS, which strengthens a property with them.
//!
//! Reading order: [`minimal`], [`consequence`], [`down`], [`up`] and [`Mic`] are the procedures of the
//! thesis over any engine that answers questions of relative induction ([`Relative`]);
//! [`Fsis`] is the first instance of the loop in `buttress-strengthen`; [`TransitionRelation`] is one step of a
//! circuit, prepared for solvers, which other engines share.
//! Source: thesis, clausal invariants (section 3.3).

mod consequence;
mod down;
mod failed;
mod fsis;
mod hypotheses;
mod limits;
mod mic;
mod minimal;
mod pool;
mod primed_property;
mod relative;
mod settings;
mod transition_relation;
mod up;

#[cfg(test)]
mod explicit;
#[cfg(test)]
mod tests;

pub use consequence::consequence;
pub use down::down;
pub use failed::FailedClauses;
pub use fsis::{Counters, Fsis};
pub use mic::Mic;
pub use minimal::minimal;
pub use pool::Pool;
pub use primed_property::PrimedProperty;
pub use relative::{Consecution, Entailment, Relative};
pub use settings::Settings;
pub use transition_relation::TransitionRelation;
pub use up::up;
