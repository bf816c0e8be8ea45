//! What is contested: the suites of mixes, and one script of them with what is known of its kind.

use buttress_arrays::{IndexSet, Reading, normalise};
use buttress_formats::smtlib::{Command, Reader, Script};
use buttress_logic::{Term, Terms};
use buttress_testkit::{
    BOUNDED_MIXES, BruteForceAnswer, BruteForceScope, Dialect, Domains, FRAGMENT_MIXES,
    FragmentClass, FragmentMix, MIXES, Mix, OUTSIDE_MIXES, TABLE_MIXES, brute_force, formula,
    fragment, sort_claim,
};

/// The names of the suites.
pub const SUITES: [&str; 5] = ["ground", "fragments", "outside", "tables", "sorts"];

/// A mix of either generator.
#[derive(Clone, Copy)]
pub enum Source {
    /// Without quantifiers.
    Ground(Mix),
    /// Of the array property fragments, or just outside.
    Fragment(FragmentMix),
    /// About how many values sorts have.
    Sorts,
}

/// A script.
pub struct Case {
    pub script: String,
    /// What a peer reads instead, if it does not know the words of the script.
    pub twin: Option<String>,
    /// The answer that the generator knows.
    pub answer: Option<&'static str>,
}

impl Source {
    /// The mixes of a suite.
    pub fn suite(name: &str) -> Vec<Source> {
        let fragments =
            |mixes: &[FragmentMix]| mixes.iter().copied().map(Source::Fragment).collect();
        match name {
            "ground" => MIXES.iter().chain(&BOUNDED_MIXES).copied().map(Source::Ground).collect(),
            "fragments" => fragments(&FRAGMENT_MIXES),
            "outside" => fragments(&OUTSIDE_MIXES),
            "tables" => fragments(&TABLE_MIXES),
            "sorts" => vec![Source::Sorts],
            _ => Vec::new(),
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Source::Ground(mix) => mix.name,
            Source::Fragment(mix) => mix.name,
            Source::Sorts => "sorts",
        }
    }

    /// The script of a seed.
    pub fn case(&self, seed: u64) -> Case {
        match self {
            Source::Ground(mix) => Case { script: formula(seed, mix), twin: None, answer: None },
            Source::Fragment(mix) => {
                let script = fragment(seed, mix, Dialect::Extended);
                let twin = fragment(seed, mix, Dialect::Plain);
                Case { twin: (twin != script).then_some(twin), script, answer: None }
            }
            Source::Sorts => {
                let claim = sort_claim(seed);
                Case { script: claim.script, twin: None, answer: Some(claim.answer) }
            }
        }
    }

    /// Is `unknown` an answer that may be given?
    pub fn may_be_unknown(&self) -> bool {
        match self {
            Source::Ground(mix) => mix.nonlinear,
            Source::Fragment(mix) => mix.class == FragmentClass::Outside,
            Source::Sorts => true,
        }
    }

    /// Does brute force know the answer by itself, so that no peer need be asked?
    pub fn is_forced(&self) -> bool {
        matches!(self, Source::Fragment(mix) if mix.brute_force == BruteForceScope::Decides)
    }

    /// Is a smaller script still one of the kind? What leaves the fragments may well be unknown, and
    /// brute force knows nothing of it.
    pub fn keeps(&self, script: &str) -> bool {
        match self {
            Source::Fragment(mix) if mix.class == FragmentClass::Inside => is_inside(script),
            _ => true,
        }
    }

    /// The answer of brute force to the first check of a script.
    pub fn forced(&self, script: &str) -> Option<&'static str> {
        let (domains, is_conclusive) = match self {
            Source::Ground(mix) if mix.bounded => (&Domains::TINY, true),
            Source::Ground(_) | Source::Sorts => return None,
            Source::Fragment(mix) => {
                (mix.brute_force.domains()?, mix.brute_force == BruteForceScope::Decides)
            }
        };
        let (terms, assertions) = first_check(script)?;
        match brute_force(&terms, &assertions, domains) {
            BruteForceAnswer::Sat(_) => Some("sat"),
            BruteForceAnswer::Unsat if is_conclusive => Some("unsat"),
            BruteForceAnswer::Unsat | BruteForceAnswer::Unknown => None,
        }
    }
}

/// Is the first check of a script inside the fragments, with finitely many instances?
fn is_inside(script: &str) -> bool {
    let Some((mut terms, assertions)) = first_check(script) else { return false };
    let formula = terms.and(&assertions);
    let normal = normalise(&mut terms, formula);
    let properties: Vec<_> =
        normal.properties.iter().map(|(_, property)| property.clone()).collect();
    let set = IndexSet::new(&mut terms, &[normal.formula], &properties, Reading::SmtLib);
    normal.violation().is_none() && set.is_closed()
}

/// What is asserted when a script first checks.
fn first_check(script: &str) -> Option<(Terms, Vec<Term>)> {
    let (mut names, mut terms) = (Script::new(), Terms::new());
    let mut reader = Reader::of(script.as_bytes());
    while let Some(Ok(sexpr)) = reader.next_command() {
        if let Command::CheckSat = names.command(&mut terms, &sexpr).ok()? {
            let assertions = names.assertions().iter().map(|assertion| assertion.formula).collect();
            return Some((terms, assertions));
        }
    }
    None
}
