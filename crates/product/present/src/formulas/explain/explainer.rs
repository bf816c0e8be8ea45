//! What an explanation is made from.

use std::collections::HashMap;

use buttress_formats::smtlib::Script;
use buttress_logic::{Term, Terms};

use super::naming::Naming;

/// Explains one formula.
pub(super) struct Explainer<'a> {
    pub(super) script: &'a Script,
    pub(super) terms: Terms,
    pub(super) naming: Naming,
    /// The variables that constants stand for, by the constants.
    pub(super) witnessed: HashMap<Term, Term>,
}
