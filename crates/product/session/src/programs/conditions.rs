//! The conditions of functions, each asked by itself.
//!
//! A condition is taken out of its path into a store of its own: the hypotheses of the path and the negated goal. Goals
//! before it on the same path are not assumed, so that no verdict rests on another, and the same condition is
//! the same question whatever else the program says.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use buttress_budget::Budget;
use buttress_pi::Facts;
use buttress_pi::paths::{BasicPath, GeneratedPaths};
use buttress_pi::program::FunctionId;
use buttress_programs_certify::{Attempt, Condition};

use super::decided::{Answered, Decided, DecidedFunction, GoalAnswer};
use super::known::{Known, matched};
use super::observer::Event;
use super::parallel::in_parallel;
use super::proof;
use super::run::Run;
use super::settings::Settings;

/// Decides all conditions of these functions. What is `known` of them without facts counts.
pub(super) fn decide(
    run: &Run<'_>,
    functions: &[FunctionId],
    facts: &Facts,
    known: &[DecidedFunction],
) -> Vec<DecidedFunction> {
    let generate = |function: &FunctionId| run.paths(facts, *function);
    let generated = in_parallel(functions, run.settings.threads, generate);
    let mut jobs = Vec::new();
    for (place, generated) in generated.iter().enumerate() {
        let known = known.iter().find(|one| one.function == functions[place]);
        let paths = &generated.paths().paths;
        let both = paths.iter().zip(matched(paths.iter(), known));
        jobs.extend(both.map(|(path, known)| (place, generated, path, known)));
    }
    run.observer.notice(&Event::Paths(jobs.len()));
    let answers = in_parallel(&jobs, run.settings.threads, |(place, generated, path, known)| {
        let decided = decide_path(generated, path, *known, run.settings);
        let proved = decided.goals().filter(|(_, answer)| answer.is_proved()).count();
        run.observer.notice(&Event::Decided {
            function: &run.program.function(functions[*place]).name.text,
            conditions: decided.answers.len(),
            proved,
        });
        (*place, decided)
    });
    let mut decided: Vec<DecidedFunction> = functions
        .iter()
        .zip(&generated)
        .map(|(function, generated)| {
            let is_complete = generated.paths().is_complete;
            let limit = (!is_complete).then(|| Budget::new(run.settings.limits.clone()).poll());
            DecidedFunction {
                function: *function,
                paths: Vec::new(),
                is_complete,
                limit: limit.and_then(Result::err),
            }
        })
        .collect();
    for (place, path) in answers {
        decided[place].paths.push(path);
    }
    decided
}

/// Decides the goals of a path. What is `known` of it with fewer hypotheses counts.
fn decide_path(
    generated: &Arc<GeneratedPaths>,
    path: &BasicPath,
    known: Option<&Decided>,
    settings: &Settings,
) -> Decided {
    let mut terms = generated.terms();
    let mut answers = Vec::with_capacity(path.goals.len());
    for goal in &path.goals {
        let start = Instant::now();
        let known = known.and_then(|known| Known::new(known, path, goal));
        if let Some(answered) = known.as_ref().and_then(Known::answered) {
            answers.push(answered);
            continue;
        }
        let mut condition = Condition::of_goal(&mut terms, path, goal);
        let kept = proof::found(&condition, settings);
        let is_cached = kept.is_some();
        let kept = kept.or_else(|| {
            // The same proof, among more hypotheses.
            let from = known.as_ref()?.core()?;
            match proof::made(&mut condition, Some(&from), settings) {
                Attempt::Proved(proof) => Some(proof),
                _ => None,
            }
        });
        let answer = match kept {
            Some(proof) => GoalAnswer::Proved(proof),
            None => match proof::made(&mut condition, None, settings) {
                Attempt::Proved(proof) => GoalAnswer::Proved(proof),
                Attempt::Fails => GoalAnswer::Fails,
                Attempt::Unknown(reason) => {
                    GoalAnswer::Unknown(reason, Mutex::new(Box::new(condition)))
                }
            },
        };
        answers.push(Answered { answer, elapsed: start.elapsed(), is_cached });
    }
    Decided { path: path.clone(), generated: Arc::clone(generated), answers }
}
