//! The options of a fleet: where its members meet, what a worker is, what may be asked.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::value::{seconds, worker_name};

/// Where the members of a fleet meet.
#[derive(Args, Debug)]
pub struct ExchangeArgs {
    /// Where the fleet meets: redis://HOST:PORT/DB, rediss://… or dir:FOLDER [default: BUTTRESS_EXCHANGE]
    #[arg(long, value_name = "ADDRESS")]
    pub exchange: Option<String>,
}

/// What `worker` is asked.
#[derive(Args, Debug)]
pub struct WorkerArgs {
    #[command(flatten)]
    pub place: ExchangeArgs,
    /// Jobs at the same time [default: the cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The worker's name, which no other may have [default: the host's name and a number]
    #[arg(long, value_parser = worker_name)]
    pub name: Option<String>,
    /// A job whose worker is silent for so long is handed to another; the same for all workers
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "30")]
    pub lease: Duration,
    /// End after so many seconds without a job
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub exit_when_idle: Option<Duration>,
    /// Write what happens to this file, a line each, with times: for `simulate`
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Say nothing about the jobs
    #[arg(short, long)]
    pub quiet: bool,
}

/// What `fleet` is asked.
#[derive(Args, Debug)]
pub struct FleetArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: FleetCommand,
}

/// The commands of `fleet`.
#[derive(Subcommand, Debug)]
pub enum FleetCommand {
    /// Show who works on what, and how far each design is
    Status(FleetShowArgs),
    /// Show the verdicts that have come in, each checked here
    Results(FleetShowArgs),
    /// Take back the jobs of designs; what was found stays
    Cancel(CancelArgs),
    /// Ask all workers to end after their jobs
    Drain(DrainArgs),
}

/// What is asked about designs.
#[derive(Args, Debug)]
pub struct FleetShowArgs {
    /// Only these: names of files, or the beginnings of digests
    #[arg(value_name = "DESIGN")]
    pub designs: Vec<String>,
    #[command(flatten)]
    pub place: ExchangeArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What `fleet cancel` is asked.
#[derive(Args, Debug)]
pub struct CancelArgs {
    /// These: names of files, or the beginnings of digests
    #[arg(value_name = "DESIGN", required_unless_present = "all")]
    pub designs: Vec<String>,
    /// All designs
    #[arg(long, conflicts_with = "designs")]
    pub all: bool,
    #[command(flatten)]
    pub place: ExchangeArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What `fleet drain` is asked.
#[derive(Args, Debug)]
pub struct DrainArgs {
    /// Let workers work again
    #[arg(long)]
    pub undo: bool,
    #[command(flatten)]
    pub place: ExchangeArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
