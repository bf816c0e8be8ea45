//! Choices of the engines.

/// Choices.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Breaks ties; equal seeds give equal runs.
    pub seed: u64,
}
