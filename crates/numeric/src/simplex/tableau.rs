//! The tableau: each basic variable as a sum of non-basic ones.
//!
//! Invariant: rows are sorted by variable, name non-basic variables only and have no zero
//! coefficients; the column of a variable lists exactly the rows that name it.

use crate::linear::{Occurrence, Term, sum};
use crate::{Rational, Variable};

#[derive(Clone, Debug)]
struct Row {
    basic: Variable,
    terms: Vec<Term>,
}

/// Rows, and the columns that find them.
#[derive(Clone, Debug, Default)]
pub(super) struct Tableau {
    rows: Vec<Row>,
    /// The row of each basic variable.
    row_of: Vec<Option<usize>>,
    columns: Vec<Vec<usize>>,
}

impl Tableau {
    pub(super) fn add_variable(&mut self) {
        self.row_of.push(None);
        self.columns.push(Vec::new());
    }

    /// Makes a variable that occurs nowhere basic, with terms over non-basic variables.
    pub(super) fn add_row(&mut self, basic: Variable, terms: Vec<Term>) {
        let row = self.rows.len();
        for (variable, _) in &terms {
            self.columns[variable.index()].push(row);
        }
        self.row_of[basic.index()] = Some(row);
        self.rows.push(Row { basic, terms });
    }

    pub(super) fn is_basic(&self, variable: Variable) -> bool {
        self.row_of[variable.index()].is_some()
    }

    /// The row of a basic variable.
    pub(super) fn row(&self, basic: Variable) -> Option<&[Term]> {
        self.row_of[basic.index()].map(|row| self.rows[row].terms.as_slice())
    }

    /// The rows that name a variable.
    pub(super) fn column(&self, variable: Variable) -> &[usize] {
        &self.columns[variable.index()]
    }

    /// The basic variables that depend on a non-basic one, with its coefficient.
    pub(super) fn occurrences(
        &self,
        variable: Variable,
    ) -> impl Iterator<Item = (Variable, &Rational)> {
        self.columns[variable.index()].iter().filter_map(move |row| {
            let row = &self.rows[*row];
            let place = find(&row.terms, variable)?;
            Some((row.basic, &row.terms[place].1))
        })
    }

    /// The coefficient of a non-basic variable in the row of a basic one.
    pub(super) fn coefficient(&self, basic: Variable, variable: Variable) -> Rational {
        let terms = self.row(basic).unwrap_or_default();
        find(terms, variable).map_or(Rational::ZERO, |place| terms[place].1.clone())
    }

    /// The same sum over non-basic variables.
    pub(super) fn express(&self, terms: &[Term]) -> Vec<Term> {
        let is_free = |(variable, _): &&Term| !self.is_basic(*variable);
        let mut expressed: Vec<Term> = terms.iter().filter(is_free).cloned().collect();
        for (variable, coefficient) in terms {
            if let Some(row) = self.row(*variable) {
                expressed = sum(&expressed, coefficient, row, |_| ());
            }
        }
        expressed
    }

    /// Exchanges a basic variable with a non-basic one of its row.
    pub(super) fn pivot(&mut self, leaving: Variable, entering: Variable) {
        let Some(pivot) = self.row_of[leaving.index()] else { return };
        let mut terms = std::mem::take(&mut self.rows[pivot].terms);
        let Some(place) = find(&terms, entering) else { return };
        // leaving = a·entering + rest  ⇒  entering = leaving/a − rest/a
        let (_, coefficient) = terms.remove(place);
        let inverse = coefficient.recip().expect("an entry of a row is not zero");
        let factor = -&inverse;
        for (_, coefficient) in &mut terms {
            *coefficient *= &factor;
        }
        let place = terms.partition_point(|(variable, _)| *variable < leaving);
        terms.insert(place, (leaving, inverse));
        self.columns[leaving.index()].push(pivot);

        let rows = std::mem::take(&mut self.columns[entering.index()]);
        for row in rows.into_iter().filter(|row| *row != pivot) {
            self.substitute(row, entering, &terms);
        }
        self.row_of[leaving.index()] = None;
        self.row_of[entering.index()] = Some(pivot);
        self.rows[pivot] = Row { basic: entering, terms };
    }

    /// Replaces a variable in a row by the terms it equals. The caller empties its column.
    fn substitute(&mut self, row: usize, variable: Variable, replacement: &[Term]) {
        let mut terms = std::mem::take(&mut self.rows[row].terms);
        if let Some(place) = find(&terms, variable) {
            let (_, factor) = terms.remove(place);
            let columns = &mut self.columns;
            terms = sum(&terms, &factor, replacement, |occurrence| match occurrence {
                Occurrence::New(variable) => columns[variable.index()].push(row),
                Occurrence::Gone(variable) => {
                    let column = &mut columns[variable.index()];
                    if let Some(place) = column.iter().position(|other| *other == row) {
                        column.swap_remove(place);
                    }
                }
            });
        }
        self.rows[row].terms = terms;
    }
}

fn find(terms: &[Term], variable: Variable) -> Option<usize> {
    terms.binary_search_by_key(&variable, |(variable, _)| *variable).ok()
}
