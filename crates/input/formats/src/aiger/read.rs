//! The reader: header, lists, and-gates, symbols, comments, in the order of the file.
//!
//! Iterative and linear in the size of the file. A line that says something wrong is noted
//! and the reading goes on, up to `MOST_PROBLEMS`; a line that is missing ends it.

mod gates;
mod section;
mod table;

use buttress_circuit::{Circuit, CircuitError, Latch, Node, Property, Reset};
use buttress_prop::{IndexVec, Lit, Var};

use self::section::*;
use super::header::Header;
use super::{Model, Symbols};
use crate::gzip::inflated;
use crate::limits::MOST_PROBLEMS;
use crate::text::{Line, Lines, Token};
use crate::{Code, Diagnostic};

/// Reads an AIGER file: ASCII or binary, plain or compressed with gzip.
pub fn read(bytes: &[u8]) -> Result<Model, Vec<Diagnostic>> {
    let text = inflated(bytes).map_err(|problem| vec![problem])?;
    let mut lines = Lines::new(&text);
    let header = Header::read(&mut lines).map_err(|problem| vec![problem])?;
    let mut reader = Reader::new(lines, header);
    match reader.sections() {
        Ok(lists) if reader.problems.is_empty() => reader.finish(lists),
        Ok(_) => Err(reader.problems),
        Err(last) => {
            reader.problems.push(last);
            Err(reader.problems)
        }
    }
}

struct Reader<'a> {
    lines: Lines<'a>,
    header: Header,
    circuit: Circuit,
    /// Where each variable is defined.
    defined_at: IndexVec<Var, u32>,
    /// Where the binary and-gates begin: from here on, lines mean nothing.
    binary_from: usize,
    symbols: Symbols,
    comments: String,
    problems: Vec<Diagnostic>,
}

/// A literal and where it stands.
type Listed = (Lit, u32);

/// The lists that follow the latches.
struct Lists {
    outputs: Vec<Listed>,
    bads: Vec<Listed>,
    constraints: Vec<Listed>,
    justice: Vec<Vec<Listed>>,
    fairness: Vec<Listed>,
}

impl<'a> Reader<'a> {
    fn new(lines: Lines<'a>, header: Header) -> Reader<'a> {
        let vars = header.max_var as usize + 1;
        let mut circuit = Circuit::new();
        circuit.nodes.resize(vars, Node::Unused);
        Reader {
            lines,
            header,
            circuit,
            defined_at: IndexVec::filled(0, vars),
            binary_from: usize::MAX,
            symbols: Symbols::new(),
            comments: String::new(),
            problems: Vec::new(),
        }
    }

    fn sections(&mut self) -> Result<Lists, Diagnostic> {
        let header = self.header;
        self.inputs()?;
        self.latches()?;
        let lists = Lists {
            outputs: self.list(&OUTPUTS, header.outputs)?,
            bads: self.list(&BADS, header.bads)?,
            constraints: self.list(&CONSTRAINTS, header.constraints)?,
            justice: self.justice()?,
            fairness: self.list(&FAIRNESS, header.fairness)?,
        };
        if header.is_ascii {
            self.ascii_gates()?
        } else {
            self.binary_gates()?
        }
        self.symbol_table()?;
        // Of a file with wrong lines, more would be reported as undefined than is.
        if self.problems.is_empty() {
            self.check_defined(&lists)?;
        }
        Ok(lists)
    }

    fn inputs(&mut self) -> Result<(), Diagnostic> {
        for index in 0..self.header.inputs {
            let (code, at) = if self.header.is_ascii {
                let line = self.line(&INPUTS, index, self.header.inputs)?;
                match self.numbers(&INPUTS, line)? {
                    Some([(code, at), ..]) => (code, at),
                    None => continue,
                }
            } else {
                (2 * (index + 1), 0)
            };
            if let Some(var) = self.define(&INPUTS, code, at, Node::Input)? {
                self.circuit.inputs.push(var);
            }
        }
        Ok(())
    }

    fn latches(&mut self) -> Result<(), Diagnostic> {
        for index in 0..self.header.latches {
            let section = if self.header.is_ascii { &ASCII_LATCHES } else { &BINARY_LATCHES };
            let line = self.line(section, index, self.header.latches)?;
            let Some(numbers) = self.numbers(section, line)? else { continue };
            let ((code, at), next, reset) = if self.header.is_ascii {
                (numbers[0], numbers[1], numbers[2])
            } else {
                let code = 2 * (self.header.inputs + index + 1);
                ((code, line.start), numbers[0], numbers[1])
            };
            let node = Node::Latch(self.circuit.latches.len() as u32);
            let Some(var) = self.define(section, code, at, node)? else { continue };
            let reset = match reset.0 {
                // An absent reset is read as 0, which is also what it means.
                0 => Reset::Value(false),
                1 => Reset::Value(true),
                own if own == code => Reset::Free,
                signal => Reset::Signal(Lit::from_code(signal)),
            };
            self.circuit.latches.push(Latch { var, next: Lit::from_code(next.0), reset });
        }
        Ok(())
    }

    fn list(&mut self, section: &Section, count: u32) -> Result<Vec<Listed>, Diagnostic> {
        let mut listed = Vec::new();
        for index in 0..count {
            let line = self.line(section, index, count)?;
            if let Some([(code, at), ..]) = self.numbers(section, line)? {
                listed.push((Lit::from_code(code), at as u32));
            }
        }
        Ok(listed)
    }

    fn justice(&mut self) -> Result<Vec<Vec<Listed>>, Diagnostic> {
        let mut sizes = Vec::new();
        for index in 0..self.header.justice {
            let line = self.line(&JUSTICE_SIZES, index, self.header.justice)?;
            let mut tokens = line.tokens();
            // Without the sizes, the lines that follow could not be told apart.
            match (tokens.next().and_then(Token::number), tokens.next()) {
                (Some(size), None) => sizes.push(size),
                _ => return Err(self.wrong_line(&JUSTICE_SIZES, line)),
            }
        }
        let mut justice = Vec::new();
        for size in sizes {
            justice.push(self.list(&JUSTICE, size)?);
        }
        Ok(justice)
    }

    fn ascii_gates(&mut self) -> Result<(), Diagnostic> {
        for index in 0..self.header.ands {
            let line = self.line(&ASCII_GATES, index, self.header.ands)?;
            let Some(numbers) = self.numbers(&ASCII_GATES, line)? else { continue };
            let [(code, at), (left, _), (right, _)] = numbers;
            let node = Node::And(Lit::from_code(left), Lit::from_code(right));
            if let Some(var) = self.define(&ASCII_GATES, code, at, node)? {
                self.circuit.ands.push(var);
            }
        }
        Ok(())
    }

    fn line(&mut self, section: &Section, index: u32, count: u32) -> Result<Line<'a>, Diagnostic> {
        self.lines.next_line().ok_or_else(|| {
            let Section { name, item, .. } = section;
            let end = self.lines.at();
            let message = format!(
                "file ends inside the {name} ({item} {} of {count} is missing, offset {end:#x})",
                index + 1
            );
            self.diagnostic(Code::FileEnds, end, message).expecting(section.form)
        })
    }

    /// The literals of a line with their positions; `None` when something is wrong with it,
    /// which is then noted. Absent ones are 0.
    fn numbers(
        &mut self,
        section: &Section,
        line: Line<'a>,
    ) -> Result<Option<[(u32, usize); 3]>, Diagnostic> {
        let (least, most) = section.numbers;
        let mut numbers = [(0, line.start); 3];
        let mut count = 0;
        for token in line.tokens() {
            let (Some(code), true) = (token.number(), count < most) else {
                let problem = self.wrong_line(section, line);
                return self.note(problem).map(|()| None);
            };
            if u64::from(code) > 2 * u64::from(self.header.max_var) + 1 {
                let max_var = self.header.max_var;
                let message = format!("literal {code} is beyond the maximum variable {max_var}");
                let problem = self
                    .diagnostic(Code::LiteralRange, token.start, message)
                    .expecting(format!("a literal of at most {}", 2 * u64::from(max_var) + 1));
                return self.note(problem).map(|()| None);
            }
            numbers[count] = (code, token.start);
            count += 1;
        }
        if count < least {
            let problem = self.wrong_line(section, line);
            return self.note(problem).map(|()| None);
        }
        Ok(Some(numbers))
    }

    /// Gives a variable its meaning; `None` when it cannot have it, which is then noted.
    fn define(
        &mut self,
        section: &Section,
        code: u32,
        at: usize,
        node: Node,
    ) -> Result<Option<Var>, Diagnostic> {
        let item = section.item;
        if code & 1 == 1 || code == 0 {
            let what = if code < 2 { "the constant" } else { "a negated literal" };
            let problem = self
                .diagnostic(Code::NotDefinable, at, format!("{item} {code} would define {what}"))
                .expecting("an even literal of at least 2");
            return self.note(problem).map(|()| None);
        }
        let var = Lit::from_code(code).var();
        if self.circuit.nodes[var] != Node::Unused {
            let message = format!("{item} {code} is defined twice");
            let first = self.defined_at[var] as usize;
            let first = Diagnostic::in_text(Code::DefinedTwice, self.lines.bytes(), first, "");
            let line = first.place.map_or(0, |place| place.line);
            let problem = self
                .diagnostic(Code::DefinedTwice, at, message)
                .hinting(format!("literal {code} is first defined in line {line}"));
            return self.note(problem).map(|()| None);
        }
        self.circuit.nodes[var] = node;
        self.defined_at[var] = at as u32;
        Ok(Some(var))
    }

    /// Notes a problem; `Err` when there have been enough of them.
    fn note(&mut self, problem: Diagnostic) -> Result<(), Diagnostic> {
        if self.problems.len() + 1 >= MOST_PROBLEMS {
            return Err(problem);
        }
        self.problems.push(problem);
        Ok(())
    }

    fn wrong_line(&self, section: &Section, line: Line<'a>) -> Diagnostic {
        let message =
            format!("wrong line in the {}: {}", section.name, crate::text::shown(line.text));
        self.diagnostic(Code::Line, line.start, message).expecting(section.form)
    }

    fn diagnostic(&self, code: Code, at: usize, message: impl Into<String>) -> Diagnostic {
        if at >= self.binary_from {
            Diagnostic::in_binary(code, at, message)
        } else {
            Diagnostic::in_text(code, self.lines.bytes(), at, message)
        }
    }

    /// Is every literal that is read also defined? (Binary files cannot go wrong here.)
    fn check_defined(&mut self, lists: &Lists) -> Result<(), Diagnostic> {
        let mut undefined: Vec<Listed> = Vec::new();
        let is_undefined = |lit: Lit| self.circuit.nodes[lit.var()] == Node::Unused;
        let mut ask = |lit: Lit, at: u32| {
            if undefined.len() < MOST_PROBLEMS && is_undefined(lit) {
                undefined.push((lit, at));
            }
        };
        for latch in &self.circuit.latches {
            ask(latch.next, self.defined_at[latch.var]);
            if let Reset::Signal(signal) = latch.reset {
                ask(signal, self.defined_at[latch.var]);
            }
        }
        let lists = [&lists.outputs, &lists.bads, &lists.constraints, &lists.fairness]
            .into_iter()
            .chain(&lists.justice);
        for &(lit, at) in lists.flatten() {
            ask(lit, at);
        }
        for &var in &self.circuit.ands {
            if let Node::And(left, right) = self.circuit.nodes[var] {
                ask(left, self.defined_at[var]);
                ask(right, self.defined_at[var]);
            }
        }
        for (lit, at) in undefined {
            // The position is that of the line; the literal itself stands further right.
            let mut lines = Lines::new(self.lines.bytes());
            lines.skip_to(at as usize);
            let tokens = lines.next_line().into_iter().flat_map(Line::tokens);
            let mut named = tokens.filter(|token| token.number() == Some(lit.code()));
            let at = named.next().map_or(at as usize, |token| token.start);
            let message = CircuitError::Undefined(lit).to_string();
            let problem = self
                .diagnostic(Code::Undefined, at, message)
                .expecting("an input, a latch, an and-gate or a constant");
            self.note(problem)?;
        }
        Ok(())
    }

    fn finish(mut self, lists: Lists) -> Result<Model, Vec<Diagnostic>> {
        let bare =
            |listed: Vec<Listed>| -> Vec<Lit> { listed.into_iter().map(|(lit, _)| lit).collect() };
        let outputs = bare(lists.outputs);
        let bads = bare(lists.bads);
        let bads_are_outputs = self.header.bads == 0 && self.header.justice == 0;
        let properties = if bads_are_outputs { &outputs } else { &bads };
        let mut circuit = std::mem::take(&mut self.circuit);
        circuit.properties = properties.iter().map(|&bad| Property { bad }).collect();
        circuit.constraints = bare(lists.constraints);
        let circuit = circuit.finish().map_err(|error| {
            let (code, var, message) = match error {
                CircuitError::Undefined(lit) => (Code::Undefined, lit.var(), error.to_string()),
                CircuitError::Cycle(var) => (Code::Cycle, var, error.to_string()),
                // The variable may be a gate on the way, so the error's own words do not fit.
                CircuitError::CyclicReset(var) => {
                    let message = format!(
                        "a reset signal depends on itself, through literal {}",
                        var.lit().code()
                    );
                    (Code::CyclicReset, var, message)
                }
            };
            vec![self.diagnostic(code, self.defined_at[var] as usize, message)]
        })?;
        let names = self.symbols.names(&circuit, bads_are_outputs);
        Ok(Model {
            circuit,
            names,
            outputs,
            bads_are_outputs,
            justice: lists.justice.into_iter().map(bare).collect(),
            fairness: bare(lists.fairness),
            symbols: self.symbols,
            comments: self.comments,
        })
    }
}
