//! What to infer.

/// What to infer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Nothing.
    None,
    /// Facts about numbers and lengths.
    Numeric,
    /// Facts about the contents of arrays too.
    #[default]
    All,
}

/// Choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What to infer.
    pub mode: Mode,
    /// Rankings too, where none are written?
    pub termination: bool,
    /// Equal seeds give equal runs.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { mode: Mode::All, termination: true, seed: 0 }
    }
}
