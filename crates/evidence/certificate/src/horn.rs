//! Evidence about systems of Horn clauses, and its text (`docs/certificate-numbers.md`).
//!
//! A system is safe by an interpretation of its predicates, with a refutation of each clause's
//! obligation; it is unsafe by a derivation of `false`. It terminates by functions that decrease, with
//! supporting invariants, and does not by a state that leads to itself. Nothing here judges it; that is
//! the checker's part.

mod write;

use std::collections::HashMap;

use buttress_horn::{Derivation, Interpretation, PredicateId};
use buttress_logic::{Rational, Sort, Term, Terms};

use crate::smt::Proof;

pub use write::{definitions, write};

/// What the first line of the text begins with.
pub const MAGIC: &str = "buttress-horn-evidence";
/// The version of the format.
pub const VERSION: u32 = 1;

/// Evidence about one property of one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HornEvidence {
    /// The file and the property.
    pub about: Identity,
    /// What it shows, and how.
    pub kind: HornEvidenceKind,
}

/// The ways to show something of a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HornEvidenceKind {
    /// The system is safe.
    Safe {
        /// What the predicates stand for.
        interpretation: Interpretation,
        /// For each clause, in order, the refutation of its obligation, in which the variables of the
        /// clause are called as [`variable`] says.
        proofs: Vec<Proof>,
    },
    /// The system is unsafe.
    Unsafe(Derivation),
    /// The system terminates.
    Ranking {
        /// What supports the functions: an interpretation under which every clause that is no query
        /// is valid.
        interpretation: Interpretation,
        /// The functions of the predicates that lie on cycles.
        functions: Vec<RankFunction>,
        /// For each clause that is no query, in order, the refutation of its obligation. Clauses are
        /// named by their numbers, from 0.
        valid: Vec<(usize, Proof)>,
        /// For each clause that is a step of a cycle, in order, the refutation of its not decreasing.
        decreasing: Vec<(usize, Proof)>,
    },
    /// The system does not terminate: the conclusion of the last step is also that of an earlier one
    /// from which it follows.
    Lasso(Derivation),
}

/// constant + Σ coefficient · argument: what decreases at one level, for one predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankFunction {
    /// Whose arguments.
    pub predicate: PredicateId,
    /// From 0; the first one counts most.
    pub level: usize,
    /// What is added.
    pub constant: Rational,
    /// One for each argument, 0 for those that are no numbers.
    pub coefficients: Vec<Rational>,
}

/// A file, told from others, and one of its properties. This protects from mistakes, not from malice:
/// nothing that is accepted rests on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The length of the file, which is not compressed.
    pub bytes: usize,
    /// FNV-1a of its bytes, of 64 bits.
    pub fingerprint: u64,
    /// The position of the property in the file, from 0.
    pub property: usize,
}

impl Identity {
    /// A file, and its first property.
    pub fn of(file: &[u8]) -> Identity {
        let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        let fingerprint = file.iter().fold(0xcbf2_9ce4_8422_2325, mix);
        Identity { bytes: file.len(), fingerprint, property: 0 }
    }

    /// The same file, and the property at this position.
    #[must_use]
    pub fn with_property(self, property: usize) -> Identity {
        Identity { property, ..self }
    }
}

/// The name in proofs of the variable at a place of its clause.
pub fn variable(place: usize) -> String {
    format!("v{place}")
}

/// Constants that are called by their places, for the terms of evidence: names of files may be taken
/// twice, or say something else in SMT-LIB.
pub struct PositionalConstants {
    name: fn(usize) -> String,
    known: HashMap<(usize, Sort), Term>,
}

impl PositionalConstants {
    /// The variables of clauses.
    pub fn of_variables() -> PositionalConstants {
        PositionalConstants { name: variable, known: HashMap::new() }
    }

    /// The parameters of definitions.
    pub(crate) fn of_parameters() -> PositionalConstants {
        PositionalConstants { name: |place| format!("x{place}"), known: HashMap::new() }
    }

    /// The constant of a place, one for each sort.
    pub fn at(&mut self, terms: &mut Terms, place: usize, sort: Sort) -> Term {
        let fresh = || terms.fresh_constant(&(self.name)(place), sort);
        *self.known.entry((place, sort)).or_insert_with(fresh)
    }

    /// Those that stand for these constants, each by its place.
    pub fn standing_for(&mut self, terms: &mut Terms, constants: &[Term]) -> HashMap<Term, Term> {
        let places = constants.iter().enumerate();
        places
            .map(|(place, constant)| {
                let sort = terms.sort_of(*constant);
                (*constant, self.at(terms, place, sort))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_differ_by_length_and_by_bytes() {
        // The test vectors of FNV-1a.
        assert_eq!(Identity::of(b"").fingerprint, 0xcbf2_9ce4_8422_2325);
        assert_eq!(Identity::of(b"a").fingerprint, 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Identity::of(b"foobar").fingerprint, 0x8594_4171_f739_67e8);
        assert_ne!(Identity::of(b"(assert a)"), Identity::of(b"(assert b)"));
    }

    #[test]
    fn a_place_has_one_constant_for_each_sort() {
        let mut terms = Terms::new();
        let mut places = PositionalConstants::of_variables();
        let first = places.at(&mut terms, 0, Sort::INT);
        assert_eq!(places.at(&mut terms, 0, Sort::INT), first);
        assert_ne!(places.at(&mut terms, 0, Sort::REAL), first);
        assert_ne!(places.at(&mut terms, 1, Sort::INT), first);
    }
}
