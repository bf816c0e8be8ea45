//! Rankings with ever stronger invariants, and beside them the search for a state that comes back.

use buttress_affine::ranking::{Lasso, Ranking, Termination, rank};
use buttress_budget::{Budget, Exhausted};
use buttress_horn::{Derivation, HornUnknown, Interpretation, Verdict};
use buttress_logic::Terms;
use buttress_numbers_reduce::{Reduced, reduce};

use super::lasso::Circles;
use crate::limits::{FIRST_RANKING_TURN, RANKING_ROUNDS, RANKING_TURN_GROWTH};
use crate::no_answer::{NoAnswer, UnknownKind};
use crate::numbers::settings::EngineKind;
use crate::numbers::turn::{Engines, TurnState};

/// How a search ended.
pub(super) enum TerminationAnswer {
    /// Every computation ends, by this ranking; the interpretation supports it.
    Ends(Ranking, Interpretation),
    /// The state that the last step concludes was concluded before.
    ComesBack(Derivation),
    /// No answer, for this reason.
    Unknown(NoAnswer),
}

/// Looks for an answer on a system without queries.
pub(super) fn search(engines: &Engines<'_>, terms: &mut Terms) -> TerminationAnswer {
    let limits = &engines.settings.limits;
    let mut known = Interpretation::top(terms, engines.horn);
    let mut reason = match attempt(engines, terms, &known, FIRST_RANKING_TURN) {
        Ok(answer) => return answer,
        Err(reason) => reason,
    };
    let circles = Circles::new(terms, engines.horn);
    let reduced = circles.as_ref().map(|it| reduce(terms, &it.system, &Default::default()));
    let mut hunt = circles.as_ref().zip(reduced.as_ref()).map(|(circles, reduced)| Hunt {
        circles,
        reduced,
        engines: Engines { horn: &reduced.horn, template: engines.template.clone(), ..*engines },
        state: TurnState::default(),
    });
    let mut none_comes_back = false;
    let mut state = TurnState::default();
    let mut slice = FIRST_RANKING_TURN;
    for round in 0..RANKING_ROUNDS {
        let before = known.clone();
        let mut is_open = false;
        for engine in [EngineKind::Conjecture, EngineKind::Affine] {
            let budget = Budget::with_effort(limits.clone(), slice);
            let facts = engines.discover(engine, &mut state, terms, &known, round, &budget);
            is_open |= budget.poll().is_err();
            if facts != known {
                known = facts;
                match attempt(engines, terms, &known, slice) {
                    Ok(answer) => return answer,
                    Err(why) => reason = why,
                }
            }
        }
        match hunt.as_mut().map(|hunt| hunt.turn(terms, round, slice, &mut is_open)) {
            Some(Hunted::Found(derivation)) => return TerminationAnswer::ComesBack(derivation),
            Some(Hunted::Nothing) => {
                none_comes_back = true;
                hunt = None;
            }
            Some(Hunted::Open) | None => {}
        }
        if limits.exhausted().is_some() || (!is_open && known == before) {
            break;
        }
        slice = slice.saturating_mul(RANKING_TURN_GROWTH);
    }
    if let Some(exhausted) = limits.exhausted() {
        return TerminationAnswer::Unknown(exhausted.into());
    }
    TerminationAnswer::Unknown(match reason {
        HornUnknown::Unsupported(what) => NoAnswer::new(UnknownKind::Unsupported, what),
        _ => NoAnswer::new(
            UnknownKind::Unranked,
            match none_comes_back {
                true => "no ranking was found; no state comes back",
                false => "no ranking was found, and no state that comes back",
            },
        ),
    })
}

/// One attempt to rank with what is known.
fn attempt(
    engines: &Engines<'_>,
    terms: &mut Terms,
    known: &Interpretation,
    effort: u64,
) -> Result<TerminationAnswer, HornUnknown> {
    let budget = Budget::with_effort(engines.settings.limits.clone(), effort);
    match rank(terms, engines.horn, known, &budget) {
        Termination::Terminates(ranking) => Ok(TerminationAnswer::Ends(ranking, known.clone())),
        Termination::Loops(lasso) => Ok(TerminationAnswer::ComesBack(closed(lasso))),
        Termination::Unknown(reason) => Err(reason),
    }
}

/// The derivation of a lasso's state, and of the same state again: the last step, which says that the state
/// steps to itself, becomes the step.
fn closed(lasso: Lasso) -> Derivation {
    let Lasso { clause, mut derivation, .. } = lasso;
    if let Some(last) = derivation.steps.last_mut() {
        last.clause = clause;
    }
    derivation
}

/// The search for a state that comes back.
struct Hunt<'a> {
    circles: &'a Circles,
    reduced: &'a Reduced,
    engines: Engines<'a>,
    state: TurnState<'a>,
}

enum Hunted {
    Found(Derivation),
    /// No state comes back.
    Nothing,
    Open,
}

impl Hunt<'_> {
    fn turn(&mut self, terms: &mut Terms, round: u64, effort: u64, is_open: &mut bool) -> Hunted {
        let known = Interpretation::top(terms, self.engines.horn);
        for engine in [EngineKind::Unfold, EngineKind::Reach] {
            let budget = Budget::with_effort(self.engines.settings.limits.clone(), effort);
            let (verdict, _) =
                self.engines.turn(engine, &mut self.state, terms, &known, round, &budget);
            match self.reduced.verdict(terms, verdict) {
                Verdict::Safe(_) => return Hunted::Nothing,
                Verdict::Unsafe(found) => {
                    if let Some(derivation) = self.circles.derivation(&found) {
                        return Hunted::Found(derivation);
                    }
                }
                Verdict::Unknown(HornUnknown::Budget(Exhausted::Effort)) => *is_open = true,
                Verdict::Unknown(_) => {}
            }
        }
        Hunted::Open
    }
}
