//! The independent check: is this certificate evidence for this file?
//!
//! Engine and checker share the language of evidence and nothing else. The circuit is read
//! again from the user's file, every obligation is written out anew from the specification
//! (`docs/certificate.md`), LRAT proofs are replayed by the unit propagation in `lrat`, traces by
//! the simulation in `trace`. What passes is `Checked`, a type that only this crate can make.

mod cone;
mod evaluate;
mod formula;
pub mod horn;
mod limits;
mod lrat;
mod obligations;
pub mod pi;
mod rejection;
mod size;
pub mod smt;
mod substitute;
mod trace;

use buttress_certificate::{Certificate, Evidence, Sizes};
use buttress_circuit::{Circuit, Node, Reset};
use buttress_formats::witness::{self, WitnessStatus};
use buttress_formats::{Diagnostic, aiger};
use buttress_prop::Lit;

pub use evaluate::EvaluationFailure;
pub use rejection::{ProofFlaw, Rejection, TraceFlaw};
pub use size::{Size, size};

/// What a certificate shows of its property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The bad signal is false in every (state, input) pair of every computation.
    Safe,
    /// There is a computation whose last pair, after `depth` transitions, makes the bad signal true.
    Unsafe {
        /// The number of transitions.
        depth: usize,
    },
}

/// How much was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// The formulas refuted.
    pub obligations: usize,
    /// The LRAT steps replayed in them.
    pub lrat_steps: usize,
    /// The (state, input) pairs simulated.
    pub simulated_steps: usize,
}

/// A claim that has passed the check. There is no other way to make one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked<T> {
    claim: T,
    property: usize,
    statistics: Statistics,
}

impl<T> Checked<T> {
    /// What was shown.
    pub fn claim(&self) -> &T {
        &self.claim
    }

    /// The position of the property, or the number of the check, of which it was shown.
    pub fn property(&self) -> usize {
        self.property
    }

    /// How much was checked.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The same claim in other words. Only the checker may choose them.
    fn map<U>(self, words: impl FnOnce(T) -> U) -> Checked<U> {
        let Checked { claim, property, statistics } = self;
        Checked { claim: words(claim), property, statistics }
    }
}

/// A file, read by the checker itself, against which any number of certificates can be checked.
pub struct Checker {
    circuit: Circuit,
}

impl Checker {
    /// Reads the AIGER file `input`.
    pub fn new(input: &[u8]) -> Result<Checker, Vec<Diagnostic>> {
        Ok(Checker { circuit: aiger::read(input)?.circuit })
    }

    /// Checks a certificate against the file.
    pub fn check(&self, certificate: &Certificate) -> Result<Checked<Claim>, Rejection> {
        check_circuit(&self.circuit, certificate)
    }
}

/// Checks a certificate against the AIGER file `input`, which is read again for it.
pub fn check(input: &[u8], certificate: &Certificate) -> Result<Checked<Claim>, Rejection> {
    Checker::new(input).map_err(Rejection::Model)?.check(certificate)
}

/// Checks an AIGER witness against the AIGER file `input`, which is read again for it. Each bad
/// signal that a statement of the witness names must be true in the last step of its trace.
pub fn check_witness(input: &[u8], text: &[u8]) -> Result<Vec<Checked<Claim>>, Rejection> {
    let Checker { circuit } = Checker::new(input).map_err(Rejection::Model)?;
    let mut checked = Vec::new();
    for statement in witness::read(text, &circuit).map_err(Rejection::Witness)? {
        let WitnessStatus::Violated(trace) = statement.outcome else {
            return Err(Rejection::NotEvidence);
        };
        if statement.bads.is_empty() || !statement.justice.is_empty() {
            return Err(Rejection::NotEvidence);
        }
        for property in statement.bads {
            let Some(bad) = circuit.properties.get(property).map(|property| property.bad) else {
                let properties = circuit.properties.len();
                return Err(Rejection::Property { index: property, properties });
            };
            let (model, evidence) = (Sizes::of(&circuit), Evidence::Trace(trace.clone()));
            let certificate = Certificate { model, property, bad, evidence };
            checked.push(check_circuit(&circuit, &certificate)?);
        }
    }
    Ok(checked)
}

/// Checks a certificate against a circuit, which must be exactly that of the user's file.
pub fn check_circuit(
    circuit: &Circuit,
    certificate: &Certificate,
) -> Result<Checked<Claim>, Rejection> {
    check_literals(circuit)?;
    check_identity(circuit, certificate)?;
    let (claim, statistics) = match &certificate.evidence {
        Evidence::Trace(trace) => {
            let depth = trace::replay(circuit, certificate.bad, trace).map_err(Rejection::Trace)?;
            let statistics = Statistics { simulated_steps: depth + 1, ..Statistics::default() };
            (Claim::Unsafe { depth }, statistics)
        }
        evidence => {
            check_clauses(&certificate.model, evidence)?;
            (Claim::Safe, obligations::discharge(circuit, certificate.bad, evidence)?)
        }
    };
    Ok(Checked { claim, property: certificate.property, statistics })
}

/// Every literal of the circuit names one of its variables. Needed for soundness: the
/// numbering of the obligations would confuse any other with a variable of the next step.
fn check_literals(circuit: &Circuit) -> Result<(), Rejection> {
    let known = |lit: Lit| {
        if lit.var().index() < circuit.vars() { Ok(()) } else { Err(Rejection::Circuit(lit)) }
    };
    for node in circuit.nodes.iter() {
        if let Node::And(left, right) = *node {
            known(left)?;
            known(right)?;
        }
    }
    for latch in &circuit.latches {
        known(latch.var.lit())?;
        known(latch.next)?;
        if let Reset::Signal(signal) = latch.reset {
            known(signal)?;
        }
    }
    circuit.inputs.iter().try_for_each(|input| known(input.lit()))?;
    circuit.constraints.iter().try_for_each(|&lit| known(lit))?;
    circuit.properties.iter().try_for_each(|property| known(property.bad))
}

/// Does the certificate speak of this circuit and of one of its properties?
fn check_identity(circuit: &Circuit, certificate: &Certificate) -> Result<(), Rejection> {
    let file = Sizes::of(circuit);
    let named = certificate.model;
    for (what, file, certificate) in [
        ("maximal variable", file.max_var, named.max_var),
        ("number of inputs", file.inputs, named.inputs),
        ("number of latches", file.latches, named.latches),
        ("number of and-gates", file.ands, named.ands),
    ] {
        if file != certificate {
            return Err(Rejection::Size { what, file, certificate });
        }
    }
    let index = certificate.property;
    let Some(property) = circuit.properties.get(index) else {
        return Err(Rejection::Property { index, properties: circuit.properties.len() });
    };
    if property.bad != certificate.bad {
        return Err(Rejection::Bad { index, file: property.bad, certificate: certificate.bad });
    }
    Ok(())
}

/// Do the clauses of the invariant speak of variables of the circuit, and of `first`, alone?
fn check_clauses(model: &Sizes, evidence: &Evidence) -> Result<(), Rejection> {
    let Some(invariant) = evidence.invariant() else {
        return Ok(());
    };
    for (clause, literals) in invariant.clauses.iter().enumerate() {
        if let Some(&literal) = literals.iter().find(|lit| lit.var() > model.first()) {
            let line = evidence.clause_line(clause);
            return Err(Rejection::Clause { clause, line, literal });
        }
    }
    Ok(())
}
