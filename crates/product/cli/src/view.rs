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

/// Runs the command.
pub fn run(arguments: &ViewArgs, output: &mut Output) -> u8 {
    let name = files::shown(&arguments.file);
    let page = match made(&arguments.file, &name) {
        Ok(page) => page,
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
    let is_opened = arguments.output.is_none() && browser::open(&path);
    output.answer(&announcement(&path, is_opened));
    0
}

fn announcement(path: &Path, is_opened: bool) -> String {
    let verb = if is_opened { "opened" } else { "page in" };
    format!("{verb} {}\n", path.display())
}

/// The page about a file: what it is, is told by its contents.
fn made(path: &Path, name: &str) -> Result<String, Refusal> {
    let bytes = files::load(path).map_err(Refusal::Plain)?;
    if bytes.trim_ascii_start().starts_with(b"{") {
        let document = buttress_report::read(&bytes);
        let document =
            document.map_err(|error| Refusal::Plain(format!("{name} cannot be shown: {error}")))?;
        return Ok(buttress_report::page(&document));
    }
    if is_evidence(&bytes) {
        return Ok(buttress_report::certificate(name, &json::source(&bytes)));
    }
    let input = Input::of(path, bytes, None, Verb::Info)?;
    let document = info::document(&input, None)?;
    let mut value = Document::Info(document).value();
    if let (Value::Object(fields), false) = (&mut value, input.kind == InputKind::Circuit) {
        fields.insert("source".to_owned(), Value::String(json::source(input.text())));
    }
    Ok(buttress_report::page(&value))
}
