//! The inductive core: the greatest set of the user's own conjuncts that is inductive.

use buttress_budget::{Budget, Exhausted};
use buttress_logic::{Term, Terms};
use buttress_pi::paths::{GoalKind, Options, Paths, Point, basic_paths};
use buttress_pi::program::{FunctionId, LoopId, Program};
use buttress_pi::{Facts, paths};

use crate::entailment::{Entailment, follows};
use crate::houdini::{CandidatePositions, Strategy, inductive};
use crate::limits::CORE_EFFORT;

/// The inductive core of the annotations of a function's loops.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InductiveCore {
    /// The conjuncts outside of it, with their positions.
    pub dropped: Vec<(LoopId, usize)>,
    /// Is everything else proved from the rest (post, calls, assertions, checks, rankings)?
    pub suffices: bool,
}

/// The greatest set of conjuncts of the loops of one function that is inductive, relative to `facts`.
///
/// When the budget runs out, nothing is dropped and nothing suffices.
pub fn inductive_core(
    program: &Program,
    function: FunctionId,
    facts: &Facts,
    options: &paths::Options,
    budget: &Budget,
) -> InductiveCore {
    core(program, function, facts, options, budget).unwrap_or_default()
}

fn core(
    program: &Program,
    function: FunctionId,
    facts: &Facts,
    options: &Options,
    budget: &Budget,
) -> Result<InductiveCore, Exhausted> {
    let mut conjuncts: Vec<(LoopId, usize)> = Vec::new();
    for (head, said) in (0..).map(LoopId).zip(&program.function(function).loops) {
        conjuncts.extend((0..said.annotation.conjuncts.len()).map(|place| (head, place)));
    }
    let mut terms = Terms::new();
    let Paths { paths, is_complete } = basic_paths(&mut terms, program, facts, function, options);
    let places = CandidatePositions::of_annotations(&conjuncts);
    let is_kept = inductive(&mut terms, &paths, &places, conjuncts.len(), Strategy::Full, budget)?;
    let mut suffices = is_complete;
    for path in &paths {
        let mut hypotheses: Vec<Term> = Vec::new();
        for hypothesis in &path.hypotheses {
            let candidate = places.assumed(path, hypothesis.origin);
            if candidate.is_none_or(|candidate| is_kept[candidate]) {
                hypotheses.push(hypothesis.formula);
            }
        }
        for goal in &path.goals {
            let is_own =
                matches!(path.to, Point::Loop(_)) && matches!(goal.kind, GoalKind::Conjunct(_));
            if suffices && !is_own {
                let answer = follows(&mut terms, &hypotheses, goal.formula, CORE_EFFORT, budget)?;
                suffices = matches!(answer, Entailment::Follows(_));
            }
        }
    }
    let numbered = conjuncts.into_iter().zip(is_kept);
    let dropped = numbered.filter(|(_, is_kept)| !is_kept).map(|(place, _)| place).collect();
    Ok(InductiveCore { dropped, suffices })
}
