//! Integrality: from a rational point to an integer one, to a contradiction, or to a branch.
//!
//! In order: move the point a little; see whether fixed variables leave remainders that cannot
//! be; solve the fixed equations and tighten by them; cut the point off; branch. Branching on
//! variables alone creeps along flat polytopes; after a few branches flat directions are looked at
//! (see `flat`). Nor need it end when variables are unbounded; after a number of branches only
//! directions that are bounded are split (see `lattice`).

use buttress_budget::{Budget, Exhausted};
use buttress_numeric::{Delta, Integer, LinearForm, Rational, Side, Variable};

use super::flat::FlatSearch;
use super::outcome::Integrality;
use super::solver::Arithmetic;
use crate::limits::{CUT_PERIOD, FLAT_PERIOD, FLAT_ROUNDS};

/// Domains from this width on count as equally wide.
const WIDE: Rational = Rational::whole(10);

impl Arithmetic {
    /// Does the point give every integer variable an integer, or can it be made to? To be asked
    /// after a check that found no conflict.
    pub fn integrality(&mut self, budget: &Budget) -> Result<Integrality, Exhausted> {
        self.epsilon.take();
        self.settle();
        let may_cut = self.branches.is_multiple_of(CUT_PERIOD);
        let mut cut_rounds = if may_cut { self.effort.cut_rounds } else { 0 };
        let mut solves = true;
        let mut flat_rounds = FLAT_ROUNDS;
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
            if flat_rounds > 0 && self.is_flat_due() {
                match self.search_flat(budget)? {
                    FlatSearch::Answer(answer) => {
                        self.branches += 1;
                        return Ok(answer);
                    }
                    FlatSearch::Tightened | FlatSearch::Moved => flat_rounds -= 1,
                    FlatSearch::Nothing => flat_rounds = 0,
                }
                // The point has moved in any case.
                continue;
            }
            return self.branch(&fractional, budget);
        }
    }

    /// Is it time to look for flat directions? Branching on variables has its turn now and then,
    /// since only that is known to end.
    fn is_flat_due(&self) -> bool {
        self.branches >= self.effort.flat && !self.branches.is_multiple_of(FLAT_PERIOD)
    }

    /// Makes non-basic integer variables whole; only a row's removal leaves them fractional.
    pub(super) fn settle(&mut self) {
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
        // Small domains are soon exhausted; otherwise small values keep numbers small.
        let chosen = fractional.iter().min_by_key(|variable| {
            let width = self.width(**variable);
            let narrow = width.clone().unwrap_or(WIDE).min(WIDE);
            (width.is_none(), narrow, self.simplex.value(**variable).value.abs())
        });
        let Some(variable) = chosen else { return Ok(Integrality::Satisfied) };
        // A bounded variable is a bounded direction; all others end in the lattice.
        let patience = self.effort.branches + self.structural.len() as u64 / 10;
        if self.branches > patience
            && self.width(*variable).is_none()
            && let Some(answer) = self.split_bounded(budget)?
        {
            return Ok(answer);
        }
        Ok(Integrality::Branch {
            form: LinearForm::variable(*variable),
            floor: floor(self.simplex.value(*variable)),
        })
    }

    /// How far the bounds of a variable are apart.
    pub(super) fn width(&self, variable: Variable) -> Option<Rational> {
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
