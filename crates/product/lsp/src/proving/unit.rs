//! What is proved in one go, and what its verdict depends on.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use buttress_pi::Span;

use crate::program::ProgramSource;

/// What is proved in one go: a function (or several that call each other), a check, a system.
#[derive(Clone)]
pub(crate) struct Unit {
    /// Its name, which no other unit of the document has.
    pub(crate) name: String,
    /// What has a verdict of its own, in the order of the text.
    pub(crate) members: Vec<Member>,
    /// What every verdict depends on.
    pub(crate) key: Key,
    /// What verdicts other than `proved` depend on as well.
    pub(crate) runs: Key,
    /// What is to be done.
    pub(crate) work: Work,
}

/// What has a verdict of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Member {
    /// Its name.
    pub(crate) name: String,
    /// Where its name stands.
    pub(crate) span: Span,
    /// All of it.
    pub(crate) whole: Span,
}

/// What is to be done.
#[derive(Clone)]
pub(crate) enum Work {
    /// Prove these functions.
    Functions {
        /// The text and its meaning.
        source: Arc<ProgramSource>,
        /// Their names.
        names: Vec<String>,
    },
    /// Decide one check of a script.
    Check {
        /// The text.
        text: Arc<str>,
        /// Where the check ends.
        end: usize,
        /// Which check it is, from 1.
        number: usize,
    },
    /// Prove a system over numbers.
    System {
        /// The text.
        text: Arc<str>,
    },
}

/// What something depends on, told from whatever else it could be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key(u64, u64);

impl Key {
    /// The key of what this is.
    pub(crate) fn of(what: impl Hash) -> Key {
        let hash = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            salt.hash(&mut hasher);
            what.hash(&mut hasher);
            hasher.finish()
        };
        Key(hash(0), hash(1))
    }
}
