//! Our own answers on a script: the only place that knows how they are asked for.

use std::panic::{AssertUnwindSafe, catch_unwind};

use buttress_session::numbers;
use buttress_testkit::harness::panic_words;
use buttress_testkit::horn::HornOracleVerdict;

use crate::fault::Fault;

/// An answer and its evidence, if there is one.
pub struct Ours {
    pub answer: HornOracleVerdict,
    pub evidence: Option<String>,
    /// A computation that does not end.
    pub lasso: Option<numbers::Lasso>,
}

impl Ours {
    const OPEN: Ours = Ours { answer: HornOracleVerdict::Open, evidence: None, lasso: None };

    fn evident(answer: HornOracleVerdict, evidence: Option<String>) -> Result<Ours, Fault> {
        match evidence {
            Some(_) => Ok(Ours { answer, evidence, lasso: None }),
            None => Err(Fault::Rejected("there is none".to_owned())),
        }
    }
}

/// Is the system safe?
pub fn prove(script: &str, settings: &numbers::Settings) -> Result<Ours, Fault> {
    let report = guarded(|| numbers::prove(script.as_bytes(), settings, &numbers::Silent))?;
    let property = report.properties.into_iter().next();
    let property = property.ok_or_else(|| Fault::Refused("no property".to_owned()))?;
    match property.status {
        numbers::Status::Unknown(_) => Ok(Ours::OPEN),
        numbers::Status::Rejected { claimed, why } => Err(rejected(claimed, &why)),
        numbers::Status::Proved(evident) => {
            Ours::evident(HornOracleVerdict::Safe, evident.evidence)
        }
        numbers::Status::False(evident) => {
            Ours::evident(HornOracleVerdict::Unsafe, evident.evidence)
        }
    }
}

/// Does every computation end?
pub fn ends(script: &str, settings: &numbers::Settings) -> Result<Ours, Fault> {
    let report = guarded(|| numbers::terminates(script.as_bytes(), settings, &numbers::Silent))?;
    match report.status {
        numbers::TerminationStatus::Unknown(_) => Ok(Ours::OPEN),
        numbers::TerminationStatus::Rejected { claimed, why } => Err(rejected(claimed, &why)),
        numbers::TerminationStatus::Proved(evident) => {
            Ours::evident(HornOracleVerdict::Safe, evident.evidence)
        }
        numbers::TerminationStatus::False(evident) => {
            let ours = Ours::evident(HornOracleVerdict::Unsafe, evident.evidence)?;
            Ok(Ours { lasso: Some(evident.shown), ..ours })
        }
    }
}

/// What holds of all states?
pub fn invariants(
    script: &str,
    settings: &numbers::Settings,
) -> Result<numbers::InvariantsReport, Fault> {
    let run = || numbers::discover(script.as_bytes(), settings, None, &numbers::Silent);
    let report = guarded(run)?;
    match report.rejected {
        Some(why) => Err(rejected("invariants", &why)),
        None => Ok(report),
    }
}

fn rejected(claimed: &str, why: &str) -> Fault {
    Fault::Rejected(format!("claimed {claimed}: {why}"))
}

fn guarded<T>(run: impl FnOnce() -> Result<T, numbers::InputError>) -> Result<T, Fault> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(report) => report.map_err(|error| Fault::Refused(format!("{error:?}"))),
        Err(payload) => Err(Fault::Panic(panic_words(payload.as_ref()))),
    }
}
