//! Writing the text format.

use std::io::{self, Write};

use buttress_prop::Cnf;

use crate::{Certificate, Evidence, Lrat};

/// The certificate as text.
pub fn to_bytes(certificate: &Certificate) -> Vec<u8> {
    let mut text = Vec::new();
    // Writing to a vector cannot fail.
    let _ = write(certificate, &mut text);
    text
}

/// Writes the certificate as text. Give a buffered writer: the pieces are small.
pub fn write(certificate: &Certificate, out: &mut impl Write) -> io::Result<()> {
    let model = certificate.model;
    writeln!(out, "buttress-certificate 1")?;
    writeln!(out, "model {} {} {} {}", model.max_var, model.inputs, model.latches, model.ands)?;
    writeln!(out, "property {} {}", certificate.property, certificate.bad.code())?;
    match &certificate.evidence {
        Evidence::Inductive { .. } => writeln!(out, "kind inductive")?,
        Evidence::KInduction { bases, simple_path, .. } => {
            let suffix = if *simple_path { " simple-path" } else { "" };
            writeln!(out, "kind k-induction {}{suffix}", bases.len())?;
        }
        Evidence::Trace(trace) => {
            writeln!(out, "kind trace")?;
            write!(out, "initial")?;
            if !trace.initial.is_empty() {
                write!(out, " ")?;
            }
            write_bits(&trace.initial, out)?;
            writeln!(out, "inputs {}", trace.inputs.len())?;
            for inputs in &trace.inputs {
                write_bits(inputs, out)?;
            }
            return writeln!(out, "end");
        }
    }
    match certificate.evidence.invariant() {
        Some(invariant) => write_clauses(&invariant.clauses, out)?,
        None => writeln!(out, "clauses 0")?,
    }
    for (obligation, proof) in certificate.evidence.proofs() {
        writeln!(out, "proof {obligation} {}", proof.len())?;
        write_proof(proof, out)?;
    }
    writeln!(out, "end")
}

fn write_clauses(clauses: &Cnf, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "clauses {}", clauses.len())?;
    for clause in clauses.iter() {
        for (position, lit) in clause.iter().enumerate() {
            let space = if position == 0 { "" } else { " " };
            write!(out, "{space}{}", lit.code())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_proof(proof: &Lrat, out: &mut impl Write) -> io::Result<()> {
    for step in proof.iter() {
        write!(out, "{} ", step.id)?;
        for literal in step.literals {
            write!(out, "{literal} ")?;
        }
        write!(out, "0 ")?;
        for hint in step.hints {
            write!(out, "{hint} ")?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}

fn write_bits(bits: &[bool], out: &mut impl Write) -> io::Result<()> {
    for &bit in bits {
        out.write_all(if bit { b"1" } else { b"0" })?;
    }
    writeln!(out)
}
