//! What arguments must be: their number, their sorts, and how numbers are converted.

use buttress_logic::{Op, Sort, Term, print_sort};

use super::sexpr::{Node, Token, shorten};
use super::term::TermReader;
use super::{Error, Kind};

impl TermReader<'_> {
    /// The sort of the first argument, which must be an array, and what it is made of.
    pub(super) fn expect_array(
        &self,
        node: Node,
        base: usize,
    ) -> Result<(Sort, Sort, Sort), Error> {
        let sort = self.terms.sort_of(self.values[base]);
        match self.terms.array_parts(sort) {
            Some((index, element)) => Ok((sort, index, element)),
            None => Err(self.not_of(self.argument(node, 0), "an array", sort)),
        }
    }

    /// The arguments must be numbers of one sort: integers among reals become reals.
    pub(super) fn expect_numbers(&mut self, node: Node, base: usize) -> Result<(), Error> {
        for place in 0..self.values.len() - base {
            let sort = self.terms.sort_of(self.values[base + place]);
            if !sort.is_arithmetic() {
                return Err(self.not_of(self.argument(node, place), "a number", sort));
            }
        }
        self.lift(base);
        Ok(())
    }

    /// The arguments from `first` on must be of one sort.
    pub(super) fn expect_alike(
        &mut self,
        node: Node,
        base: usize,
        first: usize,
    ) -> Result<(), Error> {
        self.lift(base + first);
        let sort = self.terms.sort_of(self.values[base + first]);
        for place in first + 1..self.values.len() - base {
            let found = self.terms.sort_of(self.values[base + place]);
            if found != sort {
                return Err(self.wrong_sort(self.argument(node, place), sort, found));
            }
        }
        Ok(())
    }

    /// Makes integers reals if there are reals among the values from `base` on.
    pub(super) fn lift(&mut self, base: usize) {
        let values = &mut self.values[base..];
        let is_real = |value: &Term| self.terms.sort_of(*value) == Sort::REAL;
        if !values.iter().any(is_real) {
            return;
        }
        for value in values {
            if self.terms.sort_of(*value) == Sort::INT {
                *value = self.terms.to_real(*value);
            }
        }
    }

    /// The argument at a place must be of this sort, or be convertible.
    pub(super) fn expect(
        &mut self,
        node: Node,
        base: usize,
        place: usize,
        sort: Sort,
    ) -> Result<(), Error> {
        let value = self.values[base + place];
        let found = self.terms.sort_of(value);
        if found == sort {
            return Ok(());
        }
        if (found, sort) == (Sort::INT, Sort::REAL) {
            self.values[base + place] = self.terms.to_real(value);
            return Ok(());
        }
        // This walks over the list, which is fine for what is nearly always an error.
        let argument = self.argument(node, place);
        match self.converted(value, found, sort, argument) {
            Some(converted) => {
                self.values[base + place] = converted;
                Ok(())
            }
            None => Err(self.wrong_sort(argument, sort, found)),
        }
    }

    /// A term as one of another sort: an integer as a real; and a numeral as an integer, where the
    /// logic has made it a real.
    pub(super) fn converted(
        &mut self,
        term: Term,
        found: Sort,
        sort: Sort,
        node: Node,
    ) -> Option<Term> {
        if found == sort {
            return Some(term);
        }
        match (found, sort) {
            (Sort::INT, Sort::REAL) => Some(self.terms.to_real(term)),
            (Sort::REAL, Sort::INT) if self.source.token(node) == Token::Numeral => {
                match self.terms.op(term) {
                    Op::Number(number) => {
                        let value = self.terms.number(number).clone();
                        Some(self.terms.numeral(&value, Sort::INT))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The node of an argument.
    pub(super) fn argument(&self, node: Node, place: usize) -> Node {
        self.source.children(node).nth(place + 1).unwrap_or(node)
    }

    pub(super) fn check_arity(
        &self,
        node: Node,
        found: usize,
        least: usize,
        most: Option<usize>,
    ) -> Result<(), Error> {
        if found < least || most.is_some_and(|most| found > most) {
            return Err(self.wrong_arity(node, found, least, most));
        }
        Ok(())
    }

    pub(super) fn wrong_arity(
        &self,
        node: Node,
        found: usize,
        least: usize,
        most: Option<usize>,
    ) -> Error {
        let head = match self.source.children(node).next() {
            Some(head) if self.source.token(head) != Token::Reserved => head,
            _ => node,
        };
        let name = shorten(&self.source.plain_text(head));
        let expected = match (least, most) {
            (0, Some(0)) => "no arguments".to_owned(),
            (1, Some(1)) => "1 argument".to_owned(),
            (least, Some(_)) => format!("{least} arguments"),
            (1, None) => "at least 1 argument".to_owned(),
            (least, None) => format!("at least {least} arguments"),
        };
        let message = format!("`{name}` takes {expected}, found {found}");
        self.source.error(node, Kind::Sort, message).expecting(expected)
    }

    /// A sort as messages show it.
    pub(super) fn show(&self, sort: Sort) -> String {
        shorten(&print_sort(self.terms, sort))
    }

    pub(super) fn wrong_sort(&self, node: Node, expected: Sort, found: Sort) -> Error {
        self.not_of(node, &format!("a term of sort {}", self.show(expected)), found)
    }

    pub(super) fn not_of(&self, node: Node, expected: &str, found: Sort) -> Error {
        let described = self.described(found);
        let shown = described.map_or_else(|| self.show(found), |(name, _)| name.to_owned());
        let hint = described.map(|(_, hint)| hint.to_owned());
        let message = format!("expected {expected}, found {shown}");
        self.source.error(node, Kind::Sort, message).expecting(expected).hinting(hint)
    }
}
