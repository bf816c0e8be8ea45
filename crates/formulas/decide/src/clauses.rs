//! The clauses that the search was given or is to be given, and why each holds.

use buttress_certificate::smt::Rule;
use buttress_numeric::Derivation;
use buttress_prop::Lit;

/// Why a clause holds.
#[derive(Clone, Debug)]
pub(crate) enum Justification {
    /// By a rule.
    Rule(Rule),
    /// By arithmetic; the literal is the one that was implied, if one was.
    Arithmetic { derivation: Box<Derivation>, implied: Option<Lit> },
}

/// A clause with its justification.
#[derive(Clone, Debug)]
pub(crate) struct Justified {
    pub(crate) clause: Box<[Lit]>,
    pub(crate) why: Justification,
}

/// The tag of a clause that is false: the theories contradict the assignment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contradiction(pub(crate) u32);

/// The clauses of one search, by tag.
#[derive(Debug)]
pub(crate) struct Clauses {
    noted: Vec<Justified>,
    /// Are clauses kept when the search has them, for proofs and cores?
    is_logged: bool,
    /// Tags of clauses that were made and not given yet.
    fresh: Vec<u32>,
    /// How many lemmas full assignments led to.
    lemma_count: u64,
}

impl Clauses {
    pub(crate) fn new(is_logged: bool) -> Clauses {
        Clauses { noted: Vec::new(), is_logged, fresh: Vec::new(), lemma_count: 0 }
    }

    /// Notes a clause; its tag.
    pub(crate) fn note(&mut self, clause: Vec<Lit>, why: Justification) -> u32 {
        self.noted.push(Justified { clause: clause.into(), why });
        self.noted.len() as u32 - 1
    }

    /// Makes a clause that is to be given for good.
    pub(crate) fn give(&mut self, clause: Vec<Lit>, rule: Rule) {
        let tag = self.note(clause, Justification::Rule(rule));
        self.fresh.push(tag);
    }

    /// Lets a clause that was noted be given for good, as a lemma.
    pub(crate) fn give_noted(&mut self, tag: u32) {
        self.fresh.push(tag);
        self.lemma_count += 1;
    }

    /// Makes a lemma.
    pub(crate) fn give_lemma(&mut self, clause: Vec<Lit>, rule: Rule) {
        self.give(clause, rule);
        self.lemma_count += 1;
    }

    /// The clause with this tag.
    pub(crate) fn get(&self, tag: u32) -> &Justified {
        &self.noted[tag as usize]
    }

    /// Is there a clause that the search has not been given yet?
    pub(crate) fn is_any_fresh(&self) -> bool {
        !self.fresh.is_empty()
    }

    /// The tags of the clauses that are to be given, which the caller does before it calls [`forget`](Clauses::forget).
    pub(crate) fn take_fresh(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.fresh)
    }

    /// Forgets the clauses that the search has, unless somebody will ask why they hold.
    pub(crate) fn forget(&mut self) {
        if !self.is_logged && self.fresh.is_empty() {
            self.noted.clear();
        }
    }

    /// How many lemmas were made at full assignments.
    pub(crate) fn lemma_count(&self) -> u64 {
        self.lemma_count
    }
}
