//! The text of evidence, cut into its parts.

use buttress_certificate::horn::{Identity, MAGIC};

use super::HornRejection;
use crate::smt::TextFlaw;
use crate::smt::text::{Lines, Words, strange};

/// A line with its number.
pub type Line<'a> = (usize, Words<'a>);

/// The parts of the text.
pub struct Text<'a> {
    /// The file and the property that it says it is about.
    pub about: Identity,
    /// The number of predicates, and of clauses, that it says the system has.
    pub predicates: usize,
    pub clauses: usize,
    /// What it shows.
    pub kind: Kind<'a>,
}

/// What evidence shows, by its parts.
pub enum Kind<'a> {
    Safe(Safe<'a>),
    /// Its steps.
    Unsafe(Vec<Line<'a>>),
}

/// That a system is safe.
pub struct Safe<'a> {
    /// The definitions, and the number of lines before them.
    pub definitions: &'a [u8],
    pub lines_before: usize,
    /// The lines of the proofs.
    pub proofs: Vec<Line<'a>>,
}

/// Is the text evidence about Horn clauses, of any version?
pub fn is_evidence(text: &[u8]) -> bool {
    said(&mut Lines::new(text)).is_some_and(|(_, mut words)| words.word() == MAGIC.as_bytes())
}

/// The next line that says something.
fn said<'a>(lines: &mut Lines<'a>) -> Option<Line<'a>> {
    lines.find(|(_, words)| !is_silent(words))
}

fn is_silent(words: &Words<'_>) -> bool {
    matches!(words.rest().first(), None | Some(b'#'))
}

impl<'a> Text<'a> {
    /// Cuts a text into its parts.
    pub fn read(text: &'a [u8]) -> Result<Text<'a>, HornRejection> {
        if !is_evidence(text) {
            return Err(HornRejection::NotEvidence);
        }
        let mut lines = Lines::new(text);
        let mut header = Header { lines: &mut lines };
        header.line(MAGIC, |words| match words.word() {
            b"1" => Ok(()),
            word => Err(strange("version 1", word)),
        })?;
        let (bytes, fingerprint) = header.line("file", |words| {
            let bytes = words.number("the length of the file")?;
            let word = words.word();
            let digits = std::str::from_utf8(word).ok().filter(|digits| is_fingerprint(digits));
            let fingerprint = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
            let fingerprint = fingerprint.ok_or_else(|| strange("16 hexadecimal digits", word))?;
            Ok((bytes, fingerprint))
        })?;
        let property = header.line("property", |words| words.number("the place of a property"))?;
        let about = Identity { bytes, fingerprint, property };
        let (predicates, clauses) = header.line("system", |words| {
            Ok((words.number("the number of predicates")?, words.number("the number of clauses")?))
        })?;
        let is_safe = header.line("kind", |words| match words.word() {
            b"safe" => Ok(true),
            b"unsafe" => Ok(false),
            word => Err(strange("safe or unsafe", word)),
        })?;
        let kind = if is_safe {
            let start = lines.rest();
            let lines_before = count_lines(&text[..text.len() - start.len()]);
            skip_definitions(&mut lines);
            let definitions = &start[..start.len() - lines.rest().len()];
            Kind::Safe(Safe { definitions, lines_before, proofs: body(lines)? })
        } else {
            Kind::Unsafe(body(lines)?)
        };
        Ok(Text { about, predicates, clauses, kind })
    }
}

/// The lines at the top.
struct Header<'a, 'l> {
    lines: &'l mut Lines<'a>,
}

impl Header<'_, '_> {
    /// The next line, which begins with this word; `read` says what the rest of it means.
    fn line<T>(
        &mut self,
        word: &'static str,
        read: impl FnOnce(&mut Words<'_>) -> Result<T, TextFlaw>,
    ) -> Result<T, HornRejection> {
        let (line, mut words) = said(self.lines).ok_or(HornRejection::Truncated(word))?;
        let found = words.word();
        let value =
            if found == word.as_bytes() { read(&mut words) } else { Err(strange(word, found)) };
        let value = value.and_then(|value| words.finish().map(|()| value));
        value.map_err(|flaw| HornRejection::Line { line, flaw })
    }
}

fn is_fingerprint(digits: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    digits.len() == 16 && digits.bytes().all(is_digit)
}

fn count_lines(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count()
}

/// Reads on to the first proof, remark or `end`.
fn skip_definitions(lines: &mut Lines<'_>) {
    loop {
        let ahead = lines.clone();
        match lines.next().map(|(_, mut words)| words.word()) {
            None | Some(b"p" | b"end" | [b'#', ..]) => {
                *lines = ahead;
                return;
            }
            Some(_) => {}
        }
    }
}

/// The lines up to the one that says `end`, which is the last.
fn body(mut lines: Lines<'_>) -> Result<Vec<Line<'_>>, HornRejection> {
    let mut body = Vec::new();
    while let Some((line, words)) = said(&mut lines) {
        if words.rest() != b"end" {
            body.push((line, words));
            continue;
        }
        return match said(&mut lines) {
            Some((line, _)) => Err(HornRejection::Trailing { line }),
            None => Ok(body),
        };
    }
    Err(HornRejection::Truncated("end"))
}
