//! `buttress info`: what a file holds, without proving anything.

mod circuit;
mod document;
mod numbers;
mod program;
mod script;

use buttress_pi::tree::Dialect;
use buttress_pi::{Diagnostic, Program};
use buttress_session as session;
use buttress_session::{formulas, hardware, programs};

use crate::args::InfoArgs;
use crate::document::Document;
use crate::input::{FileFormat, Input, InputKind, Verb, as_system};
use crate::output::Output;
use crate::refusal::Refusal;
use crate::{files, refusal};

use self::circuit::CircuitDocument;
pub use self::document::InfoDocument;
use self::numbers::NumbersDocument;
use self::program::ProgramDocument;
use self::script::ScriptDocument;

/// Runs the command.
pub fn run(arguments: &InfoArgs, output: &mut Output) -> u8 {
    let name = files::shown(&arguments.file);
    let insisted = arguments.taken.format;
    let found = Input::read(&arguments.file, insisted, Verb::Info)
        .and_then(|input| Ok((document(&input, insisted)?, input)));
    let (document, input) = match found {
        Ok(found) => found,
        Err(refusal) => return refusal::print(&refusal, &name, arguments.json, output),
    };
    let code = document.exit_code();
    if !arguments.json {
        document.problems(&input).iter().for_each(|problem| output.note(problem));
    }
    let shown = document.shown();
    Document::Info(document).answer(arguments.json, || shown, output);
    code
}

/// What a file holds.
pub fn document(input: &Input, insisted: Option<FileFormat>) -> Result<InfoDocument, Refusal> {
    let (file, text) = (input.name.clone(), input.text());
    Ok(match input.kind {
        InputKind::Circuit => match hardware::info(input.bytes()) {
            Ok(info) => InfoDocument::Circuit(CircuitDocument::of(file, &info)),
            Err(problems) => return Err(Refusal::Broken(input.bytes().to_vec(), problems)),
        },
        InputKind::Program => match read_program(text) {
            Ok((text, dialect, program)) => {
                InfoDocument::Program(ProgramDocument::of(file, text, dialect, &program))
            }
            Err(problems) => return Err(Refusal::Program(text.to_vec(), problems)),
        },
        InputKind::Script => {
            // A system with errors is shown as the script that it is, unless somebody insists.
            let contents = match insisted {
                Some(FileFormat::Smtlib) => None,
                Some(FileFormat::Horn | FileFormat::Vmt) => {
                    as_system(&file, text, insisted)?;
                    let contents = session::numbers::info(text);
                    Some(contents.map_err(|error| crate::numbers::refusal(&file, text, error))?)
                }
                _ if session::numbers::is_input(text) => session::numbers::info(text).ok(),
                _ => None,
            };
            match contents {
                Some(contents) => InfoDocument::Numbers(NumbersDocument::of(file, &contents)),
                None => InfoDocument::Script(ScriptDocument::of(file, formulas::info(text))),
            }
        }
    })
}

/// Reads a program; the error is what is wrong with it.
fn read_program(bytes: &[u8]) -> Result<(&str, Dialect, Program), Vec<Diagnostic>> {
    let text = programs::program_text(bytes).map_err(|problem| vec![problem])?;
    let reading = buttress_pi::read(text);
    match reading.program {
        Some(program) => Ok((text, reading.dialect, program)),
        None => Err(reading.diagnostics),
    }
}
