//! `buttress convert`: programs of the 2007 dialect, rewritten.

use super::load::load;
use crate::args::ConvertArgs;
use crate::input::Verb;
use crate::output::Output;
use crate::{diagnostics, files, refusal, target};

/// Runs the command.
pub fn run(arguments: &ConvertArgs, output: &mut Output) -> u8 {
    let name = files::shown(&arguments.file);
    let inputs = std::slice::from_ref(&arguments.file);
    if let Err(problem) = target::ready(&arguments.output, inputs) {
        return refusal::usage(&problem, false, output);
    }
    let text = match load(&arguments.file, arguments.taken.format, Verb::Convert) {
        Ok(text) => text,
        Err(refusal) => return refusal::print(&refusal, &name, false, output),
    };
    let converted = match buttress_pi::convert(&text) {
        Ok(converted) => converted,
        Err(problems) => {
            let source = diagnostics::Source { file: &name, text: &text, width: output.width() };
            output.note(&diagnostics::in_program(source, &problems));
            return 2;
        }
    };
    let Some(path) = &arguments.output else {
        output.answer(&converted);
        return 0;
    };
    match target::store(path, converted.as_bytes()) {
        Ok(()) => 0,
        Err(problem) => {
            output.note(&diagnostics::plain(&problem));
            2
        }
    }
}
