//! What the passes tell an observer.

use buttress_horn::Interpretation;

/// What happened.
#[derive(Clone, Debug)]
pub enum PassEvent {
    /// States were reached by execution: how many were kept.
    Sampled(usize),
    /// A pass, by its name, found facts; here are all that are known to be inductive now.
    Facts(&'static str, Interpretation),
}
