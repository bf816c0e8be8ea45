//! The functions of a program that somebody has named.

use buttress_session::programs;

use crate::nearest::nearest;
use crate::plural::there_are;
use crate::refusal::Refusal;

/// The functions that were named, if the program has them all; none if none was, which means all.
pub fn chosen(name: &str, bytes: &[u8], wanted: &[String]) -> Result<Option<Vec<String>>, Refusal> {
    if wanted.is_empty() {
        return Ok(None);
    }
    let refuse = |problems| Refusal::Program(bytes.to_vec(), problems);
    let text = programs::program_text(bytes).map_err(|problem| refuse(vec![problem]))?;
    let reading = buttress_pi::read(text);
    let Some(program) = reading.program else { return Err(refuse(reading.diagnostics)) };
    for word in wanted {
        if program.function_named(word).is_some() {
            continue;
        }
        let names = program.functions.iter().map(|function| function.name.text.clone());
        let names: Vec<String> = names.collect();
        let listed = there_are(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let message = match nearest(word, names) {
            Some(near) => format!("{name}: there is no function {word}; did you mean {near}?"),
            None => format!("{name}: there is no function {word}; {listed}"),
        };
        return Err(Refusal::Plain(message));
    }
    Ok(Some(wanted.to_vec()))
}
