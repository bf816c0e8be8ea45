//! The hook by which theories take part in the search.
//!
//! Some variables stand for atoms whose meaning a theory knows. The theory hears of the literals that
//! become true, level by level, and answers with literals that follow and with clauses that hold.
//! Why a literal follows is asked only when conflict analysis needs to know; the explanation then
//! becomes a clause like any other, and in a logging solver a given one: the theory answers for it.
//!
//! Every clause that comes from a theory, explanations included, carries a tag of the theory's own,
//! by which it is told of in proofs.

use buttress_budget::Exhausted;
use buttress_prop::{Lit, Var};

/// What a theory has to say about the literals that are true so far.
#[derive(Clone, Debug, Default)]
pub struct Consequences {
    /// Literals that follow; [`Propagator::explain`] says why.
    pub implied: Vec<Lit>,
    /// Clauses that hold. Their variables may be new.
    pub clauses: Vec<Lemma>,
    /// How many variables there must be: those that are new wait for a decision.
    pub vars: usize,
    /// Are there variables to decide on now that [`Propagator::decides`] excepted before?
    pub has_revived: bool,
    /// Is all to be decided anew? Otherwise clauses take effect where the search stands.
    pub starts_anew: bool,
}

/// A clause that a theory adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The clause.
    pub clause: Vec<Lit>,
    /// Is it kept for good? Other clauses may be forgotten, and the theory must notice by itself
    /// if they are violated again.
    pub is_kept: bool,
    /// The theory's name for it in proofs.
    pub tag: u32,
}

impl Consequences {
    pub(crate) fn clear(&mut self) {
        self.implied.clear();
        self.clauses.clear();
        self.vars = 0;
        self.has_revived = false;
        self.starts_anew = false;
    }
}

/// A theory that takes part in a search.
pub trait Propagator {
    /// Does it have anything to say at all?
    const IS_ACTIVE: bool = true;

    /// A decision level begins. Everything on the trail so far has been seen.
    fn new_level(&mut self);

    /// All levels above `level` are undone.
    fn backtrack(&mut self, level: u32);

    /// What follows from the trail? All of it is true; the theory remembers how much it has seen.
    fn propagate(
        &mut self,
        trail: &[Lit],
        consequences: &mut Consequences,
    ) -> Result<(), Exhausted>;

    /// A clause with `lit` whose other literals were false before the theory implied `lit`.
    /// It may be forgotten.
    fn explain(&mut self, lit: Lit) -> Lemma;

    /// All variables that are decided on are assigned. Silence means that the theory agrees (or has given up, which it
    /// remembers for its owner).
    fn final_check(
        &mut self,
        trail: &[Lit],
        consequences: &mut Consequences,
    ) -> Result<(), Exhausted>;

    /// Does the search decide on a variable? Otherwise it has a value only where one follows.
    fn decides(&self, var: Var) -> bool {
        let _ = var;
        true
    }

    /// The value to try first for a variable that the search decides on, if the theory cares.
    fn prefers(&mut self, lit: Lit) -> Option<bool> {
        let _ = lit;
        None
    }
}

/// No theory.
impl Propagator for () {
    const IS_ACTIVE: bool = false;

    fn new_level(&mut self) {}

    fn backtrack(&mut self, _: u32) {}

    fn propagate(&mut self, _: &[Lit], _: &mut Consequences) -> Result<(), Exhausted> {
        Ok(())
    }

    fn explain(&mut self, lit: Lit) -> Lemma {
        Lemma { clause: vec![lit], is_kept: false, tag: 0 }
    }

    fn final_check(&mut self, _: &[Lit], _: &mut Consequences) -> Result<(), Exhausted> {
        Ok(())
    }
}
