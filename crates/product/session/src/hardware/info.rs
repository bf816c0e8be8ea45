//! What a file holds, without proving anything.

use buttress_circuit::{Reset, cone_of};
use buttress_formats::Diagnostic;
use buttress_formats::aiger::{self, Model};

/// The contents of a file.
#[derive(Clone, Debug)]
pub struct Info {
    /// The file as it was read.
    pub model: Model,
    /// Latches that are uninitialised.
    pub free_resets: usize,
    /// Latches that reset to a signal.
    pub signal_resets: usize,
    /// One entry per safety property.
    pub properties: Vec<PropertyInfo>,
}

/// The size of one property's cone.
#[derive(Clone, Debug)]
pub struct PropertyInfo {
    /// Its name.
    pub name: String,
    /// Inputs in the cone of the property and of all constraints.
    pub inputs: usize,
    /// Latches in that cone.
    pub latches: usize,
    /// And-gates in that cone.
    pub ands: usize,
}

/// Reads a file and measures it.
pub fn info(bytes: &[u8]) -> Result<Info, Vec<Diagnostic>> {
    let model = aiger::read(bytes)?;
    let circuit = &model.circuit;
    let count = |wanted: fn(&Reset) -> bool| {
        circuit.latches.iter().filter(|latch| wanted(&latch.reset)).count()
    };
    let free_resets = count(|reset| matches!(reset, Reset::Free));
    let signal_resets = count(|reset| matches!(reset, Reset::Signal(_)));
    let properties = circuit.properties.iter().enumerate().map(|(index, property)| {
        let roots = circuit.constraints.iter().copied().chain([property.bad]);
        let cone = cone_of(circuit, roots);
        PropertyInfo {
            name: model.names.property(index),
            inputs: cone.inputs,
            latches: cone.latches,
            ands: cone.ands,
        }
    });
    let properties = properties.collect();
    Ok(Info { free_resets, signal_resets, properties, model })
}
