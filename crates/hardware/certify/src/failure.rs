//! Why there is no certificate.

use std::fmt;

use buttress_budget::Exhausted;
use buttress_certificate::Obligation;
use buttress_circuit::TraceError;
use buttress_prop::Lit;

/// Why a verdict could not be certified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The circuit has no property at this position.
    NoProperty(usize),
    /// `Unknown` is no verdict.
    NoVerdict,
    /// The trace is not a counterexample.
    Trace(TraceError),
    /// A clause speaks of a variable that the circuit does not have.
    Foreign(Lit),
    /// An obligation does not hold: the verdict is not justified by its evidence.
    NotInductive {
        /// The obligation.
        obligation: Obligation,
        /// The clause it fails for, if it asks for each clause in turn.
        clause: Option<usize>,
    },
    /// There is no way to express this.
    Unsupported(&'static str),
    /// The obligations are too large for the numbers of the certificate format.
    TooLarge,
    /// A limit was met.
    Exhausted(Exhausted),
}

impl From<Exhausted> for Failure {
    fn from(exhausted: Exhausted) -> Failure {
        Failure::Exhausted(exhausted)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NoProperty(index) => write!(f, "the circuit has no property {index}"),
            Failure::NoVerdict => f.write_str("there is no verdict to certify"),
            Failure::Trace(error) => error.fmt(f),
            Failure::Foreign(lit) => {
                write!(f, "a clause names literal {}, which the circuit does not have", lit.code())
            }
            Failure::NotInductive { obligation, clause: Some(clause) } => {
                write!(f, "{obligation} fails for clause {clause} of the invariant")
            }
            Failure::NotInductive { obligation, clause: None } => write!(f, "{obligation} fails"),
            Failure::Unsupported(what) => write!(f, "{what} is not supported"),
            Failure::TooLarge => f.write_str("the circuit is too large for a certificate"),
            Failure::Exhausted(exhausted) => exhausted.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}
