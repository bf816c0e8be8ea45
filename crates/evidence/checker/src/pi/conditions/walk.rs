//! A walk through a function, and what it has come to.

use buttress_logic::{Op, Term, Terms};
use buttress_pi::program::{Program, Type, VariableId};

use super::value::{self, Value};

/// What a hypothesis is, where walks are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum HypothesisKind {
    /// A branch that was taken.
    Turn,
    /// What a new name means. It denies nothing.
    Meaning,
    /// Something else that is known.
    Fact,
}

/// A walk under way.
#[derive(Clone, Default)]
pub struct Walk {
    /// By the numbers of variables.
    pub values: Vec<Option<Value>>,
    pub hypotheses: Vec<(Term, HypothesisKind)>,
    /// Which way it went wherever there were two. Ways are in the order of these.
    pub turns: Vec<bool>,
    /// The left sides of `&&`, `||` and `->` around, and what they are where the right side is evaluated.
    pub around: Vec<(Term, bool)>,
}

/// A place where something has to hold.
pub struct PathEnd {
    pub turns: Vec<bool>,
    pub hypotheses: Vec<Term>,
    pub goals: Vec<Term>,
}

impl Walk {
    pub fn get(&self, variable: VariableId) -> Option<&Value> {
        self.values.get(variable.0 as usize)?.as_ref()
    }

    pub fn set(&mut self, variable: VariableId, value: Value) -> Option<()> {
        *self.values.get_mut(variable.0 as usize)? = Some(value);
        Some(())
    }

    pub fn assume(&mut self, formula: Term, kind: HypothesisKind) {
        self.hypotheses.push((formula, kind));
    }

    /// A value that may be any of its type.
    pub fn anything(&mut self, terms: &mut Terms, program: &Program, ty: &Type) -> Option<Value> {
        let (value, natures) = value::any(terms, program, ty)?;
        natures.into_iter().for_each(|nature| self.assume(nature, HypothesisKind::Meaning));
        Some(value)
    }

    /// The value under new names, but for leaves that are constants, or what they were before.
    pub fn name(&mut self, terms: &mut Terms, before: Option<&Value>, value: &Value) -> Value {
        let mut named = value.clone();
        for (place, leaf) in named.leaves.iter_mut().enumerate() {
            let is_old = before.is_some_and(|before| before.leaves[place] == *leaf);
            let is_constant =
                matches!(terms.op(*leaf), Op::Apply(_)) && terms.arguments(*leaf).is_empty();
            if !is_old && !is_constant {
                let name = terms.fresh_constant("v", terms.sort_of(*leaf));
                let meaning = terms.equation(name, *leaf);
                self.assume(meaning, HypothesisKind::Meaning);
                *leaf = name;
            }
        }
        named
    }

    /// The walk on which a formula is what it is said to be; none if it is known not to be.
    pub fn turn(&self, terms: &mut Terms, formula: Term, holds: bool) -> Option<Walk> {
        let formula = if holds { formula } else { terms.not(formula) };
        if formula == Term::FALSE {
            return None;
        }
        let mut walk = self.clone();
        walk.assume(formula, HypothesisKind::Turn);
        walk.turns.push(holds);
        Some(walk)
    }
}
