//! The values of finite sorts, and one value of each sort.

use std::collections::BTreeMap;
use std::rc::Rc;

use buttress_logic::{Sort, SortKind};
use buttress_numeric::Rational;

use super::{EvaluationFailure, Evaluator, Kind, Value};
use crate::limits::MOST_VALUES;
use crate::size::{Size, size};

impl Evaluator<'_> {
    /// All values of a sort; nothing if they are infinitely many.
    pub(super) fn all_values(
        &mut self,
        sort: Sort,
    ) -> Result<Option<Rc<Vec<Value>>>, EvaluationFailure> {
        if let Some(known) = self.listed.get(&sort) {
            return Ok(known.clone());
        }
        let listed = match self.size(sort)? {
            Size::Infinite => None,
            Size::Finite(count) if count <= MOST_VALUES => {
                Some(Rc::new(self.deeper(|own| own.list(sort))?))
            }
            Size::Finite(_) | Size::Large => return Err(EvaluationFailure::Quantifier),
        };
        self.listed.insert(sort, listed.clone());
        Ok(listed)
    }

    /// All indices of an array sort, if so many exceptions may be half of them.
    pub(super) fn indices(
        &mut self,
        sort: Sort,
        exceptions: usize,
    ) -> Result<Option<Rc<Vec<Value>>>, EvaluationFailure> {
        match self.size(sort)? {
            Size::Finite(count) if count <= 2 * exceptions as u64 => self.all_values(sort),
            _ => Ok(None),
        }
    }

    fn size(&mut self, sort: Sort) -> Result<Size, EvaluationFailure> {
        if let Some(known) = self.sizes.get(&sort) {
            return Ok(*known);
        }
        let universe = |sort: Sort| u64::from(self.universe(sort));
        let found = size(self.terms, sort, universe, self.budget)?;
        self.sizes.insert(sort, found);
        Ok(found)
    }

    /// The values of a finite sort, by what it is made of.
    fn list(&mut self, sort: Sort) -> Result<Vec<Value>, EvaluationFailure> {
        match self.terms.sort_kind(sort) {
            SortKind::Bool => Ok(vec![Value::FALSE, Value::TRUE]),
            SortKind::Int | SortKind::Real => Err(EvaluationFailure::Quantifier),
            SortKind::Uninterpreted { .. } => {
                let elements = 0..self.universe(sort);
                Ok(elements.map(|at| self.values.value(Kind::Element(sort, at))).collect())
            }
            SortKind::Array { index, element } => self.list_arrays(sort, *index, *element),
            SortKind::Datatype(datatype) => {
                let mut values = Vec::new();
                for constructor in self.terms.constructors(*datatype) {
                    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
                    for selector in self.terms.selectors(constructor) {
                        let fields = self.all_values(self.terms.selector_sort(selector))?;
                        let fields = fields.ok_or(EvaluationFailure::Quantifier)?;
                        let longer = rows.iter().flat_map(|row| {
                            fields.iter().map(|field| [row.as_slice(), &[*field]].concat())
                        });
                        rows = longer.collect();
                    }
                    for row in rows {
                        self.step()?;
                        values.push(self.values.value(Kind::Built(constructor, row.into())));
                    }
                }
                Ok(values)
            }
        }
    }

    /// All functions. The index of an array with one value does not matter: it may be anything.
    fn list_arrays(
        &mut self,
        sort: Sort,
        index: Sort,
        element: Sort,
    ) -> Result<Vec<Value>, EvaluationFailure> {
        let elements = self.all_values(element)?.ok_or(EvaluationFailure::Quantifier)?;
        if let [only] = elements.as_slice() {
            return Ok(vec![self.constant_array(sort, *only)?]);
        }
        let indices = self.all_values(index)?.ok_or(EvaluationFailure::Quantifier)?;
        let mut rows: Vec<BTreeMap<Value, Value>> = vec![BTreeMap::new()];
        for index in indices.iter() {
            let longer = rows.iter().flat_map(|row| {
                elements.iter().map(|element| {
                    let mut row = row.clone();
                    row.insert(*index, *element);
                    row
                })
            });
            rows = longer.collect();
        }
        rows.into_iter().map(|row| self.table(sort, elements[0], row)).collect()
    }

    /// A value of a sort, always the same; of a datatype, one that is built in fewest layers.
    pub(super) fn default_value(&mut self, sort: Sort) -> Result<Value, EvaluationFailure> {
        // Rounds over all sorts until the sort has one: so each is made of what was there before.
        while !self.defaults.contains_key(&sort) {
            let mut found = Vec::new();
            for candidate in self.terms.sorts() {
                self.budget.spend(1)?;
                if !self.defaults.contains_key(&candidate)
                    && let Some(value) = self.first_value(candidate)?
                {
                    found.push((candidate, value));
                }
            }
            if found.is_empty() {
                return Err(EvaluationFailure::IllSorted);
            }
            self.defaults.extend(found);
        }
        Ok(self.defaults[&sort])
    }

    /// A value of a sort that is built from the defaults of others.
    fn first_value(&mut self, sort: Sort) -> Result<Option<Value>, EvaluationFailure> {
        Ok(match self.terms.sort_kind(sort) {
            SortKind::Bool => Some(Value::FALSE),
            SortKind::Int | SortKind::Real => Some(self.values.number(Rational::ZERO)),
            SortKind::Uninterpreted { .. } => Some(self.values.value(Kind::Element(sort, 0))),
            SortKind::Array { element, .. } => match self.defaults.get(element) {
                Some(element) => Some(self.constant_array(sort, *element)?),
                None => None,
            },
            SortKind::Datatype(datatype) => {
                let constructors = self.terms.constructors(*datatype);
                constructors.into_iter().find_map(|constructor| {
                    let selectors = self.terms.selectors(constructor).into_iter();
                    let sorts = selectors.map(|selector| self.terms.selector_sort(selector));
                    let fields: Option<Vec<Value>> =
                        sorts.map(|sort| self.defaults.get(&sort).copied()).collect();
                    Some(self.values.value(Kind::Built(constructor, fields?.into())))
                })
            }
        })
    }
}
