//! One s-expression: its text and its tokens in a flat arena.
//!
//! Invariant: nodes stand in the order of the text, a list before what it holds, and each node knows
//! where the next one outside of it stands. So there is nothing to recurse over, not even in drop.

mod lex;

use std::collections::HashMap;
use std::ops::Range;

use super::error::{Error, Kind};
use super::span::Span;
use crate::Place;

/// A whole s-expression, such as one command of a script.
#[derive(Clone, Debug)]
pub struct Sexpr {
    text: String,
    nodes: Vec<Part>,
    origin: Origin,
}

/// Where a text begins in its input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub offset: usize,
    pub place: Place,
}

impl Origin {
    pub const START: Origin = Origin { offset: 0, place: Place { line: 1, column: 1 } };

    /// Moves over one byte; bytes that continue a character do not count.
    pub fn step(&mut self, byte: u8) {
        self.offset += 1;
        if byte == b'\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else if byte & 0xc0 != 0x80 {
            self.place.column += 1;
        }
    }

    pub fn error(self, kind: Kind, message: impl Into<String>) -> Error {
        Error::new(kind, self.offset, self.place, message)
    }
}

/// A node of an s-expression, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Node(u32);

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// `( … )`
    List,
    /// A symbol, also one between bars that could stand without them.
    Symbol,
    /// `let`, `_` and the like, without bars.
    Reserved,
    /// `:name`
    Keyword,
    Numeral,
    Decimal,
    Hexadecimal,
    Binary,
    String,
}

impl Token {
    /// For messages: what was found.
    pub fn noun(self) -> &'static str {
        match self {
            Token::List => "a list",
            Token::Symbol => "a symbol",
            Token::Reserved => "a reserved word",
            Token::Keyword => "a keyword",
            Token::Numeral => "a numeral",
            Token::Decimal => "a decimal",
            Token::Hexadecimal => "a hexadecimal literal",
            Token::Binary => "a binary literal",
            Token::String => "a string",
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Part {
    token: Token,
    /// The bytes of the text, bars and quotes included.
    start: u32,
    end: u32,
    /// The first node that is not inside this one.
    next: u32,
}

impl Sexpr {
    /// Reads a text that holds exactly one s-expression.
    pub fn read(text: &str) -> Result<Sexpr, Error> {
        Sexpr::lex(text.as_bytes().to_vec(), Origin::START)
    }

    /// Where it begins in its input, in bytes.
    pub fn offset(&self) -> usize {
        self.origin.offset
    }

    /// Where it begins in its input, as a person counts.
    pub fn place(&self) -> Place {
        self.origin.place
    }

    /// The text, from its first byte to its last.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The texts of what a list holds that is an argument of this command, comments left out and blanks made single.
    pub fn members(&self, argument: usize) -> Vec<String> {
        let list = self.children(self.root()).nth(argument + 1);
        let members = list.into_iter().flat_map(|list| self.children(list));
        members.map(|member| self.plain_text(member)).collect()
    }

    pub(crate) fn root(&self) -> Node {
        Node(0)
    }

    pub(crate) fn token(&self, node: Node) -> Token {
        self.part(node).token
    }

    pub(crate) fn is_list(&self, node: Node) -> bool {
        self.token(node) == Token::List
    }

    /// The nodes of a list; an atom has none.
    pub(crate) fn children(&self, node: Node) -> Children<'_> {
        Children { sexpr: self, at: node.0 + 1, end: self.part(node).next }
    }

    /// The nodes of a list.
    pub(super) fn list(&self, node: Node, expected: &str) -> Result<Children<'_>, Error> {
        if self.is_list(node) {
            Ok(self.children(node))
        } else {
            Err(self.unexpected(node, expected))
        }
    }

    /// The name that a symbol is, without bars; of a keyword or number, its text.
    pub(crate) fn atom(&self, node: Node) -> &str {
        let Range { start, end } = self.range(node);
        let text = self.text.get(start..end).unwrap_or_default();
        match self.token(node) {
            Token::Symbol => text.trim_matches('|'),
            Token::String => text.get(1..text.len().saturating_sub(1)).unwrap_or_default(),
            _ => text,
        }
    }

    /// The name of a symbol.
    pub(crate) fn symbol(&self, node: Node, expected: &str) -> Result<&str, Error> {
        if self.token(node) == Token::Symbol {
            Ok(self.atom(node))
        } else {
            Err(self.unexpected(node, expected))
        }
    }

    /// Is it this reserved word?
    pub(crate) fn is_reserved(&self, node: Node, word: &str) -> bool {
        self.token(node) == Token::Reserved && self.atom(node) == word
    }

    /// The text of a node with comments left out and blanks made single.
    pub(super) fn plain_text(&self, node: Node) -> String {
        let mut plain = String::new();
        let mut open: Vec<u32> = Vec::new();
        let mut at = node.0;
        let end = self.part(node).next;
        loop {
            while open.last().is_some_and(|&closes| closes == at) {
                open.pop();
                plain.push(')');
            }
            if at >= end {
                return plain;
            }
            if !plain.is_empty() && !plain.ends_with('(') {
                plain.push(' ');
            }
            let part = self.part(Node(at));
            if part.token == Token::List {
                plain.push('(');
                open.push(part.next);
            } else {
                let text = self.text.get(part.start as usize..part.end as usize);
                plain.push_str(text.unwrap_or_default());
            }
            at += 1;
        }
    }

    /// Where these nodes stand in the input; the text is gone through once.
    pub(super) fn spans(&self, mut nodes: Vec<Node>) -> HashMap<Node, Span> {
        // Nodes stand in the order of the text.
        nodes.sort_unstable();
        nodes.dedup();
        let mut origin = self.origin;
        let mut at = 0;
        let mut spans = HashMap::with_capacity(nodes.len());
        for node in nodes {
            let Range { start, end } = self.range(node);
            for &byte in self.text.as_bytes().get(at..start).unwrap_or_default() {
                origin.step(byte);
            }
            at = start;
            let (offset, length, place) = (origin.offset, end - start, origin.place);
            spans.insert(node, Span { offset, length, place });
        }
        spans
    }

    /// An error at a node.
    pub(crate) fn error(&self, node: Node, kind: Kind, message: impl Into<String>) -> Error {
        self.error_at(self.range(node).start, kind, message)
    }

    /// A syntax error: something else was expected at a node.
    pub(crate) fn unexpected(&self, node: Node, expected: &str) -> Error {
        let token = self.token(node);
        let found = match token {
            Token::List if self.part(node).next == node.0 + 1 => "()".to_owned(),
            Token::List => token.noun().to_owned(),
            Token::String => format!("{} {}", token.noun(), shorten(self.atom(node))),
            _ => format!("{} `{}`", token.noun(), shorten(self.atom(node))),
        };
        self.error(node, Kind::Syntax, format!("expected {expected}, found {found}"))
            .expecting(expected)
    }

    /// A syntax error: something more was expected before the end of a list.
    pub(super) fn ends(&self, list: Node, expected: &str) -> Error {
        let end = self.range(list).end.saturating_sub(1);
        self.error_at(end, Kind::Syntax, format!("expected {expected}, found `)`"))
            .expecting(expected)
    }

    fn error_at(&self, at: usize, kind: Kind, message: impl Into<String>) -> Error {
        let mut origin = self.origin;
        for &byte in self.text.as_bytes().iter().take(at) {
            origin.step(byte);
        }
        origin.error(kind, message)
    }

    fn range(&self, node: Node) -> Range<usize> {
        let part = self.part(node);
        part.start as usize..part.end as usize
    }

    fn part(&self, node: Node) -> &Part {
        &self.nodes[node.0 as usize]
    }
}

/// A name as messages show it: names can be megabytes long.
pub(crate) fn shorten(name: &str) -> String {
    const SHOWN: usize = 60;
    match name.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// The nodes of a list, in order.
#[derive(Clone)]
pub(crate) struct Children<'a> {
    sexpr: &'a Sexpr,
    at: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        if self.at >= self.end {
            return None;
        }
        let node = Node(self.at);
        self.at = self.sexpr.part(node).next;
        Some(node)
    }
}

impl Children<'_> {
    /// The next node of `list`, or the error that it ends.
    pub fn expect(&mut self, list: Node, expected: &str) -> Result<Node, Error> {
        self.next().ok_or_else(|| self.sexpr.ends(list, expected))
    }

    /// Nothing may follow.
    pub fn finish(&mut self) -> Result<(), Error> {
        match self.next() {
            Some(node) => Err(self.sexpr.unexpected(node, "`)`")),
            None => Ok(()),
        }
    }
}
