//! What arithmetic answers.

use buttress_numeric::{Derivation, Integer, LinearForm};

/// A contradiction among asserted constraints, derived.
pub type Conflict = Derivation;

/// Does the current point give every integer variable an integer?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Integrality {
    /// It does.
    Satisfied,
    /// No point can.
    Conflict(Conflict),
    /// Not yet: split into `form ≤ floor` and `form ≥ floor + 1`.
    Branch {
        /// Integer coefficients over integer variables, no constant.
        form: LinearForm,
        /// Where to split.
        floor: Integer,
    },
}
