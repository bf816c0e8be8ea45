//! Lemmas: cubes that a frame excludes.

use buttress_prop::{Cube, Lit};

/// The negation of a clause of a frame, with a signature that speeds up comparisons.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub(crate) cube: Cube,
    signature: u64,
    /// Lemmas are numbered as they come.
    pub(crate) number: u64,
    /// Why it does not hold in the next frame.
    pub(crate) obstacle: Option<Obstacle>,
    /// Why it is not inductive relative to F∞.
    pub(crate) lasting_obstacle: Option<Obstacle>,
}

impl Lemma {
    pub(crate) fn new(cube: Cube, number: u64) -> Lemma {
        let signature = signature(&cube);
        Lemma { cube, signature, number, obstacle: None, lasting_obstacle: None }
    }

    /// Does this cube contain all states of `other`?
    pub(crate) fn contains(&self, other: &Lemma) -> bool {
        self.signature & !other.signature == 0 && self.cube.contains(&other.cube)
    }
}

/// States in the way of a lemma: they satisfied all that was known then, and lead into the lemma's cube.
#[derive(Clone, Debug)]
pub(crate) struct Obstacle {
    /// The latches that had a value.
    state: Cube,
    /// The values of latches in the lemma's cube that it leads to, as far as they are determined.
    successor: Cube,
    /// The last lemma that was known then.
    number: u64,
}

impl Obstacle {
    pub(crate) fn new(state: Cube, successor: Cube, number: u64) -> Obstacle {
        Obstacle { state, successor, number }
    }

    /// Where the states lead, as far as that is determined.
    pub(crate) fn successor(&self) -> &Cube {
        &self.successor
    }

    /// Do the states satisfy these lemmas, too? If so, there is no need to ask again.
    pub(crate) fn satisfies<'a>(&self, mut lemmas: impl Iterator<Item = &'a Lemma>) -> bool {
        let is_outside = |lit: &Lit| self.state.binary_search(&!*lit).is_ok();
        lemmas.all(|lemma| lemma.number <= self.number || lemma.cube.iter().any(is_outside))
    }
}

fn signature(cube: &[Lit]) -> u64 {
    cube.iter().fold(0, |bits, lit| bits | 1 << (lit.code().wrapping_mul(0x9e37_79b1) >> 26))
}
