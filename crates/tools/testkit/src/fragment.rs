//! Small random scripts of the array property fragments, each made from one seed.
//!
//! A [`FragmentMix`] says which arrays and functions there are, and which rule of the fragments is
//! broken, if one is. Quantified formulas stand anywhere that polarity allows: under ∧ ∨ → ↔, `ite`,
//! `let` and negations; guards and value constraints come in many Boolean shapes. Few constants and
//! small offsets make conflicts frequent. Some assertions are *claims*, hypotheses with a negated
//! conclusion such as a verifier asks about, now and then with a slip in a bound.
//!
//! Invariant: a script of a mix without a broken rule is inside the fragments.

mod broken_rule;
mod claim;
mod formula;
mod mix;
mod mixes;
mod property;
mod script;
mod table;
mod term;

use buttress_prop::Random;

use script::Writer;

pub use mix::{BruteForceScope, Dialect, FragmentClass, FragmentMix};
pub use mixes::{FRAGMENT_MIXES, OUTSIDE_MIXES, TABLE_MIXES};

/// The script of this seed. Both dialects are equally satisfiable.
pub fn fragment(seed: u64, mix: &FragmentMix, dialect: Dialect) -> String {
    let random = Random::new(seed);
    match mix.class {
        FragmentClass::Inside | FragmentClass::Outside => Writer::new(random, *mix).script(),
        FragmentClass::Hashtables | FragmentClass::Partial => table::script(random, mix, dialect),
    }
}
