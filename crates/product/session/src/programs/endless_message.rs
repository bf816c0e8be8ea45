//! The message about a call that never ends.

use buttress_pi::{Program, Severity};

use super::failure_message::{call, command};
use super::message::Message;
use super::report::{EndlessRun, FunctionReport};
use super::state_drawing::State;

/// The code, for `buttress explain`.
pub const ENDLESS_CODE: &str = "PI0322";

/// What is the matter, in a line.
pub fn endless_title(program: &Program, function: &FunctionReport, endless: &EndlessRun) -> String {
    format!("{} never ends", call(program, function, &endless.run))
}

/// The message about a call.
pub fn endless_message(
    program: &Program,
    function: &FunctionReport,
    endless: &EndlessRun,
    file: &str,
) -> Message {
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
    Message {
        word: "false",
        severity: Severity::Error,
        code: ENDLESS_CODE,
        title: endless_title(program, function, endless),
        place: Some((endless.span, "again and again".to_owned())),
        others: Vec::new(),
        notes,
        help: vec![command(program, function, &endless.run, file)],
    }
}
