//! What evidence shows of a check.

/// The assertions and assumptions of a check have no model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unsat {
    /// The terms that the proof names.
    pub terms: usize,
    /// The clauses of the proof that hold by themselves.
    pub axioms: usize,
    /// The clauses that follow from earlier ones.
    pub derived: usize,
}

/// The assertions and assumptions of a check have a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sat {
    /// The symbols that the model defines.
    pub definitions: usize,
    /// The formulas that were evaluated.
    pub formulas: usize,
    /// The objectives whose values are shown to be the best.
    pub objectives: usize,
}

/// What evidence shows of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SmtVerdict {
    /// By a proof.
    Unsat(Unsat),
    /// By a model.
    Sat(Sat),
}
