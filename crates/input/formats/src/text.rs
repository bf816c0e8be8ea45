//! Lines and tokens of a text, with their positions.

/// The rest of a text, handed out line by line.
#[derive(Clone, Debug)]
pub(crate) struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// A line without its end (`\n` or `\r\n`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// Where it starts in the text.
    pub start: usize,
    /// What it says.
    pub text: &'a [u8],
}

/// A run of characters other than space and tab.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    /// Where it starts in the text.
    pub start: usize,
    /// What it says.
    pub text: &'a [u8],
}

impl<'a> Lines<'a> {
    /// All lines of a text.
    pub fn new(bytes: &'a [u8]) -> Self {
        Lines { bytes, at: 0 }
    }

    /// The whole text.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Where the next line starts.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes to this position.
    pub fn skip_to(&mut self, at: usize) {
        self.at = at.min(self.bytes.len());
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// Reads one byte.
    pub fn next_byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// Reads one line; the last one need not have an end.
    pub fn next_line(&mut self) -> Option<Line<'a>> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        let start = self.at;
        let length = rest.iter().position(|&byte| byte == b'\n');
        self.at += length.map_or(rest.len(), |length| length + 1);
        let text = &rest[..length.unwrap_or(rest.len())];
        Some(Line { start, text: text.strip_suffix(b"\r").unwrap_or(text) })
    }
}

impl<'a> Line<'a> {
    /// The tokens of the line.
    pub fn tokens(self) -> impl Iterator<Item = Token<'a>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
            at += self.text[at..].iter().take_while(|byte| is_blank(byte)).count();
            let start = at;
            at += self.text[at..].iter().take_while(|byte| !is_blank(byte)).count();
            let text = &self.text[start..at];
            (!text.is_empty()).then_some(Token { start: self.start + start, text })
        })
    }

    /// Where the line ends in the text.
    pub fn end(self) -> usize {
        self.start + self.text.len()
    }
}

impl Token<'_> {
    /// The decimal number it is, if it is one that fits.
    pub fn number(self) -> Option<u32> {
        number(self.text)
    }

    /// The token as a message quotes it.
    pub fn shown(self) -> String {
        shown(self.text)
    }
}

/// A decimal number of digits alone.
pub(crate) fn number(text: &[u8]) -> Option<u32> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0u32, |value, &byte| match byte {
        b'0'..=b'9' => value.checked_mul(10)?.checked_add(u32::from(byte - b'0')),
        _ => None,
    })
}

/// Bytes as a message quotes them: shortened, and with nothing unprintable.
pub(crate) fn shown(text: &[u8]) -> String {
    const SHOWN: usize = 24;
    let start = String::from_utf8_lossy(&text[..text.len().min(SHOWN)]).into_owned();
    let more = if text.len() > SHOWN { "…" } else { "" };
    format!("\"{}{more}\"", start.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_tokens_know_where_they_are() {
        let mut lines = Lines::new(b"a  bc\r\n\n d");
        let line = lines.next_line().unwrap();
        let tokens: Vec<(usize, &[u8])> = line.tokens().map(|t| (t.start, t.text)).collect();
        assert_eq!(tokens, [(0, &b"a"[..]), (3, b"bc")]);
        assert_eq!(line.end(), 5);
        assert_eq!(lines.next_line().unwrap().tokens().count(), 0);
        let last = lines.next_line().unwrap();
        assert_eq!((last.start, last.text), (8, &b" d"[..]));
        assert_eq!(last.tokens().next().unwrap().start, 9);
        assert!(lines.next_line().is_none());
    }

    #[test]
    fn numbers_are_digits_that_fit() {
        assert_eq!(number(b"0042"), Some(42));
        assert_eq!(number(b"4294967295"), Some(u32::MAX));
        for text in ["", "4294967296", "-1", "+1", "1x", " 1", "99999999999999999999"] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(shown(b"a\x01"), "\"a\\u{1}\"");
        assert_eq!(shown(&[b'x'; 30]), format!("\"{}…\"", "x".repeat(24)));
    }
}
