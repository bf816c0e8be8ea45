//! `buttress fmt`: programs in one shape.

use std::path::Path;

use super::load::load;
use crate::args::FmtArgs;
use crate::exit::worst;
use crate::input::Verb;
use crate::output::Output;
use crate::{diagnostics, files, refusal, target};

/// Runs the command.
pub fn run(arguments: &FmtArgs, output: &mut Output) -> u8 {
    let codes: Vec<u8> = arguments.files.iter().map(|path| file(path, arguments, output)).collect();
    worst(&codes)
}

fn file(path: &Path, arguments: &FmtArgs, output: &mut Output) -> u8 {
    let name = files::shown(path);
    let text = match load(path, arguments.taken.format, Verb::Fmt) {
        Ok(text) => text,
        Err(refusal) => return refusal::print(&refusal, &name, false, output),
    };
    let formatted = match buttress_pi::format(&text) {
        Ok(formatted) => formatted,
        Err(problems) => {
            let source = diagnostics::Source { file: &name, text: &text, width: output.width() };
            output.note(&diagnostics::in_program(source, &problems));
            return 2;
        }
    };
    if arguments.check {
        if formatted != text {
            output.answer(&format!("{name} is not formatted\n"));
        }
        return u8::from(formatted != text);
    }
    if !arguments.write || path == Path::new("-") {
        output.answer(&formatted);
        return 0;
    }
    if formatted == text {
        return 0;
    }
    match target::store(path, formatted.as_bytes()) {
        Ok(()) => 0,
        Err(problem) => {
            output.note(&diagnostics::plain(&problem));
            2
        }
    }
}
