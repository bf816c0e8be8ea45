//! Claims and checks as dictionaries: what documents do not hold, or not in this form.

use buttress::{Answer, Check, Claim, Evidence};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// A claim of a report.
pub fn shown<'py>(py: Python<'py>, claim: &Claim) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    entry.set_item("name", &claim.name)?;
    entry.set_item("verdict", claim.verdict.as_str())?;
    entry.set_item("engine", &claim.engine)?;
    entry.set_item("reason", &claim.reason)?;
    entry.set_item("certificate", bytes(py, claim.certificate.as_deref()))?;
    match &claim.evidence {
        Some(Evidence::Strengthening(strengthening)) => {
            entry.set_item("strengthening", &strengthening.clauses)?;
        }
        Some(Evidence::Trace(trace)) => {
            let shown = PyDict::new(py);
            shown.set_item("latches", &trace.latches)?;
            shown.set_item("initial", &trace.initial)?;
            shown.set_item("inputs", &trace.inputs)?;
            shown.set_item("steps", &trace.steps)?;
            entry.set_item("trace", shown)?;
        }
        // Documents have the others.
        _ => {}
    }
    Ok(entry)
}

/// A check of a script.
pub fn check<'py>(py: Python<'py>, check: &Check) -> PyResult<Bound<'py, PyDict>> {
    let answer = match check.answer {
        Answer::Sat => "sat",
        Answer::Unsat => "unsat",
        Answer::Rejected => "rejected",
        _ => "unknown",
    };
    let entry = PyDict::new(py);
    entry.set_item("number", check.number)?;
    entry.set_item("line", check.line)?;
    entry.set_item("answer", answer)?;
    entry.set_item("reason", &check.reason)?;
    entry.set_item("model", &check.model)?;
    entry.set_item("core", &check.core)?;
    entry.set_item("certificate", bytes(py, check.certificate.as_deref()))?;
    Ok(entry)
}

fn bytes<'py>(py: Python<'py>, bytes: Option<&[u8]>) -> Option<Bound<'py, PyBytes>> {
    bytes.map(|bytes| PyBytes::new(py, bytes))
}
