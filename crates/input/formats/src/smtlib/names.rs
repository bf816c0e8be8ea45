//! What names mean, innermost meaning last.
//!
//! Every binding is remembered in order, so that leaving a scope costs as much as entering it did,
//! and a command that fails can be undone.

use std::collections::HashMap;
use std::sync::Arc;

/// Names with their meanings in nested scopes.
#[derive(Clone, Debug)]
pub(super) struct Names<Meaning> {
    numbers: HashMap<Arc<str>, usize>,
    /// By number.
    names: Vec<Arc<str>>,
    /// By the number of the name; the last meaning hides the others.
    meanings: Vec<Vec<Meaning>>,
    /// The names that were bound, in order.
    trail: Vec<usize>,
}

/// A moment to which names can be brought back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Mark(usize);

impl<Meaning> Names<Meaning> {
    pub fn new() -> Names<Meaning> {
        Names {
            numbers: HashMap::new(),
            names: Vec::new(),
            meanings: Vec::new(),
            trail: Vec::new(),
        }
    }

    pub fn get(&self, name: &str) -> Option<&Meaning> {
        self.meanings[*self.numbers.get(name)?].last()
    }

    pub fn bind(&mut self, name: &str, meaning: Meaning) {
        let number = match self.numbers.get(name) {
            Some(number) => *number,
            None => {
                let name: Arc<str> = name.into();
                self.numbers.insert(name.clone(), self.meanings.len());
                self.names.push(name);
                self.meanings.push(Vec::new());
                self.meanings.len() - 1
            }
        };
        self.meanings[number].push(meaning);
        self.trail.push(number);
    }

    pub fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Forgets what was bound since the mark.
    pub fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.0 {
            if let Some(number) = self.trail.pop() {
                self.meanings[number].pop();
            }
        }
    }

    /// The names that mean something now, oldest first.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let bound = self.names.iter().zip(&self.meanings).filter(|(_, known)| !known.is_empty());
        bound.map(|(name, _)| &**name)
    }
}
