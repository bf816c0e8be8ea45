//! Values as the steps of a derivation write them.
//!
//! ```text
//! value = true | false | number | {value,value:value,…} | [number;value;…]
//! ```
//!
//! `{0,3:7}` is the array that reads 7 at 3 and 0 elsewhere; `[1;7;[2]]` is the first constructor of a datatype, its fields 7 and
//! the second constructor, which has none.

use buttress_logic::{Rational, Sort, Terms};

use crate::evaluate::{Evaluator, Kind, Value};
use crate::limits::MOST_VALUE_NESTING;

/// The value of a sort that a whole word stands for.
pub fn value(
    terms: &Terms,
    evaluator: &mut Evaluator<'_>,
    sort: Sort,
    word: &[u8],
) -> Option<Value> {
    let mut reader = ValueReader { terms, evaluator, rest: word, nesting: 0 };
    let value = reader.value(sort)?;
    reader.rest.is_empty().then_some(value)
}

struct ValueReader<'r, 'a> {
    terms: &'r Terms,
    evaluator: &'r mut Evaluator<'a>,
    rest: &'r [u8],
    nesting: usize,
}

impl ValueReader<'_, '_> {
    fn value(&mut self, sort: Sort) -> Option<Value> {
        if sort == Sort::BOOL || sort.is_arithmetic() {
            return self.scalar(sort);
        }
        self.nesting += 1;
        if self.nesting > MOST_VALUE_NESTING {
            return None;
        }
        let value = match self.terms.array_parts(sort) {
            Some((index, element)) => self.array(sort, index, element),
            None => self.built(sort),
        };
        self.nesting -= 1;
        value
    }

    /// `{`, what is read elsewhere, then indices and readings, and `}`.
    fn array(&mut self, sort: Sort, index: Sort, element: Sort) -> Option<Value> {
        self.expect(b'{')?;
        let default = self.value(element)?;
        let mut array = self.evaluator.constant_array(sort, default).ok()?;
        while !self.takes(b'}') {
            self.expect(b',')?;
            let at = self.value(index)?;
            self.expect(b':')?;
            let reading = self.value(element)?;
            array = self.evaluator.store(sort, array, at, reading).ok()?;
        }
        Some(array)
    }

    /// `[`, the number of a constructor, from 1, its fields, and `]`.
    fn built(&mut self, sort: Sort) -> Option<Value> {
        self.expect(b'[')?;
        let constructors = self.terms.constructors(self.terms.as_datatype(sort)?);
        let number: usize = std::str::from_utf8(self.word()).ok()?.parse().ok()?;
        let constructor = *constructors.get(number.checked_sub(1)?)?;
        let mut fields = Vec::new();
        for selector in self.terms.selectors(constructor) {
            self.expect(b';')?;
            fields.push(self.value(self.terms.selector_sort(selector))?);
        }
        self.expect(b']')?;
        Some(self.evaluator.values.value(Kind::Built(constructor, fields.into())))
    }

    /// `true` or `false` for a formula, `3` or `-3` for an integer, `3` or `-1/2` for a real.
    fn scalar(&mut self, sort: Sort) -> Option<Value> {
        match (sort, self.word()) {
            (Sort::BOOL, b"true") => Some(Value::TRUE),
            (Sort::BOOL, b"false") => Some(Value::FALSE),
            (Sort::INT | Sort::REAL, word) => {
                let number = rational(word)?;
                let is_value = sort == Sort::REAL || number.is_integer();
                is_value.then(|| self.evaluator.values.number(number))
            }
            _ => None,
        }
    }

    /// The bytes up to the next that brackets or separates.
    fn word(&mut self) -> &[u8] {
        let is_end = |byte: &u8| matches!(byte, b'{' | b'}' | b'[' | b']' | b',' | b':' | b';');
        let end = self.rest.iter().position(is_end).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn takes(&mut self, byte: u8) -> bool {
        let Some(rest) = self.rest.strip_prefix(&[byte]) else { return false };
        self.rest = rest;
        true
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.takes(byte).then_some(())
    }
}

/// `3`, `-3` or `-1/2`
pub fn rational(word: &[u8]) -> Option<Rational> {
    let is_plain = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'/');
    if !word.iter().all(is_plain) {
        return None;
    }
    std::str::from_utf8(word).ok()?.parse().ok()
}
