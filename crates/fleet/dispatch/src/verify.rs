//! A claim is believed after the checker has accepted its evidence here, for this file and this unit.

use buttress_budget::{Budget, Limits};
use buttress_checker::pi::{ProgramQuestion, check_within};
use buttress_checker::smt::{SmtChecker, SmtVerdict};
use buttress_checker::{Claim, horn, horn::HornClaim};

use crate::design::{Design, DesignKind};
use crate::job::Options;
use crate::verdict::Word;

/// Does the evidence show the word for the unit? If not, why not.
pub fn verify(
    design: &Design,
    unit: &str,
    word: Word,
    evidence: &[u8],
    options: &Options,
    limits: &Limits,
) -> Result<(), String> {
    let shown = match design.kind {
        DesignKind::Circuit => circuit(&design.bytes, evidence)?,
        DesignKind::Numbers => system(&design.bytes, evidence)?,
        DesignKind::Script => script(&design.bytes, evidence, options, limits)?,
        DesignKind::Program => {
            return program(&design.bytes, unit, word, evidence, options, limits);
        }
    };
    match shown == (unit.to_owned(), word) {
        true => Ok(()),
        false => Err(format!("the evidence shows that {} is {}", shown.0, shown.1.as_str())),
    }
}

fn circuit(bytes: &[u8], evidence: &[u8]) -> Result<(String, Word), String> {
    let certificate = buttress_certificate::read(evidence).map_err(|error| error.to_string())?;
    let checked = buttress_checker::check(bytes, &certificate).map_err(|why| why.to_string())?;
    let word = match checked.claim() {
        Claim::Safe => Word::Proved,
        Claim::Unsafe { .. } => Word::False,
    };
    Ok((checked.property().to_string(), word))
}

fn system(bytes: &[u8], evidence: &[u8]) -> Result<(String, Word), String> {
    let checked = horn::check(bytes, evidence).map_err(|why| why.to_string())?;
    let word = match checked.claim() {
        HornClaim::Safe { .. } => Word::Proved,
        HornClaim::Unsafe { .. } => Word::False,
        HornClaim::Terminates { .. } | HornClaim::Loops { .. } => {
            return Err("the evidence is about the end of computations".to_owned());
        }
    };
    Ok((checked.property().to_string(), word))
}

fn script(
    bytes: &[u8],
    evidence: &[u8],
    options: &Options,
    limits: &Limits,
) -> Result<(String, Word), String> {
    let checker =
        SmtChecker::new(bytes).with_reading(options.reading()).with_limits(limits.clone());
    let checked = checker.check(evidence).map_err(|why| why.to_string())?;
    let word = match checked.claim() {
        SmtVerdict::Sat(_) => Word::Sat,
        SmtVerdict::Unsat(_) => Word::Unsat,
    };
    Ok((checked.property().to_string(), word))
}

/// A function is proved if all its conditions are, given the contracts of those it calls; it is false if a call of it goes wrong.
fn program(
    bytes: &[u8],
    unit: &str,
    word: Word,
    evidence: &[u8],
    options: &Options,
    limits: &Limits,
) -> Result<(), String> {
    let budget = Budget::new(limits.clone());
    let checked = check_within(bytes, evidence, &budget).map_err(|why| why.to_string())?;
    let claim = checked.claim();
    match word {
        Word::Proved => {
            let question = ProgramQuestion {
                functions: Some(vec![unit.to_owned()]),
                runtime: !options.no_runtime,
                termination: options.termination,
            };
            let lacks = claim.lacks(&question);
            lacks.first().map_or(Ok(()), |lack| Err(lack.clone()))
        }
        Word::False => {
            let calls = claim.violations.iter().map(|(call, _)| call).chain(&claim.endless);
            let mut callees = calls.filter_map(|call| call.split_once('('));
            match callees.any(|(callee, _)| callee == unit) {
                true => Ok(()),
                false => Err(format!("no call of {unit} is shown to go wrong")),
            }
        }
        _ => Err("programs have no such verdict".to_owned()),
    }
}
