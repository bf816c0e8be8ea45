//! Lemmas: cubes that a frame excludes.

use buttress_prop::{Cube, Lit};

/// The negation of a clause of a frame, with a signature that speeds up comparisons.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub(crate) cube: Cube,
    signature: u64,
}

impl Lemma {
    pub(crate) fn new(cube: Cube) -> Lemma {
        let signature = signature(&cube);
        Lemma { cube, signature }
    }

    /// Does this cube contain all states of `other`?
    pub(crate) fn contains(&self, other: &Lemma) -> bool {
        self.signature & !other.signature == 0 && self.cube.contains(&other.cube)
    }
}

fn signature(cube: &[Lit]) -> u64 {
    cube.iter().fold(0, |bits, lit| bits | 1 << (lit.code().wrapping_mul(0x9e37_79b1) >> 26))
}
