//! Functions that are applied to quantified integer variables: f(x) = f(proj(x)).
//!
//! A table of finitely many places becomes a definition by cases: each argument over the integers is
//! compared with the points that the table has there, and goes to the nearest, the left one preferred.

use std::collections::BTreeMap;

use buttress_arrays::Candidates;
use buttress_logic::{Bound, Interpretation, Model, Rational, Sort, Symbol, Term, Terms, Value};

/// Replaces the tables of such functions by definitions.
pub(super) fn project(
    terms: &mut Terms,
    model: &mut Model,
    candidates: &Candidates,
    points: &[Vec<(Rational, Term)>],
) {
    for symbol in model.symbols() {
        let Symbol::Function(function) = symbol else { continue };
        let sorts = terms.function_arguments(function).to_vec();
        let is_projected: Vec<bool> = (0..sorts.len())
            .map(|place| {
                let component = candidates.component_of_place(terms, function, place);
                sorts[place] == Sort::INT && component.is_some_and(|it| !points[it].is_empty())
            })
            .collect();
        if !is_projected.contains(&true) {
            continue;
        }
        let Some(Interpretation::Table(table)) = model.interpretation(symbol) else { continue };
        let rows: Vec<(Vec<Value>, Value)> =
            table.entries.iter().map(|(place, value)| (place.clone(), *value)).collect();
        // The names are printed: they must differ.
        let parameters = sorts.iter().enumerate();
        let parameters: Vec<Bound> = parameters
            .map(|(place, sort)| terms.scratch_bound(&format!("@x{place}"), *sort))
            .collect();
        let mut cases = Cases { terms, model, parameters: &parameters, is_projected };
        if let Some(body) = cases.body(&rows, 0) {
            model.define(symbol, &parameters, body);
        }
    }
}

struct Cases<'a> {
    terms: &'a mut Terms,
    model: &'a mut Model,
    parameters: &'a [Bound],
    is_projected: Vec<bool>,
}

impl Cases<'_> {
    /// The value of these rows, which agree on all arguments before a place. (Functions have few
    /// arguments: the depth is their number.)
    fn body(&mut self, rows: &[(Vec<Value>, Value)], place: usize) -> Option<Term> {
        let Some(parameter) = self.parameters.get(place) else {
            let (_, value) = rows.first()?;
            return self.model.values.term(self.terms, *value);
        };
        let parameter = self.terms.bound(*parameter);
        let mut groups: BTreeMap<Key, Vec<(Vec<Value>, Value)>> = BTreeMap::new();
        for row in rows {
            let value = *row.0.get(place)?;
            let key = match self.model.values.as_number(value) {
                Some(number) if self.is_projected[place] => Key::Number(number.clone()),
                _ => Key::Value(value),
            };
            groups.entry(key).or_default().push(row.clone());
        }
        let mut groups = groups.into_iter().rev();
        let (mut key, last) = groups.next()?;
        let mut body = self.body(&last, place + 1)?;
        for (before, rows) in groups {
            let other = self.body(&rows, place + 1)?;
            body = match &key {
                Key::Number(number) => {
                    let start = self.terms.numeral(number, Sort::INT);
                    let is_before = self.terms.less(parameter, start);
                    self.terms.ite(is_before, other, body)
                }
                Key::Value(_) => {
                    let Key::Value(value) = before else { return None };
                    let value = self.model.values.term(self.terms, value)?;
                    let is_it = self.terms.equal(parameter, value);
                    self.terms.ite(is_it, other, body)
                }
            };
            key = before;
        }
        Some(body)
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Number(Rational),
    Value(Value),
}
