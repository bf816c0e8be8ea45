//! Where the text of a script's two channels goes.
//!
//! Remarks go to standard error, as long as the script does not say otherwise. A place that the script has
//! named gets them only if it also asks for some (`:verbosity`), as remarks of SMT-LIB, so that whoever
//! reads answers there line by line is not surprised.

use std::fs::{File, OpenOptions};
use std::io::Write;

use buttress_session::formulas::Channel;

use crate::files;
use crate::output::Output;

/// Where the text of each channel goes.
pub struct Channels {
    regular: Place,
    diagnostic: Place,
    /// How much the script wants to read on the diagnostic channel.
    pub verbosity: u64,
    /// Has the script named a place for remarks?
    is_redirected: bool,
}

enum Place {
    Output,
    Errors,
    File(File),
}

impl Channels {
    /// Answers go to standard output, remarks to standard error.
    pub fn new() -> Channels {
        let (regular, diagnostic) = (Place::Output, Place::Errors);
        Channels { regular, diagnostic, verbosity: 0, is_redirected: false }
    }

    /// Sends a channel to a place; a file is added to. The error is one line for the user.
    pub fn redirect(&mut self, channel: Channel, place: &str) -> Result<(), String> {
        let place = match place {
            "stdout" => Place::Output,
            "stderr" => Place::Errors,
            path => {
                let opened = OpenOptions::new().append(true).create(true).open(path);
                Place::File(opened.map_err(|error| {
                    format!("{path} cannot be written: {}", files::plain(&error))
                })?)
            }
        };
        match channel {
            Channel::Regular => self.regular = place,
            Channel::Diagnostic => {
                self.is_redirected = !matches!(place, Place::Errors);
                self.diagnostic = place;
            }
        }
        Ok(())
    }

    /// Prints what SMT-LIB wants printed.
    pub fn respond(&mut self, text: &str, output: &mut Output) {
        print(&mut self.regular, text, output);
    }

    /// Prints a remark that people want to read even if the script does not ask for it.
    pub fn note(&mut self, text: &str, output: &mut Output) {
        match self.is_redirected {
            false => output.note(text),
            true if self.verbosity > 0 => self.remark(text, output),
            true => {}
        }
    }

    /// Prints a remark for which the script has asked.
    pub fn remark(&mut self, text: &str, output: &mut Output) {
        let lines = text.lines().map(|line| format!("; {line}").trim_end().to_owned() + "\n");
        print(&mut self.diagnostic, &lines.collect::<String>(), output);
    }
}

fn print(place: &mut Place, text: &str, output: &mut Output) {
    match place {
        Place::Output => output.stream(text),
        Place::Errors => output.note(text.strip_suffix('\n').unwrap_or(text)),
        Place::File(file) => {
            if let Err(error) = file.write_all(text.as_bytes()) {
                output.note(&format!("error: the script's output cannot be written: {error}"));
            }
        }
    }
}
