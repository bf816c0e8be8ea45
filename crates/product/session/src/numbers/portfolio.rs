//! Which engine works when, and for how long.
//!
//! A few short turns come first: what is easy is easy for one of two engines, and which one is not known before (where unknowns
//! are multiplied, templates come before both). Then, in one thread, the
//! engines take turns by effort, each turn longer than the one before, so that the same input and seed take the same turns. With
//! several threads they work at the same time, each with terms of its own. What one engine has shown to be inductive is known to
//! those after it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use buttress_budget::{Budget, Exhausted, Limits};
use buttress_conjecture::is_nonlinear;
use buttress_horn::{HornUnknown, Interpretation, Verdict};
use buttress_logic::Terms;

use super::settings::EngineKind;
use super::turn::{Engines, TurnState};
use crate::limits::{
    FIRST_POLYNOMIAL_TURN, FIRST_SHORT_TURNS, FIRST_SYSTEM_TURN, MICROSECONDS_PER_EFFORT,
    SECOND_SHORT_TURNS, TURN_GROWTH,
};
use crate::schedule::{Schedule, TurnLength};

/// The engines in the order of their turns, with their shares of effort.
const SHARES: [(EngineKind, u64); 4] = [
    (EngineKind::Conjecture, 1),
    (EngineKind::Reach, 4),
    (EngineKind::Affine, 1),
    (EngineKind::Unfold, 1),
];

/// Who works at the same time, for each number of threads from two on.
const TEAMS: [&[&[EngineKind]]; 2] = [
    &[&[EngineKind::Reach], &[EngineKind::Conjecture, EngineKind::Affine]],
    &[&[EngineKind::Reach], &[EngineKind::Conjecture], &[EngineKind::Affine]],
];

/// Who takes short turns first, in this order.
const QUICK: [EngineKind; 2] = [EngineKind::Conjecture, EngineKind::Reach];

/// What engines have done on a system so far.
pub(super) struct Progress<'a> {
    state: TurnState<'a>,
    /// What is inductive.
    known: Interpretation,
}

impl<'a> Progress<'a> {
    /// Nothing.
    pub(super) fn none(terms: &Terms, engines: &Engines<'a>) -> Progress<'a> {
        let known = Interpretation::top(terms, engines.horn);
        Progress { state: TurnState::default(), known }
    }

    /// Short turns for these engines, so long each; their answer, if they have one.
    fn short_turns(
        &mut self,
        engines: &Engines<'a>,
        terms: &mut Terms,
        turns: impl IntoIterator<Item = (EngineKind, u64)>,
        limits: &Limits,
    ) -> Option<PortfolioOutcome> {
        for (engine, effort) in turns {
            let budget = turn_budget(limits, effort, false);
            let Progress { state, known } = self;
            let (verdict, facts) = engines.turn(engine, state, terms, known, 0, &budget);
            self.known = facts;
            if !matches!(verdict, Verdict::Unknown(_)) {
                return Some(PortfolioOutcome { verdict, engine: Some(engine) });
            }
        }
        None
    }
}

/// The very first turns, on a system that not much work was spent on yet; none if a single engine was asked for.
pub(super) fn begin<'a>(
    engines: &Engines<'a>,
    terms: &mut Terms,
    progress: &mut Progress<'a>,
    limits: &Limits,
) -> Option<PortfolioOutcome> {
    match engines.settings.engine {
        EngineKind::Portfolio => {
            // Where unknowns are multiplied, questions to a solver are long, and sums of products are soon made.
            let products = is_nonlinear(terms, engines.horn)
                .then_some((EngineKind::Affine, FIRST_POLYNOMIAL_TURN));
            let turns = products.into_iter().chain(QUICK.into_iter().zip(FIRST_SHORT_TURNS));
            progress.short_turns(engines, terms, turns, limits)
        }
        _ => None,
    }
}

/// How a run of engines ended.
pub(super) struct PortfolioOutcome {
    pub(super) verdict: Verdict,
    /// Who gave it.
    pub(super) engine: Option<EngineKind>,
}

/// Runs the engines that were asked for until one has an answer or all have given up; those in
/// `without` had an answer that could not be certified.
pub(super) fn run<'a>(
    engines: &Engines<'a>,
    terms: &mut Terms,
    mut progress: Progress<'a>,
    without: &[EngineKind],
    limits: &Limits,
) -> PortfolioOutcome {
    if engines.settings.engine == EngineKind::Portfolio
        && without.is_empty()
        && let Some(outcome) =
            progress.short_turns(engines, terms, QUICK.into_iter().zip(SECOND_SHORT_TURNS), limits)
    {
        return outcome;
    }
    let shares: Vec<(EngineKind, u64)> =
        SHARES.into_iter().filter(|(engine, _)| !without.contains(engine)).collect();
    match engines.settings.engine {
        EngineKind::Portfolio if engines.settings.threads > 1 && without.is_empty() => {
            at_once(engines, terms, progress, limits)
        }
        EngineKind::Portfolio => in_turns(engines, terms, progress, &shares, limits),
        engine => in_turns(engines, terms, progress, &[(engine, u64::MAX)], limits),
    }
}

/// The budget of a turn. Time at work is only a net: not all work is counted as effort, and one engine must
/// not keep the others waiting.
fn turn_budget(limits: &Limits, effort: u64, is_alone: bool) -> Budget {
    if is_alone {
        return Budget::with_effort(limits.clone(), effort);
    }
    let net = Duration::from_micros(effort.saturating_mul(MICROSECONDS_PER_EFFORT));
    Budget::with_effort(limits.within_work(net), effort)
}

/// The engines take turns in this thread.
fn in_turns<'a>(
    engines: &Engines<'a>,
    terms: &mut Terms,
    progress: Progress<'a>,
    shares: &[(EngineKind, u64)],
    limits: &Limits,
) -> PortfolioOutcome {
    let link = engines.link();
    let mut schedule = Schedule::new();
    for &(engine, share) in shares {
        let length = TurnLength::Rounds { first: FIRST_SYSTEM_TURN, growth: TURN_GROWTH };
        schedule.add(engine, share as f64, length);
    }
    let Progress { mut state, mut known } = progress;
    let mut reason = HornUnknown::GaveUp;
    // Who had nothing left to try, and what was known then.
    let mut resting: Vec<(EngineKind, Interpretation)> = Vec::new();
    for round in 0.. {
        let before = known.clone();
        let mut is_open = false;
        for _ in shares {
            let Some(index) = schedule.next(|_| true) else { break };
            let engine = schedule.slots[index].item;
            // Every turn counts as if it had taken all it may, so that rounds stay rounds.
            let effort = schedule.begin(index);
            schedule.end(index, effort);
            if resting.iter().any(|(other, knew)| *other == engine && *knew == known) {
                continue;
            }
            let budget = turn_budget(limits, effort, shares.len() == 1);
            let (verdict, facts) = engines.turn(engine, &mut state, terms, &known, round, &budget);
            known = facts;
            if let (Some(link), Verdict::Unknown(_)) = (&link, &verdict) {
                known = link.visit(terms, engines.horn, known, budget.spent(), limits);
            }
            match verdict {
                Verdict::Unknown(HornUnknown::Budget(Exhausted::Effort)) => is_open = true,
                Verdict::Unknown(HornUnknown::Budget(Exhausted::Time))
                    if limits.exhausted().is_none() =>
                {
                    is_open = true;
                }
                Verdict::Unknown(HornUnknown::Budget(exhausted)) => {
                    let verdict = Verdict::Unknown(HornUnknown::Budget(exhausted));
                    return PortfolioOutcome { verdict, engine: None };
                }
                Verdict::Unknown(why) => {
                    resting.push((engine, known.clone()));
                    reason = worse(reason, why);
                }
                verdict => return PortfolioOutcome { verdict, engine: Some(engine) },
            }
        }
        // Another round can only help if somebody was cut short, or if there is something new.
        if !is_open && (known == before || shares.len() == 1) {
            break;
        }
    }
    PortfolioOutcome { verdict: Verdict::Unknown(reason), engine: None }
}

/// The engines work at the same time, after a first short round of all.
fn at_once<'a>(
    engines: &Engines<'a>,
    terms: &mut Terms,
    progress: Progress<'a>,
    limits: &Limits,
) -> PortfolioOutcome {
    let Progress { mut state, mut known } = progress;
    for &(engine, share) in &SHARES {
        let budget = turn_budget(limits, FIRST_SYSTEM_TURN.saturating_mul(share), false);
        let (verdict, facts) = engines.turn(engine, &mut state, terms, &known, 0, &budget);
        known = facts;
        if !matches!(verdict, Verdict::Unknown(_)) {
            return PortfolioOutcome { verdict, engine: Some(engine) };
        }
    }
    let teams = TEAMS[(engines.settings.threads - 2).min(TEAMS.len() - 1)];
    let stop = Arc::new(AtomicBool::new(false));
    let together = limits.clone().with_interrupt(stop.clone());
    let mut results: Vec<(PortfolioOutcome, Terms)> = std::thread::scope(|scope| {
        let members: Vec<_> = teams
            .iter()
            .map(|team| {
                let (mut terms, known) = (terms.clone(), known.clone());
                let (stop, limits) = (stop.clone(), &together);
                let shares: Vec<_> = team.iter().map(|engine| (*engine, 1)).collect();
                scope.spawn(move || {
                    let progress = Progress { state: TurnState::default(), known };
                    let outcome = in_turns(engines, &mut terms, progress, &shares, limits);
                    if !matches!(outcome.verdict, Verdict::Unknown(_)) {
                        stop.store(true, Ordering::SeqCst);
                    }
                    (outcome, terms)
                })
            })
            .collect();
        members.into_iter().filter_map(|member| member.join().ok()).collect()
    });
    let has_answer =
        |(outcome, _): &(PortfolioOutcome, Terms)| !matches!(outcome.verdict, Verdict::Unknown(_));
    match results.iter().position(has_answer) {
        Some(winner) => {
            let (outcome, theirs) = results.swap_remove(winner);
            // Their terms are ours and those that they made since.
            *terms = theirs;
            outcome
        }
        None => {
            let met = limits.exhausted().map(HornUnknown::Budget);
            let reasons = results.into_iter().filter_map(|(outcome, _)| match outcome.verdict {
                Verdict::Unknown(reason) => Some(reason),
                _ => None,
            });
            let reason = met.unwrap_or_else(|| reasons.fold(HornUnknown::GaveUp, worse));
            PortfolioOutcome { verdict: Verdict::Unknown(reason), engine: None }
        }
    }
}

/// Of two reasons, the one that tells the user more.
fn worse(one: HornUnknown, other: HornUnknown) -> HornUnknown {
    match (&one, &other) {
        (HornUnknown::GaveUp, _) => other,
        (HornUnknown::Bound(_), HornUnknown::Unsupported(_)) => other,
        _ => one,
    }
}
