//! The verdicts on checks and on properties of systems over numbers.

use buttress_session::formulas::{CheckReport, CheckStatus};
use buttress_session::numbers::{self, PropertyReport};

use crate::status::Status;

/// The answer to a check.
pub(crate) fn check_status(report: &CheckReport) -> Status {
    match &report.status {
        CheckStatus::Sat(model) if model.is_checked => Status::Sat,
        CheckStatus::Unsat(proof) if proof.is_checked => Status::Unsat,
        _ => Status::Unknown,
    }
}

/// The verdict on a property, and how long it took.
pub(crate) fn system_status(report: &numbers::Report, name: &str) -> (Status, Option<f64>) {
    let property = report.properties.iter().find(|property| property.name == name);
    let status = property.map_or(Status::Unknown, property_status);
    (status, property.map(|property| property.figures.elapsed.as_secs_f64()))
}

/// The verdict on a property.
pub(super) fn property_status(property: &PropertyReport) -> Status {
    match &property.status {
        numbers::Status::Proved(proof) if proof.checked.is_some() => Status::Proved,
        numbers::Status::False(proof) if proof.checked.is_some() => Status::False,
        _ => Status::Unknown,
    }
}
