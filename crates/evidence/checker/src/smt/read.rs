//! Reading a proof line by line, each line checked as it is read.

mod binding;

use std::collections::HashMap;

use buttress_certificate::smt::{Derivation, Line, Literal, Rule, Source};
use buttress_formats::smtlib::{Reading, Script};
use buttress_logic::{Constructor, Op, Sort, Term};
use buttress_numeric::Rational;

use super::layer::Layers;
use super::rejection::{SmtRejection, TextFlaw};
use super::text::{Lines, Tokens, number, strange};
use super::verdict::Unsat;
use super::verify::Verifier;
use super::written::WrittenLiteral;

/// What the first line of a proof begins with.
pub const MAGIC: &[u8] = b"p buttress-smt-proof 1";

/// The check that a proof says it is about and how it reads the script, if the text is a proof.
pub fn check_of(text: &[u8]) -> Option<(usize, Reading)> {
    let (_, mut words) = Lines::new(text).find(|(_, words)| !is_comment(words))?;
    if !words.rest().starts_with(MAGIC) {
        return None;
    }
    let [_, _, _, check] = [(); 4].map(|()| words.word());
    Some((number(check)?, Reading::from_text(words.rest())?))
}

fn is_comment(words: &Tokens<'_>) -> bool {
    matches!(words.rest().first(), None | Some(b'#'))
}

/// Reads and verifies a whole proof; the script is at the check that the proof is about.
pub fn replay(
    text: &[u8],
    script: &mut Script,
    verifier: &mut Verifier<'_>,
) -> Result<Unsat, SmtRejection> {
    replay_in(text, script, &HashMap::new(), verifier)
}

/// The same, where the names of `scope` stand for terms, as well as those of the script.
pub fn replay_in(
    text: &[u8],
    script: &mut Script,
    scope: &HashMap<String, Term>,
    verifier: &mut Verifier<'_>,
) -> Result<Unsat, SmtRejection> {
    // The first line was read when the check was looked for.
    let lines = Lines::new(text).filter(|(_, words)| !is_comment(words)).skip(1);
    replay_lines(lines, script, scope, verifier)
}

/// Reads and verifies the lines of a proof after its first. The names of `scope` stand for terms, as
/// well as those of the script.
pub fn replay_lines<'w>(
    lines: impl Iterator<Item = (usize, Tokens<'w>)>,
    script: &mut Script,
    scope: &HashMap<String, Term>,
    verifier: &mut Verifier<'_>,
) -> Result<Unsat, SmtRejection> {
    let mut reader = Reader {
        script,
        scope,
        verifier,
        ids: Vec::new(),
        layers: Layers::default(),
        names: HashMap::new(),
        clause: Vec::new(),
        counts: Unsat::default(),
    };
    for (line, words) in lines.filter(|(_, words)| !is_comment(words)) {
        reader.line(line, words)?;
    }
    if !reader.verifier.is_refuted() {
        return Err(SmtRejection::Unfinished { clauses: reader.verifier.len() });
    }
    reader.counts.terms = reader.ids.len();
    Ok(reader.counts)
}

/// A term that has a number in the text.
#[derive(Clone, Copy)]
struct Entry {
    term: Term,
    /// Is it an equation that stands in the store the other way round?
    is_turned: bool,
}

struct Reader<'a, 't> {
    script: &'a mut Script,
    /// Names beyond those of the script.
    scope: &'a HashMap<String, Term>,
    verifier: &'a mut Verifier<'t>,
    ids: Vec<Entry>,
    layers: Layers,
    /// The terms that the line at hand names.
    names: HashMap<String, Term>,
    clause: Vec<WrittenLiteral>,
    counts: Unsat,
}

impl Reader<'_, '_> {
    fn line(&mut self, line: usize, mut words: Tokens<'_>) -> Result<(), SmtRejection> {
        let fails = |flaw| SmtRejection::Line { line, flaw };
        match words.word() {
            b"t" => self.term_line(words).map_err(fails),
            b"a" => {
                let rule = self.axiom_line(words).map_err(fails)?;
                self.counts.axioms += 1;
                let accepted = self.verifier.axiom(&self.clause, &rule);
                self.accept(line, rule.name(), accepted)
            }
            b"l" => {
                let hints = self.derived_line(words).map_err(fails)?;
                self.counts.derived += 1;
                let accepted = self.verifier.derived(&self.clause, &hints);
                self.accept(line, "propagation", accepted)
            }
            word => Err(fails(strange("t, a or l", word))),
        }
    }

    fn accept(
        &self,
        line: usize,
        rule: &'static str,
        accepted: Result<(), super::ClauseFlaw>,
    ) -> Result<(), SmtRejection> {
        accepted.map_err(|flaw| {
            let clause = self.verifier.len() + 1;
            SmtRejection::clause(clause, Some(line), rule, flaw)
        })
    }

    fn term_line(&mut self, mut words: Tokens<'_>) -> Result<(), TextFlaw> {
        next_number(words.number("the number of a term")?, self.ids.len() + 1)?;
        let text =
            std::str::from_utf8(words.rest()).map_err(|error| TextFlaw::Term(error.to_string()))?;
        let term = self.term(text)?;
        let is_turned = self.is_turned(text, term)?;
        self.ids.push(Entry { term, is_turned });
        Ok(())
    }

    fn term(&mut self, text: &str) -> Result<Term, TextFlaw> {
        if let Some(term) = self.binding(text)? {
            return Ok(term);
        }
        let ids = &self.ids;
        let named = |id: usize| Some(ids.get(id.checked_sub(1)?)?.term);
        if let Some(term) = self.layers.build(self.verifier.terms, text, named) {
            return Ok(term);
        }
        self.names.clear();
        for word in text.split(|char: char| char != '@' && !char.is_ascii_digit()) {
            let id = word.strip_prefix('@').and_then(|digits| number(digits.as_bytes()));
            if let Some(term) = id.and_then(named) {
                self.names.insert(word.to_owned(), term);
            }
        }
        if !self.scope.is_empty() {
            for word in text.split(['(', ')', ' ', '\t', '\n', '\r']) {
                if let Some(term) = self.scope.get(word) {
                    self.names.insert(word.to_owned(), *term);
                }
            }
        }
        let term = self
            .script
            .parse_term(self.verifier.terms, text, &self.names)
            .map_err(|error| TextFlaw::Term(error.message))?;
        self.layers.learn(self.verifier.terms, text, term, named);
        Ok(term)
    }

    /// Equations have their sides in the order of the store, but `arith` speaks of them in the
    /// order of the text.
    fn is_turned(&mut self, text: &str, term: Term) -> Result<bool, TextFlaw> {
        let terms = &*self.verifier.terms;
        match terms.op(term) {
            Op::Equal => {
                let (left, right) = (terms.argument(term, 0), terms.argument(term, 1));
                let first = text.strip_prefix("(=").and_then(first_expression);
                let Some(first) = first.filter(|_| left != right) else { return Ok(false) };
                let id = first.strip_prefix('@').and_then(|digits| number(digits.as_bytes()));
                let first = match id {
                    Some(id) => self.entry(id)?.term,
                    None => self.term(first)?,
                };
                Ok(first == right)
            }
            Op::Not => {
                let inner = text.strip_prefix("(not @").and_then(|rest| rest.strip_suffix(')'));
                let id = inner.and_then(|inner| number(inner.trim().as_bytes()));
                Ok(id.and_then(|id| self.entry(id).ok()).is_some_and(|entry| entry.is_turned))
            }
            _ => Ok(false),
        }
    }

    fn entry(&self, id: usize) -> Result<Entry, TextFlaw> {
        let entry = id.checked_sub(1).and_then(|index| self.ids.get(index));
        entry.copied().ok_or(TextFlaw::NoTerm(id))
    }

    fn named_term(&self, words: &mut Tokens<'_>) -> Result<Term, TextFlaw> {
        let id = words.number("the number of a term")?;
        Ok(self.entry(id)?.term)
    }

    /// Reads the number of the next clause and its literals.
    fn read_clause(&mut self, words: &mut Tokens<'_>) -> Result<(), TextFlaw> {
        next_number(words.number("the number of a clause")?, self.verifier.len() + 1)?;
        self.clause.clear();
        loop {
            let word = words.word();
            let (digits, is_positive) = match word.strip_prefix(b"-") {
                Some(digits) => (digits, false),
                None => (word, true),
            };
            let id = number(digits).ok_or_else(|| strange("a literal or 0", word))?;
            if id == 0 {
                return if is_positive { Ok(()) } else { Err(strange("a literal or 0", word)) };
            }
            let Entry { term, is_turned } = self.entry(id)?;
            if self.verifier.terms.sort_of(term) != Sort::BOOL {
                return Err(TextFlaw::NoFormula(id));
            }
            let literal = Literal::of(self.verifier.terms, term);
            let literal = if is_positive { literal } else { literal.negated() };
            self.clause.push(WrittenLiteral { literal, is_turned });
        }
    }

    fn derived_line(&mut self, mut words: Tokens<'_>) -> Result<Vec<usize>, TextFlaw> {
        self.read_clause(&mut words)?;
        let mut hints = Vec::new();
        loop {
            match words.number("a hint or 0")? {
                0 => break,
                hint => hints.push(hint),
            }
        }
        words.finish()?;
        Ok(hints)
    }

    fn axiom_line(&mut self, mut words: Tokens<'_>) -> Result<Rule, TextFlaw> {
        self.read_clause(&mut words)?;
        let words = &mut words;
        let name = words.word();
        let rule = match name {
            b"input" => Rule::Input,
            b"closure" => Rule::Closure,
            b"cycle" => Rule::Cycle,
            b"define" => Rule::Define(self.named_term(words)?),
            b"ite" => Rule::Ite(self.named_term(words)?),
            b"absolute" => Rule::Absolute(self.named_term(words)?),
            b"is-integer" => Rule::IsInteger(self.named_term(words)?),
            b"division" => Rule::Division(self.named_term(words)?),
            b"trichotomy" => Rule::Trichotomy(self.named_term(words)?, self.named_term(words)?),
            b"row-hit" => Rule::RowHit(self.named_term(words)?),
            b"row-miss" => Rule::RowMiss(self.named_term(words)?, self.named_term(words)?),
            b"constant" => Rule::Constant(self.named_term(words)?, self.named_term(words)?),
            b"extensional" => Rule::Extensional(self.named_term(words)?, self.named_term(words)?),
            b"default-store" => Rule::DefaultStore(self.named_term(words)?),
            b"default-constant" => Rule::DefaultConstant(self.named_term(words)?),
            b"field" => Rule::Field(self.named_term(words)?, words.number("a field")?),
            b"test" => {
                let term = self.named_term(words)?;
                Rule::Test(term, self.constructor(term, words)?)
            }
            b"test-some" => Rule::TestSome(self.named_term(words)?),
            b"test-one" => Rule::TestOne(self.named_term(words)?),
            b"rebuild" => {
                let term = self.named_term(words)?;
                Rule::Rebuild(term, self.constructor(term, words)?)
            }
            b"instance" => {
                let formula = self.named_term(words)?;
                let mut values = Vec::new();
                while !words.rest().is_empty() {
                    values.push(self.named_term(words)?);
                }
                Rule::Instance(formula, values)
            }
            b"witness" => Rule::Witness(self.named_term(words)?),
            b"arith" => Rule::Arithmetic(self.derivation(words)?),
            word => return Err(strange("the name of a rule", word)),
        };
        words.finish()?;
        Ok(rule)
    }

    /// The constructor of a term's datatype that the rest of the line names.
    fn constructor(&self, term: Term, words: &mut Tokens<'_>) -> Result<Constructor, TextFlaw> {
        let expected = "a constructor of the term's datatype";
        let terms = &*self.verifier.terms;
        let word = words.take_rest();
        let name = word.strip_prefix(b"|").and_then(|name| name.strip_suffix(b"|")).unwrap_or(word);
        let datatype = terms.as_datatype(terms.sort_of(term));
        let constructors = datatype.map_or_else(Vec::new, |datatype| terms.constructors(datatype));
        let has_name =
            |constructor: &Constructor| terms.constructor_name(*constructor).as_bytes() == name;
        constructors.into_iter().find(has_name).ok_or_else(|| strange(expected, word))
    }

    fn derivation(&self, words: &mut Tokens<'_>) -> Result<Derivation, TextFlaw> {
        let mut derivation = Derivation::default();
        let mut line = Line { sum: Vec::new(), rounds: false };
        loop {
            let word = words.word();
            match word {
                [] | b";" => {
                    let next = Line { sum: Vec::new(), rounds: false };
                    derivation.lines.push(std::mem::replace(&mut line, next));
                    if word.is_empty() {
                        return Ok(derivation);
                    }
                }
                b"round" => line.rounds = true,
                _ if line.rounds => return Err(strange("; or the end of the line", word)),
                _ => {
                    let source = self.source(word)?;
                    let factor = words.word();
                    let value =
                        multiplier(factor).ok_or_else(|| strange("a multiplier", factor))?;
                    line.sum.push((source, value));
                }
            }
        }
    }

    fn source(&self, word: &[u8]) -> Result<Source, TextFlaw> {
        let source = match word {
            [b'l', place @ ..] => number(place).map(Source::Literal),
            [b'd', line @ ..] => number(line).map(Source::Line),
            [b'e', sides @ ..] => match parts(sides, b'=') {
                Some((left, right)) => {
                    Some(Source::Equation(self.entry(left)?.term, self.entry(right)?.term))
                }
                None => None,
            },
            [b'f', fact @ ..] => match parts(fact, b'.') {
                Some((term, fact @ 0..=9)) => {
                    Some(Source::Fact(self.entry(term)?.term, fact as u8))
                }
                _ => None,
            },
            [b'p', lines @ ..] => {
                parts(lines, b'*').map(|(left, right)| Source::Product(left, right))
            }
            [b'm', factors @ ..] => match parts(factors, b'*') {
                Some((line, term)) => Some(Source::Multiple(line, self.entry(term)?.term)),
                None => None,
            },
            [b's', term @ ..] => match number(term) {
                Some(term) => Some(Source::Square(self.entry(term)?.term)),
                None => None,
            },
            [b'b', lines @ ..] => parts(lines, b'=').map(|(left, right)| Source::Both(left, right)),
            _ => None,
        };
        source.ok_or_else(|| strange(SOURCES, word))
    }
}

/// How sources of lines are written.
const SOURCES: &str = "l<n>, e<id>=<id>, f<id>.<n>, d<n>, p<n>*<n>, m<n>*<id>, s<id> or b<n>=<n>";

fn next_number(found: usize, expected: usize) -> Result<(), TextFlaw> {
    if found == expected { Ok(()) } else { Err(TextFlaw::Number { expected, found }) }
}

/// Two numbers with a sign between them.
fn parts(word: &[u8], sign: u8) -> Option<(usize, usize)> {
    let at = word.iter().position(|&byte| byte == sign)?;
    Some((number(&word[..at])?, number(&word[at + 1..])?))
}

/// A rational such as `3` or `-1/2`.
fn multiplier(word: &[u8]) -> Option<Rational> {
    let is_plain = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'/');
    if !word.iter().all(is_plain) {
        return None;
    }
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// The first expression of a text, up to the blank or parenthesis that ends it.
fn first_expression(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let mut depth = 0usize;
    let mut is_in_bars = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'|' => is_in_bars = !is_in_bars,
            _ if is_in_bars => {}
            b'(' => depth += 1,
            b')' if depth == 0 => return Some(&text[..at]),
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(&text[..=at]);
                }
            }
            b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => return Some(&text[..at]),
            _ => {}
        }
    }
    None
}
