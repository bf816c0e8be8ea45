//! `buttress explain` on a script.

use std::path::Path;

use buttress_session::{Explanation, explain, explain_numbers, is_numbers};

use super::document::ExplainDocument;
use super::numbers::NumbersExplainDocument;
use super::{program, text};
use crate::args::{ExplainArgs, ExplainFormat};
use crate::json::{ErrorEntry, FileEntry, pretty};
use crate::output::Output;
use crate::{diagnostics, files};

/// Explains one script.
pub fn run(path: &Path, arguments: &ExplainArgs, output: &mut Output) -> u8 {
    let is_json = arguments.json || arguments.format == ExplainFormat::Json;
    let name = files::shown(path);
    let script = match load(path, &name) {
        Ok(script) => script,
        Err(error) if is_json => {
            output.answer(&pretty(&FileEntry::broken(&name, vec![*error])));
            return 2;
        }
        Err(error) => {
            output.note(&diagnostics::plain(&error.message));
            return 2;
        }
    };
    if files::is_program(path, &script) {
        return program::run(&name, &script, is_json, output);
    }
    if is_numbers(&script)
        && let Ok(explanation) = explain_numbers(&script, arguments.steps)
    {
        let document = NumbersExplainDocument::of(name, &explanation);
        output.answer(&if is_json { pretty(&document) } else { document.shown() });
        return 0;
    }
    let explanation = explain(&script, arguments.reading.reading(), arguments.steps);
    let code = exit_code(&explanation);
    if is_json {
        output.answer(&pretty(&ExplainDocument::of(name, &explanation, code)));
        return code;
    }
    for error in &explanation.errors {
        output.note(&diagnostics::in_script(&name, &script, error));
    }
    let width = output.width();
    let checks = explanation.checks.iter().map(|check| {
        let head = text::head(&name, check);
        format!("{head}{}", text::body(&name, &script, check, width))
    });
    output.answer(&checks.collect::<Vec<_>>().join("\n"));
    code
}

fn exit_code(explanation: &Explanation) -> u8 {
    let is_inside = explanation.checks.iter().all(|check| check.is_inside());
    match (explanation.errors.is_empty(), is_inside) {
        (false, _) => 2,
        (true, false) => 3,
        (true, true) => 0,
    }
}

fn load(path: &Path, name: &str) -> Result<Vec<u8>, Box<ErrorEntry>> {
    let bytes = files::load(path).map_err(|problem| Box::new(ErrorEntry::plain(problem)))?;
    let text =
        buttress_formats::inflated(&bytes).map_err(|error| Box::new(ErrorEntry::of(&error)))?;
    if text.starts_with(b"aag ") || text.starts_with(b"aig ") {
        let message = format!("{name} is a circuit; buttress info {name} shows what it holds");
        return Err(Box::new(ErrorEntry::plain(message)));
    }
    Ok(text.into_owned())
}
