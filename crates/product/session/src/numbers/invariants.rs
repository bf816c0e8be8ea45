//! Invariants for their own sake: what `affine` finds, in the order found, and a picture of it.

use std::time::{Duration, Instant};

use buttress_budget::Budget;
use buttress_checker::horn::check_system;
use buttress_decide::{Evidence, Solver};
use buttress_formats::smtlib::long_numeral;
use buttress_horn::{Horn, Interpretation, Verdict};
use buttress_logic::Terms;

use super::certified::definitions;
use super::input::InputError;
use super::input::{Input, without_queries};
use super::observer::{Event, Observer};
use super::report::{Definition, Info};
use super::settings::{EngineKind, Settings};
use super::template::template;
use super::turn::{Counters, Engines, Found, TurnState};
use crate::limits::PLOT_EFFORT;
use crate::no_answer::{NoAnswer, UnknownKind};
use buttress_numbers_certify::certify;
use buttress_present::numbers::{
    Canvas, Infix, Invariant, NoAxes, Plot, Scene, names, scenes, state_text,
};

/// What was found.
#[derive(Clone, Debug)]
pub struct InvariantsReport {
    /// What the file holds.
    pub contents: Info,
    /// The invariants in the order found.
    pub invariants: Vec<InvariantLine>,
    /// What each predicate stands for: all that was found there together, which is inductive. Empty if
    /// there is nothing to show.
    pub definitions: Vec<Definition>,
    /// Are the invariants enough for the properties? None if the file has no property, or if this is
    /// not known.
    pub suffices: Option<bool>,
    /// Did the checker accept the invariants?
    pub is_checked: bool,
    /// Why there are no invariants to show, or not more.
    pub reason: Option<NoAnswer>,
    /// Our fault: the checker did not accept what was found.
    pub rejected: Option<String>,
    /// The picture, if one was asked for.
    pub plot: Option<Plot>,
    /// The same for every predicate and all of its numbers, if the settings want it.
    pub scenes: Vec<Scene>,
    /// Wall-clock time of the whole run.
    pub elapsed: Duration,
}

/// An invariant that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvariantLine {
    /// Where it holds.
    pub predicate: String,
    /// In words.
    pub text: String,
    /// The state that it was made to exclude, in words.
    pub rules_out: Option<String>,
    /// Who found it.
    pub engine: EngineKind,
}

/// What the picture shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlotChoice {
    /// Above the picture.
    pub title: String,
    /// The two variables; the only two if none are named.
    pub variables: Option<[String; 2]>,
}

/// Finds invariants, directed by the properties of the file if it has any.
pub fn discover(
    bytes: &[u8],
    settings: &Settings,
    wanted: Option<&PlotChoice>,
    observer: &dyn Observer,
) -> Result<InvariantsReport, InputError> {
    let start = Instant::now();
    let input = Input::read(bytes)?;
    let contents = input.contents();
    observer.notice(&Event::Loaded {
        predicates: contents.predicates,
        clauses: contents.clauses,
        properties: contents.properties.len(),
    });
    let mut terms = input.terms.clone();
    let horn = &input.horn;
    let canvas = match wanted {
        Some(choice) => {
            let canvas = Canvas::choose(&terms, horn, choice.variables.as_ref());
            let axes = |NoAxes { wanted, offered }| InputError::Axes { wanted, offered };
            Some((canvas.map_err(axes)?, choice))
        }
        None => None,
    };
    let counters = Counters::default();
    let engines = Engines {
        horn,
        settings,
        template: template(&terms, horn, &settings.template)?,
        property: 0,
        observer,
        counters: &counters,
    };
    let mut search = Search { engines: &engines, log: Vec::new(), reason: None, suffices: None };
    let budget = Budget::new(settings.limits.clone());
    let facts = search.run(&mut terms, &budget);
    search.keep_implied(&mut terms, &facts, &budget);
    let mut report = InvariantsReport {
        contents,
        invariants: search.lines(&terms),
        definitions: Vec::new(),
        suffices: None,
        is_checked: false,
        reason: None,
        rejected: None,
        plot: None,
        scenes: Vec::new(),
        elapsed: Duration::ZERO,
    };
    let facts = search.accumulated(&mut terms, facts);
    let acceptance = search.checked(&mut terms, &facts, bytes, settings)?;
    (report.suffices, report.reason) = (search.suffices, search.reason.clone());
    match acceptance {
        Acceptance::Accepted => {
            report.is_checked = settings.check;
            report.definitions = definitions(&mut terms, horn, &facts);
        }
        Acceptance::Open(reason) => {
            report.reason = Some(reason);
            report.suffices = None;
            report.invariants.clear();
            search.log.clear();
        }
        Acceptance::Rejected(why) => {
            report.suffices = None;
            report.rejected = Some(why);
            report.invariants.clear();
            search.log.clear();
        }
    }
    report.plot = canvas.map(|(canvas, choice)| {
        // What is reached in a few steps is found soon, or not at all.
        let budget = Budget::with_effort(settings.limits.clone(), PLOT_EFFORT);
        let found: Vec<&Invariant> = search.log.iter().map(|found| &found.invariant).collect();
        canvas.plot(&mut terms, horn, &choice.title, &found, settings.seed, &budget)
    });
    if settings.scenes {
        let budget = Budget::with_effort(settings.limits.clone(), PLOT_EFFORT);
        let found: Vec<&Invariant> = search.log.iter().map(|found| &found.invariant).collect();
        report.scenes = scenes(&mut terms, horn, &found, settings.seed, &budget);
    }
    report.elapsed = start.elapsed();
    Ok(report)
}

/// How the invariants were judged.
enum Acceptance {
    Accepted,
    /// They could not be certified, for this reason.
    Open(NoAnswer),
    /// Our fault.
    Rejected(String),
}

struct Search<'a> {
    engines: &'a Engines<'a>,
    log: Vec<Found>,
    reason: Option<NoAnswer>,
    suffices: Option<bool>,
}

impl Search<'_> {
    /// Lets the engine work; what it gives is inductive.
    fn run(&mut self, terms: &mut Terms, budget: &Budget) -> Interpretation {
        let horn = self.engines.horn;
        let known = Interpretation::top(terms, horn);
        let engine = EngineKind::Affine;
        let has_property = horn.clauses.iter().any(|clause| clause.head.is_none());
        if has_property {
            let mut state = TurnState::default();
            let (verdict, facts) = self.engines.turn(engine, &mut state, terms, &known, 0, budget);
            self.log = state.log;
            match verdict {
                Verdict::Safe(facts) => {
                    self.suffices = Some(true);
                    return facts;
                }
                // Nobody has checked the derivation here: `prove` tells whether the property is false.
                Verdict::Unsafe(_) => self.suffices = Some(false),
                Verdict::Unknown(reason) => self.reason = Some((&reason).into()),
            }
            return facts;
        }
        let settings = self.engines.affine(self.engines.settings.seed);
        let (engines, log) = (self.engines, &mut self.log);
        let mut observe = |event| engines.log_affine(event, log);
        let facts = buttress_affine::discover(terms, horn, &known, &settings, budget, &mut observe);
        engines.log_facts(engine, terms, &known, &facts, log);
        if let Err(exhausted) = budget.poll() {
            self.reason = Some(exhausted.into());
        }
        facts
    }

    /// Forgets what does not follow from the inductive facts: it was found for a subgoal that was not
    /// reached.
    fn keep_implied(&mut self, terms: &mut Terms, facts: &Interpretation, budget: &Budget) {
        let seed = self.engines.settings.seed;
        self.log.retain(|found| {
            let mut solver = Solver::new(buttress_decide::Settings::new(seed, Evidence::None));
            solver.assert(facts.of(found.invariant.predicate));
            let negation = terms.not(found.invariant.formula);
            solver.assert(negation);
            matches!(solver.check(terms, &[], budget), buttress_decide::Verdict::Unsat(_))
        });
    }

    /// The facts together with all that is accumulated.
    fn accumulated(&self, terms: &mut Terms, mut facts: Interpretation) -> Interpretation {
        for found in &self.log {
            let both = terms.and(&[facts.of(found.invariant.predicate), found.invariant.formula]);
            facts.set(found.invariant.predicate, both);
        }
        facts
    }

    /// Certifies the facts and has them checked: with the properties, if they are said to follow.
    fn checked(
        &mut self,
        terms: &mut Terms,
        facts: &Interpretation,
        bytes: &[u8],
        settings: &Settings,
    ) -> Result<Acceptance, InputError> {
        if !settings.check {
            return Ok(Acceptance::Accepted);
        }
        if self.suffices == Some(true) {
            match self.judged(terms, facts, bytes, settings, Horn::clone)? {
                Acceptance::Open(reason) => (self.suffices, self.reason) = (None, Some(reason)),
                acceptance => return Ok(acceptance),
            }
        }
        self.judged(terms, facts, bytes, settings, without_queries)
    }

    /// Certifies the facts for some of the clauses, and has them checked.
    fn judged(
        &self,
        terms: &mut Terms,
        facts: &Interpretation,
        bytes: &[u8],
        settings: &Settings,
        clauses: impl Fn(&Horn) -> Horn,
    ) -> Result<Acceptance, InputError> {
        let horn = clauses(self.engines.horn);
        // The checker's side reads the file again.
        let copy = Input::read(bytes)?;
        let budget = Budget::new(settings.limits.clone());
        let certified = certify(
            terms,
            &horn,
            &copy.sorts,
            &Verdict::Safe(facts.clone()),
            copy.identity,
            &budget,
        );
        let evidence = match certified {
            Ok(evidence) => evidence,
            Err(failure) => {
                let reason = NoAnswer::new((&failure).into(), failure.to_string());
                return Ok(Acceptance::Open(reason));
            }
        };
        if let Some(why) = long_numeral(evidence.as_bytes()) {
            return Ok(Acceptance::Open(NoAnswer::new(UnknownKind::Uncertified, why)));
        }
        let horn = clauses(&copy.horn);
        Ok(
            match check_system(&copy.terms, &horn, &copy.sorts, copy.identity, evidence.as_bytes())
            {
                Ok(_) => Acceptance::Accepted,
                Err(rejection) if rejection.is_limit() => {
                    let text = rejection.to_string();
                    Acceptance::Open(NoAnswer::new(UnknownKind::Uncertified, text))
                }
                Err(rejection) => Acceptance::Rejected(rejection.to_string()),
            },
        )
    }

    fn lines(&self, terms: &Terms) -> Vec<InvariantLine> {
        let horn = self.engines.horn;
        let line = |found: &Found| {
            let names = names(terms, horn, found.invariant.predicate);
            let state = found.invariant.excludes.as_ref();
            InvariantLine {
                predicate: horn.predicate(found.invariant.predicate).name.clone(),
                text: Infix::new(terms, &names).text(found.invariant.formula),
                rules_out: state
                    .map(|state| state_text(terms, horn, found.invariant.predicate, state)),
                engine: found.engine,
            }
        };
        self.log.iter().map(line).collect()
    }
}
