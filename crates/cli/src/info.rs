//! `buttress info`: what a file holds, without proving anything.

mod numbers;
mod program;
mod script;

use buttress_formats::inflated;
use buttress_pi::tree::Dialect;
use buttress_pi::{Diagnostic, Program};
use buttress_session::{Info, info, is_numbers, numbers_info, program_text, script_info};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::counted;
use crate::args::InfoArgs;
use crate::json::{ErrorEntry, FileEntry, SCHEMA, pretty};
use crate::output::Output;
use crate::select::justice_names;
use crate::{diagnostics, files, programs};

use self::numbers::NumbersDocument;
use self::program::ProgramDocument;
use self::script::ScriptDocument;

/// The contents of a file as JSON.
#[derive(Serialize, JsonSchema)]
pub struct InfoDocument {
    /// The number of the schema.
    schema: u32,
    /// The path as it was given.
    file: String,
    /// The format of the file: `aiger`.
    format: &'static str,
    /// Inputs.
    inputs: usize,
    /// Latches.
    latches: usize,
    /// Latches that are uninitialised.
    free_resets: usize,
    /// Latches that reset to a signal.
    signal_resets: usize,
    /// And-gates.
    ands: usize,
    /// Outputs.
    outputs: usize,
    /// Invariant constraints.
    constraints: usize,
    /// The names of the justice properties, which are not checked.
    justice: Vec<String>,
    /// Fairness constraints.
    fairness: usize,
    /// Are the outputs the properties, because the file lists no others?
    outputs_are_properties: bool,
    /// The safety properties.
    properties: Vec<ConeEntry>,
}

/// A property and what it depends on, together with the constraints.
#[derive(Serialize, JsonSchema)]
struct ConeEntry {
    /// Its position.
    index: usize,
    /// Its name.
    name: String,
    /// Inputs in the cone.
    cone_inputs: usize,
    /// Latches in the cone.
    cone_latches: usize,
    /// And-gates in the cone.
    cone_ands: usize,
}

/// Runs the command.
pub fn run(arguments: &InfoArgs, output: &mut Output) -> u8 {
    let file = files::shown(&arguments.file);
    let refuse = |shown: String, errors: Vec<ErrorEntry>, output: &mut Output| {
        match arguments.json {
            true => output.answer(&pretty(&FileEntry::broken(&file, errors))),
            false => output.note(&shown),
        }
        2
    };
    let bytes = match files::load(&arguments.file) {
        Ok(bytes) => bytes,
        Err(problem) => {
            let errors = vec![ErrorEntry::plain(&problem)];
            return refuse(diagnostics::plain(&problem), errors, output);
        }
    };
    if let Ok(text) = inflated(&bytes)
        && files::is_program(&arguments.file, &text)
    {
        return match read_program(&text) {
            Ok((text, dialect, program)) => {
                let document = ProgramDocument::of(file, text, dialect, &program);
                output.answer(&if arguments.json { pretty(&document) } else { document.shown() });
                0
            }
            Err(problems) => {
                let source = String::from_utf8_lossy(&text);
                let errors =
                    problems.iter().map(|it| ErrorEntry::in_program(&source, it)).collect();
                refuse(programs::refused(&file, &text, &problems, output.width()), errors, output)
            }
        };
    }
    if let Ok(text) = inflated(&bytes)
        && files::is_script(&text)
    {
        // A system with errors is shown as the script that it is.
        if is_numbers(&text)
            && let Ok(contents) = numbers_info(&text)
        {
            let document = NumbersDocument::of(file, &contents);
            output.answer(&if arguments.json { pretty(&document) } else { document.shown() });
            return 0;
        }
        let info = script_info(&text);
        for error in info.errors.iter().filter(|_| !arguments.json) {
            output.note(&diagnostics::in_script(&file, &text, error));
        }
        let code = if info.errors.is_empty() { 0 } else { 2 };
        let document = ScriptDocument::of(file, info);
        output.answer(&if arguments.json { pretty(&document) } else { document.shown() });
        return code;
    }
    match info(&bytes) {
        Ok(info) => {
            let document = InfoDocument::of(file, &info);
            output.answer(&if arguments.json { pretty(&document) } else { document.shown() });
            0
        }
        Err(problems) => {
            let errors = problems.iter().map(ErrorEntry::of).collect();
            refuse(diagnostics::all(&file, &bytes, &problems), errors, output)
        }
    }
}

/// Reads a program; the error is what is wrong with it.
fn read_program(bytes: &[u8]) -> Result<(&str, Dialect, Program), Vec<Diagnostic>> {
    let text = program_text(bytes).map_err(|problem| vec![problem])?;
    let reading = buttress_pi::read(text);
    match reading.program {
        Some(program) => Ok((text, reading.dialect, program)),
        None => Err(reading.diagnostics),
    }
}

impl InfoDocument {
    fn of(file: String, info: &Info) -> InfoDocument {
        let (model, circuit) = (&info.model, &info.model.circuit);
        let properties = info.properties.iter().enumerate().map(|(index, property)| ConeEntry {
            index,
            name: property.name.clone(),
            cone_inputs: property.inputs,
            cone_latches: property.latches,
            cone_ands: property.ands,
        });
        InfoDocument {
            schema: SCHEMA,
            file,
            format: "aiger",
            inputs: circuit.inputs.len(),
            latches: circuit.latches.len(),
            free_resets: info.free_resets,
            signal_resets: info.signal_resets,
            ands: circuit.ands.len(),
            outputs: model.outputs.len(),
            constraints: circuit.constraints.len(),
            justice: justice_names(model),
            fairness: model.fairness.len(),
            outputs_are_properties: model.bads_are_outputs,
            properties: properties.collect(),
        }
    }

    fn shown(&self) -> String {
        let resets = match (self.free_resets, self.signal_resets) {
            (0, 0) => String::new(),
            (free, 0) => format!(" ({free} uninitialised)"),
            (0, signal) => format!(" ({signal} reset to a signal)"),
            (free, signal) => format!(" ({free} uninitialised, {signal} reset to a signal)"),
        };
        let mut text = format!(
            "{}\n  inputs       {}\n  latches      {}{resets}\n  ands         {}\n  outputs      {}\n  \
             constraints  {}\n",
            self.file, self.inputs, self.latches, self.ands, self.outputs, self.constraints
        );
        let origin = if self.outputs_are_properties { " (the outputs)" } else { "" };
        text.push_str(&format!("  properties   {}{origin}\n", self.properties.len()));
        let width = self.properties.iter().map(|entry| entry.name.chars().count()).max();
        let width = width.unwrap_or(0);
        for entry in &self.properties {
            text.push_str(&format!(
                "    {:width$}  cone: {}, {}, {}\n",
                entry.name,
                counted(entry.cone_inputs, "input"),
                counted(entry.cone_latches, "latch"),
                counted(entry.cone_ands, "and"),
            ));
        }
        if !self.justice.is_empty() {
            let names = self.justice.join(", ");
            let count = self.justice.len();
            text.push_str(&format!("  justice      {count} (not checked): {names}\n"));
        }
        if self.fairness > 0 {
            text.push_str(&format!("  fairness     {}\n", self.fairness));
        }
        text
    }
}
