//! Choices of a run.

use buttress_ic3::Generalization;

/// Choices of a run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Breaks ties in the solvers.
    pub seed: u64,
    /// How lemmas are generalised.
    pub generalization: Generalization,
}

impl Default for Settings {
    fn default() -> Settings {
        let generalization = Generalization::WithCtgs { depth: 1, per_call: 3 };
        Settings { seed: 0, generalization }
    }
}
