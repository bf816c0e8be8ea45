//! Choices of a run.

/// Choices of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// Breaks ties in the solver, and chooses the inputs that do not matter.
    pub seed: u64,
}
