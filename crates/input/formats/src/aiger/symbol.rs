//! The symbol table.

use std::collections::BTreeMap;

use buttress_circuit::{Circuit, Names};

/// The lists of an AIGER file whose entries can have symbols.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SymbolKind {
    /// `i`
    Input,
    /// `l`
    Latch,
    /// `o`
    Output,
    /// `b`
    Bad,
    /// `c`
    Constraint,
    /// `j`
    Justice,
    /// `f`
    Fairness,
}

/// Names for the entries of the lists, each at most once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbols(BTreeMap<(SymbolKind, u32), String>);

impl SymbolKind {
    /// The letter that begins a symbol of this kind.
    pub const fn letter(self) -> char {
        match self {
            SymbolKind::Input => 'i',
            SymbolKind::Latch => 'l',
            SymbolKind::Output => 'o',
            SymbolKind::Bad => 'b',
            SymbolKind::Constraint => 'c',
            SymbolKind::Justice => 'j',
            SymbolKind::Fairness => 'f',
        }
    }

    /// The kind that this letter begins.
    pub const fn from_letter(letter: u8) -> Option<SymbolKind> {
        Some(match letter {
            b'i' => SymbolKind::Input,
            b'l' => SymbolKind::Latch,
            b'o' => SymbolKind::Output,
            b'b' => SymbolKind::Bad,
            b'c' => SymbolKind::Constraint,
            b'j' => SymbolKind::Justice,
            b'f' => SymbolKind::Fairness,
            _ => return None,
        })
    }
}

impl Symbols {
    /// No symbols.
    pub fn new() -> Symbols {
        Symbols::default()
    }

    /// Names an entry; answers with the name it had before, if any.
    pub fn insert(
        &mut self,
        kind: SymbolKind,
        index: u32,
        name: impl Into<String>,
    ) -> Option<String> {
        self.0.insert((kind, index), name.into())
    }

    /// The name of an entry.
    pub fn get(&self, kind: SymbolKind, index: u32) -> Option<&str> {
        self.0.get(&(kind, index)).map(String::as_str)
    }

    /// All symbols, by kind and position.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolKind, u32, &str)> {
        self.0.iter().map(|(&(kind, index), name)| (kind, index, name.as_str()))
    }

    /// The number of symbols.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Are there no symbols?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The symbols as names of the circuit's signals.
    pub(super) fn names(&self, circuit: &Circuit, bads_are_outputs: bool) -> Names {
        let mut names = Names::new();
        for (kind, index, name) in self.iter() {
            let position = index as usize;
            match kind {
                SymbolKind::Input => {
                    if let Some(&var) = circuit.inputs.get(position) {
                        names.name_var(var, name);
                    }
                }
                SymbolKind::Latch => {
                    if let Some(latch) = circuit.latches.get(position) {
                        names.name_var(latch.var, name);
                    }
                }
                SymbolKind::Constraint => names.name_constraint(position, name),
                _ => {}
            }
        }
        let kind = if bads_are_outputs { SymbolKind::Output } else { SymbolKind::Bad };
        for index in 0..circuit.properties.len() {
            match self.get(kind, index as u32) {
                Some(name) => names.name_property(name),
                None => names.name_property(format!("bad{index}")),
            }
        }
        names
    }
}
