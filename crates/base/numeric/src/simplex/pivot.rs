//! Pivots: which variable leaves the basis, which enters, and what the exchange moves.

use super::{Limit, PivotRule, Side, Simplex, ratio, summed};
use crate::{Delta, FarkasCertificate, Rational, Variable};

impl Simplex {
    pub(super) fn is_greedy(&self, steps: u32) -> bool {
        match self.rule {
            PivotRule::Bland => false,
            PivotRule::GreedyThenBland { pivots } => steps < pivots,
        }
    }

    /// A basic variable outside its bounds, with the bound that it misses: the least one, or, if
    /// the choice is greedy, the one that misses it by most. Rows that are feasible again are struck off.
    pub(super) fn violated(&mut self, is_greedy: bool) -> Option<(Variable, Side)> {
        let mut infeasible = std::mem::take(&mut self.infeasible);
        let mut chosen: Option<(Delta, Variable, Side)> = None;
        infeasible.retain(|row| {
            if !self.tableau.is_basic(row) {
                return false;
            }
            let Some(side) = self.violation(row) else { return false };
            let amount = if is_greedy { self.missing(row, side) } else { Delta::default() };
            let is_better = |(most, least, _): &(Delta, Variable, Side)| {
                amount > *most || (amount == *most && row < *least)
            };
            if chosen.as_ref().is_none_or(is_better) {
                chosen = Some((amount, row, side));
            }
            true
        });
        self.infeasible = infeasible;
        chosen.map(|(_, row, side)| (row, side))
    }

    /// How far a variable is outside a bound.
    fn missing(&self, variable: Variable, side: Side) -> Delta {
        let value = &self.values[variable.index()];
        match (self.bounds.get(variable, side), side) {
            (None, _) => Delta::default(),
            (Some(limit), Side::Lower) => &limit.value - value,
            (Some(limit), Side::Upper) => value - &limit.value,
        }
    }

    pub(super) fn violation(&self, variable: Variable) -> Option<Side> {
        let value = &self.values[variable.index()];
        [Side::Lower, Side::Upper].into_iter().find(|side| {
            let limit = self.bounds.get(variable, *side);
            limit.is_some_and(|limit| side.is_outside(value, &limit.value))
        })
    }

    /// A variable in the row of `basic` that can move so as to repair its violation.
    pub(super) fn entering(
        &self,
        basic: Variable,
        violated: Side,
        is_greedy: bool,
    ) -> Option<Variable> {
        let towards = self.outward(basic, violated.opposite());
        let able = self.tableau.row(basic).iter().filter(|entry| {
            entry.variable != basic
                && self.can_move(entry.variable, towards.scaled_by(&entry.coefficient))
        });
        let able = able.map(|entry| entry.variable);
        if !is_greedy {
            return able.min();
        }
        let mut best: Option<(usize, usize, Variable)> = None;
        for variable in able {
            let most = best.map_or(usize::MAX, |(bounded, ..)| bounded);
            let Some(bounded) = self.bounded_dependents(variable, most) else { continue };
            // Next to that, the length of the column bounds the work and the fill-in.
            let candidate = (bounded, self.tableau.column_length(variable), variable);
            if best.is_none_or(|best| candidate < best) {
                best = Some(candidate);
            }
        }
        best.map(|(.., variable)| variable)
    }

    /// How many basic variables with bounds depend on a non-basic one: the movement may violate
    /// them. `None` if they are more than `most`.
    fn bounded_dependents(&self, variable: Variable, most: usize) -> Option<usize> {
        let mut count = 0;
        for basic in self.tableau.dependents(variable) {
            if self.bounds.is_bounded(basic) {
                count += 1;
                if count > most {
                    return None;
                }
            }
        }
        Some(count)
    }

    /// The side towards which the sum of the other entries of a row moves when its basic variable
    /// moves towards `side`.
    fn outward(&self, basic: Variable, side: Side) -> Side {
        side.opposite().scaled_by(self.tableau.own_coefficient(basic))
    }

    /// Can a non-basic variable move towards this side?
    pub(super) fn can_move(&self, variable: Variable, towards: Side) -> bool {
        // It lies within its bounds, so it is stuck only exactly on the limit.
        let limit = self.bounds.get(variable, towards);
        limit.is_none_or(|limit| limit.value != self.values[variable.index()])
    }

    /// The row of `basic` sums its bounds to a contradiction.
    pub(super) fn conflict(&self, basic: Variable, violated: Side) -> FarkasCertificate {
        let own = self.tableau.own_coefficient(basic).abs();
        let own = self.bounds.get(basic, violated).map(|limit| (limit, own));
        let towards = self.outward(basic, violated.opposite());
        let others = self.tableau.row(basic).iter().filter(|entry| entry.variable != basic);
        let others = others.map(|entry| (entry.variable, &entry.coefficient));
        summed(own.into_iter().chain(self.blocking(others, towards)))
    }

    /// The bounds that keep a sum of stuck variables from moving towards a side.
    pub(super) fn blocking<'a>(
        &'a self,
        terms: impl IntoIterator<Item = (Variable, &'a Rational)>,
        towards: Side,
    ) -> impl Iterator<Item = (&'a Limit, Rational)> {
        terms.into_iter().filter_map(move |(variable, coefficient)| {
            let limit = self.bounds.get(variable, towards.scaled_by(coefficient))?;
            Some((limit, coefficient.abs()))
        })
    }

    /// Moves a non-basic variable, and the basic ones with it.
    pub(super) fn shift(&mut self, variable: Variable, change: &Delta) {
        self.values[variable.index()] += change;
        for (basic, own, coefficient) in self.tableau.column(variable) {
            self.values[basic.index()].add_product(&ratio(coefficient, own), change);
            self.infeasible.insert(basic);
        }
    }

    /// Moves `entering` so that `basic` reaches `target`, then exchanges the two.
    pub(super) fn pivot_to(&mut self, basic: Variable, entering: Variable, target: &Delta) {
        let rate = self.tableau.rate(basic, entering);
        let inverse = rate.recip().expect("an entry of a row is not zero");
        let change = &(target - &self.values[basic.index()]) * &inverse;
        self.shift(entering, &change);
        debug_assert_eq!(&self.values[basic.index()], target, "the basic variable arrives");
        self.tableau.pivot(basic, entering);
        self.pivots += 1;
        self.infeasible.insert(entering);
    }
}
