//! The solver: what is asserted, level by level, and what follows.

use std::cell::OnceCell;

use buttress_budget::{Budget, Exhausted};
use buttress_numeric::{
    Constraint, ConstraintTag, Delta, Derivation, Feasibility, Limit, Rational, Side, Simplex,
    Variable,
};

use super::atoms::{Atom, Atoms, Explanation, Meaning, Normal, Record, normalise};
use super::differences::Differences;
use super::effort::Effort;
use super::facts::{Denial, Facts, Sum};
use super::level::{Level, Lifetime, Permanent};
use super::outcome::Conflict;
use super::thresholds::Thresholds;
use super::visits::Visits;
use crate::limits::PIVOT_EFFORT;

/// The solver.
#[derive(Debug)]
pub struct Arithmetic {
    pub(super) simplex: Simplex,
    /// Which variables, row variables included, are integers.
    pub(super) is_integer: Vec<bool>,
    /// The variables of the driver.
    pub(super) structural: Vec<Variable>,
    pub(super) facts: Facts,
    pub(super) atoms: Atoms,
    pub(super) thresholds: Thresholds,
    pub(super) differences: Differences,
    /// Atoms that are no longer open, in order.
    pub(super) closed: Vec<Atom>,
    /// The sums that imply atoms; records point here.
    pub(super) explanations: Sum,
    /// Rows that were made for cuts and for what passes.
    pub(super) cuts: Vec<Variable>,
    pub(super) levels: Vec<Level>,
    pub(super) permanents: Vec<Permanent>,
    /// Permanent constraints that were asserted within levels, with the number of levels.
    pub(super) recent: Vec<(usize, usize)>,
    /// Permanent constraints whose level was popped: they have to be asserted again.
    pub(super) lost: Vec<usize>,
    pub(super) visits: Visits,
    pub(super) effort: Effort,
    /// How often a branch was asked for since the integers were last satisfied.
    pub(super) branches: u64,
    pub(super) epsilon: OnceCell<Rational>,
}

impl Default for Arithmetic {
    fn default() -> Arithmetic {
        Arithmetic::with_effort(Effort::default())
    }
}

impl Arithmetic {
    /// No variables and no constraints.
    pub fn new() -> Arithmetic {
        Arithmetic::default()
    }

    /// The same, with other choices.
    pub fn with_effort(effort: Effort) -> Arithmetic {
        Arithmetic {
            simplex: Simplex::default(),
            is_integer: Vec::new(),
            structural: Vec::new(),
            facts: Facts::default(),
            atoms: Atoms::default(),
            thresholds: Thresholds::default(),
            differences: Differences::default(),
            closed: Vec::new(),
            explanations: Sum::new(),
            cuts: Vec::new(),
            levels: Vec::new(),
            permanents: Vec::new(),
            recent: Vec::new(),
            lost: Vec::new(),
            visits: Visits::default(),
            effort,
            branches: 0,
            epsilon: OnceCell::new(),
        }
    }

    /// A new unknown. Forms may speak of these variables only.
    pub fn new_variable(&mut self, is_integer: bool) -> Variable {
        let variable = self.simplex.new_variable();
        self.note_kind(variable, is_integer);
        self.structural.push(variable);
        variable
    }

    /// Is the variable an integer?
    pub fn is_integer(&self, variable: Variable) -> bool {
        self.is_integer[variable.index()]
    }

    /// Makes a constraint an atom. It may be asserted, and is propagated when it is implied; an
    /// equation can be asserted and implied in one direction each only, since its denial is no
    /// linear constraint: it is asserted as true and implied to be false.
    pub fn register(&mut self, constraint: &Constraint) -> Atom {
        if let Some(atom) = self.atoms.known(constraint) {
            return atom;
        }
        let positive = self.normalise(constraint);
        let negative = constraint.negation().map(|negation| self.normalise(&negation).meaning);
        let record = Record {
            variable: positive.variable,
            positive: positive.meaning,
            negative,
            is_open: true,
            explanation: None,
        };
        if let Some(row) = record.variable {
            self.differences.note(row, &constraint.form);
        }
        let atom = self.atoms.add(constraint, record);
        self.thresholds.add(atom, self.atoms.get(atom));
        self.visits.news.push(atom);
        atom
    }

    /// Asserts an atom or its denial; `reason` names the constraint in conflicts. A denied
    /// equation is ignored. After a conflict a level has to be popped.
    pub fn assert(
        &mut self,
        atom: Atom,
        is_true: bool,
        reason: ConstraintTag,
    ) -> Result<(), Conflict> {
        if self.atoms.close(atom) {
            self.closed.push(atom);
        }
        let record = self.atoms.get(atom);
        let meaning = if is_true { Some(&record.positive) } else { record.negative.as_ref() };
        match (record.variable, meaning) {
            (_, None) => Ok(()),
            (Some(variable), Some(Meaning::Bound { side, value, .. }))
                if self.is_known(variable, *side, value) =>
            {
                Ok(())
            }
            (variable, Some(meaning)) => {
                let meaning = meaning.clone();
                self.assert_meaning(variable, &meaning, reason)
            }
        }
    }

    /// Asserts a constraint that is no atom.
    pub fn assert_constraint(
        &mut self,
        constraint: &Constraint,
        lifetime: Lifetime,
        reason: ConstraintTag,
    ) -> Result<(), Conflict> {
        if lifetime == Lifetime::Permanent {
            self.recent.push((self.permanents.len(), self.levels.len()));
            self.permanents.push(Permanent { constraint: constraint.clone(), reason });
        }
        let rows = self.row_count();
        let normal = self.normalise(constraint);
        if lifetime == Lifetime::Passing && self.row_count() > rows {
            self.cuts.extend(normal.variable);
        }
        self.assert_meaning(normal.variable, &normal.meaning, reason)
    }

    pub(super) fn assert_meaning(
        &mut self,
        variable: Option<Variable>,
        meaning: &Meaning,
        reason: ConstraintTag,
    ) -> Result<(), Conflict> {
        match (variable, meaning) {
            (Some(variable), Meaning::Bound { side, value, scale, rounds }) => {
                if self.is_known(variable, *side, value) {
                    return Ok(());
                }
                let fact = self.facts.give(reason, *rounds);
                self.restrict(variable, *side, value.clone(), fact, scale.clone())
            }
            (Some(variable), Meaning::Equation { value, scale }) => {
                let sides = [(Side::Lower, scale.clone()), (Side::Upper, -scale)];
                if sides.iter().all(|(side, _)| self.is_known(variable, *side, value)) {
                    return Ok(());
                }
                let fact = self.facts.give_equation(reason);
                for (side, scale) in sides {
                    self.restrict(variable, side, value.clone(), fact, scale)?;
                }
                Ok(())
            }
            (_, Meaning::Impossible { rounds }) => {
                let fact = self.facts.give(reason, *rounds);
                Err(self.facts.derive(&[(fact, Rational::ONE)], None))
            }
            _ => Ok(()),
        }
    }

    /// Does a bound add nothing to those in force?
    pub(super) fn is_known(&self, variable: Variable, side: Side, value: &Delta) -> bool {
        let present = self.simplex.limit(variable, side);
        present.is_some_and(|present| !side.is_outside(&present.value, value))
    }

    pub(super) fn restrict(
        &mut self,
        variable: Variable,
        side: Side,
        value: Delta,
        fact: ConstraintTag,
        scale: Rational,
    ) -> Result<(), Conflict> {
        self.epsilon.take();
        let limit = Limit { value, reason: fact, scale };
        match self.simplex.restrict(variable, side, limit) {
            Ok(_) => Ok(()),
            Err(certificate) => Err(self.facts.unfold(&certificate)),
        }
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.levels.push(Level {
            facts: self.facts.len(),
            closed: self.closed.len(),
            explained: self.explanations.len(),
            cuts: self.cuts.len(),
            moves: self.thresholds.moves(),
        });
        self.simplex.push();
    }

    /// Takes back what was asserted and implied in the last `levels` levels.
    pub fn pop(&mut self, levels: usize) {
        let kept = self.levels.len().saturating_sub(levels);
        let Some(level) = self.levels.get(kept).copied() else { return };
        for _ in kept..self.levels.len() {
            self.simplex.pop();
        }
        self.levels.truncate(kept);
        self.facts.truncate(level.facts);
        for atom in self.closed.drain(level.closed..) {
            self.atoms.reopen(atom);
        }
        self.thresholds.truncate(level.moves);
        self.explanations.truncate(level.explained);
        for row in self.cuts.drain(level.cuts..) {
            if !self.atoms.is_mentioned(row) {
                self.simplex.remove(row);
            }
        }
        while let Some((index, level)) = self.recent.last().copied()
            && level > kept
        {
            self.recent.pop();
            self.lost.push(index);
        }
        self.epsilon.take();
    }

    /// How many levels are open.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Can all that is asserted hold together over the rationals?
    pub fn check(&mut self, budget: &Budget) -> Result<Result<(), Conflict>, Exhausted> {
        if let Err(conflict) = self.assert_permanents() {
            return Ok(Err(conflict));
        }
        self.epsilon.take();
        match self.simplex.check_while(|| budget.spend(PIVOT_EFFORT).is_ok()) {
            Feasibility::Feasible => Ok(Ok(())),
            Feasibility::Infeasible(certificate) => Ok(Err(self.facts.unfold(&certificate))),
            Feasibility::Interrupted => Err(budget.poll().err().unwrap_or(Exhausted::Interrupt)),
        }
    }

    /// Asserts again the permanent constraints whose level was popped.
    pub(super) fn assert_permanents(&mut self) -> Result<(), Conflict> {
        while let Some(index) = self.lost.last().copied() {
            let Permanent { constraint, reason } = self.permanents[index].clone();
            let normal = self.normalise(&constraint);
            self.assert_meaning(normal.variable, &normal.meaning, reason)?;
            self.lost.pop();
            self.recent.push((index, self.levels.len()));
        }
        Ok(())
    }

    /// The derivation that refutes the denial of an atom that [`Arithmetic::implied`] told, from
    /// what was asserted then.
    pub fn explain(&mut self, atom: Atom, value: bool) -> Conflict {
        let record = self.atoms.get(atom);
        let Some(Explanation { start, end, side }) = record.explanation else {
            debug_assert!(false, "only implied atoms are explained");
            return Derivation::default();
        };
        let denied = if value { record.negative.as_ref() } else { Some(&record.positive) };
        let (rounds, scale) = match denied {
            Some(Meaning::Bound { scale, rounds, .. }) => (*rounds, scale.clone()),
            Some(Meaning::Impossible { rounds }) => (*rounds, Rational::ONE),
            // The sum bounds the variable from one side; the equation is taken against it.
            Some(Meaning::Equation { scale, .. }) if side == Side::Lower => (false, -scale),
            Some(Meaning::Equation { scale, .. }) => (false, scale.clone()),
            Some(Meaning::Trivial) | None => (false, Rational::ZERO),
        };
        self.facts.derive(&self.explanations[start..end], Some(&Denial { rounds, scale }))
    }

    /// The value of a variable at a point at which everything holds, after a check that found
    /// one; infinitesimals are replaced by one small number for all variables.
    pub fn value(&self, variable: Variable) -> Rational {
        let value = self.simplex.value(variable);
        if value.is_standard() {
            return value.value.clone();
        }
        value.at(self.epsilon.get_or_init(|| self.simplex.epsilon()))
    }

    /// The value that the bounds of a variable fix, if they do.
    pub fn fixed(&self, variable: Variable) -> Option<&Rational> {
        self.simplex.fixed(variable).map(|value| &value.value)
    }

    /// The bound of a variable on one side; it is not reached if the infinitesimal part is not 0.
    pub fn bound(&self, variable: Variable, side: Side) -> Option<&Delta> {
        self.simplex.limit(variable, side).map(|limit| &limit.value)
    }

    /// How many pivots were made so far.
    pub fn pivots(&self) -> u64 {
        self.simplex.pivots()
    }

    pub(super) fn normalise(&mut self, constraint: &Constraint) -> Normal {
        let is_integer = &self.is_integer;
        let is_integral =
            constraint.form.terms().iter().all(|(variable, _)| is_integer[variable.index()]);
        let normal =
            normalise(constraint, &mut self.simplex, &|variable| is_integer[variable.index()]);
        if let Some(variable) = normal.variable {
            self.note_kind(variable, is_integral);
        }
        normal
    }

    pub(super) fn note_kind(&mut self, variable: Variable, is_integer: bool) {
        let index = variable.index();
        if self.is_integer.len() <= index {
            self.is_integer.resize(index + 1, false);
        }
        self.is_integer[index] = is_integer;
    }
}
