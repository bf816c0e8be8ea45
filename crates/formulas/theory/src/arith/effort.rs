//! How much arithmetic does.

/// How much is done where there is a choice; the defaults measured well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Rows with more entries, and variables in more rows, are not used to imply atoms.
    pub row_length: usize,
    /// How often one question of integrality adds cuts before it branches.
    pub cut_rounds: usize,
    /// How many branches on variables are asked for before only bounded directions are split;
    /// large systems get some more, since finding the directions takes time.
    pub branches: u64,
    /// How many branches are asked for before flat directions are looked for.
    pub flat: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { row_length: 60, cut_rounds: 1, branches: 2, flat: 4 }
    }
}
