//! Annotations of programs, inferred.
//!
//! What is found here is a guess until the conditions of the program together with it are proved: a
//! mistake can cost an answer but not make a wrong one.

mod abstraction;
mod build;
mod closed;
mod express;
mod houdini;
mod inductive;
mod leaf;
mod measure;
mod minimise;
mod numeric;
mod question;
mod ranking;
mod samples;
mod sources;
mod study;
mod survey;
mod templates;
mod termination;

use std::collections::BTreeSet;

use buttress_budget::Budget;
use buttress_pi::paths::{BasicPath, Goal, GoalKind, Point};
use buttress_pi::program::{FunctionId, LoopId, Program};
use buttress_pi::{Facts, Span, paths};

pub use closed::{Visited, closed};
pub use inductive::{InductiveCore, inductive_core};
pub use minimise::{FactId, FactUse, minimise};

use study::Study;

/// What to infer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Nothing.
    None,
    /// Facts about numbers and lengths.
    Numeric,
    /// Facts about the contents of arrays too.
    #[default]
    All,
}

/// Choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What to infer.
    pub mode: Mode,
    /// Rankings too, where none are written?
    pub termination: bool,
    /// Equal seeds give equal runs.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { mode: Mode::All, termination: true, seed: 0 }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inferred {
    /// The facts and rankings.
    pub facts: Facts,
    /// What was tried in vain.
    pub notes: Vec<InferenceNote>,
}

/// Goals that need no more facts: they follow from the annotations as they are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProvedGoals {
    goals: BTreeSet<(FunctionId, Point, Point, GoalKind, Span)>,
}

impl ProvedGoals {
    /// All goals of these paths for which the answer is yes, on every path between the same points.
    pub fn new<'p>(answers: impl Iterator<Item = (&'p BasicPath, &'p Goal, bool)>) -> ProvedGoals {
        let (mut goals, mut open) = (BTreeSet::new(), BTreeSet::new());
        for (path, goal, is_shown) in answers {
            let found = if is_shown { &mut goals } else { &mut open };
            found.insert(ProvedGoals::key(path, goal));
        }
        ProvedGoals { goals: &goals - &open }
    }

    /// Is this goal shown?
    pub(crate) fn contains(&self, path: &BasicPath, goal: &Goal) -> bool {
        self.goals.contains(&ProvedGoals::key(path, goal))
    }

    fn key(path: &BasicPath, goal: &Goal) -> (FunctionId, Point, Point, GoalKind, Span) {
        (path.function, path.from, path.to, goal.kind, goal.span)
    }
}

/// Something worth telling about inference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InferenceNote {
    /// No ranking was found for this loop, so that termination of the function is open.
    NoLoopRank(FunctionId, LoopId),
    /// No ranking was found for this function, which calls itself.
    NoFunctionRank(FunctionId),
    /// The budget ran out while this function was looked at; what was found before is kept.
    OutOfBudget(FunctionId),
}

/// Facts for the loops of `functions`: a guess that makes as many conditions provable as possible, of those that are not
/// shown without.
pub fn infer(
    program: &Program,
    functions: &[FunctionId],
    options: &paths::Options,
    settings: &Settings,
    shown: &ProvedGoals,
    budget: &Budget,
) -> Inferred {
    let mut inferred = Inferred::default();
    let mut studies: Vec<Study> = Vec::new();
    for id in functions {
        let bounds = studies.last().map_or(program.bounds, |study| study.bounds);
        let mut study = Study::new(program, *id, options, settings, bounds);
        let is_done = settings.mode == Mode::None || study.facts(settings, shown, budget).is_ok();
        if !is_done {
            inferred.notes.push(InferenceNote::OutOfBudget(*id));
        }
        study.add_to(&mut inferred.facts);
        studies.push(study);
    }
    if settings.termination
        && termination::rank(program, &mut studies, &mut inferred, budget).is_err()
    {
        inferred.notes.extend(functions.last().map(|id| InferenceNote::OutOfBudget(*id)));
    }
    inferred
}
