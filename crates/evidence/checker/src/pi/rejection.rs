//! Why evidence about a program is none, told so that a person finds the place.

use std::fmt;

use buttress_budget::Exhausted;
use buttress_pi::Diagnostic;

use crate::smt::{SmtRejection, TextFlaw};

/// Why a file is not evidence about a program. Lines and conditions count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PiRejection {
    /// The program cannot be read, so nothing was decided.
    Program(Vec<Diagnostic>),
    /// The program is not UTF-8, so nothing was decided.
    Encoding,
    /// The text is no evidence about programs.
    NotEvidence,
    /// The evidence is about another file.
    OtherFile,
    /// A line is malformed.
    Line {
        /// The line.
        line: usize,
        /// What is wrong with it.
        flaw: TextFlaw,
    },
    /// The text stops before the line that begins with this word.
    Truncated(&'static str),
    /// Text after the line `end`.
    Trailing {
        /// The first line too many.
        line: usize,
    },
    /// An added annotation makes no sense where it is added.
    Addition {
        /// The line.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The program has no function with this name.
    NoFunction {
        /// The line.
        line: usize,
        /// The name.
        name: String,
    },
    /// A function has two sections.
    Twice {
        /// Its name.
        function: String,
    },
    /// The contract of a function is made stronger, and not all of its conditions are proved.
    Contract {
        /// Its name.
        function: String,
    },
    /// The conditions of a function are too many or too large.
    TooLarge {
        /// Its name.
        function: String,
    },
    /// A function has another number of conditions than the evidence says.
    Conditions {
        /// Its name.
        function: String,
        /// The number of its conditions.
        expected: usize,
        /// The number in the evidence.
        found: usize,
    },
    /// A proof is of a condition that does not exist, or out of order.
    NoCondition {
        /// The line.
        line: usize,
        /// The function.
        function: String,
        /// The number of the condition.
        number: usize,
    },
    /// A proof is none.
    Proof {
        /// The function.
        function: String,
        /// The number of the condition.
        number: usize,
        /// Why.
        rejection: Box<SmtRejection>,
    },
    /// A call cannot be read.
    Call {
        /// The line.
        line: usize,
        /// Why.
        message: String,
    },
    /// A limit was met, so nothing was decided.
    Exhausted(Exhausted),
    /// A call violates nothing.
    NoViolation {
        /// The line.
        line: usize,
    },
}

impl PiRejection {
    /// Is it the user's program that cannot be read? Nothing was decided then.
    pub fn is_about_input(&self) -> bool {
        matches!(self, PiRejection::Program(_) | PiRejection::Encoding | PiRejection::NotEvidence)
    }
}

impl PiRejection {
    /// Was nothing decided? The evidence may be right, but it is more than the checker can, or may, do.
    pub fn is_limit(&self) -> bool {
        match self {
            PiRejection::Exhausted(_) | PiRejection::TooLarge { .. } => true,
            PiRejection::Proof { rejection, .. } => rejection.is_limit(),
            _ => false,
        }
    }
}

impl fmt::Display for PiRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PiRejection::Program(diagnostics) => match diagnostics.first() {
                Some(first) => {
                    write!(
                        f,
                        "the program cannot be read: error[{}]: {}",
                        first.code, first.message
                    )
                }
                None => f.write_str("the program cannot be read"),
            },
            PiRejection::Encoding => f.write_str("the program is not UTF-8"),
            PiRejection::NotEvidence => f.write_str("this is no evidence about a program"),
            PiRejection::OtherFile => f.write_str("the evidence is about another file"),
            PiRejection::Line { line, flaw } => write!(f, "line {line}: {flaw}"),
            PiRejection::Truncated(word) => {
                write!(f, "the evidence ends before the line that begins with `{word}`")
            }
            PiRejection::Trailing { line } => write!(f, "line {line}: text after `end`"),
            PiRejection::Addition { line, message } => {
                write!(f, "line {line}: the added annotation makes no sense: {message}")
            }
            PiRejection::NoFunction { line, name } => {
                write!(f, "line {line}: the program has no function `{name}`")
            }
            PiRejection::Twice { function } => write!(f, "`{function}` has two sections"),
            PiRejection::Contract { function } => {
                write!(
                    f,
                    "the contract of `{function}` is stronger than written, and not all of its conditions are proved"
                )
            }
            PiRejection::TooLarge { function } => {
                write!(f, "the conditions of `{function}` are too large to be checked")
            }
            PiRejection::Exhausted(exhausted) => write!(f, "nothing was decided: {exhausted}"),
            PiRejection::Conditions { function, expected, found } => write!(
                f,
                "`{function}` has {expected} conditions, and the evidence speaks of {found}"
            ),
            PiRejection::NoCondition { line, function, number } => {
                write!(f, "line {line}: condition {number} of `{function}` is not the next one")
            }
            PiRejection::Proof { function, number, rejection } => {
                write!(f, "condition {number} of `{function}`: {rejection}")
            }
            PiRejection::Call { line, message } => {
                write!(f, "line {line}: the call cannot be read: {message}")
            }
            PiRejection::NoViolation { line } => {
                write!(f, "line {line}: the call violates nothing")
            }
        }
    }
}

impl std::error::Error for PiRejection {}
