//! The conditions of a program in its own source, before anything is decided.

use buttress_logic::Terms;
use buttress_pi::paths::{Options, basic_paths};
use buttress_pi::{Diagnostic, Facts, Lines, Span};

use super::path_step::PathStep;
use super::source_text::SourceText;

/// What has to be shown of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionPaths {
    /// Its name.
    pub name: String,
    /// Its basic paths, in the order of the text.
    pub paths: Vec<PathConditions>,
    /// Are these all?
    pub is_complete: bool,
}

/// What has to be shown at the end of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathConditions {
    /// As in `L1 -> post`.
    pub name: String,
    /// What happens on the way.
    pub steps: Vec<PathStep>,
    /// What has to hold then.
    pub conditions: Vec<String>,
}

/// The basic paths of every function with their conditions. The error is what is wrong with the text.
pub fn explain(bytes: &[u8]) -> Result<Vec<FunctionPaths>, Vec<Diagnostic>> {
    let text = program_text(bytes).map_err(|problem| vec![problem])?;
    let reading = buttress_pi::read(text);
    let Some(program) = reading.program else { return Err(reading.diagnostics) };
    let (facts, lines) = (Facts::default(), Lines::new(text));
    let mut functions = Vec::new();
    for id in program.function_ids() {
        let function = program.function(id);
        let source = SourceText { text, program: &program, function, lines: &lines };
        let paths = basic_paths(&mut Terms::new(), &program, &facts, id, &Options::default());
        let shown = paths.paths.iter().map(|path| PathConditions {
            name: source.path(path),
            steps: source.steps(&path.steps),
            conditions: path
                .goals
                .iter()
                .map(|goal| source.goal(path, goal.kind, goal.span, &facts).text)
                .collect(),
        });
        functions.push(FunctionPaths {
            name: function.name.text.clone(),
            paths: shown.collect(),
            is_complete: paths.is_complete,
        });
    }
    Ok(functions)
}

/// The text of a program; the error says where the bytes are no text.
pub fn program_text(bytes: &[u8]) -> Result<&str, Diagnostic> {
    std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to();
        let message = format!("the file is not text: byte {place} is not UTF-8");
        Diagnostic::error("PI0000", Span::new(place, place), message)
    })
}
