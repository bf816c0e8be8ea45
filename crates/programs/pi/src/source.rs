//! Places in the text of a program.

use std::ops::Range;

/// A stretch of the text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// Where it begins.
    pub start: u32,
    /// Where it ends; this byte is no longer part of it.
    pub end: u32,
}

impl Span {
    /// The stretch between two positions.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// The smallest stretch around both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// As a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The text that it is, empty where it lies outside.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    /// The line and the column of its beginning, both counted from 1; the column counts characters.
    pub fn place(self, text: &str) -> (usize, usize) {
        let before = text.get(..self.start as usize).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}

/// Where the lines of a text begin, for whoever asks about many places.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// Of all lines but the first.
    starts: Vec<usize>,
}

impl Lines {
    /// Those of a text.
    pub fn new(text: &str) -> Lines {
        Lines { starts: text.match_indices('\n').map(|(at, _)| at + 1).collect() }
    }

    /// The line in which a stretch begins, counted from 1.
    pub fn line(&self, span: Span) -> usize {
        self.starts.partition_point(|start| *start <= span.start as usize) + 1
    }

    /// What [`Span::place`] says of the text.
    pub fn place(&self, text: &str, span: Span) -> (usize, usize) {
        let before = self.line(span) - 1;
        let start = before.checked_sub(1).map_or(0, |before| self.starts[before]);
        let end = (span.start as usize).min(text.len());
        (before + 1, text.get(start..end).unwrap_or_default().chars().count() + 1)
    }
}

/// A name, and where it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where.
    pub span: Span,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_from_one_and_in_characters() {
        let text = "ab\n∀x\n";
        assert_eq!(Span::new(0, 1).place(text), (1, 1));
        assert_eq!(Span::new(6, 7).place(text), (2, 2));
        assert_eq!(Span::new(6, 7).of(text), "x");
        assert_eq!(Span::new(90, 99).place(text), (3, 1));
        assert_eq!(Span::new(90, 99).of(text), "");
        let lines = Lines::new(text);
        for span in [0, 2, 3, 6, 7, 8, 90].map(|start| Span::new(start, start)) {
            assert_eq!(lines.line(span), span.place(text).0, "{span:?}");
            assert_eq!(lines.place(text, span), span.place(text), "{span:?}");
        }
    }
}
