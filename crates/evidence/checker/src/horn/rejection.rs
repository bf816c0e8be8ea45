//! Why evidence about Horn clauses is none, told so that a person finds the place.

use std::fmt;

use buttress_certificate::horn::Identity;
use buttress_formats::{Diagnostic, smtlib};

use super::system::SystemFlaw;
use crate::evaluate::EvaluationFailure;
use crate::smt::{SmtRejection, TextFlaw};

/// Why a file is not evidence about a system. Predicates, clauses and steps count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HornRejection {
    /// The user's file cannot be read, so nothing was decided.
    Input(smtlib::Error),
    /// The user's compressed file is damaged, so nothing was decided.
    Damaged(Diagnostic),
    /// The text is no evidence about Horn clauses.
    NotEvidence,
    /// The system is none that can be checked.
    System(SystemFlaw),
    /// A line is malformed.
    Line {
        /// The line, from 1.
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
    /// The evidence is about another file.
    OtherFile {
        /// The file.
        file: Identity,
        /// What the evidence says of it.
        evidence: Identity,
    },
    /// The file has no property at this position.
    NoProperty {
        /// The position that the evidence names.
        index: usize,
        /// The number of properties in the file.
        properties: usize,
    },
    /// The evidence is about another property of the file.
    OtherProperty {
        /// The position of the property in question.
        property: usize,
        /// The position that the evidence names.
        evidence: usize,
    },
    /// The system has other sizes than the evidence says.
    Size {
        /// Of what the number is.
        what: &'static str,
        /// How many the file has.
        file: usize,
        /// How many the evidence says.
        evidence: usize,
    },
    /// The definitions cannot be read.
    Definitions(smtlib::Error),
    /// The definitions are not UTF-8.
    Encoding,
    /// A definition is not what it should be.
    Definition {
        /// The name of what is, or should be, defined.
        name: String,
        /// What is wrong.
        flaw: DefinitionFlaw,
    },
    /// A clause has no proof.
    NoProof {
        /// The clause.
        clause: usize,
    },
    /// The proof of a clause does not refute its obligation.
    Proof {
        /// The clause.
        clause: usize,
        /// What is wrong with the proof.
        rejection: Box<SmtRejection>,
    },
    /// A step of a cycle has no proof that it decreases.
    NoDecrease {
        /// The clause.
        clause: usize,
    },
    /// The proof that a clause decreases does not show it.
    Decrease {
        /// The clause.
        clause: usize,
        /// What is wrong with the proof.
        rejection: Box<SmtRejection>,
    },
    /// A line of a ranking gives no function.
    Function {
        /// The line.
        line: usize,
        /// What is wrong with it.
        flaw: FunctionFlaw,
    },
    /// Two predicates that lead to each other have different numbers of functions.
    Levels {
        /// Their names.
        predicates: [String; 2],
        /// The functions that they have.
        functions: [usize; 2],
    },
    /// A step of the derivation does not hold.
    Step {
        /// The step.
        step: usize,
        /// Its line.
        line: usize,
        /// What is wrong with it.
        flaw: StepFlaw,
    },
    /// The derivation does not end with `false`.
    NoConclusion,
    /// What the last step concludes does not follow from a step that concludes the same.
    NoLasso,
}

/// Why a line gives no function for a ranking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FunctionFlaw {
    /// The line is malformed.
    Text(TextFlaw),
    /// There is no such predicate.
    NoPredicate(usize),
    /// The predicate has more levels than are looked at.
    TooManyLevels {
        /// So many are.
        most: usize,
    },
    /// The predicate has another number of arguments.
    Coefficients {
        /// Its arguments.
        expected: usize,
        /// The coefficients in the text.
        found: usize,
    },
    /// The argument at this place, from 0, is no number, and its coefficient is not 0.
    NoNumber(usize),
}

/// Why a definition is no interpretation of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefinitionFlaw {
    /// There is none.
    Missing,
    /// It is no predicate of the system.
    NoPredicate,
    /// It mentions something that is neither a parameter nor fixed by the theories.
    Open,
}

/// Why a step of a derivation does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepFlaw {
    /// The step is malformed.
    Text(TextFlaw),
    /// There is no such clause.
    NoClause(usize),
    /// The clause has another number of variables.
    Values {
        /// The variables of the clause.
        expected: usize,
        /// The values in the text.
        found: usize,
    },
    /// This is no value of the variable at this place, from 0.
    Value(usize, String),
    /// The clause has another number of premises.
    Premises {
        /// The premises of the clause.
        expected: usize,
        /// The premises in the text.
        found: usize,
    },
    /// There is no such step before this one.
    NoStep(usize),
    /// That step concludes something else than this premise, from 1, asks for.
    Premise(usize),
    /// Something has no value.
    NoValue(EvaluationFailure),
    /// Something has a value that the theories do not fix, as a division by 0 has.
    NotFixed,
    /// The constraint is false.
    Constraint,
}

impl HornRejection {
    /// Could the file not be read, or is there no evidence, so that nothing was decided?
    pub fn is_undecided(&self) -> bool {
        matches!(
            self,
            HornRejection::Input(_) | HornRejection::Damaged(_) | HornRejection::NotEvidence
        )
    }
}

impl HornRejection {
    /// Was nothing decided? The evidence may be right, but it is more than the checker can, or may, do.
    pub fn is_limit(&self) -> bool {
        match self {
            HornRejection::Proof { rejection, .. } | HornRejection::Decrease { rejection, .. } => {
                rejection.is_limit()
            }
            _ => false,
        }
    }
}

impl fmt::Display for HornRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HornRejection::Input(error) => error.fmt(f),
            HornRejection::Damaged(diagnostic) => diagnostic.fmt(f),
            HornRejection::NotEvidence => f.write_str("no evidence about Horn clauses"),
            HornRejection::System(flaw) => flaw.fmt(f),
            HornRejection::Line { line, flaw } => write!(f, "line {line}: {flaw}"),
            HornRejection::Truncated(word) => write!(f, "the text ends before its line `{word}`"),
            HornRejection::Trailing { line } => write!(f, "line {line}: text after the line `end`"),
            HornRejection::OtherFile { file, evidence } => write!(
                f,
                "it belongs to another file: of {} bytes with fingerprint {:016x}, not of {} bytes \
                 with fingerprint {:016x}",
                evidence.bytes, evidence.fingerprint, file.bytes, file.fingerprint
            ),
            HornRejection::NoProperty { index, properties } => {
                write!(f, "there is no property {index}: the file has {properties}")
            }
            HornRejection::OtherProperty { property, evidence } => {
                write!(
                    f,
                    "it is about property {evidence} of the file, not about property {property}"
                )
            }
            HornRejection::Size { what, file, evidence } => {
                write!(f, "the file has {file} {what}, the evidence says {evidence}")
            }
            HornRejection::Definitions(error) => {
                write!(f, "the definitions cannot be read: {error}")
            }
            HornRejection::Encoding => f.write_str("the definitions are not UTF-8"),
            HornRejection::Definition { name, flaw } => write!(f, "`{name}` {flaw}"),
            HornRejection::NoProof { clause } => write!(f, "clause {clause} has no proof"),
            HornRejection::Proof { clause, rejection } => {
                write!(f, "the proof of clause {clause}: {rejection}")
            }
            HornRejection::NoDecrease { clause } => {
                write!(f, "clause {clause} has no proof that it decreases")
            }
            HornRejection::Decrease { clause, rejection } => {
                write!(f, "the proof that clause {clause} decreases: {rejection}")
            }
            HornRejection::Function { line, flaw } => {
                write!(f, "the function of line {line}: {flaw}")
            }
            HornRejection::Levels { predicates: [one, other], functions: [few, many] } => {
                write!(
                    f,
                    "`{one}` and `{other}` lead to each other, but one has {few} functions and the \
                     other {many}"
                )
            }
            HornRejection::Step { step, line, flaw } => {
                write!(f, "step {step} (line {line}): {flaw}")
            }
            HornRejection::NoConclusion => {
                f.write_str("the derivation does not end with a step that concludes false")
            }
            HornRejection::NoLasso => f.write_str(
                "what the last step concludes does not follow from a step that concludes the same",
            ),
        }
    }
}

impl fmt::Display for FunctionFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FunctionFlaw::Text(flaw) => flaw.fmt(f),
            FunctionFlaw::NoPredicate(predicate) => write!(f, "there is no predicate {predicate}"),
            FunctionFlaw::TooManyLevels { most } => write!(f, "more than {most} levels"),
            FunctionFlaw::Coefficients { expected, found } => {
                write!(f, "{found} coefficients for {expected} arguments")
            }
            FunctionFlaw::NoNumber(place) => {
                write!(f, "the argument at place {place} is no number")
            }
        }
    }
}

impl fmt::Display for DefinitionFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DefinitionFlaw::Missing => "has no definition",
            DefinitionFlaw::NoPredicate => "is no predicate of the system",
            DefinitionFlaw::Open => "is defined by a formula over more than its parameters",
        })
    }
}

impl fmt::Display for StepFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepFlaw::Text(flaw) => flaw.fmt(f),
            StepFlaw::NoClause(clause) => write!(f, "there is no clause {clause}"),
            StepFlaw::Values { expected, found } => {
                write!(f, "{found} values for {expected} variables")
            }
            StepFlaw::Value(place, sort) => {
                write!(f, "the value at place {place} is none of sort {sort}")
            }
            StepFlaw::Premises { expected, found } => {
                write!(f, "{found} premises are named, the clause has {expected}")
            }
            StepFlaw::NoStep(step) => write!(f, "step {step} does not come before"),
            StepFlaw::Premise(premise) => {
                write!(f, "premise {premise} is not what that step concludes")
            }
            StepFlaw::NoValue(error) => error.fmt(f),
            StepFlaw::NotFixed => {
                f.write_str("a value depends on what is not fixed, such as x / 0")
            }
            StepFlaw::Constraint => f.write_str("the constraint of the clause is false"),
        }
    }
}

impl std::error::Error for HornRejection {}
