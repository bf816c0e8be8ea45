//! How much is wanted of a refutation.

/// What an answer `Unsat` carries. The log of the search is kept only as far as this asks for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// Nothing beyond the answer.
    None,
    /// The assertions and assumptions that suffice.
    Core,
    /// The core and a proof.
    #[default]
    Proof,
}
