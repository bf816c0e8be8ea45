//! The text of evidence for optima, taken apart.

use buttress_formats::smtlib::Reading;
use buttress_numeric::Rational;

use super::super::rejection::{SmtRejection, TextFlaw};
use super::super::text::{Tokens, number, strange};

/// What the first line begins with.
const MAGIC: &[u8] = b"p buttress-smt-optimum 1";

/// What is claimed of an objective.
pub enum Claim {
    /// The model has this value, which is the best.
    Attained(Rational),
    /// Models come near to this value.
    Open(Rational),
    /// There is no best value.
    Unbounded,
    /// Nothing is claimed.
    Undefined,
}

/// A text of other evidence inside.
struct Part<'a> {
    name: &'a [u8],
    objective: usize,
    text: &'a [u8],
}

/// All that a text claims.
pub struct Claims<'a> {
    /// By objective.
    pub values: Vec<Claim>,
    /// The text of the model.
    pub model: &'a [u8],
    /// The slopes of families: the objective, the constant by its place among the declared functions, its slope.
    pub slopes: Vec<(usize, usize, Rational)>,
    parts: Vec<Part<'a>>,
}

/// The check that a text says it is about and how it reads the script, if it is evidence for optima.
pub fn check_of(text: &[u8]) -> Option<(usize, Reading)> {
    let line = text.split(|&byte| byte == b'\n').next()?;
    let mut words = Tokens::of(line.strip_prefix(MAGIC)?);
    Some((number(words.word())?, Reading::from_text(words.rest())?))
}

impl<'a> Claims<'a> {
    /// Takes a text apart.
    pub fn read(text: &'a [u8]) -> Result<Claims<'a>, SmtRejection> {
        let mut claims =
            Claims { values: Vec::new(), model: &[], slopes: Vec::new(), parts: Vec::new() };
        let mut rest = text;
        let mut line = 0;
        while !rest.is_empty() {
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            let words = Tokens::of(&rest[..end]);
            rest = rest.get(end + 1..).unwrap_or_default();
            line += 1;
            if line == 1 {
                continue;
            }
            let used =
                claims.line(words, rest).map_err(|flaw| SmtRejection::Line { line, flaw })?;
            line += rest[..used].iter().filter(|&&byte| byte == b'\n').count();
            rest = &rest[used..];
        }
        Ok(claims)
    }

    /// Reads a line; how many bytes of what follows belong to it?
    fn line(&mut self, mut words: Tokens<'a>, rest: &'a [u8]) -> Result<usize, TextFlaw> {
        let used = match words.word() {
            b"v" => {
                let (place, expected) = (words.number("an objective")?, self.values.len() + 1);
                if place != expected {
                    return Err(TextFlaw::Number { expected, found: place });
                }
                let claim = match words.word() {
                    b"attained" => Claim::Attained(rational(words.word())?),
                    b"open" => Claim::Open(rational(words.word())?),
                    b"unbounded" => Claim::Unbounded,
                    b"undefined" => Claim::Undefined,
                    word => {
                        return Err(strange("attained, open, unbounded or undefined", word));
                    }
                };
                self.values.push(claim);
                0
            }
            b"s" => {
                let (place, constant) =
                    (words.number("an objective")?, words.number("a constant")?);
                self.slopes.push((place, constant, rational(words.word())?));
                0
            }
            b"part" => {
                let name = words.word();
                let objective = words.number("an objective")?;
                let length = words.number("a number of bytes")?;
                let text = rest.get(..length).ok_or_else(|| strange("so many bytes", b""))?;
                match name {
                    b"model" => self.model = text,
                    _ => self.parts.push(Part { name, objective, text }),
                }
                // The line's end after it.
                (length + 1).min(rest.len())
            }
            word => return Err(strange("v, s or part", word)),
        };
        words.finish()?;
        Ok(used)
    }

    /// The text of this name about an objective.
    pub fn part(&self, name: &str, objective: usize) -> Option<&'a [u8]> {
        let is_wanted =
            |part: &&Part<'_>| part.name == name.as_bytes() && part.objective == objective;
        self.parts.iter().find(is_wanted).map(|part| part.text)
    }
}

fn rational(word: &[u8]) -> Result<Rational, TextFlaw> {
    let is_plain = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'/');
    let value = std::str::from_utf8(word).ok().filter(|_| word.iter().all(is_plain));
    value.and_then(|text| text.parse().ok()).ok_or_else(|| strange("a rational", word))
}
