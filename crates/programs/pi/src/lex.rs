//! From text to tokens.
//!
//! Invariant: the tokens are in the order of the text, do not overlap, and end with [`Kind::End`]; what lies
//! between two of them is blank or a comment. Both dialects have the same tokens; which one a file is
//! written in is seen from them.

mod kind;

pub(crate) use kind::Kind;

use crate::tree::Dialect;
use crate::{Diagnostic, Span};

/// A word, number or sign, and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// Where.
    pub(crate) span: Span,
}

/// A text cut into tokens.
pub(crate) struct Lexed {
    /// In order; the last one is the end of the file.
    pub(crate) tokens: Vec<Token>,
    /// The comments, in order, with their delimiters but without the end of the line.
    pub(crate) comments: Vec<Span>,
    /// What could not be read.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How the file is written.
    pub(crate) dialect: Dialect,
    /// The token that shows that it is classic.
    pub(crate) evidence: Option<Token>,
}

/// Cuts a text into tokens. What cannot be read becomes [`Kind::Stray`] and a message.
pub(crate) fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer { text, at: 0, tokens: vec![], comments: vec![], diagnostics: vec![] };
    if u32::try_from(text.len()).is_err() {
        let message = "the file is larger than four gigabytes";
        lexer.diagnostics.push(Diagnostic::error("PI0001", Span::default(), message));
    } else {
        lexer.run();
    }
    lexer.push(Kind::End, lexer.at);
    let evidence = classic_evidence(&lexer.tokens);
    Lexed {
        tokens: lexer.tokens,
        comments: lexer.comments,
        diagnostics: lexer.diagnostics,
        dialect: if evidence.is_some() { Dialect::Classic } else { Dialect::Pi },
        evidence,
    }
}

/// `#include`, `declare` and `define` are in classic files only. So is `==`, unless there is a `:=`: then the
/// file is in the other dialect and the `==` a slip.
fn classic_evidence(tokens: &[Token]) -> Option<Token> {
    let first = |wanted: &[Kind]| tokens.iter().find(|token| wanted.contains(&token.kind)).copied();
    first(&[Kind::Include, Kind::Declare, Kind::Define]).or_else(|| match first(&[Kind::Assign]) {
        Some(_) => None,
        None => first(&[Kind::DoubleEqual]),
    })
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    comments: Vec<Span>,
    diagnostics: Vec<Diagnostic>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        if self.rest().starts_with('\u{feff}') {
            self.at += '\u{feff}'.len_utf8();
        }
        while let Some(next) = self.rest().chars().next() {
            match next {
                ' ' | '\t' | '\n' | '\r' | '\u{c}' => self.at += 1,
                '/' if self.rest().starts_with("//") => self.line_comment(),
                '/' if self.rest().starts_with("/*") => self.block_comment(),
                '0'..='9' => self.number(),
                '@' | '#' => self.marked_word(next),
                'a'..='z' | 'A'..='Z' | '_' => self.word(),
                _ => self.sign(next),
            }
        }
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The length of the longest stretch from `offset` on whose characters are all such.
    fn stretch(&self, offset: usize, is_such: impl Fn(char) -> bool) -> usize {
        let from = self.text.get(self.at + offset..).unwrap_or_default();
        from.find(|next| !is_such(next)).unwrap_or(from.len())
    }

    fn push(&mut self, kind: Kind, end: usize) {
        self.tokens.push(Token { kind, span: Span::new(self.at, end) });
        self.at = end;
    }

    fn complain(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn line_comment(&mut self) {
        let end = self.at + self.stretch(0, |next| next != '\n' && next != '\r');
        self.comments.push(Span::new(self.at, end));
        self.at = end;
    }

    fn block_comment(&mut self) {
        let body = self.text.get(self.at + 2..).unwrap_or_default();
        let end = match body.find("*/") {
            Some(length) => self.at + 2 + length + 2,
            None => {
                let opening = Span::new(self.at, self.at + 2);
                self.complain(
                    Diagnostic::error("PI0003", opening, "this comment is not closed")
                        .labelled("it begins here and runs to the end of the file")
                        .helping("write */ where it is to end"),
                );
                self.text.len()
            }
        };
        self.comments.push(Span::new(self.at, end));
        self.at = end;
    }

    fn number(&mut self) {
        let whole = self.stretch(0, |next| next.is_ascii_digit());
        let is_dot = self.text.as_bytes().get(self.at + whole) == Some(&b'.');
        let fraction =
            if is_dot { self.stretch(whole + 1, |next| next.is_ascii_digit()) } else { 0 };
        let (kind, length) = if fraction > 0 {
            (Kind::Decimal, whole + 1 + fraction)
        } else {
            (Kind::Number, whole)
        };
        let tail = self.stretch(length, is_word_character);
        let end = self.at + length + tail;
        if tail > 0 {
            let span = Span::new(self.at, end);
            let message = format!("`{}` is not a number", span.of(self.text));
            self.complain(
                Diagnostic::error("PI0004", span, message)
                    .noting("numbers are digits, as in 12, or digits around a point, as in 1.5")
                    .helping("if a name was meant, begin it with a letter"),
            );
        }
        self.push(kind, end);
    }

    /// `@pre`, `@post` and `#include "file"`; else the sign alone.
    fn marked_word(&mut self, sign: char) {
        let word = self.stretch(1, is_word_character);
        let end = self.at + 1 + word;
        match (sign, Span::new(self.at + 1, end).of(self.text)) {
            ('@', "pre") => self.push(Kind::Pre, end),
            ('@', "post") => self.push(Kind::Post, end),
            ('#', "include") => match self.quoted(1 + word) {
                Some(end) => self.push(Kind::Include, end),
                None => self.push(Kind::Hash, self.at + 1),
            },
            ('@', _) => self.push(Kind::At, self.at + 1),
            _ => self.push(Kind::Hash, self.at + 1),
        }
    }

    /// Where the quotation ends that begins here, after blanks.
    fn quoted(&self, offset: usize) -> Option<usize> {
        let quote = offset + self.stretch(offset, |next| next.is_ascii_whitespace());
        if self.text.as_bytes().get(self.at + quote) != Some(&b'"') {
            return None;
        }
        let end = self.at + quote + 1 + self.stretch(quote + 1, |next| next != '"');
        (end < self.text.len()).then_some(end + 1)
    }

    fn word(&mut self) {
        let end = self.at + self.stretch(0, is_word_character);
        let span = Span::new(self.at, end);
        let word = span.of(self.text);
        if let Some(bare) = word.strip_prefix('_') {
            let bare = bare.trim_start_matches('_');
            let better = if bare.starts_with(|first: char| first.is_ascii_alphabetic()) {
                bare
            } else {
                "x"
            };
            self.complain(
                Diagnostic::error(
                    "PI0005",
                    span,
                    format!("the name `{word}` begins with an underscore"),
                )
                .noting("such names are kept for values that the verifier introduces")
                .helping(format!("begin it with a letter: {better}")),
            );
        }
        self.push(Kind::of_word(word).unwrap_or(Kind::Ident), end);
    }

    fn sign(&mut self, next: char) {
        if let Some((sign, kind)) = Kind::of_sign(self.rest()) {
            return self.push(kind, self.at + sign.len());
        }
        // One message for a whole run of such characters: a file that is no program has many.
        let is_strange = |other: char| {
            other == next
                || (!other.is_ascii()
                    && !other.is_whitespace()
                    && !Kind::begins_sign(other)
                    && !next.is_ascii())
        };
        let quotation = match next {
            '"' | '\'' => self.rest().get(1..).and_then(|rest| rest.find([next, '\n'])),
            _ => None,
        };
        let length = match quotation {
            Some(inside) if self.text.as_bytes().get(self.at + 1 + inside) != Some(&b'\n') => {
                inside + 2
            }
            _ => self.stretch(0, is_strange).max(next.len_utf8()),
        };
        let end = self.at + length;
        let span = Span::new(self.at, end);
        self.complain(stray(span, span.of(self.text), next));
        let kind = if next == '&' { Kind::And } else { Kind::Stray };
        self.push(kind, end);
    }
}

fn is_word_character(next: char) -> bool {
    next.is_ascii_alphanumeric() || next == '_'
}

fn stray(span: Span, found: &str, next: char) -> Diagnostic {
    let message = match next {
        next if next.is_control() || next.is_whitespace() => {
            format!("the character U+{:04X} has no meaning here", next as u32)
        }
        _ => format!("`{found}` has no meaning in pi"),
    };
    let diagnostic = Diagnostic::error("PI0002", span, message);
    match next {
        '&' => diagnostic.helping("conjunction is written &&"),
        '"' | '\'' => diagnostic.helping("there are no strings or characters; use int"),
        '\u{a0}' => diagnostic.helping("this is a non-breaking space; write an ordinary one"),
        '⇒' | '⟹' => diagnostic.helping("implication is written -> or →"),
        '⇔' | '⟺' => diagnostic.helping("equivalence is written <-> or ↔"),
        '^' => diagnostic.helping("there is no power; write a product, as in x * x"),
        '~' => diagnostic.helping("negation is written ! for truth values and - for numbers"),
        'ℓ' => {
            diagnostic.helping("names are made of ASCII letters, digits and underscores; write l")
        }
        next if next.is_alphabetic() => {
            diagnostic.helping("names are made of ASCII letters, digits and underscores")
        }
        _ => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        lex(text).tokens.iter().map(|token| token.kind).collect()
    }

    fn codes(text: &str) -> Vec<&'static str> {
        lex(text).diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    }

    #[test]
    fn the_longest_sign_wins() {
        assert_eq!(kinds("<->"), [Kind::Iff, Kind::End]);
        assert_eq!(kinds("< - >"), [Kind::Less, Kind::Minus, Kind::Greater, Kind::End]);
        assert_eq!(kinds("a[]"), [Kind::Ident, Kind::Brackets, Kind::End]);
        assert_eq!(kinds("[ ]"), [Kind::OpenBracket, Kind::CloseBracket, Kind::End]);
        assert_eq!(kinds("∀i"), [Kind::Forall, Kind::Ident, Kind::End]);
    }

    #[test]
    fn numbers_with_a_tail_are_refused() {
        assert_eq!(kinds("12.5 7"), [Kind::Decimal, Kind::Number, Kind::End]);
        assert_eq!(codes("12.5 7"), Vec::<&str>::new());
        assert_eq!(codes("12ab 0x1F 1.5e3"), ["PI0004", "PI0004", "PI0004"]);
    }

    #[test]
    fn comments_end_with_the_line_or_at_their_sign() {
        assert_eq!(kinds("// a\rb"), [Kind::Ident, Kind::End]);
        assert_eq!(kinds("/* a\n * / */b"), [Kind::Ident, Kind::End]);
        assert_eq!(codes("b /* a"), ["PI0003"]);
    }

    #[test]
    fn contracts_are_one_token_with_or_without_the_sign() {
        assert_eq!(
            kinds("@pre post @prefix"),
            [Kind::Pre, Kind::Post, Kind::At, Kind::Ident, Kind::End]
        );
    }

    #[test]
    fn the_dialect_is_seen_from_the_tokens() {
        assert_eq!(lex("#include \"arrays.pi\"").dialect, Dialect::Classic);
        assert_eq!(lex("x == y").dialect, Dialect::Classic);
        assert_eq!(lex("x := y == z").dialect, Dialect::Pi);
        assert_eq!(lex("x = y // ==").dialect, Dialect::Pi);
    }

    #[test]
    fn strange_characters_are_told_once_per_run() {
        assert_eq!(codes("x ££££ y _z $"), ["PI0002", "PI0005", "PI0002"]);
    }
}
