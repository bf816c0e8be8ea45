//! The text of evidence, cut into its parts.

use std::collections::HashMap;

use buttress_certificate::horn::Identity;
use buttress_certificate::pi::MAGIC;
use buttress_pi::program::{FunctionId, LoopId};
use buttress_pi::{
    ContractPart, Contracts, Facts, Program, read_contract_fact, read_fact, read_rank,
};

use super::PiRejection;
use crate::smt::TextFlaw;
use crate::smt::text::{Lines, Tokens, strange};

/// The parts of the text.
pub struct Text<'a> {
    /// The file that it says it is about.
    pub about: Identity,
    pub runtime: bool,
    pub termination: bool,
    pub additions: Vec<Addition>,
    pub sections: Vec<Section<'a>>,
    /// Calls, with their lines.
    pub runs: Vec<(usize, String)>,
    /// Calls that never end.
    pub endless: Vec<Nontermination<'a>>,
}

/// A call that is said never to end.
pub struct Nontermination<'a> {
    pub line: usize,
    pub call: String,
    /// Where it stays; none if it comes back to a state it was in.
    pub stays: Option<ReachedSet<'a>>,
}

/// A closed set of states that a run is said to come to.
pub struct ReachedSet<'a> {
    pub function: String,
    pub head: Option<usize>,
    pub visit: u64,
    /// With their lines and loops.
    pub conjuncts: Vec<(usize, Option<usize>, String)>,
    pub section: Option<Section<'a>>,
}

/// An annotation to be added.
pub struct Addition {
    line: usize,
    function: String,
    kind: AdditionKind,
    text: String,
}

/// What an addition is for.
#[derive(Clone, Copy)]
enum AdditionKind {
    /// One more conjunct at a loop, or a ranking of a loop or of the function.
    At { head: Option<usize>, is_rank: bool },
    /// One more conjunct of a contract.
    Contract(ContractPart),
}

/// The proofs of one function.
pub struct Section<'a> {
    pub line: usize,
    pub function: String,
    pub conditions: usize,
    pub proofs: Vec<Proof<'a>>,
}

/// The proof of one condition.
pub struct Proof<'a> {
    pub line: usize,
    /// Its number, from 1.
    pub condition: usize,
    /// The lines after the first.
    pub lines: Vec<(usize, Tokens<'a>)>,
}

/// Is the text evidence about programs, of any version?
pub fn is_evidence(text: &[u8]) -> bool {
    Lines::new(text).next().is_some_and(|(_, mut words)| words.word() == MAGIC.as_bytes())
}

fn is_silent(words: &Tokens<'_>) -> bool {
    matches!(words.rest().first(), None | Some(b'#'))
}

impl<'a> Text<'a> {
    /// Cuts a text into its parts.
    pub fn read(text: &'a [u8]) -> Result<Text<'a>, PiRejection> {
        if !is_evidence(text) {
            return Err(PiRejection::NotEvidence);
        }
        let mut lines = Lines::new(text).filter(|(_, words)| !is_silent(words));
        let mut header = |word: &'static str| -> Result<(usize, Tokens<'a>), PiRejection> {
            let (line, mut words) = lines.next().ok_or(PiRejection::Truncated(word))?;
            match words.word() {
                found if found == word.as_bytes() => Ok((line, words)),
                found => Err(PiRejection::Line { line, flaw: strange(word, found) }),
            }
        };
        let (line, mut words) = header(MAGIC)?;
        at(line, version(&mut words))?;
        let (line, mut words) = header("file")?;
        let about = at(line, identity(&mut words))?;
        let (line, mut words) = header("runtime")?;
        let runtime = at(line, flag(&mut words))?;
        let (line, mut words) = header("termination")?;
        let termination = at(line, flag(&mut words))?;
        let (additions, sections, runs) = (Vec::new(), Vec::new(), Vec::new());
        let endless = Vec::new();
        let mut parts = Text { about, runtime, termination, additions, sections, runs, endless };
        let mut is_over = false;
        for (line, words) in lines {
            if is_over {
                return Err(PiRejection::Trailing { line });
            }
            is_over = at(line, parts.line(line, words))?;
        }
        if is_over { Ok(parts) } else { Err(PiRejection::Truncated("end")) }
    }

    /// One line after the header; answers whether it is the last one.
    fn line(&mut self, line: usize, words: Tokens<'a>) -> Result<bool, TextFlaw> {
        let mut rest = words.clone();
        match rest.word() {
            b"t" | b"a" | b"l" => {
                let proof = self.section().and_then(|section| section.proofs.last_mut());
                let proof =
                    proof.ok_or_else(|| strange("the first line of a proof", words.rest()))?;
                proof.lines.push((line, words));
            }
            b"p" => {
                let section = self.section();
                let section = section.ok_or_else(|| strange("function", words.rest()))?;
                let [name, version] = [(); 2].map(|()| rest.word());
                if (name, version) != (b"buttress-smt-proof", b"1") {
                    return Err(strange("p buttress-smt-proof 1", words.rest()));
                }
                let condition = rest.number("the number of a condition")?;
                rest.finish()?;
                section.proofs.push(Proof { line, condition, lines: Vec::new() });
            }
            b"function" => {
                let function = text_of(rest.word())?;
                let conditions = rest.number("the number of conditions")?;
                rest.finish()?;
                let proofs = Vec::new();
                let section = Section { line, function, conditions, proofs };
                match self.endless.last_mut() {
                    None => self.sections.push(section),
                    Some(Nontermination { stays: Some(stays), .. }) if stays.section.is_none() => {
                        stays.section = Some(section);
                    }
                    Some(_) => return Err(strange("loops, stays or end", words.rest())),
                }
            }
            b"loops" => {
                let call = text_of(rest.take_rest())?;
                self.endless.push(Nontermination { line, call, stays: None });
            }
            b"stays" => {
                let function = text_of(rest.word())?;
                let head = point(&mut rest)?;
                let visit = rest.number("the number of a visit")? as u64;
                let call = text_of(rest.take_rest())?;
                let (conjuncts, section) = (Vec::new(), None);
                let stays = Some(ReachedSet { function, head, visit, conjuncts, section });
                self.endless.push(Nontermination { line, call, stays });
            }
            b"closed" => {
                let head = point(&mut rest)?;
                let text = text_of(rest.take_rest())?;
                let stays = self.endless.last_mut().and_then(|endless| endless.stays.as_mut());
                let stays = stays.filter(|stays| stays.section.is_none());
                let stays = stays.ok_or_else(|| strange("stays", words.rest()))?;
                stays.conjuncts.push((line, head, text));
            }
            word @ (b"fact" | b"rank") if self.sections.is_empty() => {
                let is_rank = word == b"rank";
                let function = text_of(rest.word())?;
                let head = point(&mut rest)?;
                let text = text_of(rest.take_rest())?;
                let kind = AdditionKind::At { head, is_rank };
                self.additions.push(Addition { line, function, kind, text });
            }
            word @ (b"pre" | b"post") if self.sections.is_empty() => {
                let is_pre = word == b"pre";
                let part = if is_pre { ContractPart::Pre } else { ContractPart::Post };
                let function = text_of(rest.word())?;
                let text = text_of(rest.take_rest())?;
                let kind = AdditionKind::Contract(part);
                self.additions.push(Addition { line, function, kind, text });
            }
            b"run" => {
                let call = text_of(rest.take_rest())?;
                self.runs.push((line, call));
            }
            b"end" => {
                rest.finish()?;
                return Ok(true);
            }
            word => {
                return Err(strange(
                    "fact, rank, pre, post, function, p, run, loops, stays, closed or end",
                    word,
                ));
            }
        }
        Ok(false)
    }

    /// The section that proofs belong to.
    fn section(&mut self) -> Option<&mut Section<'a>> {
        match self.endless.last_mut() {
            Some(endless) => endless.stays.as_mut()?.section.as_mut(),
            None => self.sections.last_mut(),
        }
    }

    /// The additions to the program: conjuncts of contracts, and facts.
    pub fn added(&self, program: &Program) -> Result<(Contracts, Facts), PiRejection> {
        let (mut contracts, mut facts) = (Contracts::default(), Facts::default());
        let mut bounds = program.bounds;
        let ids = ids(program);
        for addition in &self.additions {
            let Addition { line, function: name, kind, text } = addition;
            let line = *line;
            let function = ids.get(name.as_str()).copied();
            let function =
                function.ok_or_else(|| PiRejection::NoFunction { line, name: name.clone() })?;
            let fails = |message: String| PiRejection::Addition { line, message };
            match *kind {
                AdditionKind::At { head, is_rank } => {
                    let loops = program.function(function).loops.len();
                    let head = match head {
                        Some(head) if head < loops => Some(LoopId(head as u32)),
                        Some(_) => return Err(fails("there is no such loop".to_owned())),
                        None => None,
                    };
                    add(&mut facts, program, (function, head), is_rank, text, &mut bounds)
                        .map_err(fails)?;
                }
                AdditionKind::Contract(part) => {
                    let read = read_contract_fact(program, function, part, text, &mut bounds);
                    let conjunct = read.map_err(|diagnostic| fails(diagnostic.message))?;
                    contracts.conjuncts.entry((function, part)).or_default().push(conjunct);
                }
            }
        }
        Ok((contracts, facts))
    }
}

/// The functions by their names.
pub fn ids(program: &Program) -> HashMap<&str, FunctionId> {
    program.function_ids().map(|id| (program.function(id).name.text.as_str(), id)).collect()
}

fn add(
    facts: &mut Facts,
    program: &Program,
    (function, head): (FunctionId, Option<LoopId>),
    is_rank: bool,
    text: &str,
    bounds: &mut u32,
) -> Result<(), String> {
    if !is_rank {
        let head = head.ok_or("only a loop can have more facts")?;
        let fact = read_fact(program, function, head, text, bounds);
        let fact = fact.map_err(|diagnostic| diagnostic.message)?;
        facts.loops.entry((function, head)).or_default().push(fact);
        return Ok(());
    }
    let mut components = Vec::new();
    for component in text.split(';') {
        let component = read_rank(program, function, head, component.trim(), bounds);
        components.push(component.map_err(|diagnostic| diagnostic.message)?);
    }
    let known = match head {
        Some(head) => facts.loop_ranks.insert((function, head), components),
        None => facts.function_ranks.insert(function, components),
    };
    if known.is_some() { Err("there is a ranking already".to_owned()) } else { Ok(()) }
}

/// The number of a loop, or `-` for the function itself.
fn point(words: &mut Tokens<'_>) -> Result<Option<usize>, TextFlaw> {
    match words.clone().word() {
        b"-" => {
            words.word();
            Ok(None)
        }
        _ => Ok(Some(words.number("the number of a loop")?)),
    }
}

fn at<T>(line: usize, value: Result<T, TextFlaw>) -> Result<T, PiRejection> {
    value.map_err(|flaw| PiRejection::Line { line, flaw })
}

fn version(words: &mut Tokens<'_>) -> Result<(), TextFlaw> {
    match words.word() {
        b"1" => words.finish(),
        word => Err(strange("version 1", word)),
    }
}

fn identity(words: &mut Tokens<'_>) -> Result<Identity, TextFlaw> {
    let bytes = words.number("the length of the file")?;
    let word = words.word();
    let digits = std::str::from_utf8(word).ok().filter(|digits| digits.len() == 16);
    let fingerprint = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let fingerprint = fingerprint.ok_or_else(|| strange("16 hexadecimal digits", word))?;
    words.finish()?;
    Ok(Identity { bytes, fingerprint, property: 0 })
}

fn flag(words: &mut Tokens<'_>) -> Result<bool, TextFlaw> {
    let is_on = match words.word() {
        b"on" => true,
        b"off" => false,
        word => return Err(strange("on or off", word)),
    };
    words.finish()?;
    Ok(is_on)
}

fn text_of(bytes: &[u8]) -> Result<String, TextFlaw> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.is_empty());
    text.map(str::to_owned).ok_or_else(|| strange("a text", bytes))
}
