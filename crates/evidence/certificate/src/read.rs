//! Reading the text format.
//!
//! The counts in the text say when to stop and never how much to reserve, so a short text
//! cannot ask for much memory. Lines are exact (an empty line is an empty clause, or a step
//! without inputs), so the line of every part follows from the data alone.

use buttress_circuit::Trace;
use buttress_prop::{Cnf, Lit};

use crate::error::shortened;
use crate::{Certificate, CertificateError, Evidence, Invariant, Lrat, Obligation, Sizes};

type Result<T> = std::result::Result<T, CertificateError>;

/// Does the text claim to be a certificate, of whatever version?
pub fn is_certificate(text: &[u8]) -> bool {
    text.starts_with(b"buttress-certificate")
}

/// Reads a certificate. What it claims is not checked here.
pub fn read(text: &[u8]) -> Result<Certificate> {
    let mut lines = Lines { rest: text, line: 0 };
    read_version(&mut lines)?;
    let line = lines.next("`model`")?;
    let [max_var, inputs, latches, ands] = line.numbers("model")?;
    let model = Sizes { max_var, inputs, latches, ands };
    let line = lines.next("`property`")?;
    let [property, bad] = line.numbers("property")?;
    let evidence = read_evidence(&mut lines)?;
    lines.next("`end`")?.exactly("end")?;
    if !lines.rest.is_empty() {
        return Err(CertificateError::Trailing { line: lines.line + 1 });
    }
    Ok(Certificate { model, property: property as usize, bad: Lit::from_code(bad), evidence })
}

fn read_version(lines: &mut Lines) -> Result<()> {
    if !is_certificate(lines.rest) {
        return Err(CertificateError::NotACertificate);
    }
    let line = lines.next("`buttress-certificate 1`")?;
    let mut words = line.tokens();
    words.next();
    match (words.next(), words.next()) {
        (Some(b"1"), None) => Ok(()),
        (version, _) => {
            Err(CertificateError::Version { found: shortened(version.unwrap_or_default()) })
        }
    }
}

fn read_evidence(lines: &mut Lines) -> Result<Evidence> {
    const KINDS: &str = "`kind inductive`, `kind k-induction K`, `kind k-induction K simple-path` \
                         with K at least 1, or `kind trace`";
    let line = lines.next("`kind`")?;
    let words: Vec<&[u8]> = line.tokens().take(5).collect();
    let depth_and_path = match words[..] {
        [b"kind", b"inductive"] => None,
        [b"kind", b"trace"] => return read_trace(lines),
        [b"kind", b"k-induction", depth] => Some((depth, false)),
        [b"kind", b"k-induction", depth, b"simple-path"] => Some((depth, true)),
        _ => return Err(line.expected(KINDS)),
    };
    let clauses = read_clauses(lines)?;
    let Some((depth, simple_path)) = depth_and_path else {
        let initiation = read_proof(lines, Obligation::Initiation)?;
        let consecution = read_proof(lines, Obligation::Consecution)?;
        let safety = read_proof(lines, Obligation::Safety)?;
        let invariant = Invariant { clauses, initiation, consecution };
        return Ok(Evidence::Inductive { invariant, safety });
    };
    let depth = match unsigned(depth) {
        Some(depth) if depth > 0 => depth as usize,
        _ => return Err(line.expected(KINDS)),
    };
    let invariant = if clauses.is_empty() {
        None
    } else {
        let initiation = read_proof(lines, Obligation::Initiation)?;
        let consecution = read_proof(lines, Obligation::Consecution)?;
        Some(Invariant { clauses, initiation, consecution })
    };
    let mut bases = Vec::new();
    while bases.len() < depth {
        bases.push(read_proof(lines, Obligation::Base(bases.len()))?);
    }
    let step = read_proof(lines, Obligation::Step)?;
    Ok(Evidence::KInduction { invariant, simple_path, bases, step })
}

fn read_clauses(lines: &mut Lines) -> Result<Cnf> {
    let [count] = lines.next("`clauses`")?.numbers("clauses")?;
    let mut clauses = Cnf::new();
    let mut clause = Vec::new();
    for _ in 0..count {
        let line = lines.next("a clause")?;
        clause.clear();
        for word in line.tokens() {
            let code = unsigned(word).ok_or_else(|| line.wrong("a literal code", word))?;
            clause.push(Lit::from_code(code));
        }
        clauses.add(&clause);
    }
    Ok(clauses)
}

fn read_proof(lines: &mut Lines, obligation: Obligation) -> Result<Lrat> {
    let [count] = lines.next("`proof`")?.numbers(&format!("proof {obligation}"))?;
    let mut proof = Lrat::new();
    for _ in 0..count {
        let line = lines.next("a proof step")?;
        read_step(&line, &mut proof)?;
    }
    Ok(proof)
}

/// One line `id literals 0 hints 0`.
fn read_step(line: &Line, proof: &mut Lrat) -> Result<()> {
    const STEP: &str = "a proof step `id literals 0 hints 0`";
    let mut words = line.tokens();
    let id = words.next().ok_or_else(|| line.expected(STEP))?;
    let id = unsigned(id).ok_or_else(|| line.wrong("a step id", id))?;
    loop {
        let word = words.next().ok_or_else(|| line.expected(STEP))?;
        match signed(word).ok_or_else(|| line.wrong("a literal", word))? {
            0 => break,
            literal => proof.push_literal(literal),
        }
    }
    loop {
        let word = words.next().ok_or_else(|| line.expected(STEP))?;
        match unsigned(word).ok_or_else(|| line.wrong("the id of a clause", word))? {
            0 => break,
            hint => proof.push_hint(hint),
        }
    }
    if words.next().is_some() {
        return Err(line.expected(STEP));
    }
    proof.close(id);
    Ok(())
}

fn read_trace(lines: &mut Lines) -> Result<Evidence> {
    let line = lines.next("`initial`")?;
    let initial = match line.tokens().take(3).collect::<Vec<_>>()[..] {
        [b"initial"] => Vec::new(),
        [b"initial", values] => bits(&line, values)?,
        _ => return Err(line.expected("`initial` and the latch values")),
    };
    let [count] = lines.next("`inputs`")?.numbers("inputs")?;
    let mut inputs = Vec::new();
    for _ in 0..count {
        let line = lines.next("a line of input values")?;
        inputs.push(bits(&line, line.text)?);
    }
    Ok(Evidence::Trace(Trace { initial, inputs }))
}

fn bits(line: &Line, values: &[u8]) -> Result<Vec<bool>> {
    let bit = |&value: &u8| match value {
        b'0' => Ok(false),
        b'1' => Ok(true),
        _ => Err(line.wrong("0 or 1 for each value", values)),
    };
    values.iter().map(bit).collect()
}

/// A decimal number that fits.
fn unsigned(word: &[u8]) -> Option<u32> {
    let digit = |value: u32, &digit: &u8| match digit {
        b'0'..=b'9' => value.checked_mul(10)?.checked_add(u32::from(digit - b'0')),
        _ => None,
    };
    if word.is_empty() { None } else { word.iter().try_fold(0, digit) }
}

/// A decimal number, perhaps negative, that fits. `-0` is no number: 0 ends a list.
fn signed(word: &[u8]) -> Option<i32> {
    match word.strip_prefix(b"-") {
        None => i32::try_from(unsigned(word)?).ok(),
        Some(digits) => match i32::try_from(unsigned(digits)?).ok()? {
            0 => None,
            value => Some(-value),
        },
    }
}

/// The lines of the text, numbered from 1.
struct Lines<'a> {
    rest: &'a [u8],
    line: usize,
}

/// One line, without its end.
struct Line<'a> {
    text: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    /// The next line; `expected` tells what is missing when there is none.
    fn next(&mut self, expected: &str) -> Result<Line<'a>> {
        self.line += 1;
        if self.rest.is_empty() {
            let expected = expected.to_owned();
            return Err(CertificateError::Truncated { line: self.line, expected });
        }
        let end = self.rest.iter().position(|&byte| byte == b'\n').unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..).unwrap_or_default();
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        Ok(Line { text, number: self.line })
    }
}

impl<'a> Line<'a> {
    fn tokens(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        self.text.split(|&byte| byte == b' ').filter(|word| !word.is_empty())
    }

    /// The line is `name` (one or two words) and exactly N numbers.
    fn numbers<const N: usize>(&self, name: &str) -> Result<[u32; N]> {
        let expected = || {
            let numbers = if N == 1 { "a number" } else { "numbers" };
            self.expected(&format!("`{name}` and {numbers}"))
        };
        let mut words = self.tokens();
        if name.split(' ').any(|part| words.next() != Some(part.as_bytes())) {
            return Err(expected());
        }
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = words.next().and_then(unsigned).ok_or_else(expected)?;
        }
        if words.next().is_some() { Err(expected()) } else { Ok(numbers) }
    }

    fn exactly(&self, text: &str) -> Result<()> {
        let is_equal = self.tokens().eq(text.split(' ').map(str::as_bytes));
        if is_equal { Ok(()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    /// This line is not what `expected` says.
    fn expected(&self, expected: &str) -> CertificateError {
        self.wrong(expected, self.text)
    }

    /// A word of this line is not what `expected` says.
    fn wrong(&self, expected: &str, word: &[u8]) -> CertificateError {
        CertificateError::expected(self.number, expected, word)
    }
}
