//! What is chosen for a run, as Python says it.

use std::time::Duration;

use buttress::{Engine, Error, FileFormat, Input, Settings};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::wait;

/// The choices of a run: a dictionary with all of these keys.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Choices {
    timeout: Option<f64>,
    memory: Option<usize>,
    engine: Option<String>,
    threads: Option<usize>,
    seed: Option<u64>,
    only: Vec<String>,
    bound: Option<usize>,
    pictures: bool,
    taken_for: Option<String>,
    on_event: Option<Py<PyAny>>,
    cancel: Option<Py<CancelToken>>,
}

/// Ends the runs that it was given to, soon: what is open then is unknown.
#[pyclass(frozen, module = "buttress")]
pub struct CancelToken(pub buttress::CancelToken);

#[pymethods]
impl CancelToken {
    #[new]
    fn new() -> CancelToken {
        CancelToken(buttress::CancelToken::new())
    }

    /// Asks the runs to end. It cannot be taken back.
    fn cancel(&self) {
        self.0.cancel();
    }

    /// Was it cancelled?
    #[getter]
    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

impl Choices {
    /// What is asked about.
    pub fn input(&self, name: String, content: Vec<u8>) -> PyResult<Input> {
        let input = Input::bytes(name, content);
        let Some(word) = &self.taken_for else { return Ok(input) };
        match FileFormat::ALL.into_iter().find(|format| format.name() == word) {
            Some(format) => Ok(input.taken_for(format)),
            None => {
                let names = FileFormat::ALL.map(FileFormat::name).join(", ");
                let message = format!("there is no format {word}; there are {names}");
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// What a run is told, and what is told of its events.
    pub fn settings(self) -> PyResult<(Settings, Option<Py<PyAny>>)> {
        let Choices { timeout, memory, engine, threads, seed, only, bound, pictures, .. } = self;
        let mut settings = Settings::new().pictures(pictures).only(only);
        if let Some(seconds) = timeout {
            let timeout = Duration::try_from_secs_f64(seconds);
            let timeout = timeout.map_err(|error| {
                PyValueError::new_err(format!("a timeout of {seconds} seconds: {error}"))
            })?;
            settings = settings.timeout(timeout);
        }
        if let Some(name) = engine {
            let engine: Result<Engine, _> = name.parse();
            settings =
                settings.engine(engine.map_err(|error| PyValueError::new_err(error.to_string()))?);
        }
        settings = memory.into_iter().fold(settings, Settings::memory);
        settings = threads.into_iter().fold(settings, Settings::threads);
        settings = seed.into_iter().fold(settings, Settings::seed);
        settings = bound.into_iter().fold(settings, Settings::bound);
        if let Some(token) = &self.cancel {
            settings = settings.cancelled_by(&token.get().0);
        }
        Ok((settings, self.on_event))
    }

    /// Does work with these choices, and waits for it.
    pub fn run<T: Send + 'static>(
        self,
        py: Python<'_>,
        work: impl FnOnce(Settings) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let (settings, callback) = self.settings()?;
        wait::run(py, settings, callback, work)
    }
}
