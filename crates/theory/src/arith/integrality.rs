//! Integrality: from a rational point to an integer one, to a contradiction, or to a branch.
//!
//! In order: move the point a little; see whether fixed variables leave remainders that cannot
//! be; solve the fixed equations and tighten by them; cut the point off; branch. Branching on
//! variables alone need not end when they are unbounded; after a number of branches only
//! directions that are bounded are split (see `lattice`).

use buttress_budget::{Budget, Exhausted};
use buttress_numeric::{Delta, Integer, LinearForm, Rational, Side, Variable};

use super::{Arithmetic, Integrality};

impl Arithmetic {
    /// Does the point give every integer variable an integer, or can it be made to? To be asked
    /// after a check that found no conflict.
    pub fn integrality(&mut self, budget: &Budget) -> Result<Integrality, Exhausted> {
        self.epsilon.take();
        self.settle();
        let mut cut_rounds = self.effort.cut_rounds;
        let mut solves = true;
        loop {
            if let Err(conflict) = self.check(budget)? {
                return Ok(Integrality::Conflict(conflict));
            }
            let mut fractional = self.fractional();
            if !fractional.is_empty() {
                self.patch(&fractional);
                fractional = self.fractional();
            }
            if fractional.is_empty() {
                self.branches = 0;
                return Ok(Integrality::Satisfied);
            }
            budget.spend(fractional.len() as u64)?;
            if let Err(conflict) = self.divisibility() {
                return Ok(Integrality::Conflict(conflict));
            }
            if std::mem::take(&mut solves) {
                match self.solve_equations(budget)? {
                    Err(conflict) => return Ok(Integrality::Conflict(conflict)),
                    Ok(true) => continue,
                    Ok(false) => {}
                }
            }
            if cut_rounds > 0 {
                cut_rounds -= 1;
                match self.cut(&fractional) {
                    Err(conflict) => return Ok(Integrality::Conflict(conflict)),
                    Ok(true) => continue,
                    Ok(false) => {}
                }
            }
            return self.branch(&fractional, budget);
        }
    }

    /// Makes non-basic integer variables whole; only a row's removal leaves them fractional.
    fn settle(&mut self) {
        for index in 0..self.simplex.variable_count() as u32 {
            let variable = Variable(index);
            if self.is_integer(variable)
                && !self.is_whole(variable)
                && !self.simplex.is_basic(variable)
            {
                // Its bounds are integers, so its floor lies within them.
                let value = self.simplex.value(variable);
                let change = &Delta::from(floor(value).into_rational()) - value;
                self.simplex.move_by(variable, &change);
            }
        }
    }

    fn branch(
        &mut self,
        fractional: &[Variable],
        budget: &Budget,
    ) -> Result<Integrality, Exhausted> {
        self.branches += 1;
        let narrowest = fractional.iter().min_by_key(|variable| {
            let width = self.width(**variable);
            (width.is_none(), width)
        });
        // A bounded variable is a bounded direction.
        if self.branches > self.effort.branches
            && narrowest.is_some_and(|variable| self.width(*variable).is_none())
        {
            return self.split_bounded(budget);
        }
        let Some(variable) = narrowest else { return Ok(Integrality::Satisfied) };
        Ok(Integrality::Branch {
            form: LinearForm::variable(*variable),
            floor: floor(self.simplex.value(*variable)),
        })
    }

    /// How far the bounds of a variable are apart.
    fn width(&self, variable: Variable) -> Option<Rational> {
        let limit = |side| self.simplex.limit(variable, side).map(|limit| &limit.value.value);
        Some(limit(Side::Upper)? - limit(Side::Lower)?)
    }
}

/// The greatest integer that is not above.
pub(super) fn floor(value: &Delta) -> Integer {
    let floor = value.value.floor();
    if value.infinitesimal.is_negative() && value.value.is_integer() {
        return &floor - &Integer::ONE;
    }
    floor
}
