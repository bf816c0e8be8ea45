//! Which names mean what, from the outside in.

use crate::Span;
use crate::program::{BoundId, Type, VariableId};

/// The names that can be used at some place.
#[derive(Clone, Default)]
pub(super) struct Scope {
    /// An entry hides earlier ones of the same name.
    entries: Vec<Entry>,
    /// Where the open blocks begin among the entries.
    blocks: Vec<usize>,
}

/// One name.
#[derive(Clone)]
pub(super) struct Entry {
    /// The name.
    pub name: String,
    /// What it means.
    pub meaning: Meaning,
    /// None after a mistake in its declaration, of which the user has been told.
    pub ty: Option<Type>,
    /// Where it is declared.
    pub span: Span,
    /// Where it may be used.
    pub availability: Availability,
}

/// What a name means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A variable of the function.
    Variable(VariableId),
    /// A variable of a quantifier, or a parameter of a predicate.
    Bound(BoundId),
}

/// Where a name may be used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Availability {
    /// In code and in annotations.
    Everywhere,
    /// In annotations: a free global.
    Free,
    /// In annotations: the value of a parameter on entry.
    Entry,
}

impl Scope {
    /// Opens a block.
    pub fn enter(&mut self) {
        self.blocks.push(self.entries.len());
    }

    /// Closes a block; the names that are gone.
    pub fn leave(&mut self) -> Vec<Entry> {
        let start = self.blocks.pop().unwrap_or(0);
        self.entries.split_off(start)
    }

    /// Adds a name to the innermost block.
    pub fn add(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// What a name means here.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.name == name)
    }

    /// What a name means in the innermost block itself.
    pub fn find_in_block(&self, name: &str) -> Option<&Entry> {
        let start = self.blocks.last().copied().unwrap_or(0);
        self.entries.get(start..)?.iter().rev().find(|entry| entry.name == name)
    }

    /// All names, also hidden ones.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// The variables that can be named here, each once, in the order of their declarations.
    pub fn variables(&self) -> Vec<VariableId> {
        let mut variables = vec![];
        for entry in &self.entries {
            let is_visible =
                self.find(&entry.name).is_some_and(|found| found.meaning == entry.meaning);
            if let Meaning::Variable(variable) = entry.meaning
                && is_visible
                && !variables.contains(&variable)
            {
                variables.push(variable);
            }
        }
        variables
    }
}
