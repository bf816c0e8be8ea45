//! A script in progress.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::choices::Choices;
use crate::{claim, fault, wait};

/// An SMT-LIB script in progress. Whoever is interrupted while it works has lost it.
#[pyclass(frozen)]
pub struct Script {
    cancel: buttress::CancelToken,
    /// None while it works, and after it was lost.
    script: Mutex<Option<buttress::Script>>,
}

#[pymethods]
impl Script {
    #[new]
    fn new(choices: Choices) -> PyResult<Script> {
        let (settings, _) = choices.settings()?;
        let cancel = buttress::CancelToken::new();
        let script = buttress::Script::new(&settings.cancelled_by(&cancel));
        Ok(Script { cancel, script: Mutex::new(Some(script)) })
    }

    /// Takes more of the script: what SMT-LIB wants printed.
    fn feed(&self, py: Python<'_>, text: String) -> PyResult<String> {
        let Some(mut script) = self.taken() else {
            return Err(PyRuntimeError::new_err("the script is at work in another thread"));
        };
        let (script, said) = wait::quietly(py, &self.cancel, move || {
            let said = script.feed(text);
            (script, said)
        })?;
        self.put_back(script);
        said.map_err(|error| fault::raised(py, &error))
    }

    /// The last answer.
    fn last<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(script) = self.taken() else { return Ok(None) };
        let check = script.checks().last().map(|check| claim::check(py, check)).transpose();
        self.put_back(script);
        check
    }
}

impl Script {
    fn taken(&self) -> Option<buttress::Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put_back(&self, script: buttress::Script) {
        *self.script.lock().unwrap_or_else(PoisonError::into_inner) = Some(script);
    }
}
