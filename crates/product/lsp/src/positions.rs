//! Places in a text: bytes as we count, lines and characters as the protocol does.
//!
//! A line ends with `\n`, `\r\n` or `\r`. Characters are UTF-16 units unless the client offers UTF-8. A position that the text does
//! not have is moved to the nearest one before it.

use buttress_pi::Span;
use lsp_types::{Position, PositionEncodingKind, Range};

/// In what the columns are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Encoding {
    /// As every client must know it.
    #[default]
    Utf16,
    /// Bytes.
    Utf8,
}

impl Encoding {
    /// The encoding to agree on, by what the client offers.
    pub(crate) fn agreed(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        match offered.is_some_and(|kinds| kinds.contains(&PositionEncodingKind::UTF8)) {
            true => Encoding::Utf8,
            false => Encoding::Utf16,
        }
    }

    /// As the protocol names it.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf8 => PositionEncodingKind::UTF8,
        }
    }

    fn width(self, letter: char) -> usize {
        match self {
            Encoding::Utf16 => letter.len_utf16(),
            Encoding::Utf8 => letter.len_utf8(),
        }
    }
}

/// Where the lines of a text are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Positions {
    encoding: Encoding,
    /// Where each line begins; the first one at 0.
    starts: Vec<usize>,
    /// Where each letter ends that has more bytes than units, and how many more all letters up to there have:
    /// lines may be long, and have many positions.
    excess: Vec<(usize, usize)>,
}

impl Positions {
    /// Those of a text.
    pub(crate) fn new(text: &str, encoding: Encoding) -> Positions {
        let bytes = text.as_bytes();
        let is_end = |at: usize| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let ends = (0..bytes.len()).filter(|at| is_end(*at));
        let starts = std::iter::once(0).chain(ends.map(|at| at + 1)).collect();
        let mut excess = Vec::new();
        let mut sum = 0;
        for (at, letter) in text.char_indices().filter(|(_, letter)| !letter.is_ascii()) {
            let more = letter.len_utf8() - encoding.width(letter);
            if more > 0 {
                sum += more;
                excess.push((at + letter.len_utf8(), sum));
            }
        }
        Positions { encoding, starts, excess }
    }

    /// How many more bytes than units there are before this byte.
    fn excess_before(&self, offset: usize) -> usize {
        let letters = self.excess.partition_point(|(end, _)| *end <= offset);
        letters.checked_sub(1).map_or(0, |last| self.excess[last].1)
    }

    /// The byte at a position.
    pub(crate) fn offset(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let line = text[start..end].trim_end_matches(['\n', '\r']);
        let mut column = 0;
        for (at, letter) in line.char_indices() {
            column += self.encoding.width(letter);
            if column > position.character as usize {
                return start + at;
            }
        }
        start + line.len()
    }

    /// The position of a byte.
    pub(crate) fn position(&self, text: &str, offset: usize) -> Position {
        let offset = boundary(text, offset);
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts[line];
        let character = offset - start - (self.excess_before(offset) - self.excess_before(start));
        Position { line: line as u32, character: character as u32 }
    }

    /// The range of a stretch.
    pub(crate) fn range(&self, text: &str, span: Span) -> Range {
        let start = self.position(text, span.start as usize);
        Range { start, end: self.position(text, span.end as usize).max(start) }
    }

    /// The stretch of a range.
    pub(crate) fn span(&self, text: &str, range: Range) -> Span {
        let (start, end) = (self.offset(text, range.start), self.offset(text, range.end));
        Span::new(start, end.max(start))
    }
}

/// The nearest place between letters that is not behind this one.
pub(crate) fn boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_between_letters_is_found_again() {
        let text = "a∀😀b\r\n\n∃\rc\n";
        for encoding in [Encoding::Utf16, Encoding::Utf8] {
            let positions = Positions::new(text, encoding);
            for (at, letter) in text.char_indices() {
                // There is no position between \r and \n.
                if letter != '\n' || !text[..at].ends_with('\r') {
                    let position = positions.position(text, at);
                    assert_eq!(positions.offset(text, position), at, "{encoding:?} {at}");
                }
            }
            assert_eq!(positions.offset(text, positions.position(text, 999)), text.len());
        }
    }

    #[test]
    fn columns_are_counted_as_agreed() {
        let text = "x\n∀😀b";
        let at = |encoding| Positions::new(text, encoding).position(text, text.len() - 1);
        assert_eq!(at(Encoding::Utf16), Position { line: 1, character: 3 });
        assert_eq!(at(Encoding::Utf8), Position { line: 1, character: 7 });
        assert_eq!(Encoding::agreed(None), Encoding::Utf16);
        assert_eq!(Encoding::agreed(Some(&[PositionEncodingKind::UTF8])), Encoding::Utf8);
    }

    #[test]
    fn positions_outside_are_moved_inside() {
        let text = "ab\n😀";
        let positions = Positions::new(text, Encoding::Utf16);
        let offset = |line, character| positions.offset(text, Position { line, character });
        assert_eq!((offset(0, 9), offset(9, 0), offset(1, 1), offset(1, 2)), (2, 7, 3, 7));
        let backwards = Range {
            start: Position { line: 1, character: 0 },
            end: Position { line: 0, character: 0 },
        };
        assert_eq!(positions.span(text, backwards), Span::new(3, 3));
        assert_eq!(boundary(text, 5), 3);
    }
}
