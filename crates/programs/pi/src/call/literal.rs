//! Literals of calls, as written: numbers, truth values, `[…]`, `{…}` and `name(…)`.
//!
//! What a literal means depends on the type it is read for; here it has only a form and a place.

use buttress_numeric::Rational;

use crate::limits::MOST_LITERAL_DEPTH;
use crate::{Diagnostic, Span};

/// A literal, and where it is.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Literal {
    pub form: Form,
    pub span: Span,
}

/// The forms of literals.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Form {
    /// A number, and whether it has a point or a fraction bar.
    Number(Rational, bool),
    /// A word: `true`, `false`, `nil`.
    Word(String),
    /// `name(…)`, each argument perhaps with a name.
    Call(String, Vec<(Option<String>, Literal)>),
    /// `[…]`
    Sequence(Vec<Literal>),
    /// `{…}` of `value`, `name: value` or `key -> value`.
    Braces(Vec<Item>),
}

/// What stands between braces.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Item {
    Plain(Literal),
    Named(String, Literal),
    Entry(Literal, Literal),
}

/// The literal that a text is.
pub(super) fn read(text: &str) -> Result<Literal, Diagnostic> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let literal = reader.literal()?;
    reader.skip();
    match reader.peek() {
        None => Ok(literal),
        Some(_) => Err(reader.expected("the end")),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
}

impl<'a> Reader<'a> {
    fn literal(&mut self) -> Result<Literal, Diagnostic> {
        self.skip();
        let start = self.at;
        let form = match self.peek() {
            Some('[') => self.nested(|reader| {
                Ok(Form::Sequence(reader.separated(']', |reader| reader.literal())?))
            })?,
            Some('{') => self.nested(|reader| {
                Ok(Form::Braces(reader.separated('}', |reader| reader.item())?))
            })?,
            Some(digit) if digit.is_ascii_digit() || digit == '-' => self.number()?,
            Some(letter) if letter.is_ascii_alphabetic() => {
                let word = self.word().to_owned();
                self.skip();
                if self.peek() == Some('(') {
                    self.nested(|reader| {
                        Ok(Form::Call(word, reader.separated(')', |reader| reader.argument())?))
                    })?
                } else {
                    Form::Word(word)
                }
            }
            _ => return Err(self.expected("a value")),
        };
        Ok(Literal { form, span: Span::new(start, self.at) })
    }

    /// Reads what is between brackets, unless there are too many around already.
    fn nested(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Form, Diagnostic>,
    ) -> Result<Form, Diagnostic> {
        if self.depth == MOST_LITERAL_DEPTH {
            let span = Span::new(self.at, self.at + 1);
            return Err(Diagnostic::error("PI0081", span, "the brackets nest too deeply"));
        }
        self.depth += 1;
        let form = read(self)?;
        self.depth -= 1;
        Ok(form)
    }

    /// An opening bracket, items with commas between them, and the closing one.
    fn separated<T>(
        &mut self,
        close: char,
        mut read: impl FnMut(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<Vec<T>, Diagnostic> {
        self.at += 1;
        let mut items = vec![];
        self.skip();
        if self.take(close) {
            return Ok(items);
        }
        loop {
            items.push(read(self)?);
            self.skip();
            if self.take(close) {
                return Ok(items);
            }
            if !self.take(',') {
                return Err(self.expected(&format!("`,` or `{close}`")));
            }
        }
    }

    fn argument(&mut self) -> Result<(Option<String>, Literal), Diagnostic> {
        let name = self.name_before("=");
        Ok((name, self.literal()?))
    }

    fn item(&mut self) -> Result<Item, Diagnostic> {
        if let Some(name) = self.name_before(":") {
            return Ok(Item::Named(name, self.literal()?));
        }
        let literal = self.literal()?;
        self.skip();
        if !self.rest().starts_with("->") {
            return Ok(Item::Plain(literal));
        }
        self.at += 2;
        Ok(Item::Entry(literal, self.literal()?))
    }

    /// The name that stands before a sign, if one does.
    fn name_before(&mut self, sign: &str) -> Option<String> {
        self.skip();
        let start = self.at;
        if self.peek().is_some_and(|letter| letter.is_ascii_alphabetic()) {
            let name = self.word().to_owned();
            self.skip();
            if self.rest().starts_with(sign) {
                self.at += sign.len();
                return Some(name);
            }
        }
        self.at = start;
        None
    }

    fn number(&mut self) -> Result<Form, Diagnostic> {
        let start = self.at;
        self.take('-');
        self.skip();
        let digits = self.at;
        self.while_digits();
        let is_whole = !matches!(self.peek(), Some('.' | '/'));
        if !is_whole {
            self.at += 1;
            self.while_digits();
        }
        let magnitude: Result<Rational, _> = self.text[digits..self.at].parse();
        match magnitude {
            Ok(number) if self.text[start..].starts_with('-') => {
                Ok(Form::Number(-number, !is_whole))
            }
            Ok(number) => Ok(Form::Number(number, !is_whole)),
            Err(_) => {
                let span = Span::new(start, self.at.max(start + 1));
                Err(Diagnostic::error("PI0080", span, "this is not a number")
                    .helping("write `3`, `-3`, `1.5` or `1/3`"))
            }
        }
    }

    fn while_digits(&mut self) {
        while self.peek().is_some_and(|digit| digit.is_ascii_digit()) {
            self.at += 1;
        }
    }

    fn word(&mut self) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn take(&mut self, sign: char) -> bool {
        let is_there = self.peek() == Some(sign);
        if is_there {
            self.at += sign.len_utf8();
        }
        is_there
    }

    fn skip(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn expected(&self, what: &str) -> Diagnostic {
        let (found, length) = match self.peek() {
            Some(found) => (format!("`{found}`"), found.len_utf8()),
            None => ("the end".to_owned(), 0),
        };
        let span = Span::new(self.at, self.at + length);
        Diagnostic::error("PI0080", span, format!("expected {what}, found {found}"))
            .helping("a call is written like `f([3, 1, 2], 0, u = 2)`")
    }
}
