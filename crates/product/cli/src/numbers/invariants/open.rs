//! What is said of properties that do not follow from the invariants.

use buttress_session::numbers;

/// What is said of properties that do not follow. That they are false, or hold, is for `prove` to say.
pub fn left_open(report: &numbers::InvariantsReport) -> Option<String> {
    if report.contents.queries == 0 || report.suffices == Some(true) {
        return None;
    }
    let why = match &report.reason {
        Some(reason) if !report.invariants.is_empty() => format!(" ({reason})"),
        _ => String::new(),
    };
    Some(format!("left open by these templates{why}; `buttress prove` decides more"))
}
