//! The text that is laid out, token by token.

use crate::Span;
use crate::lex::{Kind, Lexed};
use crate::parse::Marks;

/// What is laid out.
#[derive(Clone, Copy)]
pub(super) struct Source<'t> {
    pub text: &'t str,
    pub lexed: &'t Lexed,
    pub marks: &'t Marks,
}

impl<'t> Source<'t> {
    pub fn kind(self, token: usize) -> Kind {
        self.lexed.tokens.get(token).map_or(Kind::End, |token| token.kind)
    }

    pub fn span(self, token: usize) -> Span {
        self.lexed.tokens.get(token).map(|token| token.span).unwrap_or_default()
    }

    pub fn text(self, token: usize) -> &'t str {
        self.span(token).of(self.text)
    }

    /// The number of line ends between two places.
    pub fn line_ends(self, from: u32, to: u32) -> usize {
        Span { start: from, end: to }.of(self.text).bytes().filter(|byte| *byte == b'\n').count()
    }

    /// Is there a line end before this token, or between comments before it?
    pub fn is_on_new_line(self, token: usize) -> bool {
        let before = token.checked_sub(1).map_or(0, |before| self.span(before).end);
        self.line_ends(before, self.span(token).start) > 0
    }
}
