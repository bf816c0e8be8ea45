//! Why a certificate is not evidence, told so that a person finds the place.

use std::fmt;

use buttress_certificate::Obligation;
use buttress_formats::Diagnostic;
use buttress_prop::{Lit, Var};

/// Why a certificate is not evidence for this file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// The file itself cannot be read, so nothing was decided.
    Model(Vec<Diagnostic>),
    /// The AIGER witness cannot be read.
    Witness(Vec<Diagnostic>),
    /// The AIGER witness says something without a trace, or something of a justice property.
    NotEvidence,
    /// A literal of the circuit names none of its variables.
    Circuit(Lit),
    /// The certificate belongs to a file of other sizes.
    Size {
        /// Which size.
        what: &'static str,
        /// The size in the file.
        file: u32,
        /// The size in the certificate.
        certificate: u32,
    },
    /// The file has no property at this position.
    Property {
        /// The position that the certificate names.
        index: usize,
        /// The number of properties in the file.
        properties: usize,
    },
    /// The property has another bad signal.
    Bad {
        /// The position of the property.
        index: usize,
        /// Its bad signal in the file.
        file: Lit,
        /// Its bad signal in the certificate.
        certificate: Lit,
    },
    /// A clause of the invariant names a variable that the circuit does not have.
    Clause {
        /// The position of the clause.
        clause: usize,
        /// Its line in the text.
        line: usize,
        /// The literal.
        literal: Lit,
    },
    /// k-induction without a base.
    NoBase,
    /// The formula of this obligation exceeds the numbering of its clauses or variables.
    TooLarge(Obligation),
    /// The proof of an obligation stops without the empty clause.
    Unfinished {
        /// The obligation.
        obligation: Obligation,
        /// The number of steps.
        steps: usize,
    },
    /// A proof step does not hold.
    Proof {
        /// The obligation that the proof should refute.
        obligation: Obligation,
        /// The id of the step.
        id: u32,
        /// Its line in the text.
        line: usize,
        /// What is wrong with it.
        flaw: ProofFlaw,
    },
    /// The trace is not a computation that ends in the bad signal.
    Trace(TraceFlaw),
}

/// What is wrong with a proof step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofFlaw {
    /// Its id is not above this one, the last that was given to a clause.
    Id(u32),
    /// It follows the empty clause.
    AfterEmpty,
    /// This literal has no variable in the formula.
    Literal(i32),
    /// The clause holds this literal and its negation.
    Tautology(i32),
    /// No earlier clause has this id.
    NoClause(u32),
    /// This hint has a true literal, so nothing follows from it.
    Satisfied(u32),
    /// This hint has two open literals, so nothing follows from it.
    NotUnit(u32),
    /// This hint follows the conflict.
    AfterConflict(u32),
    /// The hints end without a conflict.
    NoConflict,
}

/// Why a trace is not a counterexample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceFlaw {
    /// There is no step.
    Empty,
    /// The first state has a value for each of so many latches.
    Latches {
        /// The latches of the circuit.
        expected: usize,
        /// The values in the trace.
        found: usize,
    },
    /// A step has a value for each of so many inputs.
    Inputs {
        /// The step.
        step: usize,
        /// The inputs of the circuit.
        expected: usize,
        /// The values in the trace.
        found: usize,
    },
    /// The first state does not satisfy the reset of a latch.
    Reset {
        /// The position of the latch.
        latch: usize,
        /// Its variable.
        var: Var,
    },
    /// The gates of the circuit are not in order, so a gate has no value.
    Gate(Var),
    /// A constraint is false.
    Constraint {
        /// The step.
        step: usize,
        /// The position of the constraint.
        constraint: usize,
    },
    /// The bad signal is false in the last step.
    NotBad {
        /// The last step.
        step: usize,
    },
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Model(diagnostics) | Rejection::Witness(diagnostics) => {
                for (position, diagnostic) in diagnostics.iter().enumerate() {
                    write!(f, "{}{diagnostic}", if position == 0 { "" } else { "\n" })?;
                }
                Ok(())
            }
            Rejection::NotEvidence => f.write_str(
                "the witness shows no trace to a bad signal; only such a trace can be checked",
            ),
            Rejection::Circuit(lit) => {
                write!(f, "literal {} names no variable of the circuit", lit.code())
            }
            Rejection::Size { what, file, certificate } => write!(
                f,
                "the {what} is {file} in the file and {certificate} in the certificate: \
                 it belongs to another file"
            ),
            Rejection::Property { index, properties } => {
                write!(f, "there is no property {index}: the file has {properties}")
            }
            Rejection::Bad { index, file, certificate } => write!(
                f,
                "the bad signal of property {index} is {} in the file and {} in the certificate",
                file.code(),
                certificate.code()
            ),
            Rejection::Clause { clause, line, literal } => write!(
                f,
                "clause {clause} (line {line}): literal {} names no variable of the circuit",
                literal.code()
            ),
            Rejection::NoBase => f.write_str("k-induction needs at least one base proof"),
            Rejection::TooLarge(obligation) => {
                write!(f, "{obligation}: the formula is too large to be checked")
            }
            Rejection::Unfinished { obligation, steps } => {
                write!(
                    f,
                    "{obligation}: the proof of {steps} steps does not end in the empty clause"
                )
            }
            Rejection::Proof { obligation, id, line, flaw } => {
                write!(f, "{obligation}: step {id} (line {line}): {flaw}")
            }
            Rejection::Trace(flaw) => write!(f, "trace: {flaw}"),
        }
    }
}

impl fmt::Display for ProofFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofFlaw::Id(last) => write!(f, "its id is not above {last}, the last one given"),
            ProofFlaw::AfterEmpty => f.write_str("it follows the empty clause"),
            ProofFlaw::Literal(literal) => {
                write!(f, "literal {literal} has no variable in the formula")
            }
            ProofFlaw::Tautology(literal) => {
                write!(f, "the clause holds literal {literal} and its negation")
            }
            ProofFlaw::NoClause(hint) => write!(f, "hint {hint} names no earlier clause"),
            ProofFlaw::Satisfied(hint) => write!(f, "hint {hint} is satisfied"),
            ProofFlaw::NotUnit(hint) => write!(f, "hint {hint} is not unit"),
            ProofFlaw::AfterConflict(hint) => write!(f, "hint {hint} follows the conflict"),
            ProofFlaw::NoConflict => f.write_str("the hints end without a conflict"),
        }
    }
}

impl fmt::Display for TraceFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TraceFlaw::Empty => f.write_str("there is no step"),
            TraceFlaw::Latches { expected, found } => {
                write!(f, "the first state has {found} values for {expected} latches")
            }
            TraceFlaw::Inputs { step, expected, found } => {
                write!(f, "step {step} has {found} values for {expected} inputs")
            }
            TraceFlaw::Reset { latch, var } => write!(
                f,
                "the first state does not satisfy the reset of latch {latch} (literal {})",
                var.lit().code()
            ),
            TraceFlaw::Gate(var) => {
                write!(f, "and-gate {} is not in order", var.lit().code())
            }
            TraceFlaw::Constraint { step, constraint } => {
                write!(f, "step {step}: constraint {constraint} is false")
            }
            TraceFlaw::NotBad { step } => write!(f, "step {step}: the bad signal is false"),
        }
    }
}

impl std::error::Error for Rejection {}
