//! `buttress info` on a circuit.

use buttress_session::hardware;
use schemars::JsonSchema;
use serde::Serialize;

use crate::plural::counted;
use crate::select::justice_names;

/// The contents of a circuit as JSON.
#[derive(Serialize, JsonSchema)]
pub struct CircuitDocument {
    /// The path as it was given.
    file: String,
    /// The format of the file.
    #[schemars(extend("const" = "aiger"))]
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

impl CircuitDocument {
    /// What the circuit holds.
    pub fn of(file: String, info: &hardware::Info) -> CircuitDocument {
        let (model, circuit) = (&info.model, &info.model.circuit);
        let properties = info.properties.iter().enumerate().map(|(index, property)| ConeEntry {
            index,
            name: property.name.clone(),
            cone_inputs: property.inputs,
            cone_latches: property.latches,
            cone_ands: property.ands,
        });
        CircuitDocument {
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

    /// For a person.
    pub fn shown(&self) -> String {
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
