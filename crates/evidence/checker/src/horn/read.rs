//! The text of evidence, cut into its parts.

use buttress_certificate::horn::{Identity, MAGIC};

use super::HornRejection;
use crate::smt::TextFlaw;
use crate::smt::text::{Lines, Tokens, strange};

/// A line with its number.
pub type Line<'a> = (usize, Tokens<'a>);

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
    Ranking(Ranking<'a>),
    /// Its steps.
    Lasso(Vec<Line<'a>>),
}

/// That a system is safe.
pub struct Safe<'a> {
    pub definitions: Definitions<'a>,
    /// The lines of the proofs.
    pub proofs: Vec<Line<'a>>,
}

/// That a system terminates.
pub struct Ranking<'a> {
    pub definitions: Definitions<'a>,
    /// The lines that begin with `rank`.
    pub functions: Vec<Line<'a>>,
    /// The lines of the proofs.
    pub proofs: Vec<Line<'a>>,
}

/// What the predicates stand for.
pub struct Definitions<'a> {
    pub text: &'a [u8],
    /// The number of lines before.
    pub lines_before: usize,
}

impl Kind<'_> {
    /// Is it about termination, and so about the whole file rather than one of its properties?
    pub fn is_about_termination(&self) -> bool {
        matches!(self, Kind::Ranking(_) | Kind::Lasso(_))
    }
}

/// Is the text evidence about Horn clauses, of any version?
pub fn is_evidence(text: &[u8]) -> bool {
    said(&mut Lines::new(text)).is_some_and(|(_, mut words)| words.word() == MAGIC.as_bytes())
}

/// The next line that says something.
fn said<'a>(lines: &mut Lines<'a>) -> Option<Line<'a>> {
    lines.find(|(_, words)| !is_silent(words))
}

fn is_silent(words: &Tokens<'_>) -> bool {
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
        let kind = header.line("kind", |words| match words.word() {
            b"safe" => Ok(Self::safe as fn(_, _) -> _),
            b"unsafe" => Ok(|_, lines| Ok(Kind::Unsafe(body(lines)?))),
            b"ranking" => Ok(Self::ranking),
            b"lasso" => Ok(|_, lines| Ok(Kind::Lasso(body(lines)?))),
            word => Err(strange("safe, unsafe, ranking or lasso", word)),
        })?;
        let kind = kind(text, lines)?;
        Ok(Text { about, predicates, clauses, kind })
    }

    fn safe(text: &'a [u8], mut lines: Lines<'a>) -> Result<Kind<'a>, HornRejection> {
        let definitions = Definitions::read(text, &mut lines, &[b"p"]);
        Ok(Kind::Safe(Safe { definitions, proofs: body(lines)? }))
    }

    fn ranking(text: &'a [u8], mut lines: Lines<'a>) -> Result<Kind<'a>, HornRejection> {
        let definitions = Definitions::read(text, &mut lines, &[b"p", b"rank"]);
        let mut functions = body(lines)?;
        let is_function = |(_, words): &Line<'_>| words.clone().word() == b"rank";
        let count = functions.iter().take_while(|line| is_function(line)).count();
        let proofs = functions.split_off(count);
        Ok(Kind::Ranking(Ranking { definitions, functions, proofs }))
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
        read: impl FnOnce(&mut Tokens<'_>) -> Result<T, TextFlaw>,
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

impl<'a> Definitions<'a> {
    /// Reads on to the first remark, `end`, or line that begins with one of these words.
    fn read(text: &'a [u8], lines: &mut Lines<'a>, ends: &[&[u8]]) -> Definitions<'a> {
        let start = lines.rest();
        let lines_before = count_lines(&text[..text.len() - start.len()]);
        loop {
            let ahead = lines.clone();
            let word = lines.next().map(|(_, mut words)| words.word());
            if matches!(word, None | Some(b"end" | [b'#', ..]))
                || word.is_some_and(|word| ends.contains(&word))
            {
                *lines = ahead;
                let text = &start[..start.len() - lines.rest().len()];
                return Definitions { text, lines_before };
            }
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
