//! What operators do to values; the same in code and in annotations.

use std::cmp::Ordering;

use buttress_numeric::{Integer, Rational};

use crate::limits::MOST_BITS;
use crate::program::Builtin;
use crate::{BinaryOp, Value};

/// Is the number short enough to go on with?
pub(super) fn is_short(number: &Rational) -> bool {
    number.is_small() || number.bits() <= MOST_BITS
}

/// The number of a scalar.
pub(super) fn number(value: &Value) -> Option<&Rational> {
    match value {
        Value::Int(number) => Some(number.as_rational()),
        Value::Float(number) => Some(number),
        _ => None,
    }
}

/// `l ∘ r` on numbers; none for a division by zero.
pub(super) fn arithmetic(op: BinaryOp, left: &Rational, right: &Rational) -> Option<Rational> {
    match op {
        BinaryOp::Add => Some(left + right),
        BinaryOp::Subtract => Some(left - right),
        BinaryOp::Multiply => Some(left * right),
        BinaryOp::Divide => left.checked_div(right),
        BinaryOp::Quotient | BinaryOp::Remainder => {
            if let (Some(left), Some(right)) = (left.to_i64(), right.to_i64())
                && right != -1
            {
                return if op == BinaryOp::Quotient {
                    left.checked_div_euclid(right).map(Rational::from)
                } else {
                    left.checked_rem_euclid(right).map(Rational::from)
                };
            }
            let left = Integer::from_rational(left.clone())?;
            let right = Integer::from_rational(right.clone())?;
            let result = if op == BinaryOp::Quotient {
                left.div_euclid(&right)
            } else {
                left.rem_euclid(&right)
            };
            result.map(Rational::from)
        }
        _ => None,
    }
}

/// Does the comparison hold of numbers in this order? None for operators that are no comparisons.
pub(super) fn compares(op: BinaryOp, ordering: Ordering) -> Option<bool> {
    Some(match op {
        BinaryOp::Equal => ordering.is_eq(),
        BinaryOp::Different => ordering.is_ne(),
        BinaryOp::Less => ordering.is_lt(),
        BinaryOp::LessEqual => ordering.is_le(),
        BinaryOp::Greater => ordering.is_gt(),
        BinaryOp::GreaterEqual => ordering.is_ge(),
        _ => return None,
    })
}

/// An operation on tables or lists that says nothing of keys that are absent and of the parts of `nil`.
pub(super) fn builtin(builtin: Builtin, arguments: Vec<Value>) -> Option<Value> {
    let mut arguments = arguments.into_iter();
    let (first, second, third) = (arguments.next(), arguments.next(), arguments.next());
    Some(match (builtin, first, second, third) {
        (Builtin::Get, Some(Value::Table(entries)), Some(key), None) => entries.get(&key)?.clone(),
        (Builtin::Put, Some(Value::Table(mut entries)), Some(key), Some(value)) => {
            entries.insert(key, value);
            Value::Table(entries)
        }
        (Builtin::Remove, Some(Value::Table(mut entries)), Some(key), None) => {
            entries.remove(&key);
            Value::Table(entries)
        }
        (Builtin::In, Some(key), Some(Value::Table(entries)), None) => {
            Value::Bool(entries.contains_key(&key))
        }
        (Builtin::IsInit, Some(Value::Table(entries)), None, None) => {
            Value::Bool(entries.is_empty())
        }
        (Builtin::Cons, Some(first), Some(Value::List(mut items)), None) => {
            items.insert(0, first);
            Value::List(items)
        }
        (Builtin::Car, Some(Value::List(items)), None, None) => items.into_iter().next()?,
        (Builtin::Cdr, Some(Value::List(mut items)), None, None) => {
            if items.is_empty() {
                return None;
            }
            items.remove(0);
            Value::List(items)
        }
        (Builtin::Atom, Some(Value::List(items)), None, None) => Value::Bool(items.is_empty()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_is_euclidean_whatever_the_signs() {
        let ask = |op, left: i64, right: i64| {
            arithmetic(op, &Rational::from(left), &Rational::from(right))
                .and_then(|number| number.to_i64())
        };
        for left in -7..=7 {
            for right in [-3, -1, 1, 2, 3] {
                let quotient = ask(BinaryOp::Quotient, left, right).expect("a quotient");
                let remainder = ask(BinaryOp::Remainder, left, right).expect("a remainder");
                assert_eq!(left, right * quotient + remainder);
                assert!((0..right.abs()).contains(&remainder));
            }
        }
        assert_eq!(ask(BinaryOp::Quotient, 1, 0), None);
        assert_eq!(ask(BinaryOp::Remainder, 1, 0), None);
        let least = Rational::from(i64::MIN);
        let quotient = arithmetic(BinaryOp::Quotient, &least, &Rational::MINUS_ONE);
        assert_eq!(quotient, Some(-least));
    }
}
