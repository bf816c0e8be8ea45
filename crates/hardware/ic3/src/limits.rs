//! When an obligation counts as stubborn, and how much is tried on the way. The two bounds of adaptive generalisation are about those that
//! were published for it; the others are not tuned.

/// Visits to an obligation from which on counterexamples to generalisation are blocked.
pub(crate) const MILD: u32 = 10;

/// Visits from which on those of the counterexamples are blocked, too.
pub(crate) const STUBBORN: u32 = 40;

/// So many obligations of a chain are looked at together.
pub(crate) const KIN: usize = 4;

/// An obligation that was looked at so often is told to others.
pub(crate) const WORTH_TELLING: u32 = 10;

/// So many predicted lemmas are asked for before one is made literal by literal. On 8 circuits of 1 to 9 s, IC3 alone took 24 s
/// with prediction and 32 s without (240,000 and 290,000 queries); 20 instead of 6 changes little.
pub(crate) const MOST_PREDICTIONS: usize = 6;

/// An obligation whose visits count for more than this is let go; as in rIC3. With it IC3 alone proves 6s121 in 9 CPU s, 6s38 and
/// qspiflash_dualflexpress_divthree-p004 in 42 and 41; without, 6s121 is open after 31, and the whole program decided neither of the others in 60.
pub(crate) const PATIENCE: f64 = 10.0;

/// So much of an obligation's visits counts one frame later; as in rIC3.
pub(crate) const KEPT_INSISTENCE: f64 = 0.6;
