//! `buttress view`: a page about a report, a file of evidence or an input, opened in a browser.

mod browser;

use std::path::Path;

use serde_json::Value;

use crate::args::ViewArgs;
use crate::check::is_evidence;
use crate::document::Document;
use crate::input::{Input, InputKind, Verb};
use crate::output::Output;
use crate::refusal::{self, Refusal};
use crate::{files, info, json, target};

/// A page that was made.
struct Made {
    page: String,
    /// What is wrong with the input, for a person; the page tells the same.
    problems: Vec<String>,
    code: u8,
}

impl From<String> for Made {
    fn from(page: String) -> Made {
        Made { page, problems: Vec::new(), code: 0 }
    }
}

/// Runs the command.
pub fn run(arguments: &ViewArgs, output: &mut Output) -> u8 {
    let name = files::shown(&arguments.file);
    let Made { page, problems, code } = match made(&arguments.file, &name) {
        Ok(made) => made,
        Err(refusal) => return refusal::print(&refusal, &name, false, output),
    };
    let shown = match &arguments.output {
        Some(path) => {
            let inputs = std::slice::from_ref(&arguments.file);
            let ready = target::ready(std::slice::from_ref(path), inputs);
            ready.and_then(|()| target::store(path, page.as_bytes())).map(|()| path.clone())
        }
        None => browser::temporary(&page),
    };
    let path = match shown {
        Ok(path) => path,
        Err(problem) => return refusal::usage(&problem, false, output),
    };
    problems.iter().for_each(|problem| output.note(problem));
    let is_opened = arguments.output.is_none() && browser::open(&path);
    // Nothing else is printed where the page itself is.
    if target::is_file(&path) {
        output.answer(&announcement(&path, is_opened));
    }
    code
}

fn announcement(path: &Path, is_opened: bool) -> String {
    let verb = if is_opened { "opened" } else { "page in" };
    format!("{verb} {}\n", files::shown(path))
}

/// The page about a file: what it is, is told by its contents.
fn made(path: &Path, name: &str) -> Result<Made, Refusal> {
    let bytes = files::load(path).map_err(Refusal::Plain)?;
    if bytes.trim_ascii_start().starts_with(b"{") {
        let document = buttress_report::read(&bytes);
        let document =
            document.map_err(|error| Refusal::Plain(format!("{name} cannot be shown: {error}")))?;
        return Ok(buttress_report::page(&document).into());
    }
    if is_evidence(&bytes) {
        return Ok(buttress_report::certificate(name, &json::source(&bytes)).into());
    }
    let input = Input::of(path, bytes, None, Verb::Info)?;
    let document = info::document(&input, None)?;
    let (problems, code) = (document.problems(&input), document.exit_code());
    let mut value = Document::Info(document).value();
    if let (Value::Object(fields), false) = (&mut value, input.kind == InputKind::Circuit) {
        fields.insert("source".to_owned(), Value::String(json::source(input.text())));
    }
    Ok(Made { page: buttress_report::page(&value), problems, code })
}
