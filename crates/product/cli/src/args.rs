//! The command line: every option with its default, range and text. Help, completions and the
//! manual page are made from these definitions.

mod asked;
mod examples;
mod input;
mod numbers;
mod programs;
mod value;

use std::path::{Path, PathBuf};
use std::time::Duration;

use buttress_formats::smtlib::Reading;
use clap::{Args, Parser, Subcommand, ValueEnum};

pub use self::asked::AskedArgs;
use self::examples::{
    CHECK_EXAMPLES, EXPLAIN_EXAMPLES, FMT_EXAMPLES, INVARIANTS_EXAMPLES, RUN_EXAMPLES,
    SOLVE_EXAMPLES, TERMINATES_EXAMPLES, program_help, prove_help,
};
pub use self::input::{AsArgs, FileFormat};
use self::numbers::engine_parser;
pub use self::numbers::{BoundsArgs, Engine, InvariantsArgs, NumbersArgs, TerminatesArgs};
pub use self::programs::{ConvertArgs, FmtArgs, Infer, ProgramsArgs, RunArgs};
use self::value::{memory, seconds};
use crate::files::shown;
use crate::limits::DEFAULT_THREADS;

/// Safety verification with evidence: every verdict is checked before you see it.
#[derive(Parser, Debug)]
#[command(name = "buttress", version, max_term_width = 100, after_help = program_help())]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Colour the output
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 100)]
    pub color: Color,
    /// Give up after so many seconds per file, such as 60 or 0.5
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds, display_order = 98)]
    pub timeout: Option<Duration>,
    /// Give up when holding more memory, such as 512M or 4G
    #[arg(long, global = true, value_name = "SIZE", value_parser = memory, display_order = 99)]
    pub memory: Option<usize>,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Prove or refute safety properties: of circuits (AIGER, ASCII or binary), of systems over
    /// numbers (Horn clauses in SMT-LIB, VMT-LIB), or of programs in pi; also gzipped
    #[command(after_help = prove_help())]
    Prove(Box<ProveArgs>),
    /// Decide the checks of SMT-LIB scripts (also gzipped), each answer with checked evidence
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(Box<SolveArgs>),
    /// Find invariants of a system over numbers, directed by its property if it has one
    #[command(after_help = INVARIANTS_EXAMPLES)]
    Invariants(Box<InvariantsArgs>),
    /// Prove or refute that every computation of a system over numbers ends
    #[command(after_help = TERMINATES_EXAMPLES)]
    Terminates(Box<TerminatesArgs>),
    /// Check evidence against a circuit or a script, independently of how it was found
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Show what a file holds, without proving anything
    Info(InfoArgs),
    /// Explain how the quantifiers of a script are decided, or a diagnostic code
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArgs),
    /// Run a function of a program on values, and watch over its annotations
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArgs),
    /// Format programs
    #[command(after_help = FMT_EXAMPLES)]
    Fmt(FmtArgs),
    /// Rewrite a program of the 2007 dialect
    Convert(ConvertArgs),
    /// Show version and surroundings, and run a short self test
    Doctor,
    /// Print the JSON schema of everything that is printed as JSON, or of what one command prints
    Schema(SchemaArgs),
    /// Print a completion script
    Completions(CompletionsArgs),
    /// Print the manual page, of one command if it is named
    Man(ManArgs),
}

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
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Engines that run at once, or conditions that are decided at once [default: the cores, at most 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Only this property: a name, a position, or a pattern with * and ?; may be repeated
    #[arg(long, value_name = "PROPERTY")]
    pub property: Vec<String>,
    /// Give up beyond so many steps (bmc, kind, unfold)
    #[arg(long, value_name = "K")]
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

/// What `solve` is asked.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Scripts to run; - is standard input, answered as it comes
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// What the file is taken for.
    #[command(flatten)]
    pub taken: AsArgs,
    /// Print the model after each sat, as SMT-LIB, as a table or as a drawing
    #[arg(long, value_name = "FORM", num_args = 0..=1, default_missing_value = "smt")]
    pub model: Option<ModelForm>,
    /// Short for --model pretty: arrays as drawings of their cells
    #[arg(long, conflicts_with = "model")]
    pub pretty: bool,
    /// Write the evidence of each answer, for `buttress check`: a proof or a model
    #[arg(long, value_name = "FILE", visible_alias = "evidence")]
    pub proof: Option<PathBuf>,
    /// Give up after so many seconds per check
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub check_timeout: Option<Duration>,
    /// Seed of every random choice
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Print after each answer how it came about, as remarks: fragments, index sets and instances of
    /// quantifiers, the rules that a proof uses
    #[arg(long)]
    pub explain: bool,
    /// Print figures to standard error at the end of each file
    #[arg(long)]
    pub stats: bool,
    /// Do not check the evidence; the JSON report then says unchecked
    #[arg(long, conflicts_with = "proof")]
    pub no_check: bool,
    /// How the report looks.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// How a report looks.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Form of the report
    #[arg(long, default_value = "human")]
    pub format: Format,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Print the verdict words only, one line per property or check
    #[arg(short, long, conflicts_with_all = ["json", "format", "verbose"])]
    pub quiet: bool,
    /// Print more: figures, reductions, memory, all waveforms
    #[arg(short, long)]
    pub verbose: bool,
    /// Exit with 0 whatever the verdicts are (bad usage and our own faults aside)
    #[arg(long)]
    pub exit_zero: bool,
}

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

/// How a script is read.
#[derive(Args, Debug)]
pub struct ReadingArgs {
    /// Read the arrays of the script as partial: quantified formulas speak of the indices at which
    /// everything is defined that they read
    #[arg(long)]
    pub partial: bool,
    /// Read the sorts that the script declares as infinite
    #[arg(long)]
    pub infinite_sorts: bool,
}

/// What `check` is asked.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The circuit, the script, the system over numbers or the program
    pub file: PathBuf,
    /// A certificate or an AIGER witness; a proof or a model; a bundle
    pub evidence: PathBuf,
    /// What the file is taken for.
    #[command(flatten)]
    pub taken: AsArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub asked: AskedArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What `info` is asked.
#[derive(Args, Debug)]
pub struct InfoArgs {
    /// The circuit, the script, the system over numbers or the program; - is standard input
    pub file: PathBuf,
    /// What the file is taken for.
    #[command(flatten)]
    pub taken: AsArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What `explain` is asked.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A script or a program (- is standard input), or a code such as PI0301; all codes are listed without one
    #[arg(value_name = "FILE|CODE")]
    pub subject: Option<String>,
    /// What the file is taken for.
    #[command(flatten)]
    pub taken: AsArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Print the formula after each step of the reduction, too
    #[arg(short = 'v', long, visible_alias = "verbose")]
    pub steps: bool,
    /// Form of the explanation
    #[arg(long, default_value = "human")]
    pub format: ExplainFormat,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// What `schema` is asked.
#[derive(Args, Debug)]
pub struct SchemaArgs {
    /// Of what; of everything if left out
    pub of: Option<Printed>,
}

/// What `completions` is asked.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// What `man` is asked.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// A command, such as prove
    pub command: Option<String>,
}

/// The forms of a report.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For a person
    Human,
    /// One line per property or check
    Short,
    /// One JSON document
    Json,
    /// One JSON event per line, while running
    Jsonl,
    /// SARIF 2.1.0, for code scanning (prove)
    Sarif,
    /// JUnit XML (prove)
    Junit,
    /// Workflow commands that annotate lines on GitHub (prove)
    Github,
}

/// The forms of an explanation.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplainFormat {
    /// For a person
    Human,
    /// One JSON document
    Json,
}

/// The forms of a model.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelForm {
    /// As get-model prints it
    Smt,
    /// Arrays and functions in rows
    Table,
    /// Arrays as drawings of their cells
    Pretty,
}

/// When to colour.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What is printed as JSON.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printed {
    /// prove
    #[value(alias = "prove")]
    Report,
    /// solve
    Solve,
    /// The lines of --format jsonl
    #[value(alias = "solve-event")]
    Event,
    /// info
    Info,
    /// check
    Check,
    /// explain
    Explain,
    /// invariants
    Invariants,
    /// terminates
    Terminates,
    /// run
    Run,
}

impl Command {
    /// The file of a command that has no answer before it is done, and whether that will be JSON.
    pub fn single(&self) -> Option<(String, bool)> {
        let (file, is_json) = match self {
            Command::Invariants(arguments) => (&arguments.file, arguments.json),
            Command::Terminates(arguments) => (&arguments.file, arguments.json),
            Command::Check(arguments) => (&arguments.evidence, arguments.json),
            Command::Info(arguments) => (&arguments.file, arguments.json),
            Command::Run(arguments) => (&arguments.file, arguments.json),
            Command::Convert(arguments) => (&arguments.file, false),
            Command::Fmt(arguments) => (&arguments.files[0], false),
            Command::Explain(arguments) => {
                let is_json = arguments.json || arguments.format == ExplainFormat::Json;
                return Some((shown(Path::new(arguments.subject.as_ref()?)), is_json));
            }
            _ => return None,
        };
        Some((shown(file), is_json))
    }
}

impl Printed {
    /// The documents among it, by their names.
    pub fn documents(self) -> &'static [&'static str] {
        match self {
            Printed::Report => &["report", "error"],
            Printed::Solve => &["solve", "error"],
            Printed::Event => &[],
            Printed::Info => &["info", "error", "cut"],
            Printed::Check => &["check", "error", "cut"],
            Printed::Explain => &["explain", "error", "cut"],
            Printed::Invariants => &["invariants", "error", "cut"],
            Printed::Terminates => &["terminates", "error", "cut"],
            Printed::Run => &["run", "error", "cut"],
        }
    }

    /// Are there lines among it?
    pub fn has_lines(self) -> bool {
        matches!(self, Printed::Report | Printed::Solve | Printed::Event)
    }
}

impl ProveArgs {
    /// Do documents hold counterexamples?
    pub fn with_traces(&self) -> bool {
        self.report.verbose || self.evidence.trace.is_some()
    }

    /// How many engines run at once.
    pub fn thread_count(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        self.threads.map_or(cores.min(DEFAULT_THREADS), usize::from)
    }
}

impl ReportArgs {
    /// The form that was asked for.
    pub fn form(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

impl ExplainArgs {
    /// Is a document wanted?
    pub fn is_json(&self) -> bool {
        self.json || self.format == ExplainFormat::Json
    }
}

impl SolveArgs {
    /// The form in which models are wanted.
    pub fn model_form(&self) -> Option<ModelForm> {
        if self.pretty { Some(ModelForm::Pretty) } else { self.model }
    }
}

impl ReadingArgs {
    /// How the script is read.
    pub fn reading(&self) -> Reading {
        Reading { partial_arrays: self.partial, infinite_sorts: self.infinite_sorts }
    }
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }
}
