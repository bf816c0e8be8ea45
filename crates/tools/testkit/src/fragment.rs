//! Small random scripts of the array property fragments, each made from one seed.
//!
//! A [`FragmentMix`] says which arrays and functions there are, and which rule of the fragments is
//! broken, if one is. Quantified formulas stand anywhere that polarity allows: under ∧ ∨ → ↔, `ite`,
//! `let` and negations; guards and value constraints come in many Boolean shapes. Few constants and
//! small offsets make conflicts frequent. Some assertions are *claims*, hypotheses with a negated
//! conclusion such as a verifier asks about, now and then with a slip in a bound.
//!
//! Invariant: a script of a mix without a broken rule is inside the fragments.

mod claim;
mod formula;
mod mixes;
mod outside;
mod property;
mod script;
mod table;
mod term;

use crate::Random;
use crate::formula::ScriptSort;
use crate::tiny::Domains;
use script::Writer;

pub use mixes::{FRAGMENT_MIXES, OUTSIDE_MIXES, TABLE_MIXES};

/// What a script of the fragments may speak of.
#[derive(Clone, Copy, Debug)]
pub struct FragmentMix {
    /// What it is called in reports.
    pub name: &'static str,
    /// The arrays.
    pub arrays: &'static [ScriptSort],
    /// The functions with arguments: the sorts of these, and of the result. Universal variables may
    /// stand anywhere as their arguments, so that scripts are effectively propositional.
    pub functions: &'static [(&'static [ScriptSort], ScriptSort)],
    /// The fewest and the most literals.
    pub literals: (usize, usize),
    /// How many literals there are to a constant of each sort: the fewer, the more conflicts.
    pub room: usize,
    /// The share of scripts that assert a claim, in percent.
    pub claims: u32,
    /// Whether a rule is broken, or another theory than that of arrays is meant.
    pub class: FragmentClass,
    /// How far brute force knows the answer.
    pub brute_force: BruteForceScope,
}

/// What scripts of a mix have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FragmentClass {
    /// Array properties: every script can be decided.
    Inside,
    /// Some property breaks a rule.
    Outside,
    /// Hashtables, in the extension of SMT-LIB.
    Hashtables,
    /// Partial arrays, in the extension of SMT-LIB; reads at universal variables are guarded.
    Partial,
}

/// How far brute force knows the answer to the scripts of a mix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BruteForceScope {
    /// It does not look.
    NotTried,
    /// A model over [`Domains::SMALL`] is a model; if there is none, there may be a larger one.
    Models,
    /// The script itself says that its domains are no larger than [`Domains::WINDOW`].
    Decides,
}

impl BruteForceScope {
    /// The domains to search, if any are.
    pub fn domains(self) -> Option<&'static Domains> {
        match self {
            BruteForceScope::NotTried => None,
            BruteForceScope::Models => Some(&Domains::SMALL),
            BruteForceScope::Decides => Some(&Domains::WINDOW),
        }
    }
}

/// In which words a script is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Hashtables and partial arrays by the extension's names.
    Extended,
    /// Hashtables and partial arrays as pairs of arrays, which every solver reads.
    Plain,
}

/// The script of this seed. Both dialects are equally satisfiable.
pub fn fragment(seed: u64, mix: &FragmentMix, dialect: Dialect) -> String {
    let random = Random::new(seed);
    match mix.class {
        FragmentClass::Inside | FragmentClass::Outside => Writer::new(random, *mix).script(),
        FragmentClass::Hashtables | FragmentClass::Partial => table::script(random, mix, dialect),
    }
}
