//! The tableau: equations with integer coefficients, each solved for its basic variable.
//!
//! An equation Σ aᵢxᵢ = 0 is stored undivided: exchanging the basic variable leaves its own row
//! as it is, and the other rows are added up in integers, which is cheaper than in fractions.
//!
//! Invariant: every basic variable occurs in its own row only; coefficients are integers and not
//! zero; the column of a variable lists exactly the entries that name it, and each entry
//! knows its place in that column.

use crate::linear::Term;
use crate::{Integer, Rational, Variable};

/// A variable in an equation.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The variable.
    pub variable: Variable,
    /// Its coefficient, an integer that is not zero.
    pub coefficient: Rational,
    place: u32,
}

#[derive(Clone, Debug)]
struct Row {
    basic: Variable,
    entries: Vec<Entry>,
}

/// Where a column finds an entry.
#[derive(Clone, Copy, Debug)]
struct Cell {
    row: u32,
    place: u32,
}

const NOWHERE: u32 = u32::MAX;

/// Rows, and the columns that find them.
#[derive(Clone, Debug, Default)]
pub(super) struct Tableau {
    rows: Vec<Row>,
    /// Rows that were removed and may be used again.
    vacant: Vec<u32>,
    /// The row of each basic variable.
    row_of: Vec<Option<u32>>,
    columns: Vec<Vec<Cell>>,
    /// Scratch: where each variable stands in the row that is being changed.
    places: Vec<u32>,
    /// Scratch: the rows that a pivot changes.
    touched: Vec<u32>,
}

impl Tableau {
    pub(super) fn add_variable(&mut self) {
        self.row_of.push(None);
        self.columns.push(Vec::new());
        self.places.push(NOWHERE);
    }

    /// Makes a variable that occurs nowhere basic: it equals the sum of the terms.
    pub(super) fn add_row(&mut self, basic: Variable, terms: &[Term]) {
        let row = self.vacant.pop().unwrap_or(self.rows.len() as u32);
        if row as usize == self.rows.len() {
            self.rows.push(Row { basic, entries: Vec::new() });
        }
        self.rows[row as usize].basic = basic;
        let scale = terms.iter().fold(Integer::ONE, |scale, (_, coefficient)| {
            if coefficient.is_integer() { scale } else { scale.lcm(&coefficient.denominator()) }
        });
        let scale = scale.into_rational();
        self.push_entry(row, basic, -&scale);
        for (variable, coefficient) in terms {
            self.push_entry(row, *variable, coefficient * &scale);
        }
        for (variable, _) in terms {
            if let Some(source) = self.row_of[variable.index()] {
                self.eliminate(row, source, *variable);
            }
        }
        self.row_of[basic.index()] = Some(row);
    }

    /// Removes the row of a basic variable, which then occurs nowhere.
    pub(super) fn remove_row(&mut self, basic: Variable) {
        let Some(row) = self.row_of[basic.index()].take() else { return };
        while !self.rows[row as usize].entries.is_empty() {
            self.remove_entry(row, 0);
        }
        self.vacant.push(row);
    }

    pub(super) fn is_basic(&self, variable: Variable) -> bool {
        self.row_of[variable.index()].is_some()
    }

    /// The equation of a basic variable, which is one of the entries.
    pub(super) fn row(&self, basic: Variable) -> &[Entry] {
        match self.row_of[basic.index()] {
            Some(row) => &self.rows[row as usize].entries,
            None => &[],
        }
    }

    /// In how many rows a variable occurs.
    pub(super) fn column_length(&self, variable: Variable) -> usize {
        self.columns[variable.index()].len()
    }

    /// The rows in which a variable occurs: their basic variables, the coefficient of those, and
    /// the coefficient of the variable.
    pub(super) fn column(
        &self,
        variable: Variable,
    ) -> impl Iterator<Item = (Variable, &Rational, &Rational)> {
        self.columns[variable.index()].iter().map(|cell| {
            let row = &self.rows[cell.row as usize];
            let own = self.columns[row.basic.index()][0].place;
            let coefficient = &row.entries[cell.place as usize].coefficient;
            (row.basic, &row.entries[own as usize].coefficient, coefficient)
        })
    }

    /// The basic variables in whose rows a variable occurs.
    pub(super) fn dependents(&self, variable: Variable) -> impl Iterator<Item = Variable> {
        self.columns[variable.index()].iter().map(|cell| self.rows[cell.row as usize].basic)
    }

    /// The coefficient of a basic variable in its equation.
    pub(super) fn own_coefficient(&self, basic: Variable) -> &Rational {
        let cell = self.columns[basic.index()][0];
        &self.rows[cell.row as usize].entries[cell.place as usize].coefficient
    }

    /// How a basic variable changes with a non-basic one.
    pub(super) fn rate(&self, basic: Variable, variable: Variable) -> Rational {
        let entry = self.row(basic).iter().find(|entry| entry.variable == variable);
        entry.map_or(Rational::ZERO, |entry| ratio(&entry.coefficient, self.own_coefficient(basic)))
    }

    /// The same sum over non-basic variables, sorted by variable.
    pub(super) fn express(&self, terms: &[Term]) -> Vec<Term> {
        let mut expressed = Vec::with_capacity(terms.len());
        for (variable, coefficient) in terms {
            let row = self.row(*variable);
            if row.is_empty() {
                expressed.push((*variable, coefficient.clone()));
                continue;
            }
            let factor = ratio(coefficient, self.own_coefficient(*variable));
            let others = row.iter().filter(|entry| entry.variable != *variable);
            expressed.extend(others.map(|entry| (entry.variable, &entry.coefficient * &factor)));
        }
        crate::LinearForm::new(Rational::ZERO, expressed).terms().to_vec()
    }

    /// Exchanges a basic variable with a non-basic one of its row.
    pub(super) fn pivot(&mut self, leaving: Variable, entering: Variable) {
        let Some(pivot) = self.row_of[leaving.index()] else { return };
        let mut touched = std::mem::take(&mut self.touched);
        touched.clear();
        let cells = self.columns[entering.index()].iter().map(|cell| cell.row);
        touched.extend(cells.filter(|row| *row != pivot));
        for row in &touched {
            self.eliminate(*row, pivot, entering);
        }
        self.touched = touched;
        self.row_of[leaving.index()] = None;
        self.row_of[entering.index()] = Some(pivot);
        self.rows[pivot as usize].basic = entering;
    }

    /// Removes a variable from a row by adding a multiple of another row that has it.
    fn eliminate(&mut self, row: u32, source: u32, variable: Variable) {
        let (target, source) = (row as usize, source as usize);
        for (place, entry) in (0..).zip(&self.rows[target].entries) {
            self.places[entry.variable.index()] = place;
        }
        let place = self.places[variable.index()];
        let found = self.rows[source].entries.iter().find(|entry| entry.variable == variable);
        let (scale, factor) = match found {
            Some(found) if place != NOWHERE => {
                let entry = &self.rows[target].entries[place as usize];
                cancelling(&entry.coefficient, &found.coefficient)
            }
            _ => (Rational::ONE, Rational::ZERO),
        };
        if !scale.is_one() {
            for entry in &mut self.rows[target].entries {
                entry.coefficient *= &scale;
            }
        }
        for index in 0..self.rows[source].entries.len() {
            let entry = &self.rows[source].entries[index];
            let variable = entry.variable;
            let product = &entry.coefficient * &factor;
            let place = self.places[variable.index()];
            if place == NOWHERE {
                self.places[variable.index()] = self.rows[target].entries.len() as u32;
                self.push_entry(row, variable, product);
                continue;
            }
            let entry = &mut self.rows[target].entries[place as usize];
            entry.coefficient += &product;
            if entry.coefficient.is_zero() {
                self.places[variable.index()] = NOWHERE;
                if let Some(moved) = self.remove_entry(row, place) {
                    self.places[moved.index()] = place;
                }
            }
        }
        for entry in &self.rows[target].entries {
            self.places[entry.variable.index()] = NOWHERE;
        }
        if !scale.is_one() {
            self.normalise(row);
        }
    }

    /// Divides a row by what its coefficients have in common.
    fn normalise(&mut self, row: u32) {
        let entries = &mut self.rows[row as usize].entries;
        // Large numbers wait until the divisor is small, which makes them cheap.
        let mut divisor = Integer::ZERO;
        for is_small in [true, false] {
            for entry in entries.iter().filter(|entry| entry.coefficient.is_small() == is_small) {
                divisor = divisor.gcd(&entry.coefficient.numerator());
                if divisor == Integer::ONE {
                    return;
                }
            }
        }
        for entry in entries {
            entry.coefficient = entry.coefficient.exact_quotient(&divisor);
        }
    }

    fn push_entry(&mut self, row: u32, variable: Variable, coefficient: Rational) {
        let entries = &mut self.rows[row as usize].entries;
        let column = &mut self.columns[variable.index()];
        let place = column.len() as u32;
        column.push(Cell { row, place: entries.len() as u32 });
        entries.push(Entry { variable, coefficient, place });
    }

    /// Removes an entry; tells the variable that takes its place.
    fn remove_entry(&mut self, row: u32, place: u32) -> Option<Variable> {
        let entries = &mut self.rows[row as usize].entries;
        let removed = entries.swap_remove(place as usize);
        let moved = entries.get(place as usize).map(|entry| {
            self.columns[entry.variable.index()][entry.place as usize].place = place;
            entry.variable
        });
        let column = &mut self.columns[removed.variable.index()];
        column.swap_remove(removed.place as usize);
        if let Some(cell) = column.get(removed.place as usize) {
            let entry = &mut self.rows[cell.row as usize].entries[cell.place as usize];
            entry.place = removed.place;
        }
        moved
    }
}

/// `−coefficient / own`: how a basic variable changes with one that has this coefficient.
pub(super) fn ratio(coefficient: &Rational, own: &Rational) -> Rational {
    match own.to_i64() {
        Some(1) => -coefficient,
        Some(-1) => coefficient.clone(),
        _ => -coefficient.checked_div(own).expect("an entry of a row is not zero"),
    }
}

/// The least `(scale, factor)` with `scale · target + factor · source = 0`, the scale positive.
fn cancelling(target: &Rational, source: &Rational) -> (Rational, Rational) {
    match source.to_i64() {
        Some(1) => (Rational::ONE, -target),
        Some(-1) => (Rational::ONE, target.clone()),
        // −target/source in lowest terms is factor/scale.
        _ => {
            let quotient = ratio(target, source);
            (quotient.denominator().into_rational(), quotient.numerator().into_rational())
        }
    }
}
