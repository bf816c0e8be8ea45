//! Systems over arrays and datatypes.
//!
//! Two engines work on the system itself, `reach` and `unfold`: they ask a solver that knows arrays and datatypes. The others know
//! numbers. For proofs they see every array at one cell, or at two, and of every value of a datatype its constructor and its scalar
//! fields (`reduce::Cells`), and what they find is mapped back, to formulas with quantifiers over the cells. That such a system is
//! unsafe says nothing. All take turns, each longer than the one before.

use std::time::{Duration, Instant};

use buttress_budget::{Budget, Exhausted, Limits};
use buttress_horn::{HornUnknown, Interpretation, Verdict};
use buttress_logic::Terms;
use buttress_numbers_reduce::{Cells, Settings, Structures, View};

use super::certified::Certifier;
use super::coarse;
use super::input::InputError;
use super::observer::{Event, Observer};
use super::portfolio::{self, Progress};
use super::reduced::Reduced;
use super::report::Status;
use super::settings::EngineKind;
use super::template::template;
use super::turn::{Counters, Engines, TurnState};
use crate::limits::{
    ARRAYS_TURN_GROWTH, FIRST_ARRAYS_EFFORT, FIRST_ARRAYS_TIME, MOST_FAILED_ABSTRACTIONS,
};
use crate::limits::{LOCATE_EFFORT, MINIMISE_INTERPRETATION_EFFORT};
use crate::no_answer::NoAnswer;
use buttress_numbers_certify::minimise;

/// The engines that work on the system itself.
const DIRECT: [EngineKind; 2] = [EngineKind::Unfold, EngineKind::Reach];

/// What the turns tell and count.
pub(super) struct Watch<'a> {
    /// The position of the property.
    pub(super) property: usize,
    pub(super) observer: &'a dyn Observer,
    pub(super) counters: &'a Counters,
}

/// What came of it.
pub(super) struct Answered {
    pub(super) status: Status,
    pub(super) engine: Option<EngineKind>,
    /// When the verdict was ready to be judged.
    pub(super) checking: Instant,
}

/// A system over cells.
struct Seen {
    cells: Cells,
    small: Reduced,
    /// Engines whose answer was none in the end.
    without: Vec<EngineKind>,
}

impl Seen {
    fn of(
        terms: &mut Terms,
        reduced: &Reduced,
        view: View,
        how: &Settings,
        accept: &Certifier<'_>,
    ) -> Option<Seen> {
        let cells = Cells::of(terms, reduced.horn(), view)?;
        let budget = Budget::with_effort(accept.settings.limits.clone(), LOCATE_EFFORT);
        let reduced = Reduced::of(terms, &cells.horn, how);
        let located =
            accept.settings.reduce.then(|| reduced.located(terms, how, &budget)).flatten();
        let small = located.unwrap_or(reduced);
        Some(Seen { cells, small, without: Vec::new() })
    }
}

/// One property of a system over arrays or datatypes, which was reduced.
pub(super) fn answer(
    terms: &mut Terms,
    accept: &Certifier<'_>,
    reduced: &Reduced,
    how: &Settings,
    watch: &Watch<'_>,
) -> Result<Answered, InputError> {
    let settings = accept.settings;
    let limits = &settings.limits;
    let is_wanted =
        |engine: &EngineKind| [EngineKind::Portfolio, *engine].contains(&settings.engine);
    let direct = DIRECT.into_iter().filter(is_wanted).collect();
    let views: &[View] = match settings.engine {
        EngineKind::Unfold => &[],
        _ => &[View::Single, View::Pair],
    };
    let mut seen: Vec<Seen> = Vec::new();
    for view in views {
        seen.extend(Seen::of(terms, reduced, *view, how, accept));
    }
    if let Some(first) = seen.first() {
        let horn = first.small.horn();
        let (predicates, clauses) = (horn.predicates.len(), horn.clauses.len());
        watch.observer.notice(&Event::Reduced { predicates, clauses });
    }
    let found = Structures::of(terms, reduced.horn());
    let mut reason = match (views.is_empty(), seen.is_empty()) {
        (true, _) => None,
        (false, true) => Some(coarse::unseen(found)),
        (false, false) => Some(coarse::too_coarse(found)),
    };
    let mut turns = Turns { accept, reduced, watch, direct, state: TurnState::default(), limits };
    for round in 0.. {
        let factor = u64::from(ARRAYS_TURN_GROWTH).saturating_pow(round);
        let mut is_open = false;
        for engine in turns.direct.clone() {
            match turns.direct(terms, engine, FIRST_ARRAYS_EFFORT.saturating_mul(factor))? {
                Turn::Answered(answered) => return Ok(answered),
                Turn::Open => is_open = true,
                Turn::Done(why) => {
                    reason = reason.or(why);
                    turns.direct.retain(|other| *other != engine);
                }
            }
        }
        let time = FIRST_ARRAYS_TIME.saturating_mul(u32::try_from(factor).unwrap_or(u32::MAX));
        let mut place = 0;
        while let Some(system) = seen.get_mut(place) {
            match turns.prove(terms, system, time)? {
                Turn::Answered(answered) => return Ok(answered),
                Turn::Open => {
                    is_open = true;
                    place += 1;
                }
                Turn::Done(why) => {
                    reason = why.or(reason);
                    seen.remove(place);
                }
            }
        }
        if let Some(exhausted) = limits.exhausted() {
            // That proofs over cells were given up before tells more.
            reason = match (reason, seen.is_empty()) {
                (Some(reason), true) if turns.direct.is_empty() => Some(reason),
                (Some(reason), true) => {
                    Some(NoAnswer::new(exhausted.into(), format!("{exhausted}; {reason}")))
                }
                _ => Some(exhausted.into()),
            };
            break;
        }
        if !is_open {
            break;
        }
    }
    let status = Status::Unknown(reason.unwrap_or_else(|| (&HornUnknown::GaveUp).into()));
    Ok(Answered { status, engine: None, checking: Instant::now() })
}

/// How a turn ended.
enum Turn {
    Answered(Answered),
    /// It was cut short.
    Open,
    /// There is nothing left to try, perhaps for a reason.
    Done(Option<NoAnswer>),
}

struct Turns<'a> {
    accept: &'a Certifier<'a>,
    reduced: &'a Reduced,
    watch: &'a Watch<'a>,
    /// The engines that still work on the system itself, and what they keep from turn to turn.
    direct: Vec<EngineKind>,
    state: TurnState<'a>,
    limits: &'a Limits,
}

impl<'a> Turns<'a> {
    fn engines<'b>(&self, terms: &Terms, small: &'b Reduced) -> Result<Engines<'b>, InputError>
    where
        'a: 'b,
    {
        let Watch { property, observer, counters } = *self.watch;
        let settings = self.accept.settings;
        let template = template(terms, small.horn(), &settings.template)?;
        Ok(Engines { horn: small.horn(), settings, template, property, observer, counters })
    }

    /// Works on the system itself.
    fn direct(
        &mut self,
        terms: &mut Terms,
        engine: EngineKind,
        effort: u64,
    ) -> Result<Turn, InputError> {
        let net = Duration::from_micros(effort);
        let budget = Budget::with_effort(self.limits.within_work(net), effort);
        let horn = self.reduced.horn();
        let known = Interpretation::top(terms, horn);
        // Templates are for engines that see cells.
        let Watch { property, observer, counters } = *self.watch;
        let settings = self.accept.settings;
        let template = buttress_affine::Template::Affine;
        let engines = Engines { horn, settings, template, property, observer, counters };
        let (verdict, _) = engines.turn(engine, &mut self.state, terms, &known, 0, &budget);
        let why = match verdict {
            Verdict::Unsafe(_) | Verdict::Safe(_) => {
                let verdict = self.reduced.verdict(terms, verdict);
                let checking = Instant::now();
                let status = self.accept.accept(terms, verdict);
                let Status::Unknown(why) = status else {
                    let engine = Some(engine);
                    return Ok(Turn::Answered(Answered { status, engine, checking }));
                };
                why
            }
            Verdict::Unknown(HornUnknown::Budget(Exhausted::Effort | Exhausted::Time)) => {
                return Ok(Turn::Open);
            }
            Verdict::Unknown(why) => (&why).into(),
        };
        Ok(Turn::Done(Some(why)))
    }

    /// Looks for a proof over cells.
    fn prove(
        &self,
        terms: &mut Terms,
        system: &mut Seen,
        time: Duration,
    ) -> Result<Turn, InputError> {
        let engines = self.engines(terms, &system.small)?;
        let limits = self.limits.within_work(time);
        let progress = Progress::none(terms, &engines);
        let outcome = portfolio::run(&engines, terms, progress, &system.without, &limits);
        let facts = match outcome.verdict {
            Verdict::Safe(facts) => facts,
            Verdict::Unknown(HornUnknown::Budget(_)) => return Ok(Turn::Open),
            // Not each trace over cells is one over arrays.
            Verdict::Unsafe(_) | Verdict::Unknown(_) => return Ok(Turn::Done(None)),
        };
        let checking = Instant::now();
        let facts = match self.accept.settings.minimise {
            true => {
                let budget =
                    Budget::with_effort(self.limits.clone(), MINIMISE_INTERPRETATION_EFFORT);
                minimise(terms, system.small.horn(), &facts, &budget)
            }
            false => facts,
        };
        let Verdict::Safe(facts) = system.small.verdict(terms, Verdict::Safe(facts)) else {
            return Ok(Turn::Done(None));
        };
        let facts = system.cells.interpretation(terms, &facts);
        let verdict = self.reduced.verdict(terms, Verdict::Safe(facts));
        let status = self.accept.accept(terms, verdict);
        let Status::Unknown(why) = status else {
            let engine = outcome.engine;
            return Ok(Turn::Answered(Answered { status, engine, checking }));
        };
        system.without.extend(outcome.engine);
        let is_alone = self.accept.settings.engine != EngineKind::Portfolio;
        if is_alone || outcome.engine.is_none() || system.without.len() >= MOST_FAILED_ABSTRACTIONS
        {
            return Ok(Turn::Done(Some(why)));
        }
        Ok(Turn::Open)
    }
}
