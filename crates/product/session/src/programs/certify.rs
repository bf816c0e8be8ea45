//! Evidence for what was proved and refuted, as `docs/certificate-programs.md` wants it.
//!
//! Each condition is proved in a store of its own, so that its proof speaks of nothing else, and the whole bundle
//! is given to the checker, which reads the program again.

use std::sync::Arc;

use buttress_certificate::horn::Identity;
use buttress_certificate::pi::{Bundle, Nontermination, Section, write};
use buttress_checker::pi::check;
use buttress_pi::Facts;
use buttress_pi::paths::{BasicPath, GeneratedPaths, GoalKind, Point};
use buttress_pi::program::FunctionId;
use buttress_programs_certify::{Attempt, Condition, Proof, additions, call_text};

use super::decided::{DecidedFunction, GoalAnswer};
use super::facts::kept_place;
use super::parallel::in_parallel;
use super::proof;
use super::report::{EvidenceStatus, FailingRun};
use super::run::Run;

/// The calls of failing runs, as evidence has them.
pub(super) fn calls(run: &Run<'_>, failing: &[(FunctionId, &FailingRun)]) -> Vec<String> {
    let mut calls: Vec<String> = Vec::new();
    for (id, failing) in failing {
        let call = call_text(run.program, *id, &failing.arguments, &failing.globals);
        if !calls.contains(&call) {
            calls.push(call);
        }
    }
    calls
}

/// A condition whose proof is wanted.
struct Job<'a> {
    /// The position of its function.
    function: usize,
    /// Its number in the function, from 1.
    number: usize,
    /// The store of its path.
    paths: Arc<GeneratedPaths>,
    /// Its path.
    path: BasicPath,
    /// The position of its goal.
    goal: usize,
    /// Its proof, if the condition is the one that was decided.
    known: Option<&'a Proof>,
}

/// Calls that refute something.
#[derive(Clone, Default)]
pub(super) struct Calls {
    /// Those that violate an annotation.
    pub(super) violating: Vec<String>,
    /// Those that never end.
    pub(super) endless: Vec<Nontermination>,
}

/// Makes the bundle for everything that was proved, and for these calls, and has it checked.
pub(super) fn certify(
    run: &Run<'_>,
    decided: &[DecidedFunction],
    all: &Facts,
    kept: &Facts,
    calls: Calls,
) -> EvidenceStatus {
    let Calls { violating, endless } = calls;
    let mut sections = Vec::new();
    // Where the section of each function is.
    let mut places = vec![0; decided.len()];
    let mut jobs: Vec<Job<'_>> = Vec::new();
    for (place, one) in decided.iter().enumerate() {
        let generated = run.paths(kept, one.function);
        let paths = generated.paths();
        // Of conditions that were not all made nothing can be shown.
        if !paths.is_complete || !one.is_complete {
            continue;
        }
        let mut number = 0;
        for (path, old) in paths.paths.iter().zip(&one.paths) {
            // With all its hypotheses kept, a condition is what it was.
            let is_unchanged = path.hypotheses.len() == old.path.hypotheses.len();
            for (at, goal) in path.goals.iter().enumerate() {
                number += 1;
                let is_it = |old: GoalKind| same(all, kept, one.function, path.to, old, goal.kind);
                let answer = old.goals().find(|(old, _)| is_it(*old)).map(|(_, answer)| answer);
                let Some(GoalAnswer::Proved(proof)) = answer else { continue };
                jobs.push(Job {
                    function: place,
                    number,
                    paths: Arc::clone(&generated),
                    path: path.clone(),
                    goal: at,
                    known: is_unchanged.then_some(proof),
                });
            }
        }
        places[place] = sections.len();
        let function = run.program.function(one.function).name.text.clone();
        sections.push(Section { function, conditions: number, proofs: Vec::new() });
    }
    let proofs = in_parallel(&jobs, run.settings.threads, |job| {
        if let Some(proof) = job.known {
            return Attempt::Proved(proof.clone());
        }
        let mut terms = job.paths.terms();
        let mut condition = Condition::of_goal(&mut terms, &job.path, &job.path.goals[job.goal]);
        proof::found_or_made(&mut condition, run.settings)
    });
    let mut missing = 0;
    for (job, proof) in jobs.iter().zip(proofs) {
        match proof {
            Attempt::Proved(Proof { body, .. }) => {
                let text = format!("p buttress-smt-proof 1 {}\n{body}", job.number);
                sections[places[job.function]].proofs.push(text);
            }
            Attempt::Fails | Attempt::Unknown(_) => missing += 1,
        }
    }
    if missing > 0 {
        return EvidenceStatus::Incomplete { missing };
    }
    let conditions = sections.iter().map(|section| section.proofs.len()).sum();
    let bundle = Bundle {
        about: Identity::of(run.text.as_bytes()),
        runtime: run.options.runtime,
        termination: run.options.termination,
        additions: additions(run.program, run.contracts, kept),
        sections,
        runs: violating,
        endless,
    };
    let bundle = write(&bundle);
    match check(run.text.as_bytes(), bundle.as_bytes()) {
        Ok(checked) => {
            let steps = checked.statistics().lrat_steps;
            EvidenceStatus::Checked { bundle, conditions, steps }
        }
        Err(rejection) if rejection.is_limit() => {
            EvidenceStatus::Incomplete { missing: conditions }
        }
        Err(rejection) => EvidenceStatus::Rejected(rejection.to_string()),
    }
}

/// Is a goal of a path under all facts the same as one under those that were kept?
fn same(
    all: &Facts,
    kept: &Facts,
    function: FunctionId,
    to: Point,
    old: GoalKind,
    new: GoalKind,
) -> bool {
    match (old, new, to) {
        (GoalKind::Fact(old), GoalKind::Fact(new), Point::Loop(head)) => {
            kept_place(all, kept, function, head, old) == Some(new)
        }
        _ => old == new,
    }
}
