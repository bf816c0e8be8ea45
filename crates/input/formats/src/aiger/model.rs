//! All that an AIGER file says.

use buttress_circuit::{Circuit, Names};
use buttress_prop::Lit;

use super::symbol::{SymbolKind, Symbols};

/// All that an AIGER file says.
#[derive(Clone, Debug)]
pub struct Model {
    /// The transition system; its properties are the bad signals, or else the outputs.
    pub circuit: Circuit,
    /// The symbols as names of the circuit's variables, properties and constraints.
    pub names: Names,
    /// The outputs as the file lists them, whether or not they are the bad signals.
    pub outputs: Vec<Lit>,
    /// Has the file neither bad signals nor justice properties, so that its outputs are the bad signals?
    pub bads_are_outputs: bool,
    /// The justice properties, which say something of liveness.
    pub justice: Vec<Vec<Lit>>,
    /// The fairness constraints, which matter to justice properties alone.
    pub fairness: Vec<Lit>,
    /// The symbol table as it stands in the file.
    pub symbols: Symbols,
    /// What follows the line `c`; empty without one.
    pub comments: String,
}

impl Model {
    /// A model of this circuit whose properties are listed as bad signals.
    pub fn new(circuit: Circuit, symbols: Symbols) -> Model {
        Model::assemble(circuit, symbols, Vec::new(), false)
    }

    /// A model of this circuit in the older style: its properties are listed as outputs.
    pub fn with_bads_as_outputs(circuit: Circuit, symbols: Symbols) -> Model {
        let outputs = circuit.properties.iter().map(|property| property.bad).collect();
        Model::assemble(circuit, symbols, outputs, true)
    }

    /// The outputs that are not properties, with their names.
    pub fn plain_outputs(&self) -> Vec<(String, Lit)> {
        if self.bads_are_outputs {
            return Vec::new();
        }
        let name = |index: usize| match self.symbols.get(SymbolKind::Output, index as u32) {
            Some(name) => name.to_string(),
            None => format!("out{index}"),
        };
        self.outputs.iter().enumerate().map(|(index, &lit)| (name(index), lit)).collect()
    }

    fn assemble(
        circuit: Circuit,
        symbols: Symbols,
        outputs: Vec<Lit>,
        bads_are_outputs: bool,
    ) -> Model {
        let names = symbols.names(&circuit, bads_are_outputs);
        let (justice, fairness, comments) = (Vec::new(), Vec::new(), String::new());
        Model { circuit, names, outputs, bads_are_outputs, justice, fairness, symbols, comments }
    }
}
