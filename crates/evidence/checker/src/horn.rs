//! The independent check of evidence about Horn clauses (`docs/certificate-numbers.md`).
//!
//! The system is read again from the user's file. That it is safe is checked clause by clause: the
//! obligation is formed anew from the definitions of the evidence, and its refutation replayed as in
//! `smt`. That it is unsafe is checked step by step: constraints and arguments are evaluated, and
//! premises compared with what earlier steps conclude. That it terminates is checked clause by clause,
//! too: the cycles are found anew, and every step of one must decrease.

mod cycles;
mod derivation;
mod fixed;
mod proofs;
mod ranking;
mod read;
mod rejection;
mod safe;
mod system;
mod value;

use buttress_certificate::horn::Identity;
use buttress_formats::smtlib::Script;
use buttress_formats::{chc, inflated, vmt};
use buttress_horn::Horn;
use buttress_logic::Terms;

use crate::{Checked, Statistics};
use ranking::Ranked;
pub use read::is_evidence;
use read::{Kind, Text};
pub use rejection::{DefinitionFlaw, FunctionFlaw, HornRejection, StepFlaw};
pub use system::SystemFlaw;

/// What evidence shows of a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HornClaim {
    /// Its predicates can be interpreted so that every clause is valid.
    Safe {
        /// The clauses of all proofs.
        proof_clauses: usize,
    },
    /// `false` is derivable.
    Unsafe {
        /// The steps of the derivation.
        steps: usize,
    },
    /// No derivation goes round its cycles forever.
    Terminates {
        /// The clauses that are steps of cycles.
        steps: usize,
        /// The clauses of all proofs.
        proof_clauses: usize,
    },
    /// A state is reached that leads to itself.
    Loops {
        /// The steps of the derivation.
        steps: usize,
    },
}

/// A file, read by the checker itself, against which any amount of evidence can be checked.
pub struct HornChecker {
    file: Identity,
    terms: Terms,
    /// Knows the sorts of the file.
    sorts: Script,
    /// All clauses.
    horn: Horn,
    /// For each property its name, and the system that it asks about.
    properties: Vec<(String, Horn)>,
}

impl HornChecker {
    /// Reads the file `input`, compressed or not: VMT-LIB, or clauses as an SMT-LIB script.
    pub fn new(input: &[u8]) -> Result<HornChecker, HornRejection> {
        let text = inflated(input).map_err(HornRejection::Damaged)?;
        let mut terms = Terms::new();
        let (horn, sorts, properties) = if vmt::is_vmt(&text) {
            let system = vmt::read(&mut terms, &text).map_err(HornRejection::Input)?;
            let named = system.properties.iter().map(|property| {
                let asked = system::with_query(&system.source.horn, property.clause);
                (property.name.clone(), asked)
            });
            let named = named.collect();
            (system.source.horn, system.source.sorts, named)
        } else {
            let source = chc::read(&mut terms, &text).map_err(HornRejection::Input)?;
            (source.horn.clone(), source.sorts, vec![("safety".to_owned(), source.horn)])
        };
        Ok(HornChecker { file: Identity::of(&text), terms, sorts, horn, properties })
    }

    /// The name of the property at a position; clauses as a script ask one question, `safety`.
    pub fn property_name(&self, index: usize) -> Option<&str> {
        self.properties.get(index).map(|(name, _)| name.as_str())
    }

    /// Checks evidence about the file, which says itself of which property it is evidence, if it is not
    /// about termination.
    pub fn check(&self, evidence: &[u8]) -> Result<Checked<HornClaim>, HornRejection> {
        let text = Text::read(evidence)?;
        if text.kind.is_about_termination() {
            return check_system(&self.terms, &self.horn, &self.sorts, self.file, evidence);
        }
        let index = text.about.property;
        let properties = self.properties.len();
        let no_property = HornRejection::NoProperty { index, properties };
        let (_, horn) = self.properties.get(index).ok_or(no_property)?;
        let about = self.file.with_property(index);
        check_system(&self.terms, horn, &self.sorts, about, evidence)
    }
}

/// Checks evidence about the file `input`, which is read again for it.
pub fn check(input: &[u8], evidence: &[u8]) -> Result<Checked<HornClaim>, HornRejection> {
    if !is_evidence(evidence) {
        return Err(HornRejection::NotEvidence);
    }
    HornChecker::new(input)?.check(evidence)
}

/// Checks evidence about a system, which must be exactly what the property of the user's file asks
/// about, or all of the file if the evidence is about termination; `sorts` knows the sorts of the file.
pub fn check_system(
    terms: &Terms,
    horn: &Horn,
    sorts: &Script,
    about: Identity,
    evidence: &[u8],
) -> Result<Checked<HornClaim>, HornRejection> {
    let text = Text::read(evidence)?;
    let (property, named) = (about.property, text.about.property);
    if text.about.with_property(property) != about {
        return Err(HornRejection::OtherFile { file: about, evidence: text.about });
    }
    if named != property {
        return Err(HornRejection::OtherProperty { property, evidence: named });
    }
    for (what, file, evidence) in [
        ("predicates", horn.predicates.len(), text.predicates),
        ("clauses", horn.clauses.len(), text.clauses),
    ] {
        if file != evidence {
            return Err(HornRejection::Size { what, file, evidence });
        }
    }
    system::check(terms, horn).map_err(HornRejection::System)?;
    let mut terms = terms.clone();
    let (claim, statistics) = match text.kind {
        Kind::Safe(parts) => {
            let proof_clauses = safe::check(&mut terms, horn, sorts, &parts)?;
            let obligations = horn.clauses.len();
            (HornClaim::Safe { proof_clauses }, Statistics { obligations, ..Statistics::default() })
        }
        Kind::Unsafe(lines) => {
            let steps = derivation::replay(&terms, horn, lines)?;
            let statistics = Statistics { simulated_steps: steps, ..Statistics::default() };
            (HornClaim::Unsafe { steps }, statistics)
        }
        Kind::Ranking(parts) => {
            let Ranked { valid, steps, proof_clauses } =
                ranking::check(&mut terms, horn, sorts, &parts)?;
            let statistics = Statistics { obligations: valid + steps, ..Statistics::default() };
            (HornClaim::Terminates { steps, proof_clauses }, statistics)
        }
        Kind::Lasso(lines) => {
            let steps = derivation::replay_lasso(&terms, horn, lines)?;
            let statistics = Statistics { simulated_steps: steps, ..Statistics::default() };
            (HornClaim::Loops { steps }, statistics)
        }
    };
    Ok(Checked { claim, property, statistics })
}
