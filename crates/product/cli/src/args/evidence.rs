//! Where evidence is written.

use std::path::PathBuf;

use clap::Args;

/// Where evidence is written.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Evidence")]
pub struct EvidenceArgs {
    /// Write the certificate, proofs included, for `buttress check`
    #[arg(long, value_name = "FILE", visible_alias = "cert")]
    pub certificate: Option<PathBuf>,
    /// Write the invariant as an AIGER witness circuit (proved properties of circuits)
    #[arg(long, value_name = "FILE")]
    pub witness_circuit: Option<PathBuf>,
    /// Write the invariant as a person can read it: clauses, or a define-fun per predicate (proved
    /// properties)
    #[arg(long, value_name = "FILE")]
    pub invariant: Option<PathBuf>,
    /// Write the trace (false properties): the AIGER witness that a simulator replays, or the states of
    /// a system over numbers
    #[arg(long, value_name = "FILE", visible_alias = "witness")]
    pub trace: Option<PathBuf>,
    /// Write the waveform for a viewer (false properties of circuits)
    #[arg(long, value_name = "FILE")]
    pub vcd: Option<PathBuf>,
}

impl EvidenceArgs {
    /// Is any evidence to be written?
    pub fn is_some(&self) -> bool {
        self.targets().next().is_some()
    }

    /// The files to be written.
    pub fn targets(&self) -> impl Iterator<Item = &PathBuf> {
        let EvidenceArgs { certificate, witness_circuit, invariant, trace, vcd } = self;
        [certificate, witness_circuit, invariant, trace, vcd].into_iter().flatten()
    }
}
