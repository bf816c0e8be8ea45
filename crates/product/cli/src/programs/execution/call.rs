//! What is called: a function, globals and arguments.

use buttress_pi::program::{FunctionId, Program, VariableId};
use buttress_pi::{Value, read_call, read_value};

use crate::plural::there_are;
use crate::refusal::Refusal;

/// What is called: a function, globals and arguments.
pub struct RunCall {
    pub(super) function: FunctionId,
    pub(super) globals: Vec<(VariableId, Value)>,
    pub(super) arguments: Vec<Value>,
    /// As it was typed.
    pub(super) text: String,
}

/// What is called; the error comes with the name of the text that it is in.
pub fn run_call(
    program: &Program,
    call: Option<String>,
    globals: &[String],
) -> Result<RunCall, (String, Refusal)> {
    let within = |refusal| ("<call>".to_owned(), refusal);
    let call = match call {
        Some(call) => call,
        None => {
            let names: Vec<&str> =
                program.functions.iter().map(|one| one.name.text.as_str()).collect();
            let message = format!("name a function and its arguments; {}", there_are(&names));
            return Err(within(Refusal::Plain(message)));
        }
    };
    let refuse = |problem| within(Refusal::Program(call.clone().into_bytes(), vec![problem]));
    let (function, arguments) = read_call(program, &call).map_err(refuse)?;
    let mut given = Vec::new();
    for text in globals {
        let read = global(program, function, text);
        given.push(read.map_err(|message| within(Refusal::Plain(message)))?);
    }
    Ok(RunCall { function, globals: given, arguments, text: call })
}

/// Reads `limit = 5`; the error is one line for the user.
fn global(
    program: &Program,
    function: FunctionId,
    text: &str,
) -> Result<(VariableId, Value), String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(format!("expected NAME = VALUE, found {text:?}"));
    };
    let name = name.trim().trim_end_matches(':').trim_end();
    let globals = &program.function(function).variables[..program.globals as usize];
    let Some(place) = globals.iter().position(|global| global.name == name) else {
        return Err(format!("there is no global {name}"));
    };
    let read = read_value(program, &globals[place].ty, value.trim());
    let read = read.map_err(|problem| format!("{name}: {}", problem.message))?;
    Ok((VariableId(place as u32), read))
}
