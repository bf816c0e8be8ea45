//! `buttress explain` on a file: a script, a system over numbers, or a program.

use std::path::Path;

use buttress_session as session;
use buttress_session::{formulas, programs};

use super::document::ExplainDocument;
use super::numbers::NumbersExplainDocument;
use super::program::ProgramExplainDocument;
use super::script::ScriptExplainDocument;
use super::text;
use crate::args::ExplainArgs;
use crate::document::Document;
use crate::input::{FileFormat, Input, InputKind, Verb, as_system};
use crate::output::Output;
use crate::refusal::Refusal;
use crate::wrap::fit;
use crate::{diagnostics, files, json, numbers, refusal};

/// Explains one file.
pub fn run(path: &Path, arguments: &ExplainArgs, output: &mut Output) -> u8 {
    let is_json = arguments.is_json();
    match explained(path, arguments, output) {
        Ok((document, shown, code)) => {
            Document::Explain(document).answer(is_json, || shown, output);
            code
        }
        Err(refusal) => refusal::print(&refusal, &files::shown(path), is_json, output),
    }
}

/// The explanation for a program, for a person, and the exit code.
fn explained(
    path: &Path,
    arguments: &ExplainArgs,
    output: &mut Output,
) -> Result<(ExplainDocument, String, u8), Refusal> {
    let insisted = arguments.taken.format;
    let width = output.width();
    let input = Input::read(path, insisted, Verb::Explain)?;
    let (name, script) = (input.name.clone(), input.text());
    if input.kind == InputKind::Program {
        let functions = programs::explain(script);
        let functions =
            functions.map_err(|problems| Refusal::Program(script.to_vec(), problems))?;
        let document = ProgramExplainDocument::of(name, &functions);
        let shown = document.shown(width);
        return Ok((ExplainDocument::Program(document), shown, 0));
    }
    let clauses = match insisted {
        Some(FileFormat::Smtlib) => None,
        Some(FileFormat::Horn | FileFormat::Vmt) => {
            as_system(&name, script, insisted)?;
            let clauses = session::numbers::explain(script, arguments.steps);
            Some(clauses.map_err(|error| numbers::refusal(&name, script, error))?)
        }
        _ if session::numbers::is_input(script) => {
            session::numbers::explain(script, arguments.steps).ok()
        }
        _ => None,
    };
    if let Some(clauses) = clauses {
        let document = NumbersExplainDocument::of(name, &clauses);
        let shown = document.shown(width);
        return Ok((ExplainDocument::Numbers(document), shown, 0));
    }
    let explanation = formulas::explain(script, arguments.reading.reading(), arguments.steps);
    let code = exit_code(&explanation);
    if !arguments.is_json() {
        for error in &explanation.errors {
            output.note(&diagnostics::in_script(&name, script, error));
        }
    }
    let checks = explanation.checks.iter().map(|check| {
        let head = fit(&text::head(&name, check), width);
        format!("{head}{}", text::body(&name, script, check, width))
    });
    let shown = checks.collect::<Vec<_>>().join("\n");
    let source = output.with_pictures().then(|| json::source(script));
    let document = ScriptExplainDocument::of(name, &explanation, source, code);
    Ok((ExplainDocument::Script(document), shown, code))
}

fn exit_code(explanation: &formulas::Explanation) -> u8 {
    let is_inside = explanation.checks.iter().all(|check| check.is_inside());
    match (explanation.errors.is_empty(), is_inside) {
        (false, _) => 2,
        (true, false) => 3,
        (true, true) => 0,
    }
}
