//! What random scripts of the fragments are like, and in which words they are written.

use crate::formula::ScriptSort;
use crate::tiny::Domains;

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
