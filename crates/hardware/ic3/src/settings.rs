//! Choices of a run.

use crate::limits::{MILD, PATIENCE, STUBBORN};

/// How lemmas are generalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generalization {
    /// Drop literals one at a time.
    DropLiterals,
    /// Drop literals at first; counterexamples to generalisation are blocked for states that come back again and again, the more often
    /// the more of them.
    Adaptive,
    /// Also block counterexamples to generalisation on the way.
    WithCtgs {
        /// How deep a counterexample's own generalisation may meet further ones.
        depth: u32,
        /// How many may be blocked before the candidate is weakened instead.
        per_call: u32,
    },
}

impl Generalization {
    /// What is done for an obligation that was looked at so often.
    pub(crate) fn for_stubbornness(self, visits: u32) -> Generalization {
        match (self, visits) {
            (Generalization::Adaptive, ..MILD) => Generalization::DropLiterals,
            (Generalization::Adaptive, MILD..STUBBORN) => {
                Generalization::WithCtgs { depth: 1, per_call: 2 + (visits - MILD) / 10 }
            }
            (Generalization::Adaptive, _) => Generalization::WithCtgs { depth: 2, per_call: 5 },
            (fixed, _) => fixed,
        }
    }
}

/// Choices of a run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Breaks ties in the solver.
    pub seed: u64,
    /// How lemmas are generalised.
    pub generalization: Generalization,
    /// What frames say of the property.
    pub property: PropertyUse,
    /// An obligation that was looked at more often is let go, where visits before it came to a later frame count less; at least 1.
    pub patience: f64,
}

/// What frames say of the property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyUse {
    /// Nothing: lemmas exclude bad states one by one.
    Learnt,
    /// ¬bad holds in all of them: obligations are states before a bad one. Queries are a little larger.
    Given,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seed: 0,
            generalization: Generalization::WithCtgs { depth: 1, per_call: 3 },
            property: PropertyUse::Given,
            patience: PATIENCE,
        }
    }
}
