//! The conditions of one basic path, each asked by itself.
//!
//! A condition is taken out of its path into a store of its own: the hypotheses of the path and the negated goal. Goals
//! before it on the same path are not assumed, so that no verdict rests on another, and the same condition is
//! the same question whatever else the program says.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use buttress_budget::Budget;
use buttress_decide::UnknownReason;
use buttress_logic::Terms;
use buttress_pi::paths::{BasicPath, GoalKind, Origin};

use super::Settings;
use super::cache::Cache;
use super::certify::prove_alone;
use super::known::Known;
use buttress_programs_certify::{Attempt, Condition, Proof};

/// What was found out about a path.
pub(super) struct Decided {
    /// The path, in `terms`.
    pub(super) path: BasicPath,
    /// The store of the path.
    pub(super) terms: Arc<Shared>,
    /// One for each goal.
    pub(super) answers: Vec<Answered>,
}

/// Terms that several threads take copies of.
pub(super) struct Shared(Mutex<Terms>);

impl Shared {
    /// These terms.
    pub(super) fn new(terms: Terms) -> Shared {
        Shared(Mutex::new(terms))
    }

    /// A copy of them.
    pub(super) fn copy(&self) -> Terms {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What was found out about a goal.
pub(super) struct Answered {
    /// The answer.
    pub(super) answer: Answer,
    /// How long it took.
    pub(super) elapsed: Duration,
    /// Was the proof kept from an earlier run?
    pub(super) is_cached: bool,
}

/// The answer to a goal.
pub(super) enum Answer {
    /// It follows.
    Proved(Proof),
    /// It does not.
    Fails,
    /// It was not found out, for a reason that speaks of the condition by itself.
    Unknown(UnknownReason, Mutex<Box<Condition>>),
}

/// Decides the goals of a path. What is `known` of it with fewer hypotheses counts.
pub(super) fn decide(
    shared: &Arc<Shared>,
    path: &BasicPath,
    known: Option<&Decided>,
    settings: &Settings,
) -> Decided {
    let mut terms = shared.copy();
    let cache = settings.cache.as_ref().map(Cache::new);
    let mut answers = Vec::with_capacity(path.goals.len());
    for goal in &path.goals {
        let start = Instant::now();
        let known = known.and_then(|known| Known::new(known, path, goal));
        if let Some(answered) = known.as_ref().and_then(Known::answered) {
            answers.push(answered);
            continue;
        }
        let mut condition = Condition::of_goal(&mut terms, path, goal);
        let kept = cache.and_then(|cache| cache.find(&condition));
        let is_cached = kept.is_some();
        let kept = kept.or_else(|| {
            // The same proof, among more hypotheses.
            let from = known.as_ref()?.core()?;
            match prove_alone(&mut condition, Some(&from), settings, &budget(settings)) {
                Attempt::Proved(proof) => Some(proof),
                _ => None,
            }
        });
        let answer = match kept {
            Some(proof) => Answer::Proved(proof),
            None => match prove_alone(&mut condition, None, settings, &budget(settings)) {
                Attempt::Proved(proof) => Answer::Proved(proof),
                Attempt::Fails => Answer::Fails,
                Attempt::Unknown(reason) => {
                    Answer::Unknown(reason, Mutex::new(Box::new(condition)))
                }
            },
        };
        answers.push(Answered { answer, elapsed: start.elapsed(), is_cached });
    }
    Decided { path: path.clone(), terms: Arc::clone(shared), answers }
}

/// What one condition may cost.
pub(super) fn budget(settings: &Settings) -> Budget {
    let limits = match settings.condition_timeout {
        Some(timeout) => settings.limits.within(timeout),
        None => settings.limits.clone(),
    };
    Budget::with_effort(limits, settings.effort.unwrap_or(u64::MAX))
}

impl Decided {
    /// The goals with their answers.
    pub(super) fn goals(&self) -> impl Iterator<Item = (GoalKind, &Answer)> {
        let kinds = self.path.goals.iter().map(|goal| goal.kind);
        kinds.zip(self.answers.iter().map(|answered| &answered.answer))
    }

    /// The positions of the conjuncts at the beginning of the path that a proof uses.
    pub(super) fn leaned_on(&self, proof: &Proof) -> Vec<usize> {
        let used =
            proof.core.iter().filter_map(|place| match self.path.hypotheses.get(*place)?.origin {
                Origin::Annotation(conjunct) => Some(conjunct),
                _ => None,
            });
        used.collect()
    }
}

impl Answer {
    /// Does the goal follow?
    pub(super) fn is_proved(&self) -> bool {
        matches!(self, Answer::Proved(_))
    }
}
