//! Our own verdict on a script: the only place that knows how it is asked for.

use std::panic::{AssertUnwindSafe, catch_unwind};

use buttress_session::{NumbersSettings, NumbersSilent, NumbersStatus, prove_numbers};
use buttress_testkit::horn::Answer;

use crate::fault::Fault;

/// A verdict and its evidence, if there is one.
pub struct Ours {
    pub answer: Answer,
    pub evidence: Option<String>,
}

/// Runs a script.
pub fn ours(script: &str, settings: &NumbersSettings) -> Result<Ours, Fault> {
    let run = || prove_numbers(script.as_bytes(), settings, &NumbersSilent);
    let report = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(report) => report.map_err(|error| Fault::Refused(format!("{error:?}")))?,
        Err(payload) => return Err(Fault::Panic(words(payload.as_ref()))),
    };
    let property = report.properties.into_iter().next();
    let property = property.ok_or_else(|| Fault::Refused("no property".to_owned()))?;
    let (answer, evidence) = match property.status {
        NumbersStatus::Unknown(_) => return Ok(Ours { answer: Answer::Open, evidence: None }),
        NumbersStatus::Rejected { claimed, why } => {
            return Err(Fault::Rejected(format!("claimed {claimed}: {why}")));
        }
        NumbersStatus::Proved(evident) => (Answer::Safe, evident.evidence),
        NumbersStatus::False(evident) => (Answer::Unsafe, evident.evidence),
    };
    match evidence {
        Some(_) => Ok(Ours { answer, evidence }),
        None => Err(Fault::Rejected("there is none".to_owned())),
    }
}

/// What a panic said.
pub fn words(payload: &(dyn std::any::Any + Send)) -> String {
    let words = payload.downcast_ref::<String>().map(String::as_str);
    words.or(payload.downcast_ref::<&str>().copied()).unwrap_or("without words").to_owned()
}
