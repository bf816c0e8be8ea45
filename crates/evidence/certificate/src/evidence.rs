//! What a certificate holds.

use std::fmt;

use buttress_circuit::{Circuit, Trace};
use buttress_prop::{Cnf, Lit, Var};

use crate::Lrat;

/// Evidence for one property of one AIGER file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The sizes of the file it belongs to.
    pub model: Sizes,
    /// The position of the property.
    pub property: usize,
    /// The bad signal of that property.
    pub bad: Lit,
    /// Why the property holds, or how it fails.
    pub evidence: Evidence,
}

/// The numbers in the header of an AIGER file that every certificate repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// M, the maximal variable.
    pub max_var: u32,
    /// I, the number of inputs.
    pub inputs: u32,
    /// L, the number of latches.
    pub latches: u32,
    /// A, the number of and-gates.
    pub ands: u32,
}

/// Why a property holds, or how it fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// An inductive invariant that excludes the bad signal.
    Inductive {
        /// χ with its initiation and consecution.
        invariant: Invariant,
        /// Refutes χ ∧ bad.
        safety: Lrat,
    },
    /// The property is k-inductive relative to an invariant; k is the number of base proofs.
    KInduction {
        /// χ with its initiation and consecution; `None` stands for χ = true.
        invariant: Option<Invariant>,
        /// Are the states of the path in `step` required to be pairwise different?
        simple_path: bool,
        /// The proof at position t refutes: bad after t transitions.
        bases: Vec<Lrat>,
        /// Refutes: k good steps, then a bad one.
        step: Lrat,
    },
    /// A computation that ends in the bad signal.
    Trace(Trace),
}

/// Clauses that hold in every (state, input) pair of a computation, with the proofs of it.
///
/// Literals are those of the circuit, and of the pseudo variable `Sizes::first`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Invariant {
    /// χ. The order of clauses and of literals counts: it numbers the clauses of the obligations.
    pub clauses: Cnf,
    /// Refutes: a first pair outside χ.
    pub initiation: Lrat,
    /// Refutes: a transition out of χ.
    pub consecution: Lrat,
}

/// One of the questions that an LRAT proof answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// Does χ hold in every first pair?
    Initiation,
    /// Does every transition from χ lead to χ?
    Consecution,
    /// Does χ exclude the bad signal?
    Safety,
    /// Is the property true after exactly this many transitions?
    Base(usize),
    /// Are k good steps followed by a good one?
    Step,
}

impl Sizes {
    /// The sizes of `circuit`.
    pub fn of(circuit: &Circuit) -> Sizes {
        Sizes {
            max_var: circuit.vars().saturating_sub(1) as u32,
            inputs: circuit.inputs.len() as u32,
            latches: circuit.latches.len() as u32,
            ands: circuit.ands.len() as u32,
        }
    }

    /// The pseudo variable `first`, M + 1: true exactly in the first (state, input) pair.
    pub fn first(&self) -> Var {
        Var(self.max_var.saturating_add(1))
    }
}

impl Evidence {
    /// The clauses of the invariant, if the evidence has one.
    pub fn invariant(&self) -> Option<&Invariant> {
        match self {
            Evidence::Inductive { invariant, .. } => Some(invariant),
            // Without clauses there is nothing to initiate: the format lists no proofs then.
            Evidence::KInduction { invariant, .. } => {
                invariant.as_ref().filter(|invariant| !invariant.clauses.is_empty())
            }
            Evidence::Trace(_) => None,
        }
    }

    /// The proofs in the order in which the text lists them.
    pub fn proofs(&self) -> Vec<(Obligation, &Lrat)> {
        let mut proofs = Vec::new();
        if let Some(invariant) = self.invariant() {
            proofs.push((Obligation::Initiation, &invariant.initiation));
            proofs.push((Obligation::Consecution, &invariant.consecution));
        }
        match self {
            Evidence::Inductive { safety, .. } => proofs.push((Obligation::Safety, safety)),
            Evidence::KInduction { bases, step, .. } => {
                let named = |(depth, proof)| (Obligation::Base(depth), proof);
                proofs.extend(bases.iter().enumerate().map(named));
                proofs.push((Obligation::Step, step));
            }
            Evidence::Trace(_) => {}
        }
        proofs
    }

    /// The line of the text on which clause `index` of the invariant stands.
    pub fn clause_line(&self, index: usize) -> usize {
        // Four lines of header and the line `clauses` come first.
        6 + index
    }

    /// The line of the text on which step `index` of the proof of `obligation` stands.
    pub fn step_line(&self, obligation: Obligation, index: usize) -> usize {
        let clauses = self.invariant().map_or(0, |invariant| invariant.clauses.len());
        let mut line = self.clause_line(clauses) + 1;
        for (listed, proof) in self.proofs() {
            if listed == obligation {
                break;
            }
            line += 1 + proof.len();
        }
        line + index
    }
}

impl fmt::Display for Obligation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obligation::Initiation => f.write_str("initiation"),
            Obligation::Consecution => f.write_str("consecution"),
            Obligation::Safety => f.write_str("safety"),
            Obligation::Base(depth) => write!(f, "base {depth}"),
            Obligation::Step => f.write_str("step"),
        }
    }
}
