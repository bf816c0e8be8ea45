//! Differences: the rows that compare two unknowns.

use std::collections::HashMap;

use buttress_numeric::{LinearForm, Side, Variable};

/// The rows that are differences of two unknowns and have atoms.
#[derive(Clone, Debug, Default)]
pub(super) struct Differences {
    /// By row: the unknown from which another is subtracted, and that one.
    sides: Vec<Option<(Variable, Variable)>>,
    /// The row of such a pair.
    rows: HashMap<(Variable, Variable), Variable>,
    /// By unknown: those with which it makes a row.
    partners: Vec<Vec<Variable>>,
}

impl Differences {
    /// Notes the row of a constraint that is an atom, if it is a difference.
    pub(super) fn note(&mut self, row: Variable, form: &LinearForm) {
        let [(first, one), (second, other)] = form.terms() else { return };
        if !(one + other).is_zero() {
            return;
        }
        if self.sides.len() <= row.index() {
            self.sides.resize(row.index() + 1, None);
        }
        if self.sides[row.index()].is_some() {
            return;
        }
        self.sides[row.index()] = Some((*first, *second));
        self.rows.insert((*first, *second), row);
        for (one, other) in [(*first, *second), (*second, *first)] {
            if self.partners.len() <= one.index() {
                self.partners.resize(one.index() + 1, Vec::new());
            }
            self.partners[one.index()].push(other);
        }
    }

    pub(super) fn sides(&self, row: Variable) -> Option<(Variable, Variable)> {
        self.sides.get(row.index()).copied().flatten()
    }

    /// The row of `high` − `low`, and the side on which it bounds this difference from above.
    pub(super) fn row(&self, high: Variable, low: Variable) -> Option<(Variable, Side)> {
        let upper = self.rows.get(&(high, low)).map(|row| (*row, Side::Upper));
        upper.or_else(|| self.rows.get(&(low, high)).map(|row| (*row, Side::Lower)))
    }

    /// The unknown that has fewer partners of two, its partners.
    pub(super) fn fewer(&self, one: Variable, other: Variable) -> &[Variable] {
        let (one, other) = (&self.partners[one.index()], &self.partners[other.index()]);
        if one.len() <= other.len() { one } else { other }
    }
}
