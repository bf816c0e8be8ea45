//! Buttress for Python: what the package `buttress` (in `lib`) is built on.
//!
//! Invariants: a run never holds the interpreter's lock, except to tell of an event and to look at signals; and everything that
//! Python gets is text, bytes, numbers or lists of these, to which `lib` gives types.

mod choices;
mod claim;
mod fault;
mod script;
mod wait;

use pyo3::prelude::*;

/// So that limits of memory are held.
#[global_allocator]
static ALLOCATOR: buttress::Counting = buttress::Counting;

#[pymodule]
mod _native {
    use buttress::{Engine, FileFormat, Input, Invariant};
    use pyo3::prelude::*;
    use pyo3::types::{PyBytes, PyDict};

    #[pymodule_export]
    use super::choices::CancelToken;
    use super::choices::Choices;
    #[pymodule_export]
    use super::script::Script;
    use super::{claim, fault};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        module.add("ENGINES", Engine::ALL.map(Engine::name).to_vec())?;
        module.add("FORMATS", FileFormat::ALL.map(FileFormat::name).to_vec())
    }

    /// The document of a report, its claims, and the bundle of a program.
    #[pyfunction]
    fn prove<'py>(
        py: Python<'py>,
        name: String,
        content: Vec<u8>,
        choices: Choices,
    ) -> PyResult<Bound<'py, PyDict>> {
        let input = choices.input(name, content)?;
        let (report, json) = choices.run(py, |settings| {
            let report = buttress::prove(input, &settings)?;
            let json = report.to_json();
            Ok((report, json))
        })?;
        let answer = PyDict::new(py);
        answer.set_item("document", json)?;
        answer.set_item("format", report.format.name())?;
        answer.set_item("exit_code", report.exit_code())?;
        answer.set_item("bundle", report.bundle.as_ref().map(|bytes| PyBytes::new(py, bytes)))?;
        let claims: PyResult<Vec<_>> =
            report.claims.iter().map(|it| claim::shown(py, it)).collect();
        answer.set_item("claims", claims?)?;
        Ok(answer)
    }

    /// The document of the answers to a script, what it printed, and its checks.
    #[pyfunction]
    fn solve<'py>(
        py: Python<'py>,
        name: String,
        content: Vec<u8>,
        choices: Choices,
    ) -> PyResult<Bound<'py, PyDict>> {
        let input = choices.input(name, content)?;
        let (answers, json) = choices.run(py, |settings| {
            let answers = buttress::solve(input, &settings)?;
            let json = answers.to_json();
            Ok((answers, json))
        })?;
        let answer = PyDict::new(py);
        answer.set_item("document", json)?;
        answer.set_item("output", &answers.output)?;
        let checks: PyResult<Vec<_>> =
            answers.checks.iter().map(|it| claim::check(py, it)).collect();
        answer.set_item("checks", checks?)?;
        answer.set_item("problems", fault::problems(py, &answers.problems)?)?;
        Ok(answer)
    }

    /// What the checker says of evidence: the document, whether it is accepted, the text, the problems.
    #[pyfunction]
    fn check<'py>(
        py: Python<'py>,
        evidence: (String, Vec<u8>),
        input: (String, Vec<u8>),
        choices: Choices,
    ) -> PyResult<Bound<'py, PyDict>> {
        let input = choices.input(input.0, input.1)?;
        let evidence = Input::bytes(evidence.0, evidence.1);
        let judged = choices.run(py, |settings| buttress::check(evidence, input, &settings))?;
        let answer = PyDict::new(py);
        answer.set_item("document", judged.to_json())?;
        answer.set_item("is_accepted", judged.is_accepted)?;
        answer.set_item("text", &judged.text)?;
        answer.set_item("problems", fault::problems(py, &judged.problems)?)?;
        Ok(answer)
    }

    /// The document of a run.
    #[pyfunction]
    fn run(
        py: Python<'_>,
        name: String,
        content: Vec<u8>,
        call: String,
        choices: Choices,
    ) -> PyResult<String> {
        let program = choices.input(name, content)?;
        let run = choices.run(py, move |settings| buttress::run(program, &call, &settings))?;
        Ok(run.to_json().to_owned())
    }

    /// What was found out about a system over numbers.
    #[pyfunction]
    fn invariants<'py>(
        py: Python<'py>,
        name: String,
        content: Vec<u8>,
        choices: Choices,
    ) -> PyResult<Bound<'py, PyDict>> {
        let input = choices.input(name, content)?;
        let found = choices.run(py, |settings| buttress::invariants(input, &settings))?;
        let answer = PyDict::new(py);
        let definition = |it: &Invariant| {
            let entry = PyDict::new(py);
            entry.set_item("predicate", &it.predicate)?;
            entry.set_item("arguments", &it.arguments)?;
            entry.set_item("conjuncts", &it.conjuncts)?;
            entry.set_item("definition", &it.definition)?;
            Ok(entry)
        };
        let definitions: PyResult<Vec<_>> = found.definitions.iter().map(definition).collect();
        answer.set_item("definitions", definitions?)?;
        answer.set_item("found", &found.found)?;
        answer.set_item("suffices", found.suffices)?;
        answer.set_item("reason", &found.reason)?;
        answer.set_item("svg", &found.svg)?;
        Ok(answer)
    }

    /// A document as one page of HTML.
    #[pyfunction]
    fn page(py: Python<'_>, document: String) -> PyResult<String> {
        py.detach(|| buttress::page(&document)).map_err(|error| fault::raised(py, &error))
    }
}
