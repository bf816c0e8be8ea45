//! `buttress convert`: programs of the 2007 dialect, rewritten.

use super::{frame, load};
use crate::args::ConvertArgs;
use crate::output::Output;
use crate::{diagnostics, files};

/// Runs the command.
pub fn run(arguments: &ConvertArgs, output: &mut Output) -> u8 {
    let text = match load(&arguments.file, output.width()) {
        Ok(text) => text,
        Err(message) => {
            output.note(&message);
            return 2;
        }
    };
    let converted = match buttress_pi::convert(&text) {
        Ok(converted) => converted,
        Err(problems) => {
            let name = files::shown(&arguments.file);
            let source = frame::Source { file: &name, text: &text, width: output.width() };
            output.note(&frame::diagnostics(source, &problems));
            return 2;
        }
    };
    let Some(path) = &arguments.output else {
        output.answer(&converted);
        return 0;
    };
    match files::store(path, converted.as_bytes()) {
        Ok(()) => 0,
        Err(problem) => {
            output.note(&diagnostics::plain(&problem));
            2
        }
    }
}
