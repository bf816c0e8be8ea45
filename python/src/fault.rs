//! Exceptions: their classes are Python's (`lib/buttress/_errors.py`).

use std::any::Any;

use buttress::{Error, Problem};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

const CLASSES: &str = "buttress._errors";

/// The question makes no sense.
pub fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let arguments = problems(py, &error.problems)
        .map(|problems| (error.to_string(), error.file.clone(), problems));
    let class = py.import(CLASSES).and_then(|module| module.getattr("InputError"));
    match class.and_then(|class| class.call_method1("of", arguments?)) {
        Ok(exception) => PyErr::from_value(exception),
        Err(other) => other,
    }
}

/// What is wrong, a dictionary each.
pub fn problems<'py>(py: Python<'py>, problems: &[Problem]) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let shown = |problem: &Problem| {
        let entry = PyDict::new(py);
        entry.set_item("message", &problem.message)?;
        entry.set_item("code", &problem.code)?;
        entry.set_item("line", problem.line)?;
        entry.set_item("column", problem.column)?;
        entry.set_item("offset", problem.offset)?;
        entry.set_item("expected", &problem.expected)?;
        entry.set_item("hint", &problem.hint)?;
        Ok(entry)
    };
    problems.iter().map(shown).collect()
}

/// A fault of ours.
pub fn panicked(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let said = said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    internal(py, format!("a fault of Buttress, please report it: {said}"))
}

/// The run has gone without a word.
pub fn vanished(py: Python<'_>) -> PyErr {
    internal(
        py,
        "a fault of Buttress, please report it: the run ended without an answer".to_owned(),
    )
}

fn internal(py: Python<'_>, message: String) -> PyErr {
    let class = py.import(CLASSES).and_then(|module| module.getattr("InternalError"));
    match class.and_then(|class| class.call1((message.clone(),))) {
        Ok(exception) => PyErr::from_value(exception),
        Err(_) => PyRuntimeError::new_err(message),
    }
}
