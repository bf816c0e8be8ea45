//! Propagation: atoms that the bounds in force imply.
//!
//! An atom is decided when a bound of its variable contradicts its denial, or it. The bound may be
//! one in force, or one that a row gives: in Σ aᵢxᵢ = 0 the bounds of all variables but one bound
//! that one. What implied an atom is written down at once, since rows and bounds change later.

use buttress_numeric::{ConstraintTag, Delta, Rational, Side, Variable};

use super::atoms::Atom;
use super::atoms::{Explanation, Meaning};
use super::solver::Arithmetic;

/// A bound that need not be in force.
pub(super) struct Derived {
    pub(super) variable: Variable,
    pub(super) side: Side,
    pub(super) value: Delta,
}

pub(super) const SIDES: [Side; 2] = [Side::Lower, Side::Upper];

impl Arithmetic {
    /// Adds to `out` the open atoms that are now implied, as far as bounds that changed since the
    /// last call show it. They count as closed until the present level is popped. To be called
    /// after a check that found no conflict.
    pub fn implied(&mut self, out: &mut Vec<(Atom, bool)>) {
        self.visits.look += 1;
        self.visits.visited.resize(self.simplex.variable_count(), 0);
        let mut tightened = std::mem::take(&mut self.visits.tightened);
        self.simplex.take_tightened(&mut tightened);
        for atom in std::mem::take(&mut self.visits.news) {
            match self.atoms.get(atom).variable {
                Some(variable) => tightened.push(variable),
                None => self.imply_constant(atom, out),
            }
        }
        for variable in &tightened {
            if self.atoms.is_watched(*variable) {
                self.imply_by_limits(*variable, out);
            }
        }
        let before = out.len();
        for variable in &tightened {
            self.imply_by_differences(*variable, out);
        }
        // What rows say with long sums may follow step by step from what was found just now.
        let mut postponed = std::mem::take(&mut self.visits.postponed);
        postponed.append(&mut tightened);
        self.visits.tightened = tightened;
        if out.len() == before {
            for variable in postponed.drain(..) {
                self.imply_by_rows(variable, out);
            }
        }
        self.visits.postponed = postponed;
    }

    /// An atom without variables is decided by itself; it is told once.
    fn imply_constant(&mut self, atom: Atom, out: &mut Vec<(Atom, bool)>) {
        let record = self.atoms.get(atom);
        let is_false = matches!(record.positive, Meaning::Impossible { .. });
        let is_true = matches!(record.negative, Some(Meaning::Impossible { .. }));
        if record.is_open && (is_true || is_false) {
            let explanation = Explanation { start: 0, end: 0, side: Side::Lower };
            self.close_implied(atom, explanation);
            out.push((atom, is_true));
        }
    }

    fn imply_by_limits(&mut self, variable: Variable, out: &mut Vec<(Atom, bool)>) {
        for side in SIDES {
            let Some(limit) = self.simplex.limit(variable, side) else { continue };
            let sum = [(limit.reason, limit.scale.clone())];
            let derived = Derived { variable, side, value: limit.value.clone() };
            self.imply(&derived, out, |_| sum.to_vec());
        }
    }

    fn imply_by_rows(&mut self, variable: Variable, out: &mut Vec<(Atom, bool)>) {
        if self.simplex.occurrences(variable) > self.effort.row_length {
            return;
        }
        let rows: Vec<Variable> = self.simplex.column(variable).map(|(basic, _)| basic).collect();
        for basic in rows {
            let visited = &mut self.visits.visited[basic.index()];
            if *visited == self.visits.look {
                continue;
            }
            *visited = self.visits.look;
            let row = self.simplex.row(basic);
            if row.len() <= self.effort.row_length
                && row.iter().any(|entry| self.atoms.is_watched(entry.variable))
            {
                for side in SIDES {
                    self.imply_by_row(basic, side, out);
                }
            }
        }
    }

    /// Uses the bounds that keep Σ aᵢxᵢ from one side.
    fn imply_by_row(&mut self, basic: Variable, side: Side, out: &mut Vec<(Atom, bool)>) {
        let row = self.simplex.row(basic);
        let mut sum = Delta::default();
        let mut missing = None;
        for entry in row {
            match self.simplex.limit(entry.variable, side.scaled_by(&entry.coefficient)) {
                Some(limit) => sum.add_product(&entry.coefficient, &limit.value),
                // Two variables without bounds leave each other free.
                None if missing.is_some() => return,
                None => missing = Some(entry.variable),
            }
        }
        let mut derived = Vec::new();
        for entry in row {
            if missing.is_some_and(|missing| missing != entry.variable)
                || !self.atoms.is_watched(entry.variable)
            {
                continue;
            }
            let coefficient = &entry.coefficient;
            // a·x = −rest, which is bounded from the other side.
            let other = side.opposite().scaled_by(coefficient);
            if !self.thresholds.is_ahead(entry.variable, other) {
                continue;
            }
            let mut rest = sum.clone();
            if let Some(limit) = self.simplex.limit(entry.variable, side.scaled_by(coefficient))
                && missing.is_none()
            {
                rest.add_product(&-coefficient, &limit.value);
            }
            let Some(inverse) = (-coefficient).recip() else { continue };
            let value = &rest * &inverse;
            if self.thresholds.is_passed(entry.variable, other, &value) {
                derived.push(Derived { variable: entry.variable, side: other, value });
            }
        }
        for bound in derived {
            self.imply(&bound, out, |arithmetic| arithmetic.row_sum(basic, bound.variable, side));
        }
    }

    /// The sum of the bounds in a row that bounds one of its variables.
    fn row_sum(
        &self,
        basic: Variable,
        target: Variable,
        side: Side,
    ) -> Vec<(ConstraintTag, Rational)> {
        let row = self.simplex.row(basic);
        let own = row.iter().find(|entry| entry.variable == target);
        let Some(inverse) = own.and_then(|entry| entry.coefficient.abs().recip()) else {
            return Vec::new();
        };
        let others = row.iter().filter(|entry| entry.variable != target);
        let summands = others.filter_map(|entry| {
            let limit = self.simplex.limit(entry.variable, side.scaled_by(&entry.coefficient))?;
            Some((limit.reason, entry.coefficient.abs() * &inverse * &limit.scale))
        });
        summands.collect()
    }

    /// Closes the open atoms that a bound decides; `sum` tells why the bound holds.
    pub(super) fn imply(
        &mut self,
        bound: &Derived,
        out: &mut Vec<(Atom, bool)>,
        sum: impl FnOnce(&Arithmetic) -> Vec<(ConstraintTag, Rational)>,
    ) {
        let mut found = std::mem::take(&mut self.visits.found);
        found.clear();
        let Derived { variable, side, value } = bound;
        self.thresholds.pass(*variable, *side, value, !self.levels.is_empty(), &mut found);
        found.retain(|(atom, _)| self.atoms.get(*atom).is_open);
        if !found.is_empty() {
            let start = self.explanations.len();
            let sum = sum(self);
            self.explanations.extend(sum);
            let explanation = Explanation { start, end: self.explanations.len(), side: bound.side };
            for (atom, value) in &found {
                self.close_implied(*atom, explanation);
                out.push((*atom, *value));
            }
        }
        self.visits.found = found;
    }

    fn close_implied(&mut self, atom: Atom, explanation: Explanation) {
        if self.atoms.close(atom) {
            self.closed.push(atom);
        }
        self.atoms.records[atom.0 as usize].explanation = Some(explanation);
    }
}
