//! A claim is believed after the checker has accepted its evidence here, for this file and this unit.

use buttress_budget::{Budget, Limits};
use buttress_checker::pi::{PiRejection, ProgramQuestion, check_within};
use buttress_checker::smt::{SmtChecker, SmtRejection, SmtVerdict};
use buttress_checker::{Claim, horn, horn::HornClaim};

use crate::design::{Design, DesignKind};
use crate::job::Options;
use crate::verdict::Word;

/// Why a claim is not believed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unbelieved {
    /// The evidence does not show it.
    Wrong(String),
    /// It was not looked at to the end, for this reason: the claim may be right.
    Undecided(String),
}

/// Does the evidence show the word for the unit?
pub fn verify(
    design: &Design,
    unit: &str,
    word: Word,
    evidence: &[u8],
    options: &Options,
    limits: &Limits,
) -> Result<(), Unbelieved> {
    let shown = match design.kind {
        DesignKind::Circuit => circuit(&design.bytes, evidence)?,
        DesignKind::Numbers => system(&design.bytes, evidence)?,
        DesignKind::Script => script(&design.bytes, evidence, options, limits)?,
        DesignKind::Program => {
            return program(&design.bytes, (unit, word), evidence, options, limits);
        }
    };
    match shown == (unit.to_owned(), word) {
        true => Ok(()),
        false => Err(wrong(format!("the evidence shows that {} is {}", shown.0, shown.1.as_str()))),
    }
}

fn wrong(why: impl ToString) -> Unbelieved {
    Unbelieved::Wrong(why.to_string())
}

fn circuit(bytes: &[u8], evidence: &[u8]) -> Result<(String, Word), Unbelieved> {
    let certificate = buttress_certificate::read(evidence).map_err(wrong)?;
    let checked = buttress_checker::check(bytes, &certificate).map_err(wrong)?;
    let word = match checked.claim() {
        Claim::Safe => Word::Proved,
        Claim::Unsafe { .. } => Word::False,
    };
    Ok((checked.property().to_string(), word))
}

fn system(bytes: &[u8], evidence: &[u8]) -> Result<(String, Word), Unbelieved> {
    let checked = horn::check(bytes, evidence).map_err(wrong)?;
    let word = match checked.claim() {
        HornClaim::Safe { .. } => Word::Proved,
        HornClaim::Unsafe { .. } => Word::False,
        HornClaim::Terminates { .. } | HornClaim::Loops { .. } => {
            return Err(wrong("the evidence is about the end of computations"));
        }
    };
    Ok((checked.property().to_string(), word))
}

fn script(
    bytes: &[u8],
    evidence: &[u8],
    options: &Options,
    limits: &Limits,
) -> Result<(String, Word), Unbelieved> {
    let checker =
        SmtChecker::new(bytes).with_reading(options.reading()).with_limits(limits.clone());
    let checked = checker.check(evidence).map_err(|rejection| match rejection {
        SmtRejection::Exhausted(exhausted) => Unbelieved::Undecided(exhausted.to_string()),
        rejection => wrong(rejection),
    })?;
    let word = match checked.claim() {
        SmtVerdict::Sat(_) => Word::Sat,
        SmtVerdict::Unsat(_) => Word::Unsat,
    };
    Ok((checked.property().to_string(), word))
}

/// A function is proved if all its conditions are, given the contracts of those it calls; it is false if a call of it goes wrong.
fn program(
    bytes: &[u8],
    (unit, word): (&str, Word),
    evidence: &[u8],
    options: &Options,
    limits: &Limits,
) -> Result<(), Unbelieved> {
    let budget = Budget::new(limits.clone());
    let checked = check_within(bytes, evidence, &budget).map_err(|rejection| match rejection {
        PiRejection::Exhausted(exhausted) => Unbelieved::Undecided(exhausted.to_string()),
        rejection => wrong(rejection),
    })?;
    let claim = checked.claim();
    match word {
        Word::Proved => {
            let question = ProgramQuestion {
                functions: Some(vec![unit.to_owned()]),
                runtime: !options.no_runtime,
                termination: options.termination,
            };
            let lacks = claim.lacks(&question);
            lacks.first().map_or(Ok(()), |lack| Err(wrong(lack)))
        }
        Word::False => {
            let calls = claim.violations.iter().map(|(call, _)| call).chain(&claim.endless);
            let mut callees = calls.filter_map(|call| call.split_once('('));
            match callees.any(|(callee, _)| callee == unit) {
                true => Ok(()),
                false => Err(wrong(format!("no call of {unit} is shown to go wrong"))),
            }
        }
        _ => Err(wrong("programs have no such verdict")),
    }
}
