//! Options for systems over numbers.

use std::path::PathBuf;

use buttress_session::{hardware, numbers};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::input::AsArgs;
use super::value::{Multipliers, Variables, multipliers, template, variables, whole};

/// An engine by its name; some are for circuits, some for numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Engine {
    /// What it is for circuits.
    pub circuits: Option<hardware::EngineKind>,
    /// What it is for numbers.
    pub numbers: Option<numbers::EngineKind>,
    /// As it was typed.
    pub name: &'static str,
}

/// Reads an engine by its name.
pub fn engine_parser() -> impl TypedValueParser<Value = Engine> {
    PossibleValuesParser::new(Engine::names()).map(|name| {
        let names = Engine::names();
        Engine::of(names.iter().find(|known| **known == name).unwrap_or(&"portfolio"))
    })
}

impl Engine {
    fn of(name: &'static str) -> Engine {
        let circuits = hardware::EngineKind::ALL.into_iter().find(|engine| engine.name() == name);
        let numbers = numbers::EngineKind::ALL.into_iter().find(|engine| engine.name() == name);
        Engine { circuits, numbers, name }
    }

    /// Every name, the default last.
    fn names() -> Vec<&'static str> {
        let mut names: Vec<&'static str> =
            hardware::EngineKind::ALL.map(hardware::EngineKind::name).to_vec();
        let numbers = numbers::EngineKind::ALL.map(numbers::EngineKind::name);
        let rest = numbers
            .into_iter()
            .filter(|name| !hardware::EngineKind::ALL.iter().any(|it| it.name() == *name));
        let place = names.len() - 1;
        names.splice(place..place, rest);
        names
    }
}

/// How `affine` looks for invariants.
#[derive(Args, Debug)]
#[command(next_help_heading = "Numbers")]
pub struct NumbersArgs {
    /// Form of the inequalities: affine, quadratic, cubic, degree=N, or monomials=LIST such as
    /// monomials=x^2,x*y
    #[arg(long, value_name = "FORM", value_parser = template)]
    pub template: Option<numbers::TemplateChoice>,
    /// States that affine samples before it gives up
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    pub samples: Option<usize>,
    /// What a multiplier that meets a template may be, such as 0,1 or 0,1/2,1,2
    #[arg(long, value_name = "LIST", value_parser = multipliers)]
    pub multipliers: Option<Multipliers>,
}

/// What `invariants` is asked.
#[derive(Args, Debug)]
pub struct InvariantsArgs {
    /// A system over numbers; - is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What the file is taken for.
    #[command(flatten)]
    pub taken: AsArgs,
    /// Draw states, invariants and the forbidden region as SVG
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// The two variables of the picture, such as x,y
    #[arg(long, value_name = "X,Y", requires = "plot", value_parser = variables)]
    pub vars: Option<Variables>,
    /// What a run must respect.
    #[command(flatten)]
    pub bounds: BoundsArgs,
    /// How invariants are looked for.
    #[command(flatten)]
    pub numbers: NumbersArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What `terminates` is asked.
#[derive(Args, Debug)]
pub struct TerminatesArgs {
    /// A system over numbers; - is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What the file is taken for.
    #[command(flatten)]
    pub taken: AsArgs,
    /// Write the evidence, for `buttress check`: a ranking with its proofs, or the computation
    #[arg(long, value_name = "FILE", visible_alias = "cert", conflicts_with = "no_check")]
    pub certificate: Option<PathBuf>,
    /// What a run must respect.
    #[command(flatten)]
    pub bounds: BoundsArgs,
    /// How supporting invariants are looked for.
    #[command(flatten)]
    pub numbers: NumbersArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What a run must respect.
#[derive(Args, Debug)]
pub struct BoundsArgs {
    /// Seed of every random choice
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole::<u64>)]
    pub seed: u64,
    /// Do not check the answer
    #[arg(long)]
    pub no_check: bool,
}
