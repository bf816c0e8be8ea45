//! Looking for the witness of a quantified formula: `plan` carried out in a state.
//!
//! A witness that is found decides. If none is found the answer is certain only if every cube was searched exactly: all
//! its bounds were known, each of its variables had a source, and each of its literals a value.

mod range;
mod representatives;

use range::{Range, Search};

use super::cube::{Cube, Source};
use super::evaluate::{Evaluation, Undetermined};
use super::formula::Quantifier;
use crate::Value;
use crate::limits::{FARTHEST, WIDEST_RANGE};

impl<'a> Evaluation<'a> {
    /// Has the formula that the cubes of a quantifier stand for a witness?
    pub fn has_witness(&mut self, quantifier: &'a Quantifier) -> Result<bool, Undetermined> {
        let mut is_exact = true;
        for cube in &quantifier.cubes {
            if self.search(cube, &mut is_exact)? {
                return Ok(true);
            }
        }
        if is_exact { Ok(false) } else { Err(Undetermined) }
    }

    fn search(&mut self, cube: &'a Cube, is_exact: &mut bool) -> Result<bool, Undetermined> {
        match self.passes(cube, 0) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(Undetermined) => {
                *is_exact = false;
                return Ok(false);
            }
        }
        let count = cube.variables.len();
        let mut search = Search {
            rests: Vec::with_capacity(cube.atoms.len()),
            ranges: vec![Range::default(); count],
            values: vec![0; count],
            is_exact: true,
        };
        for atom in &cube.atoms {
            let rest = self
                .word(&atom.rest)
                .or_else(|| self.number(&atom.rest).ok().and_then(|number| number.to_i64()));
            match rest.filter(|rest| rest.abs() <= FARTHEST) {
                Some(rest) => search.rests.push(rest),
                None => {
                    *is_exact = false;
                    return Ok(false);
                }
            }
        }
        match search.propagate(cube) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(Undetermined) => {
                *is_exact = false;
                return Ok(false);
            }
        }
        let has_witness = self.choose(cube, &mut search, 0)?;
        *is_exact &= search.is_exact;
        Ok(has_witness)
    }

    /// Do the literals hold that can be evaluated now?
    fn passes(&mut self, cube: &'a Cube, level: usize) -> Result<bool, Undetermined> {
        let mut result = Ok(true);
        for literal in &cube.residue[level] {
            match self.truth(&literal.node) {
                Ok(truth) if truth == literal.is_positive => {}
                Ok(_) => return Ok(false),
                Err(undetermined) => result = Err(undetermined),
            }
        }
        result
    }

    /// Chooses values for the variables from this position on.
    fn choose(
        &mut self,
        cube: &'a Cube,
        search: &mut Search,
        position: usize,
    ) -> Result<bool, Undetermined> {
        let Some(choice) = cube.variables.get(position) else { return Ok(true) };
        let Ok(range) = search.range(cube, position) else {
            search.is_exact = false;
            return Ok(false);
        };
        match &choice.source {
            Source::Integers(points) => match (range.low, range.high) {
                (Some(low), Some(high)) if points.is_none() || high - low <= WIDEST_RANGE => {
                    for number in low..=high {
                        if self.try_integer(cube, search, position, number)? {
                            return Ok(true);
                        }
                    }
                    Ok(false)
                }
                _ => {
                    let candidates = match points {
                        Some(points) => self.integers(points, range),
                        None => None,
                    };
                    // Where nothing is known some numbers are tried all the same: a witness decides.
                    search.is_exact &= candidates.is_some();
                    for number in candidates.unwrap_or_else(|| (-3..=8).collect()) {
                        if range.contains(number)
                            && self.try_integer(cube, search, position, number)?
                        {
                            return Ok(true);
                        }
                    }
                    Ok(false)
                }
            },
            Source::Truths => {
                self.try_all(cube, search, position, [false, true].map(Value::Bool).to_vec())
            }
            Source::Exactly(node) => {
                let values = self.value(node).map(|value| vec![value.into_owned()]);
                self.try_some(cube, search, position, values)
            }
            Source::Keys(table) => {
                let values = self.value(table).and_then(|table| match &*table {
                    Value::Table(entries) => Ok(entries.keys().cloned().collect()),
                    _ => Err(Undetermined),
                });
                self.try_some(cube, search, position, values)
            }
            Source::Floats(points) => {
                let values = match points {
                    Some(points) => self.floats(points),
                    None => Err(Undetermined),
                };
                self.try_some(cube, search, position, values)
            }
            Source::Nowhere => {
                search.is_exact = false;
                Ok(false)
            }
        }
    }

    fn try_some(
        &mut self,
        cube: &'a Cube,
        search: &mut Search,
        position: usize,
        values: Result<Vec<Value>, Undetermined>,
    ) -> Result<bool, Undetermined> {
        match values {
            Ok(values) => self.try_all(cube, search, position, values),
            Err(Undetermined) => {
                search.is_exact = false;
                Ok(false)
            }
        }
    }

    fn try_all(
        &mut self,
        cube: &'a Cube,
        search: &mut Search,
        position: usize,
        values: Vec<Value>,
    ) -> Result<bool, Undetermined> {
        for value in values {
            if let Value::Int(number) = &value {
                // A key: atoms may speak of it as well, and they only know words.
                match number.to_i64().filter(|number| number.abs() <= FARTHEST) {
                    Some(number) => {
                        let range = search.range(cube, position);
                        search.is_exact &= range.is_ok();
                        if range.is_ok_and(|range| range.contains(number))
                            && self.try_integer(cube, search, position, number)?
                        {
                            return Ok(true);
                        }
                    }
                    None => search.is_exact = false,
                }
            } else if self.try_value(cube, search, position, value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn try_integer(
        &mut self,
        cube: &'a Cube,
        search: &mut Search,
        position: usize,
        number: i64,
    ) -> Result<bool, Undetermined> {
        search.values[position] = number;
        self.try_value(cube, search, position, Value::from(number))
    }

    fn try_value(
        &mut self,
        cube: &'a Cube,
        search: &mut Search,
        position: usize,
        value: Value,
    ) -> Result<bool, Undetermined> {
        self.try_one()?;
        self.bind(cube.variables[position].slot, value);
        match self.passes(cube, position + 1) {
            Ok(true) => self.choose(cube, search, position + 1),
            Ok(false) => Ok(false),
            Err(Undetermined) => {
                search.is_exact = false;
                Ok(false)
            }
        }
    }
}
