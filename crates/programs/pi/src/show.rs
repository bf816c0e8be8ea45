//! Values as text: `[3, 1, 2]`, `{pivot: 1, array: [2]}`, `{1 -> 5}`.
//!
//! Only the cells within the length of an array are shown. What is shown is read back by `read_call`.

use std::fmt;

use buttress_numeric::Rational;

use crate::program::{Program, Type};
use crate::value::Value;

/// A value of a type, for people. Fields have their names.
pub struct Shown<'a> {
    program: &'a Program,
    ty: &'a Type,
    value: &'a Value,
}

impl Value {
    /// The value with names for its fields.
    pub fn shown<'a>(&'a self, program: &'a Program, ty: &'a Type) -> Shown<'a> {
        Shown { program, ty, value: self }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown { program, ty, value } = *self;
        match (value, ty) {
            (Value::Array(array), Type::Array(element)) => {
                let cells = array.cells.iter().map(|cell| cell.shown(program, element));
                separated(f, ['[', ']'], cells)
            }
            (Value::Struct(values), Type::Struct(id)) => {
                let fields = &program.structure(*id).fields;
                let named = values.iter().zip(fields).map(|(value, (name, ty))| Named {
                    name: &name.text,
                    value: value.shown(program, ty),
                });
                separated(f, ['{', '}'], named)
            }
            _ => value.fmt(f),
        }
    }
}

impl fmt::Display for Value {
    /// The value without names for its fields.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(number) => number.fmt(f),
            Value::Float(number) if number.is_integer() => write!(f, "{number}.0"),
            Value::Float(number) => match decimal(number) {
                Some(text) => f.write_str(&text),
                None => number.fmt(f),
            },
            Value::Bool(truth) => truth.fmt(f),
            Value::Array(array) => separated(f, ['[', ']'], array.cells.iter()),
            Value::Struct(fields) => separated(f, ['{', '}'], fields.iter()),
            Value::Table(entries) => {
                separated(f, ['{', '}'], entries.iter().map(|(key, value)| Entry { key, value }))
            }
            Value::List(items) => separated(f, ['[', ']'], items.iter()),
        }
    }
}

struct Named<'a> {
    name: &'a str,
    value: Shown<'a>,
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.value)
    }
}

struct Entry<'a> {
    key: &'a Value,
    value: &'a Value,
}

impl fmt::Display for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.key, self.value)
    }
}

fn separated(
    f: &mut fmt::Formatter<'_>,
    [open, close]: [char; 2],
    items: impl Iterator<Item = impl fmt::Display>,
) -> fmt::Result {
    write!(f, "{open}")?;
    for (position, item) in items.enumerate() {
        if position > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{item}")?;
    }
    write!(f, "{close}")
}

/// A fraction with a point, if few digits suffice.
fn decimal(number: &Rational) -> Option<String> {
    const DIGITS: usize = 9;
    let mut scaled = number.abs();
    for digits in 1..=DIGITS {
        scaled = &scaled * Rational::from(10);
        if scaled.is_integer() {
            let text = format!("{:0>width$}", scaled.to_string(), width = digits + 1);
            let (whole, part) = text.split_at(text.len() - digits);
            let sign = if number.is_negative() { "-" } else { "" };
            return Some(format!("{sign}{whole}.{part}"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_have_a_point_if_they_can() {
        let text = |numerator, denominator| {
            Value::Float(Rational::new(numerator, denominator).expect("a fraction")).to_string()
        };
        assert_eq!(text(2, 1), "2.0");
        assert_eq!(text(3, 2), "1.5");
        assert_eq!(text(-1, 8), "-0.125");
        assert_eq!(text(1, 100), "0.01");
        assert_eq!(text(-1, 3), "-1/3");
    }

    #[test]
    fn what_is_made_of_parts_is_shown_with_them() {
        let array = Value::array([3, 1, 2].map(Value::from).to_vec(), Value::from(9));
        assert_eq!(array.to_string(), "[3, 1, 2]");
        let table = Value::Table([(Value::from(1), Value::from(5))].into());
        assert_eq!(table.to_string(), "{1 -> 5}");
        assert_eq!(Value::Struct(vec![Value::from(true), array]).to_string(), "{true, [3, 1, 2]}");
        assert_eq!(Value::List(vec![]).to_string(), "[]");
    }
}
