//! Values as terms.

use std::collections::HashMap;

use super::kind::{Value, ValueKind};
use super::values::Values;
use crate::{Op, Term, Terms};

impl Values {
    /// A term without variables that has this value in every model; elements of uninterpreted sorts
    /// are named as models name them. `None` for arrays that are constant on intervals.
    pub fn term(&mut self, terms: &mut Terms, value: Value) -> Option<Term> {
        let mut done: HashMap<Value, Term> = HashMap::new();
        let mut stack = vec![value];
        while let Some(&value) = stack.last() {
            if done.contains_key(&value) {
                stack.pop();
                continue;
            }
            let parts = self.parts(value)?;
            let before = stack.len();
            stack.extend(parts.iter().filter(|part| !done.contains_key(part)));
            if stack.len() > before {
                continue;
            }
            let parts: Vec<Term> = parts.iter().map(|part| done[part]).collect();
            let term = match self.kind(value) {
                ValueKind::Bool(truth) => {
                    if *truth {
                        Term::TRUE
                    } else {
                        Term::FALSE
                    }
                }
                ValueKind::Number(sort, number) => terms.numeral(number, *sort),
                ValueKind::Element(sort, number) => terms.element(*sort, *number),
                ValueKind::Datatype(constructor, _) => terms.construct(*constructor, &parts),
                ValueKind::Array(sort, _) => {
                    let (default, exceptions) = parts.split_first()?;
                    let mut array = terms.constant_array(*sort, *default);
                    for pair in exceptions.chunks(2) {
                        array = terms.store(array, pair[0], *pair.get(1)?);
                    }
                    array
                }
            };
            done.insert(value, term);
        }
        done.get(&value).copied()
    }

    /// The value of a literal: a truth value, a number, a constructor of literals, or stores of literals into an array that
    /// reads one literal everywhere. `None` of other terms.
    pub fn of_literal(&mut self, terms: &Terms, literal: Term) -> Option<Value> {
        let mut done: HashMap<Term, Value> = HashMap::new();
        let mut stack = vec![literal];
        while let Some(&term) = stack.last() {
            if done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let is_literal = matches!(
                terms.op(term),
                Op::True
                    | Op::False
                    | Op::Number(_)
                    | Op::Store
                    | Op::ConstantArray
                    | Op::Construct(_)
            );
            if !is_literal {
                return None;
            }
            let before = stack.len();
            stack.extend(terms.arguments(term).iter().filter(|part| !done.contains_key(part)));
            if stack.len() > before {
                continue;
            }
            let parts: Vec<Value> = terms.arguments(term).iter().map(|part| done[part]).collect();
            let sort = terms.sort_of(term);
            let value = match (terms.op(term), parts.as_slice()) {
                (Op::True, _) => Value::TRUE,
                (Op::False, _) => Value::FALSE,
                (Op::Number(number), _) => self.number(sort, terms.number(number).clone()),
                (Op::ConstantArray, &[value]) => self.constant_array(sort, value),
                (Op::Construct(constructor), fields) => self.construct(constructor, fields),
                (Op::Store, &[array, index, value]) => self.store(terms, array, index, value)?,
                _ => return None,
            };
            done.insert(term, value);
        }
        done.get(&literal).copied()
    }

    /// The values that a value is made of; of an array its default, then indices and readings.
    fn parts(&mut self, value: Value) -> Option<Vec<Value>> {
        Some(match self.kind(value) {
            ValueKind::Datatype(_, fields) => fields.to_vec(),
            ValueKind::Array(..) => {
                let mut parts = vec![self.default_of(value)?];
                for (index, reading) in self.exceptions(value)? {
                    parts.extend([index, reading]);
                }
                parts
            }
            _ => Vec::new(),
        })
    }
}
