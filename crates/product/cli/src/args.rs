//! The command line: every option with its default, range and text. Help, completions and the
//! manual page are made from these definitions.

mod cache;
mod evidence;
mod examples;
mod explain;
mod fleet;
mod input;
mod lsp;
mod numbers;
mod programs;
mod prove;
mod question;
mod reading;
mod report;
mod schema;
mod solve;
mod value;
mod view;
mod z3;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub use self::cache::{CacheAction, CacheArgs};
pub use self::evidence::EvidenceArgs;
use self::examples::{
    CHECK_EXAMPLES, EXPLAIN_EXAMPLES, FLEET_EXAMPLES, FMT_EXAMPLES, INVARIANTS_EXAMPLES,
    LSP_EXAMPLES, RUN_EXAMPLES, SHOW_EXAMPLES, SOLVE_EXAMPLES, TERMINATES_EXAMPLES, VIEW_EXAMPLES,
    WORKER_EXAMPLES, program_help, prove_help,
};
pub use self::explain::{ExplainArgs, ShowArgs};
pub use self::fleet::{CancelArgs, DrainArgs, FleetArgs, FleetCommand, FleetShowArgs, WorkerArgs};
pub use self::input::AsArgs;
pub use self::lsp::LspArgs;
pub use self::numbers::{BoundsArgs, InvariantsArgs, NumbersArgs, TerminatesArgs};
pub use self::programs::{ConvertArgs, FmtArgs, Infer, RunArgs};
pub use self::prove::ProveArgs;
pub use self::question::QuestionArgs;
pub use self::reading::ReadingArgs;
pub use self::report::Format;
pub use self::schema::{Printed, SchemaArgs};
pub use self::solve::{ModelForm, SolveArgs};
use self::value::{memory, seconds};
pub use self::view::ViewArgs;
pub use self::z3::translated;
use crate::config::Setting;
use crate::files::shown;
use crate::next_step::TypedCommand;

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
    /// Write the report as a page too: one file of HTML with pictures, for a browser
    #[arg(long, global = true, value_name = "FILE", display_order = 96)]
    pub html: Option<PathBuf>,
    /// Put into JSON what the pictures of a page are made from: texts, runs, waveforms, plots
    #[arg(long, global = true, display_order = 97)]
    pub pictures: bool,
    /// Give up after so many seconds per file, such as 60 or 0.5
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds, display_order = 98)]
    pub timeout: Option<Duration>,
    /// Give up when holding more memory, such as 512M or 4G
    #[arg(long, global = true, value_name = "SIZE", value_parser = memory, display_order = 99)]
    pub memory: Option<usize>,
    /// What holds of the options that can be set elsewhere, and why.
    #[arg(skip)]
    pub settings: Vec<Setting>,
    /// The command as it was typed, for commands like it.
    #[arg(skip)]
    pub typed: TypedCommand,
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
    /// Show a report, a certificate or an input as a page in a browser
    #[command(after_help = VIEW_EXAMPLES)]
    View(ViewArgs),
    /// Take jobs from an exchange, until told to end: one proof on many machines
    #[command(after_help = WORKER_EXAMPLES)]
    Worker(WorkerArgs),
    /// Look at a fleet of workers, collect its verdicts, or stop it
    #[command(after_help = FLEET_EXAMPLES)]
    Fleet(FleetArgs),
    /// Serve an editor: programs and scripts proved as they are typed (language server protocol)
    #[command(after_help = LSP_EXAMPLES)]
    Lsp(LspArgs),
    /// The cache of proofs: where it is, how large it is; or remove what is in it
    Cache(CacheArgs),
    /// Show what holds where the command line says nothing, and why: the environment, buttress.toml, or a default
    Config(ConfigArgs),
    /// Show the page of a code, or a limit: its value, and what to do where it is met
    #[command(after_help = SHOW_EXAMPLES)]
    Show(ShowArgs),
    /// Show version and surroundings, and run a short self test
    Doctor,
    /// Print the JSON schema of everything that is printed as JSON, or of what one command prints
    Schema(SchemaArgs),
    /// Print a completion script
    Completions(CompletionsArgs),
    /// Print the manual page, of one command if it is named
    Man(ManArgs),
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
    pub question: QuestionArgs,
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

/// What `config` is asked.
#[derive(Args, Debug)]
pub struct ConfigArgs {
    /// For this input: buttress.toml is looked for from its folder upwards, not from the current one
    pub file: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
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

impl Command {
    /// Can what it says be made a page of?
    pub fn has_page(&self) -> bool {
        match self {
            Command::Prove(arguments) => !arguments.hwmcc && !arguments.watch,
            Command::Solve(_)
            | Command::Invariants(_)
            | Command::Terminates(_)
            | Command::Check(_)
            | Command::Info(_)
            | Command::Explain(_)
            | Command::Run(_)
            | Command::Fleet(_) => true,
            _ => false,
        }
    }

    /// The files that it reads, as they were given.
    pub fn inputs(&self) -> Vec<&Path> {
        match self {
            Command::Prove(arguments) => arguments.files.iter().map(PathBuf::as_path).collect(),
            Command::Solve(arguments) => arguments.files.iter().map(PathBuf::as_path).collect(),
            Command::Fmt(arguments) => arguments.files.iter().map(PathBuf::as_path).collect(),
            Command::Invariants(arguments) => vec![&arguments.file],
            Command::Terminates(arguments) => vec![&arguments.file],
            Command::Check(arguments) => vec![&arguments.file, &arguments.evidence],
            Command::Info(arguments) => vec![&arguments.file],
            Command::Config(arguments) => arguments.file.iter().map(PathBuf::as_path).collect(),
            Command::Run(arguments) => vec![&arguments.file],
            Command::Convert(arguments) => vec![&arguments.file],
            Command::Explain(arguments) => arguments.subject.iter().map(Path::new).collect(),
            _ => Vec::new(),
        }
    }

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
                let subject = shown(Path::new(arguments.subject.as_ref()?));
                return Some((subject, arguments.is_json()));
            }
            _ => return None,
        };
        Some((shown(file), is_json))
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
