//! Clauses that a theory finds missing.

use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{IdMap, IdSet, Term, Terms};

use crate::graph::Graph;

/// A clause that holds in the theory, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The clause.
    pub clause: Vec<Literal>,
    /// Why it holds.
    pub rule: Rule,
}

/// A theory whose models satisfy finitely many instances of axioms.
pub trait Theory {
    /// Names instances that the classes of `graph` do not satisfy yet. Silence means that the
    /// classes have a model.
    fn check(&mut self, terms: &mut Terms, graph: &Graph, lemmas: &mut Lemmas);
}

/// The lemmas of one search: each is given once.
#[derive(Debug, Default)]
pub struct Lemmas {
    given: IdSet<(u64, u64)>,
    /// How much is said of each index.
    said: IdMap<Term, u32>,
    /// What is to be added.
    pub due: Vec<Lemma>,
    /// Equalities on which the search must decide, and the value to try first.
    pub splits: Vec<(Term, bool)>,
    /// A theory had to give up, for this reason.
    pub gave_up: Option<&'static str>,
}

impl Lemmas {
    /// Is there nothing new to say?
    pub fn is_silent(&self) -> bool {
        self.due.is_empty() && self.splits.is_empty()
    }

    /// Is this instance asked for the first time?
    pub fn is_first(&mut self, kind: u8, one: Term, other: Term, third: u32) -> bool {
        self.given.insert(key(kind, one, other, third))
    }

    /// Was this instance asked for before?
    pub fn is_given(&self, kind: u8, one: Term, other: Term, third: u32) -> bool {
        self.given.contains(&key(kind, one, other, third))
    }

    /// One lemma more says something of an index.
    pub fn say_of(&mut self, index: Term) {
        *self.said.entry(index).or_default() += 1;
    }

    /// How many lemmas say something of an index.
    pub fn said_of(&self, index: Term) -> u32 {
        self.said.get(&index).copied().unwrap_or_default()
    }

    /// Adds a lemma.
    pub fn push(&mut self, clause: Vec<Literal>, rule: Rule) {
        self.due.push(Lemma { clause, rule });
    }
}

/// An instance in two words.
fn key(kind: u8, one: Term, other: Term, third: u32) -> (u64, u64) {
    let words = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
    (words(u32::from(kind), third), words(one.0, other.0))
}
