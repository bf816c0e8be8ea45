//! One turn of one engine, and what was seen in it.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use buttress_affine::Template;
use buttress_budget::Budget;
use buttress_horn::{Horn, Interpretation, Verdict};
use buttress_logic::{Rational, Term, Terms};

use super::link::Link;
use super::observer::{Event, Observer};
use super::settings::{EngineKind, Settings};
use buttress_present::numbers::{Infix, Invariant, names};

/// What the turns of a run have in common.
pub(super) struct Engines<'a> {
    /// The system that the engines see.
    pub(super) horn: &'a Horn,
    pub(super) settings: &'a Settings,
    /// The template that `affine` uses.
    pub(super) template: Template,
    /// The position of the property.
    pub(super) property: usize,
    pub(super) observer: &'a dyn Observer,
    pub(super) counters: &'a Counters,
}

/// How far a run has come, whichever engine in whichever thread.
#[derive(Default)]
pub(super) struct Counters {
    samples: AtomicUsize,
    found: AtomicUsize,
    depth: AtomicUsize,
}

impl Counters {
    /// States sampled so far.
    pub(super) fn samples(&self) -> usize {
        self.samples.load(Ordering::Relaxed)
    }

    /// Invariants found so far.
    pub(super) fn found(&self) -> usize {
        self.found.load(Ordering::Relaxed)
    }

    /// So many steps are free of `false`: every derivation of it is at least so high. Reductions make none higher, so that
    /// this holds of the user's system too.
    pub(super) fn depth(&self) -> usize {
        self.depth.load(Ordering::Relaxed)
    }
}

/// What one thread of a run keeps from turn to turn.
#[derive(Default)]
pub(super) struct TurnState<'a> {
    /// The search of `reach`.
    reach: Option<buttress_reach::Engine<'a>>,
    /// What was found, in order.
    pub(super) log: Vec<Found>,
}

/// An invariant, when it was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) engine: EngineKind,
    pub(super) invariant: Invariant,
}

impl<'a> Engines<'a> {
    /// The link to others, if there are any.
    pub(super) fn link(&self) -> Option<Link<'a>> {
        let peers = self.settings.peers.as_ref()?;
        Some(Link::new(&**peers, self.property))
    }

    /// Lets an engine work until the budget ends.
    pub(super) fn turn(
        &self,
        engine: EngineKind,
        state: &mut TurnState<'a>,
        terms: &mut Terms,
        known: &Interpretation,
        round: u64,
        budget: &Budget,
    ) -> (Verdict, Interpretation) {
        self.observer.notice(&Event::Turn { engine, property: self.property });
        let seed = self.settings.seed.wrapping_add(round);
        let TurnState { reach, log } = state;
        let start = log.len();
        let mut conjectured: Vec<Interpretation> = Vec::new();
        let answer = match engine {
            EngineKind::Conjecture => {
                let settings = buttress_conjecture::Settings { seed };
                let mut observe = |event| match event {
                    buttress_conjecture::PassEvent::Sampled(count) => self.sampled(count),
                    buttress_conjecture::PassEvent::Facts(_, facts) => conjectured.push(facts),
                };
                buttress_conjecture::prove(terms, self.horn, known, &settings, budget, &mut observe)
            }
            EngineKind::Affine => {
                let settings = self.affine(seed);
                let mut observe = |event| self.log_affine(event, log);
                buttress_affine::prove(terms, self.horn, known, &settings, budget, &mut observe)
            }
            EngineKind::Reach | EngineKind::Portfolio => {
                let answer = self.reach(reach, terms, known, seed, budget);
                let facts = match &answer {
                    Verdict::Safe(facts) => facts.clone(),
                    _ => known.clone(),
                };
                (answer, facts)
            }
            EngineKind::Unfold => {
                let settings = buttress_reach::Settings { seed };
                let most = self.settings.bound.unwrap_or(usize::MAX);
                let verdict = buttress_reach::unfold(
                    terms,
                    self.horn,
                    known,
                    &settings,
                    most,
                    budget,
                    &mut |event| self.log_reach(event),
                );
                (verdict, known.clone())
            }
        };
        for facts in conjectured {
            self.log_facts(engine, terms, known, &facts, log);
        }
        self.log_facts(engine, terms, known, &answer.1, log);
        self.notify(terms, &log[start..]);
        answer
    }

    /// Lets an engine find facts, with no property in mind; what it gives is inductive.
    pub(super) fn discover(
        &self,
        engine: EngineKind,
        state: &mut TurnState<'a>,
        terms: &mut Terms,
        known: &Interpretation,
        round: u64,
        budget: &Budget,
    ) -> Interpretation {
        self.observer.notice(&Event::Turn { engine, property: self.property });
        let seed = self.settings.seed.wrapping_add(round);
        let log = &mut state.log;
        let start = log.len();
        let facts = match engine {
            EngineKind::Affine => {
                let settings = self.affine(seed);
                let mut observe = |event| self.log_affine(event, log);
                buttress_affine::discover(terms, self.horn, known, &settings, budget, &mut observe)
            }
            _ => {
                let settings = buttress_conjecture::Settings { seed };
                let mut observe = |event| {
                    if let buttress_conjecture::PassEvent::Sampled(count) = event {
                        self.sampled(count);
                    }
                };
                buttress_conjecture::discover(
                    terms,
                    self.horn,
                    known,
                    &settings,
                    budget,
                    &mut observe,
                )
            }
        };
        self.log_facts(engine, terms, known, &facts, log);
        self.notify(terms, &log[start..]);
        facts
    }

    /// Goes on with the search of `reach`, which is told what is known by now.
    fn reach(
        &self,
        search: &mut Option<buttress_reach::Engine<'a>>,
        terms: &mut Terms,
        known: &Interpretation,
        seed: u64,
        budget: &Budget,
    ) -> Verdict {
        let mut engine = match search.take() {
            Some(mut engine) => {
                engine.strengthen(terms, known);
                engine
            }
            None => {
                let settings = buttress_reach::Settings { seed };
                buttress_reach::Engine::new(terms, self.horn, known, &settings)
            }
        };
        let verdict = engine.run(terms, budget, &mut |event| self.log_reach(event));
        *search = Some(engine);
        verdict
    }

    fn log_reach(&self, event: buttress_reach::FrameEvent) {
        let buttress_reach::FrameEvent::Level { height, lemmas } = event;
        self.counters.depth.fetch_max(height + 1, Ordering::Relaxed);
        self.observer.notice(&Event::Level { height, lemmas });
    }

    /// The choices of `affine`.
    pub(super) fn affine(&self, seed: u64) -> buttress_affine::Settings {
        let default = buttress_affine::Settings::default();
        let multipliers: Vec<Rational> = match self.settings.multipliers.is_empty() {
            true => default.multipliers,
            false => self.settings.multipliers.clone(),
        };
        buttress_affine::Settings {
            template: self.template.clone(),
            samples: self.settings.samples.unwrap_or(default.samples),
            multipliers,
            seed,
        }
    }

    /// Takes down what `affine` tells.
    pub(super) fn log_affine(
        &self,
        event: buttress_affine::StrengtheningEvent,
        log: &mut Vec<Found>,
    ) {
        match event {
            buttress_affine::StrengtheningEvent::Sample { .. } => self.sampled(1),
            buttress_affine::StrengtheningEvent::Fact { predicate, formula, excludes } => {
                // Only the first fact after a sample was made to exclude it.
                let last = log.iter().rev().find_map(|found| found.invariant.excludes.as_ref());
                let is_first = last != Some(&excludes) && !excludes.is_empty();
                let excludes = is_first.then_some(excludes);
                let engine = EngineKind::Affine;
                let invariant = Invariant { predicate, formula, excludes };
                log.push(Found { engine, invariant });
            }
        }
    }

    /// Takes down those conjuncts of `facts` that were neither known nor told before.
    pub(super) fn log_facts(
        &self,
        engine: EngineKind,
        terms: &Terms,
        known: &Interpretation,
        facts: &Interpretation,
        log: &mut Vec<Found>,
    ) {
        for predicate in self.horn.predicate_ids() {
            let old: HashSet<Term> = terms.conjuncts(known.of(predicate)).into_iter().collect();
            for formula in terms.conjuncts(facts.of(predicate)) {
                let is_told = |it: &Found| {
                    it.invariant.predicate == predicate && it.invariant.formula == formula
                };
                if !old.contains(&formula) && !log.iter().any(is_told) {
                    let invariant = Invariant { predicate, formula, excludes: None };
                    log.push(Found { engine, invariant });
                }
            }
        }
    }

    fn sampled(&self, count: usize) {
        let count = self.counters.samples.fetch_add(count, Ordering::Relaxed) + count;
        self.observer.notice(&Event::Sampled(count));
    }

    /// Tells the observer of what was found in a turn.
    fn notify(&self, terms: &Terms, log: &[Found]) {
        for found in log {
            let count = self.counters.found.fetch_add(1, Ordering::Relaxed) + 1;
            let names = names(terms, self.horn, found.invariant.predicate);
            let text = Infix::new(terms, &names).text(found.invariant.formula);
            let engine = found.engine;
            self.observer.notice(&Event::Found { engine, count, text });
        }
    }
}
