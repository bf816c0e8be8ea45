//! The names under which everything about a design is found.

use buttress_exchange::{Digest, Key};

use crate::job::Options;

/// The keys of one question about a design. The digest stands in braces, so that a cluster keeps all of them on one server.
#[derive(Clone, Debug)]
pub struct Keys {
    design: String,
}

impl Keys {
    /// The keys of the design with this digest, under the question that these options ask: a proof without checks at run time is none with them.
    pub fn new(design: Digest, options: &Options) -> Keys {
        Keys { design: format!("{{{design}}}{}", options.question()) }
    }

    /// All designs that were handed out.
    pub fn designs() -> Key {
        Key::new(&["designs"])
    }

    /// Who works.
    pub fn workers() -> Key {
        Key::new(&["workers"])
    }

    /// Who helps with which job, and how.
    pub fn helpers() -> Key {
        Key::new(&["helpers"])
    }

    /// Is everybody asked to stop?
    pub fn drain() -> Key {
        Key::new(&["drain"])
    }

    /// Clauses for a unit.
    pub fn lemmas(&self, unit: &str) -> Key {
        Key::new(&[&self.design, unit, "lemma"])
    }

    /// Facts about numbers for a unit.
    pub fn facts(&self, unit: &str) -> Key {
        Key::new(&[&self.design, unit, "fact"])
    }

    /// Clauses that lean on nothing.
    pub fn absolute(&self) -> Key {
        Key::new(&[&self.design, "abs"])
    }

    /// By unit, how many steps are known to be free of anything bad.
    pub fn bounds(&self) -> Key {
        Key::new(&[&self.design, "bounds"])
    }

    /// The verdict on a unit.
    pub fn verdict(&self, unit: &str) -> Key {
        Key::new(&[&self.design, unit, "verdict"])
    }

    /// Units that were answered, in the order of their answers.
    pub fn answered(&self) -> Key {
        Key::new(&[&self.design, "answered"])
    }

    /// By unit, why a job ended without a verdict.
    pub fn outcomes(&self) -> Key {
        Key::new(&[&self.design, "outcomes"])
    }
}
