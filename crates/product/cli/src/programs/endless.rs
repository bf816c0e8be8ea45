//! A call that never ends, as a person reads it.

use buttress_pi::{Program, Severity};
use buttress_session::programs;

use super::failure::{call, command};
use super::state::State;
use crate::diagnostics::{ProgramMessage, Source};

/// The code, for `buttress explain`.
pub const CODE: &str = "PI0322";

/// What is the matter, in a line.
pub fn title(
    program: &Program,
    function: &programs::FunctionReport,
    endless: &programs::EndlessRun,
) -> String {
    format!("{} never ends", call(program, function, &endless.run))
}

/// The message about a call.
pub fn message(
    report: &programs::Report,
    function: &programs::FunctionReport,
    endless: &programs::EndlessRun,
    source: Source<'_>,
) -> String {
    let program = &report.program;
    let written = program.function(endless.function);
    let state = State { program, function: written, start: None, end: &endless.run.state };
    let values = state.all();
    let notes = match &endless.set {
        None => vec![
            format!("this state comes back:  {values}"),
            "replayed: the interpreter meets it twice, and running is deterministic".to_owned(),
        ],
        Some(set) => vec![
            format!("at visit {}:  {values}", endless.visit),
            format!("at every visit from then on:  {set}"),
            "proved: from there each way leads back there, and none to an end".to_owned(),
        ],
    };
    let message = ProgramMessage {
        word: "false",
        severity: Severity::Error,
        code: CODE,
        title: title(program, function, endless),
        place: Some((endless.span, "again and again".to_owned())),
        others: Vec::new(),
        notes,
        help: vec![command(report, function, &endless.run, source.file)],
    };
    message.shown(source)
}
