//! Values of programs from models of formulas.

use std::collections::BTreeMap;

use buttress_logic::{Integer, Model, Rational, Sort, Terms, ValueKind, Values, evaluate};

use super::{Symbolic, shape};
use crate::limits::{LONGEST_LIST, MOST_CELLS, MOST_OUTSIDE_CELLS};
use crate::program::{Program, Type};
use crate::{ArrayValue, Value};

/// What a value is in a model. None if an array is longer than [`MOST_CELLS`], a table has infinitely many keys, or a
/// term cannot be evaluated.
///
/// In models an array may read one value from some place on and another one up to some place. Of such stretches outside the
/// array's length only the nearest cells are told, so that a run may differ from the model there.
pub fn value_in(
    terms: &Terms,
    program: &Program,
    model: &mut Model,
    value: &Symbolic,
) -> Option<Value> {
    let mut leaves = Vec::new();
    for leaf in &value.leaves {
        leaves.push(evaluate(terms, model, *leaf).ok()?);
    }
    Reader { program, values: &mut model.values }.read(&value.ty, &leaves)
}

struct Reader<'a> {
    program: &'a Program,
    values: &'a mut Values,
}

impl Reader<'_> {
    fn read(&mut self, ty: &Type, leaves: &[buttress_logic::Value]) -> Option<Value> {
        match (ty, leaves) {
            (Type::Int, [leaf]) => {
                let number = self.values.as_number(*leaf)?.clone();
                Some(Value::Int(Integer::from_rational(number)?))
            }
            (Type::Float, [leaf]) => Some(Value::Float(self.values.as_number(*leaf)?.clone())),
            (Type::Bool, [leaf]) => Some(Value::Bool(self.values.as_bool(*leaf)?)),
            (Type::Struct(id), _) => {
                let mut fields = Vec::new();
                let mut rest = leaves;
                for (_, ty) in &self.program.structure(*id).fields {
                    let (field, others) =
                        rest.split_at_checked(shape::leaf_count(self.program, ty)?)?;
                    fields.push(self.read(ty, field)?);
                    rest = others;
                }
                Some(Value::Struct(fields))
            }
            (Type::Array(element), _) => self.array(element, leaves),
            (Type::Table(key, content), [leaf]) => self.table(key, content, *leaf),
            (Type::List(element), [leaf]) => self.list(element, *leaf),
            _ => None,
        }
    }

    fn array(&mut self, element: &Type, leaves: &[buttress_logic::Value]) -> Option<Value> {
        let (length, arrays) = leaves.split_last()?;
        let length = self.values.as_number(*length)?.to_i64()?;
        let length = usize::try_from(length).ok().filter(|length| *length <= MOST_CELLS)?;
        let mut cells = Vec::new();
        for at in 0..length {
            cells.push(self.cell(element, arrays, &Rational::from(at as i64))?);
        }
        let breakpoints = self.breakpoints(arrays, length)?;
        let (first, last) = (breakpoints.first()?.clone(), breakpoints.last()?.clone());
        let beyond = self.cell(element, arrays, &last)?;
        let mut outside = BTreeMap::new();
        let mut read_at = |reader: &mut Self, at: &Rational| {
            let cell = reader.cell(element, arrays, at)?;
            let is_inside = !at.is_negative() && *at < Rational::from(length as i64);
            if cell != beyond && !is_inside {
                outside.insert(Integer::from_rational(at.clone())?, cell);
            }
            Some(())
        };
        for pair in breakpoints.windows(2) {
            let [start, end] = pair else { continue };
            let mut at = start.clone();
            for _ in 0..MOST_OUTSIDE_CELLS {
                if at >= *end {
                    break;
                }
                read_at(self, &at)?;
                at = &at + &Rational::ONE;
            }
        }
        for distance in 1..=MOST_OUTSIDE_CELLS {
            read_at(self, &(&first - &Rational::from(distance as i64)))?;
        }
        Some(Value::Array(Box::new(ArrayValue { cells, beyond, outside })))
    }

    /// The places from which on arrays may read something else, and the ends of the array itself, in order.
    fn breakpoints(
        &self,
        arrays: &[buttress_logic::Value],
        length: usize,
    ) -> Option<Vec<Rational>> {
        let mut places = vec![Rational::ZERO, Rational::from(length as i64)];
        for array in arrays {
            let (_, steps) = self.values.steps(*array)?;
            places.extend(steps.into_iter().map(|(place, _)| place));
        }
        places.sort_unstable();
        places.dedup();
        Some(places)
    }

    fn cell(
        &mut self,
        element: &Type,
        arrays: &[buttress_logic::Value],
        at: &Rational,
    ) -> Option<Value> {
        let at = self.values.number(Sort::INT, at.clone());
        let leaves: Option<Vec<_>> =
            arrays.iter().map(|array| self.values.read(*array, at)).collect();
        self.read(element, &leaves?)
    }

    fn table(&mut self, key: &Type, content: &Type, table: buttress_logic::Value) -> Option<Value> {
        let mut entries = Vec::new();
        if *key == Type::Bool {
            for key in [false, true] {
                let key = buttress_logic::Value::from(key);
                entries.push((key, self.values.read(table, key)?));
            }
        } else {
            // Infinitely many keys would have something.
            if self.content(self.values.default_of(table)?).is_some() {
                return None;
            }
            entries = self.values.exceptions(table)?;
        }
        let mut pairs = BTreeMap::new();
        for (at, entry) in entries {
            if let Some(found) = self.content(entry) {
                pairs.insert(self.read(key, &[at])?, self.read(content, &[found])?);
            }
        }
        Some(Value::Table(pairs))
    }

    /// What an entry holds, if anything.
    fn content(&self, entry: buttress_logic::Value) -> Option<buttress_logic::Value> {
        match self.values.kind(entry) {
            ValueKind::Datatype(_, fields) => fields.first().copied(),
            _ => None,
        }
    }

    fn list(&mut self, element: &Type, list: buttress_logic::Value) -> Option<Value> {
        let mut elements = Vec::new();
        let mut rest = list;
        while let ValueKind::Datatype(_, fields) = self.values.kind(rest) {
            let &[first, others] = &fields[..] else { return Some(Value::List(elements)) };
            if elements.len() == LONGEST_LIST {
                return None;
            }
            elements.push(self.read(element, &[first])?);
            rest = others;
        }
        None
    }
}
