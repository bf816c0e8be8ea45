//! What a solver that stands on the simplex may see of it, and how it may move the point.

use super::{Delta, Entry, Limit, LinearForm, Rational, Side, Simplex, Variable, ratio};

impl Simplex {
    /// The bound of a variable that is in force.
    pub fn limit(&self, variable: Variable, side: Side) -> Option<&Limit> {
        self.bounds.get(variable, side)
    }

    /// The value to which the bounds fix a variable, if they do.
    pub fn fixed(&self, variable: Variable) -> Option<&Delta> {
        let lower = &self.bounds.get(variable, Side::Lower)?.value;
        let upper = &self.bounds.get(variable, Side::Upper)?.value;
        (lower == upper).then_some(lower)
    }

    /// Is the variable one that the tableau solves for?
    pub fn is_basic(&self, variable: Variable) -> bool {
        self.tableau.is_basic(variable)
    }

    /// The equation `Σ aᵢxᵢ = 0` of a basic variable, which is one of its entries; empty for
    /// others.
    pub fn row(&self, basic: Variable) -> &[Entry] {
        self.tableau.row(basic)
    }

    /// The other variables in the equation of a basic one, with the rate at which it changes when
    /// they move.
    pub fn rates(&self, basic: Variable) -> impl Iterator<Item = (Variable, Rational)> {
        let row = self.tableau.row(basic);
        let own = row.iter().find(|entry| entry.variable == basic);
        row.iter().filter(move |entry| entry.variable != basic).filter_map(move |entry| {
            Some((entry.variable, ratio(&entry.coefficient, &own?.coefficient)))
        })
    }

    /// The basic variables in whose equations a variable occurs, with the rate at which they
    /// change when it moves (if it is not basic itself).
    pub fn column(&self, variable: Variable) -> impl Iterator<Item = (Variable, Rational)> {
        let rows = self.tableau.column(variable);
        rows.map(|(basic, own, coefficient)| (basic, ratio(coefficient, own)))
    }

    /// In how many equations a variable occurs.
    pub fn occurrences(&self, variable: Variable) -> usize {
        self.tableau.column_length(variable)
    }

    /// How many of the variables are row variables that were removed.
    pub fn vacancies(&self) -> usize {
        self.vacant.len()
    }

    /// The form over structural variables that a row variable stands for.
    pub fn definition(&self, variable: Variable) -> Option<&LinearForm> {
        self.definitions[variable.index()].as_ref()
    }

    /// Moves a non-basic variable, which must stay within its bounds, and the basic ones with it.
    pub fn move_by(&mut self, variable: Variable, change: &Delta) {
        debug_assert!(!self.is_basic(variable), "a basic variable follows the others");
        self.shift(variable, change);
    }

    /// Moves the point to where the structural variables have these values, at which everything
    /// that is asserted must hold.
    pub fn move_to(&mut self, value: impl Fn(Variable) -> Rational) {
        for index in 0..self.values.len() {
            let there = match &self.definitions[index] {
                Some(definition) => definition.evaluate(&value),
                None => value(Variable(index as u32)),
            };
            self.values[index] = Delta::from(there);
        }
        debug_assert!(
            (0..self.values.len()).all(|index| self.violation(Variable(index as u32)).is_none())
        );
    }

    /// A number for ε so small that every bound still holds at the current point.
    pub fn epsilon(&self) -> Rational {
        let mut epsilon = Rational::ONE;
        for (index, value) in self.values.iter().enumerate() {
            for side in [Side::Lower, Side::Upper] {
                let Some(limit) = self.bounds.get(Variable(index as u32), side) else { continue };
                if value.is_standard() && limit.value.is_standard() {
                    continue;
                }
                // The room between limit and value, which is never negative as a Delta.
                let room = match side {
                    Side::Lower => value - &limit.value,
                    Side::Upper => &limit.value - value,
                };
                if room.infinitesimal.is_negative()
                    && let Some(most) = room.value.checked_div(&-room.infinitesimal)
                    && most < epsilon
                {
                    epsilon = most;
                }
            }
        }
        epsilon
    }

    /// Variables whose bounds became tighter since the last call, perhaps repeated; some may have
    /// been relaxed again.
    pub fn take_tightened(&mut self, into: &mut Vec<Variable>) {
        into.append(&mut self.tightened);
    }

    /// Forgets a row variable that nobody will mention again; it must have no bounds.
    pub fn remove(&mut self, variable: Variable) {
        let Some(definition) = self.definitions[variable.index()].take() else { return };
        if !self.is_basic(variable) {
            let shortest = self.tableau.column(variable).map(|(basic, ..)| basic);
            let shortest = shortest.min_by_key(|basic| self.tableau.row(*basic).len());
            if let Some(basic) = shortest {
                let target = self.values[basic.index()].clone();
                self.pivot_to(basic, variable, &target);
                // What leaves the basis must lie within its bounds; a row need not.
                if let Some(side) = self.violation(basic)
                    && let Some(limit) = self.bounds.get(basic, side)
                {
                    let change = &limit.value - &self.values[basic.index()];
                    self.shift(basic, &change);
                }
            }
        }
        self.tableau.remove_row(variable);
        // It may have been defined by a form that speaks of other rows.
        if self.defined.get(definition.terms()) == Some(&variable) {
            self.defined.remove(definition.terms());
        } else {
            self.defined.retain(|_, defined| *defined != variable);
        }
        self.vacant.push(variable);
    }
}
