//! The options of `prove`.

use std::path::PathBuf;

use clap::Args;

use super::evidence::EvidenceArgs;
use super::input::AsArgs;
use super::numbers::{Engine, NumbersArgs, engine_parser};
use super::programs::ProgramsArgs;
use super::report::ReportArgs;
use super::value::whole;
use crate::limits::DEFAULT_THREADS;

/// What `prove` is asked.
#[derive(Args, Debug)]
pub struct ProveArgs {
    /// Circuits, systems over numbers or programs to prove, or folders of them; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// What the file is taken for.
    #[command(flatten)]
    pub taken: AsArgs,
    /// What proves: one engine, or all of them exchanging what they find
    #[arg(long, default_value = "portfolio", value_parser = engine_parser())]
    pub engine: Engine,
    /// Seed of every random choice
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole::<u64>)]
    pub seed: u64,
    /// Engines that run at once, or conditions that are decided at once [default: the cores, at most 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Hand the work to the workers at this exchange: redis://HOST:PORT/DB, rediss://…, dir:FOLDER, or env for
    /// the one that BUTTRESS_EXCHANGE names
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["no_check", "hwmcc", "threads"])]
    pub exchange: Option<String>,
    /// Prove the file again whenever it changes, and show it on a page that is served to this machine alone
    #[arg(long, conflicts_with_all = ["exchange", "hwmcc", "format", "json", "quiet"])]
    pub watch: bool,
    /// Only this property: a name, a position, or a pattern with * and ?; may be repeated
    #[arg(long, value_name = "PROPERTY")]
    pub property: Vec<String>,
    /// Give up beyond so many steps (bmc, kind, unfold)
    #[arg(long, value_name = "K", value_parser = whole::<usize>)]
    pub bound: Option<usize>,
    /// Do not simplify the system first (the cone of a circuit is always taken)
    #[arg(long)]
    pub no_reduce: bool,
    /// Keep the strengthening as it was found
    #[arg(long)]
    pub no_minimise: bool,
    /// Do not check the evidence; verdicts are then reported as unchecked
    #[arg(long, conflicts_with_all = ["certificate", "witness_circuit", "hwmcc"])]
    pub no_check: bool,
    /// Answer as in the hardware model checking competition: sat, unsat or unknown for the first
    /// property, exit code 10, 20 or 30. Two further files, if given, are where a witness (sat) or
    /// a witness circuit (unsat) is written
    #[arg(long, conflicts_with_all = ["format", "json", "quiet", "property"])]
    pub hwmcc: bool,
    /// Print what each predicate stands for in the proof, as define-fun (systems over numbers), or the
    /// inferred facts of each loop (programs)
    #[arg(long)]
    pub show_invariants: bool,
    /// How invariants over numbers are looked for.
    #[command(flatten)]
    pub numbers: NumbersArgs,
    /// How programs are proved.
    #[command(flatten)]
    pub programs: ProgramsArgs,
    /// How the report looks.
    #[command(flatten)]
    pub report: ReportArgs,
    /// The evidence to be written.
    #[command(flatten)]
    pub evidence: EvidenceArgs,
}

impl ProveArgs {
    /// Do documents hold counterexamples?
    pub fn with_traces(&self) -> bool {
        self.report.is_verbose() || self.evidence.trace.is_some()
    }

    /// How many engines run at once.
    pub fn thread_count(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        self.threads.map_or(cores.min(DEFAULT_THREADS), usize::from)
    }
}
