//! Choices of a run of FSIS.

/// Choices that change speed and never the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Seeds every random choice; equal seeds give equal runs.
    pub seed: u64,
    /// Drop from a counterexample to induction the latches that do not matter for its step. The
    /// thesis keeps whole states; on PicoJava, lifting saves a third to three quarters of the queries.
    pub lift: bool,
    /// Take counterexamples to induction at random, as the thesis does, instead of where the solver was last. On PicoJava it helps as often
    /// as not: benchmark 6 takes half the time, benchmark 16 twice as long or more (two seeds each).
    pub sample: bool,
    /// Look for clauses among the variables that were useful before, and among all only when that
    /// fails (the growing variable set).
    pub growing_variables: bool,
    /// Climb with UP from clauses longer than this; shorter ones are shrunk literal by literal.
    pub climb_above: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { seed: 0, lift: true, sample: false, growing_variables: true, climb_above: 8 }
    }
}
