//! The text of a proof, cut into lines and words.

use super::rejection::TextFlaw;

/// The lines of a text, with their numbers from 1. A name between bars may hold line ends: they do
/// not end the line.
#[derive(Clone)]
pub struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    /// All lines of a text.
    pub fn new(text: &'a [u8]) -> Lines<'a> {
        Lines { rest: text, number: 1 }
    }

    /// What was not read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, Tokens<'a>);

    fn next(&mut self) -> Option<(usize, Tokens<'a>)> {
        if self.rest.is_empty() {
            return None;
        }
        let number = self.number;
        let is_comment = self.rest[0] == b'#';
        let mut is_in_bars = false;
        let mut end = self.rest.len();
        for (at, &byte) in self.rest.iter().enumerate() {
            match byte {
                b'|' => is_in_bars = !is_in_bars,
                b'\n' => {
                    self.number += 1;
                    if !is_in_bars || is_comment {
                        end = at;
                        break;
                    }
                }
                _ => {}
            }
        }
        let line = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        Some((number, Tokens { rest: line }))
    }
}

/// The words of a line, separated by blanks.
#[derive(Clone)]
pub struct Tokens<'a> {
    rest: &'a [u8],
}

impl<'a> Tokens<'a> {
    /// The words of a part of a line.
    pub fn of(text: &'a [u8]) -> Tokens<'a> {
        Tokens { rest: text }
    }

    /// What is left, without blanks around it.
    pub fn rest(&self) -> &'a [u8] {
        self.rest.trim_ascii()
    }

    /// What is left, which is then read.
    pub fn take_rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.rest).trim_ascii()
    }

    /// The next word; empty at the end of the line.
    pub fn word(&mut self) -> &'a [u8] {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
        let start = self.rest.iter().position(|byte| !is_blank(byte)).unwrap_or(self.rest.len());
        let rest = &self.rest[start..];
        let end = rest.iter().position(is_blank).unwrap_or(rest.len());
        self.rest = &rest[end..];
        &rest[..end]
    }

    /// The next word as a number.
    pub fn number(&mut self, expected: &'static str) -> Result<usize, TextFlaw> {
        let word = self.word();
        number(word).ok_or_else(|| strange(expected, word))
    }

    /// Nothing may follow.
    pub fn finish(&mut self) -> Result<(), TextFlaw> {
        match self.word() {
            [] => Ok(()),
            word => Err(TextFlaw::Trailing(shown(word))),
        }
    }
}

/// A number of decimal digits alone, below 2³¹.
pub fn number(word: &[u8]) -> Option<usize> {
    if word.is_empty() || word.len() > 10 {
        return None;
    }
    let mut value = 0;
    for &byte in word {
        if !byte.is_ascii_digit() {
            return None;
        }
        value = 10 * value + u64::from(byte - b'0');
    }
    (value < 1 << 31).then_some(value as usize)
}

/// The flaw of a word that is not what is expected.
pub fn strange(expected: &'static str, word: &[u8]) -> TextFlaw {
    let found = if word.is_empty() { "the end of the line".to_owned() } else { shown(word) };
    TextFlaw::Expected { expected, found }
}

/// Bytes as a message quotes them: shortened, and with nothing unprintable.
fn shown(word: &[u8]) -> String {
    const SHOWN: usize = 24;
    let start = String::from_utf8_lossy(&word[..word.len().min(SHOWN)]).into_owned();
    let more = if word.len() > SHOWN { "…" } else { "" };
    format!("\"{}{more}\"", start.escape_debug())
}
