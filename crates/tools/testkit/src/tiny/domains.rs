//! The domains that brute force tries.

use std::ops::RangeInclusive;

/// The domains over which interpretations are tried, and how many of them.
#[derive(Clone, Debug)]
pub struct Domains {
    /// The integers, and the reals.
    pub integers: RangeInclusive<i64>,
    /// The integers and reals that arrays hold.
    pub cells: RangeInclusive<i64>,
    /// The integers that quantifiers run through; then arrays over the integers are tried too, those
    /// that have one value outside `integers`. For a model to be one, no quantifier may be able to
    /// tell an integer beyond these from the outermost.
    pub quantified: Option<RangeInclusive<i64>>,
    /// The largest universe of an uninterpreted sort; all sizes up to it are tried.
    pub universe: u32,
    /// The most evaluations of assertions.
    pub limit: u64,
}

impl Domains {
    /// The domains of the bounded mixes.
    pub const TINY: Domains =
        Domains { integers: -1..=1, cells: -1..=1, quantified: None, universe: 2, limit: 50_000 };

    /// The domains of the tiny mixes of the fragments. Beyond the window there is one integer on each
    /// side, for what is said of all integers.
    pub const WINDOW: Domains = Domains {
        integers: -1..=1,
        cells: 0..=1,
        quantified: Some(-2..=2),
        universe: 2,
        limit: 40_000,
    };

    /// Domains to look for models in. Index guards of random scripts compare with numbers of size up
    /// to 5 if constants are of size 1 (a constant and 4), and up to two further integers on each
    /// side can be told apart by three variables.
    pub const SMALL: Domains = Domains {
        integers: -1..=1,
        cells: 0..=1,
        quantified: Some(-8..=8),
        universe: 3,
        limit: 10_000,
    };
}
