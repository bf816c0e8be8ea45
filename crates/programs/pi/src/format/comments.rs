//! Which comments stand before which token.

use super::source::Source;
use crate::Span;

/// A comment, and how it stands.
pub(super) struct Comment {
    pub(super) span: Span,
    /// Does it run to the end of its line?
    pub(super) is_line: bool,
    /// Does it begin a line?
    pub(super) is_apart: bool,
}

/// The comments that have not been written yet.
pub(super) struct Comments<'t> {
    source: Source<'t>,
    next: usize,
}

impl<'t> Comments<'t> {
    pub(super) fn new(source: Source<'t>) -> Comments<'t> {
        Comments { source, next: 0 }
    }

    /// Takes those before a token.
    pub(super) fn before(&mut self, token: usize) -> Vec<Comment> {
        let Source { text, lexed, .. } = self.source;
        let start = self.source.span(token).start;
        let mut end = token.checked_sub(1).map(|before| self.source.span(before).end);
        let mut comments = vec![];
        while let Some(span) =
            lexed.comments.get(self.next).copied().filter(|span| span.start < start)
        {
            let is_apart = end.is_none_or(|end| self.source.line_ends(end, span.start) > 0);
            comments.push(Comment { span, is_line: span.of(text).starts_with("//"), is_apart });
            end = Some(span.end);
            self.next += 1;
        }
        comments
    }
}
