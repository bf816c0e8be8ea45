//! Two readings of uninterpreted index sorts.

/// How uninterpreted index sorts are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// As SMT-LIB has it: such a sort may be finite. The domain is cut down to the ground terms of
    /// the sort, so the set holds all of them, and no λ.
    #[default]
    SmtLib,
    /// As the thesis has it: index sorts are infinite, and λ stands for the indices not mentioned.
    Thesis,
}
