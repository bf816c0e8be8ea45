//! A file as it is handed out: its bytes, what it is, and the units that each have a verdict of their own.

use buttress_circuit::cone_of;
use buttress_exchange::Digest;
use buttress_formats::aiger;
use buttress_session::{formulas, numbers};
use serde::{Deserialize, Serialize};

use crate::error::DispatchError;

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DesignKind {
    /// A circuit; its units are properties.
    Circuit,
    /// A system over numbers; its units are properties.
    Numbers,
    /// A program; its units are functions.
    Program,
    /// A script; its units are checks.
    Script,
}

/// A part of a file that has a verdict of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// In keys: the position of a property, the name of a function, the number of a check.
    pub label: String,
    /// In reports.
    pub name: String,
    /// Units with the same number are looked at together, because they look at the same part of the file.
    pub group: usize,
}

/// A file as it is handed out.
#[derive(Clone, Debug)]
pub struct Design {
    /// The digest of the bytes.
    pub digest: Digest,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What they are.
    pub kind: DesignKind,
    /// In the order of the file.
    pub units: Vec<Unit>,
}

impl Design {
    /// Reads a file of which it is known what it is.
    pub fn new(bytes: Vec<u8>, kind: DesignKind) -> Result<Design, DispatchError> {
        let units = match kind {
            DesignKind::Circuit => circuit_units(&bytes)?,
            DesignKind::Numbers => {
                let contents = numbers::info(&bytes).map_err(|error| unreadable(&error))?;
                plain(contents.properties.into_iter().enumerate())
            }
            DesignKind::Program => {
                let text = buttress_session::programs::program_text(&bytes)
                    .map_err(|problem| unreadable(&problem.message))?;
                let program = buttress_pi::read(text).program;
                let program = program.ok_or_else(|| unreadable(&"it has errors"))?;
                let names = program.functions.iter().map(|function| function.name.text.clone());
                plain(names.map(|name| (name.clone(), name)))
            }
            DesignKind::Script => {
                let checks = 1..=formulas::info(&bytes).checks;
                plain(checks.map(|number| (number, format!("check {number}"))))
            }
        };
        Ok(Design { digest: Digest::of(&bytes), bytes, kind, units })
    }

    /// A file that somebody else has taken apart: its units are not looked for.
    pub(crate) fn received(bytes: Vec<u8>, kind: DesignKind) -> Design {
        Design { digest: Digest::of(&bytes), bytes, kind, units: Vec::new() }
    }

    /// The unit with this label.
    pub fn unit(&self, label: &str) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.label == label)
    }
}

fn unreadable(why: &dyn std::fmt::Display) -> DispatchError {
    DispatchError::File(format!("the file cannot be read: {why}"))
}

/// Units that have nothing to do with each other.
fn plain<L: ToString>(units: impl Iterator<Item = (L, String)>) -> Vec<Unit> {
    let unit = |(group, (label, name)): (usize, (L, String))| Unit {
        label: label.to_string(),
        name,
        group,
    };
    units.enumerate().map(unit).collect()
}

/// The properties of a circuit, grouped by the latches in their cones.
fn circuit_units(bytes: &[u8]) -> Result<Vec<Unit>, DispatchError> {
    let model = aiger::read(bytes).map_err(|problems| {
        unreadable(&problems.first().map_or_else(String::new, |problem| problem.message.clone()))
    })?;
    let circuit = &model.circuit;
    let mut cones: Vec<Digest> = Vec::new();
    let units = circuit.properties.iter().enumerate().map(|(index, property)| {
        let roots = circuit.constraints.iter().copied().chain([property.bad]);
        let cone = cone_of(circuit, roots);
        let members: Vec<u8> =
            circuit.latches.iter().map(|latch| u8::from(cone.contains(latch.var))).collect();
        let cone = Digest::of(&members);
        let group = cones.iter().position(|known| *known == cone).unwrap_or_else(|| {
            cones.push(cone);
            cones.len() - 1
        });
        Unit { label: index.to_string(), name: model.names.property(index), group }
    });
    Ok(units.collect())
}
