//! Annotations of programs, inferred.
//!
//! What is found here is a guess until the conditions of the program together with it are proved: a
//! mistake can cost an answer but not make a wrong one.

mod abstraction;
mod annotation_candidates;
mod build;
mod closed_set;
mod contracts;
mod entailment;
mod express;
mod expressions;
mod houdini;
mod inductive;
mod inference;
mod inferred;
mod instances;
mod leaf;
mod limits;
mod measure;
mod minimise;
mod numeric;
mod proved_goals;
mod ranking;
mod samples;
mod settings;
mod structure;
mod templates;
mod termination;
mod variation;

use std::time::Instant;

use buttress_budget::Budget;
use buttress_pi::paths;
use buttress_pi::program::{FunctionId, Program};

pub use closed_set::{Visited, closed_set};
pub use contracts::contract_candidates;
pub use inductive::{InductiveCore, inductive_core};
pub use inferred::{InferenceNote, Inferred};
pub use minimise::{FactId, FactUse, minimise};
pub use proved_goals::ProvedGoals;
pub use settings::{Mode, Settings};

use inference::FunctionInference;

/// Facts for the loops of `functions`: a guess that makes as many conditions provable as possible, of those that are not
/// proved without.
pub fn infer(
    program: &Program,
    functions: &[FunctionId],
    options: &paths::Options,
    settings: &Settings,
    proved: &ProvedGoals,
    budget: &Budget,
) -> Inferred {
    let mut inferred = Inferred::default();
    let mut inferences: Vec<FunctionInference> = Vec::new();
    for (place, id) in functions.iter().enumerate() {
        let start = Instant::now();
        let share = share(budget, functions.len() - place);
        let bounds = inferences.last().map_or(program.bounds, |inference| inference.bounds);
        let mut inference = FunctionInference::new(program, *id, options, settings, bounds);
        let is_done =
            settings.mode == Mode::None || inference.facts(settings, proved, &share).is_ok();
        if !is_done {
            inferred.notes.push(InferenceNote::OutOfBudget(*id));
        }
        inference.add_to(&mut inferred.facts);
        inferences.push(inference);
        inferred.times.insert(*id, start.elapsed());
    }
    if settings.termination
        && termination::rank(program, &mut inferences, &mut inferred, budget).is_err()
    {
        inferred.notes.extend(functions.last().map(|id| InferenceNote::OutOfBudget(*id)));
    }
    inferred
}

/// What one of so many functions may take of the time that is left.
fn share(budget: &Budget, functions: usize) -> Budget {
    let limits = budget.limits();
    let parts = u32::try_from(functions).unwrap_or(u32::MAX);
    match limits.time_left() {
        Some(left) => Budget::new(limits.within(left / parts)),
        None => Budget::new(limits.clone()),
    }
}
