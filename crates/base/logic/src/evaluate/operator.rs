//! What each operator means, on values.

use buttress_numeric::Rational;

use super::error::EvaluateError;
use super::evaluator::Evaluator;
use super::frame::Step;
use crate::{Op, Sort, Symbol, Term, Value, ValueKind};

impl Evaluator<'_> {
    /// The arithmetic operators; `None` for others and for arguments that are no numbers.
    pub(super) fn number(&mut self, op: Op, sort: Sort, arguments: &[Value]) -> Option<Step> {
        let values = &mut self.model.values;
        let at = |place: usize| values.as_number(*arguments.get(place)?);
        let number = match op {
            Op::Number(number) => self.terms.number(number).clone(),
            Op::Add => {
                let mut sum = Rational::ZERO;
                for value in arguments {
                    sum += values.as_number(*value)?;
                }
                sum
            }
            Op::Multiply => {
                let mut product = Rational::ONE;
                for value in arguments {
                    product *= values.as_number(*value)?;
                }
                product
            }
            Op::Divide => match at(0)?.checked_div(at(1)?) {
                Some(quotient) => quotient,
                None => return Some(Step::Call(Symbol::DivideByZero, arguments[..1].to_vec())),
            },
            Op::IntegerDivide | Op::Modulo => {
                // Of integers the floor is the integer itself.
                let (left, right) = (at(0)?.floor(), at(1)?.floor());
                let (result, symbol) = match op {
                    Op::Modulo => (left.rem_euclid(&right), Symbol::ModuloByZero),
                    _ => (left.div_euclid(&right), Symbol::IntegerDivideByZero),
                };
                match result {
                    Some(result) => result.into_rational(),
                    None => return Some(Step::Call(symbol, arguments[..1].to_vec())),
                }
            }
            Op::Absolute => at(0)?.abs(),
            Op::ToReal => at(0)?.clone(),
            Op::ToInteger => at(0)?.floor().into_rational(),
            _ => return None,
        };
        Some(Step::Value(values.number(sort, number)))
    }

    /// All other operators.
    pub(super) fn structure(
        &mut self,
        term: Term,
        arguments: &[Value],
    ) -> Result<Step, EvaluateError> {
        let terms = self.terms;
        if let (Op::Difference, &[left, right]) = (terms.op(term), arguments)
            && let Some(index) = self.model.difference(left, right)
        {
            return Ok(Step::Value(index));
        }
        let values = &mut self.model.values;
        let sort = terms.sort_of(term);
        let ill_sorted = EvaluateError::IllSorted(term);
        let op = terms.op(term);
        let value = match (op, arguments) {
            (Op::True, []) => Value::TRUE,
            (Op::False, []) => Value::FALSE,
            (Op::Not, [argument]) => Value::from(*argument == Value::FALSE),
            (Op::And, _) => Value::from(arguments.iter().all(|value| *value == Value::TRUE)),
            (Op::Or, _) => Value::from(arguments.contains(&Value::TRUE)),
            (Op::Equal, [left, right]) => Value::from(left == right),
            (Op::Distinct, _) => {
                let mut sorted = arguments.to_vec();
                sorted.sort_unstable();
                sorted.dedup();
                Value::from(sorted.len() == arguments.len())
            }
            (Op::IsInteger, [number]) => {
                Value::from(values.as_number(*number).ok_or(ill_sorted)?.is_integer())
            }
            (Op::LessEqual | Op::Less, [left, right]) => {
                let left = values.as_number(*left).ok_or(ill_sorted)?;
                let right = values.as_number(*right).ok_or(ill_sorted)?;
                Value::from(if op == Op::Less { left < right } else { left <= right })
            }
            (Op::Select, [array, index]) => values.read(*array, *index).ok_or(ill_sorted)?,
            (Op::Store, [array, index, value]) => {
                values.store(terms, *array, *index, *value).ok_or(ill_sorted)?
            }
            (Op::ConstantArray, [value]) => values.constant_array(sort, *value),
            (Op::Difference, [left, right]) => {
                values.difference(terms, *left, *right).ok_or(ill_sorted)?
            }
            (Op::Default, [array]) => values.default_of(*array).ok_or(ill_sorted)?,
            (Op::Construct(constructor), _) => values.construct(constructor, arguments),
            (Op::SelectField(selector), [value]) => {
                let ValueKind::Datatype(constructor, fields) = values.kind(*value) else {
                    return Err(ill_sorted);
                };
                if *constructor != terms.selector_constructor(selector) {
                    return Ok(Step::Call(Symbol::WrongField(selector), arguments.to_vec()));
                }
                *fields.get(terms.selector_position(selector)).ok_or(ill_sorted)?
            }
            (Op::Test(constructor), [value]) => match values.kind(*value) {
                ValueKind::Datatype(found, _) => Value::from(*found == constructor),
                _ => return Err(ill_sorted),
            },
            (Op::Element(number), []) => {
                if number >= values.universe(sort) {
                    return Err(EvaluateError::OutsideUniverse(term));
                }
                values.element(sort, number)
            }
            _ => return Err(ill_sorted),
        };
        Ok(Step::Value(value))
    }
}
