//! Recordings as text, one operation a line: see the parent module.

use std::fmt;
use std::str::{FromStr, SplitWhitespace};
use std::sync::Arc;

use buttress_prop::{Fanin, Gate, Gates, Lit, Var};

use super::operation::{Operation, Recording};
use crate::limits::SPARE_VARIABLES;
use crate::query::SatResult;

/// Why a text is no recording. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordingError {
    /// The line ends too early.
    Ends {
        /// The line.
        line: usize,
        /// What should follow.
        expected: &'static str,
    },
    /// A word does not belong there.
    Word {
        /// The line.
        line: usize,
        /// What should be there.
        expected: &'static str,
        /// The word.
        found: String,
    },
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordingError::Ends { line, expected } => {
                write!(f, "line {line}: expected {expected}, found the end of the line")
            }
            RecordingError::Word { line, expected, found } => {
                write!(f, "line {line}: expected {expected}, found \"{found}\"")
            }
        }
    }
}

impl std::error::Error for RecordingError {}

fn number(lit: Lit) -> i64 {
    let variable = i64::from(lit.var().0) + 1;
    if lit.is_negative() { -variable } else { variable }
}

fn write_list(f: &mut fmt::Formatter<'_>, literals: impl Iterator<Item = Lit>) -> fmt::Result {
    for lit in literals {
        write!(f, " {}", number(lit))?;
    }
    f.write_str(" 0")
}

impl fmt::Display for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut known = 0;
        for operation in &self.operations {
            match operation {
                Operation::Fresh { vars, .. } | Operation::Vars(vars) => known = *vars,
                _ => {}
            }
            write_operation(f, operation, known)?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}

fn write_operation(f: &mut fmt::Formatter<'_>, operation: &Operation, vars: usize) -> fmt::Result {
    let all = (0..vars as u32).map(Var);
    match operation {
        Operation::Fresh { vars, activation } => write!(f, "fresh {vars} {}", activation.0 + 1),
        Operation::Vars(vars) => write!(f, "vars {vars}"),
        Operation::Fanin(fanin) => {
            f.write_str("fanin")?;
            for var in all {
                write_list(f, fanin.of(var).iter().map(|other| other.lit()))?;
            }
            Ok(())
        }
        Operation::Gates(gates) => {
            f.write_str("gates")?;
            for var in all {
                match gates.of(var) {
                    None => f.write_str(" -")?,
                    Some(Gate::And(literals)) => {
                        f.write_str(" a")?;
                        write_list(f, literals.iter().copied())?;
                    }
                    Some(Gate::Mux(condition, yes, no)) => {
                        f.write_str(" m")?;
                        write_list(f, [condition, yes, no].into_iter())?;
                    }
                }
            }
            Ok(())
        }
        Operation::Keep(var) => write!(f, "keep {}", var.0 + 1),
        Operation::Clause(clause) => {
            f.write_str("c")?;
            write_list(f, clause.iter().copied())
        }
        Operation::Query { assumptions, clause, cone, answer } => {
            f.write_str("q a")?;
            write_list(f, assumptions.iter().copied())?;
            if let Some(clause) = clause {
                f.write_str(" t")?;
                write_list(f, clause.iter().copied())?;
            }
            f.write_str(if *cone { " cone" } else { " whole" })?;
            f.write_str(match answer {
                SatResult::Sat => " sat",
                SatResult::Unsat => " unsat",
            })
        }
    }
}

impl FromStr for Recording {
    type Err = RecordingError;

    fn from_str(text: &str) -> Result<Recording, RecordingError> {
        let most = text.len() + SPARE_VARIABLES;
        let mut vars = None;
        let mut operations = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let mut words =
                Tokens { line: index + 1, words: line.split_whitespace(), vars: vars.unwrap_or(0) };
            let Some(word) = words.words.next() else { continue };
            let operation = match (word, vars) {
                ("fresh", _) => {
                    words.vars = words.count(0, most)?;
                    let activation = words.variable()?;
                    Operation::Fresh { vars: words.vars, activation }
                }
                (_, None) => return words.wrong("\"fresh\" before all else", word),
                ("vars", Some(known)) => {
                    words.vars = words.count(known, most)?;
                    Operation::Vars(words.vars)
                }
                _ => words.operation(word)?,
            };
            if let Some(more) = words.words.next() {
                return words.wrong("the end of the line", more);
            }
            vars = Some(words.vars);
            operations.push(operation);
        }
        Ok(Recording { operations })
    }
}

/// The words of one line.
struct Tokens<'a> {
    line: usize,
    words: SplitWhitespace<'a>,
    /// How many variables exist here.
    vars: usize,
}

impl<'a> Tokens<'a> {
    fn wrong<T>(&self, expected: &'static str, found: &str) -> Result<T, RecordingError> {
        Err(RecordingError::Word { line: self.line, expected, found: found.to_owned() })
    }

    fn word(&mut self, expected: &'static str) -> Result<&'a str, RecordingError> {
        self.words.next().ok_or(RecordingError::Ends { line: self.line, expected })
    }

    /// An operation that makes no variables.
    fn operation(&mut self, word: &str) -> Result<Operation, RecordingError> {
        match word {
            "fanin" => {
                let mut rows = Vec::with_capacity(self.vars);
                for _ in 0..self.vars {
                    rows.push(self.list()?.into_iter().map(Lit::var).collect());
                }
                Ok(Operation::Fanin(Arc::new(Fanin::new(rows))))
            }
            "gates" => self.gates(),
            "keep" => Ok(Operation::Keep(self.variable()?)),
            "c" => Ok(Operation::Clause(self.list()?)),
            "q" => self.query(),
            _ => self.wrong("an operation", word),
        }
    }

    fn count(&mut self, least: usize, most: usize) -> Result<usize, RecordingError> {
        let expected = "a number of variables, not fewer than before and not absurdly many";
        let word = self.word(expected)?;
        match word.parse() {
            Ok(count) if (least..=most).contains(&count) => Ok(count),
            _ => self.wrong(expected, word),
        }
    }

    fn variable(&mut self) -> Result<Var, RecordingError> {
        let expected = "a variable that exists";
        let word = self.word(expected)?;
        match self.literal(word) {
            Some(lit) if lit.is_positive() => Ok(lit.var()),
            _ => self.wrong(expected, word),
        }
    }

    fn literal(&self, word: &str) -> Option<Lit> {
        let number: i64 = word.parse().ok()?;
        let var = usize::try_from(number.unsigned_abs()).ok()?.checked_sub(1)?;
        (var < self.vars).then(|| Var(var as u32).lit_with(number > 0))
    }

    /// Literals up to the 0 that closes them.
    fn list(&mut self) -> Result<Vec<Lit>, RecordingError> {
        let expected = "a literal of a variable that exists, or 0";
        let mut literals = Vec::new();
        loop {
            match self.word(expected)? {
                "0" => return Ok(literals),
                word => match self.literal(word) {
                    Some(lit) => literals.push(lit),
                    None => return self.wrong(expected, word),
                },
            }
        }
    }

    fn gates(&mut self) -> Result<Operation, RecordingError> {
        let expected = "\"-\", \"a\" with a list or \"m\" with three literals, for each variable";
        let mut rows: Vec<(&str, Vec<Lit>)> = Vec::with_capacity(self.vars);
        for _ in 0..self.vars {
            match self.word(expected)? {
                "-" => rows.push(("-", Vec::new())),
                word @ ("a" | "m") => {
                    let literals = self.list()?;
                    if word == "m" && literals.len() != 3 {
                        return self.wrong(expected, word);
                    }
                    rows.push((word, literals));
                }
                word => return self.wrong(expected, word),
            }
        }
        let rows = rows.iter().map(|(word, literals)| match (*word, literals.as_slice()) {
            ("a", literals) => Some(Gate::And(literals)),
            ("m", &[condition, yes, no]) => Some(Gate::Mux(condition, yes, no)),
            _ => None,
        });
        Ok(Operation::Gates(Arc::new(Gates::new(rows))))
    }

    fn query(&mut self) -> Result<Operation, RecordingError> {
        match self.word("a")? {
            "a" => {}
            word => return self.wrong("\"a\"", word),
        }
        let assumptions = self.list()?;
        let mut scope = self.word("\"t\", \"cone\" or \"whole\"")?;
        let mut clause = None;
        if scope == "t" {
            clause = Some(self.list()?);
            scope = self.word("\"cone\" or \"whole\"")?;
        }
        let cone = match scope {
            "cone" => true,
            "whole" => false,
            word => return self.wrong("\"cone\" or \"whole\"", word),
        };
        let answer = match self.word("\"sat\" or \"unsat\"")? {
            "sat" => SatResult::Sat,
            "unsat" => SatResult::Unsat,
            word => return self.wrong("\"sat\" or \"unsat\"", word),
        };
        Ok(Operation::Query { assumptions, clause, cone, answer })
    }
}
