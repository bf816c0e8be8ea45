//! A linear program.

use buttress_numeric::{Constraint, LinearForm};

/// A linear program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearProgram {
    /// How many variables there are.
    pub variables: u32,
    /// What must hold.
    pub constraints: Vec<Constraint>,
    /// What is to be maximised.
    pub objective: LinearForm,
}
