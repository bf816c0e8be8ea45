//! Choices of a run.

/// How lemmas are generalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generalization {
    /// Drop literals one at a time.
    DropLiterals,
    /// Also block counterexamples to generalisation on the way.
    WithCtgs {
        /// How deep a counterexample's own generalisation may meet further ones.
        depth: u32,
        /// How many may be blocked before the candidate is weakened instead.
        per_call: u32,
    },
}

/// Choices of a run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Breaks ties in the solver.
    pub seed: u64,
    /// How lemmas are generalised.
    pub generalization: Generalization,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { seed: 0, generalization: Generalization::WithCtgs { depth: 1, per_call: 3 } }
    }
}
