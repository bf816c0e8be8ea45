//! Frames: what is known of all states with short derivations.

use buttress_horn::{Horn, Interpretation, PredicateId};
use buttress_logic::{Sort, Term, Terms};

use crate::cube::Cube;

/// A lemma about a predicate: it denies a cube.
#[derive(Clone)]
pub(crate) struct Lemma {
    pub cube: Cube,
    pub formula: Term,
    /// It holds of all states with a derivation of at most this height.
    pub level: usize,
}

/// Lemmas by predicate; Fₙ has those of level n and above.
pub(crate) struct Frames {
    lemmas: Vec<Vec<Lemma>>,
    /// For each level, the constant that switches its lemmas on.
    switches: Vec<Term>,
}

impl Frames {
    pub fn new(horn: &Horn) -> Frames {
        Frames { lemmas: vec![Vec::new(); horn.predicates.len()], switches: Vec::new() }
    }

    /// The constant that switches the lemmas of a level on.
    pub fn switch(&mut self, terms: &mut Terms, level: usize) -> Term {
        while self.switches.len() <= level {
            let name = format!("level.{}", self.switches.len());
            let switch = terms.fresh_constant(&name, Sort::BOOL);
            self.switches.push(switch);
        }
        self.switches[level]
    }

    /// Switches for the frame of a level: its lemmas on, those of lower levels off.
    pub fn assumptions(&self, terms: &mut Terms, level: usize) -> Vec<Term> {
        let (below, above) = self.switches.split_at(level.min(self.switches.len()));
        let off = below.iter().map(|switch| terms.not(*switch)).collect::<Vec<Term>>();
        above.iter().copied().chain(off).collect()
    }

    pub fn lemmas(&self, predicate: PredicateId) -> &[Lemma] {
        &self.lemmas[predicate.index()]
    }

    /// Adds a lemma; those of its predicate that it makes superfluous go.
    pub fn add(&mut self, predicate: PredicateId, lemma: Lemma) {
        let lemmas = &mut self.lemmas[predicate.index()];
        lemmas.retain(|old| {
            let is_implied = old.level <= lemma.level
                && lemma.cube.literals.iter().all(|literal| old.cube.literals.contains(literal));
            !is_implied
        });
        lemmas.push(lemma);
    }

    /// A lemma holds at a higher level than was known.
    pub fn raise(&mut self, predicate: PredicateId, place: usize, level: usize) {
        self.lemmas[predicate.index()][place].level = level;
    }

    /// Is there no lemma of exactly this level?
    pub fn is_empty_at(&self, level: usize) -> bool {
        self.lemmas.iter().flatten().all(|lemma| lemma.level != level)
    }

    pub fn count(&self) -> usize {
        self.lemmas.iter().map(Vec::len).sum()
    }

    /// Fₙ together with what was known before.
    pub fn interpretation(
        &self,
        terms: &mut Terms,
        level: usize,
        known: &Interpretation,
    ) -> Interpretation {
        let formulas = self.lemmas.iter().zip(known.formulas()).map(|(lemmas, known)| {
            let mut parts = vec![*known];
            parts.extend(
                lemmas.iter().filter(|lemma| lemma.level >= level).map(|lemma| lemma.formula),
            );
            parts.retain(|part| *part != terms.boolean(true));
            match parts.as_slice() {
                [] => terms.boolean(true),
                parts => terms.and(parts),
            }
        });
        Interpretation::new(formulas.collect())
    }
}
