//! The engines behind one face: take a turn, exchange clauses, tell how far you are.

use std::collections::HashSet;
use std::sync::Arc;

use buttress_backward::Backward;
use buttress_budget::{Budget, Exhausted, Limits};
use buttress_circuit::{Circuit, CircuitUnknown, Strengthening, Verdict};
use buttress_clausal::{Fsis, TransitionRelation};
use buttress_ic3::Ic3;
use buttress_interpolate::Interpolation;
use buttress_prop::{Clause, Lit};
use buttress_unroll::{Bmc, BmcOutcome, BmcSettings, KInduction, KInductionSettings, Stride};

use super::EngineKind;
use super::frame_exchange::FrameExchange;
use super::store::{Cursor, Store};

/// What a turn ended with, when it did not end for want of budget.
pub(super) enum Finding {
    /// The property at this position (among those being proved) has a verdict.
    Verdict(usize, Verdict),
    /// A part of that property is never bad; the clauses that show it are inductive relative to ¬bad.
    Part(usize, Vec<Clause>),
    /// The engine has no more to say.
    Finished(CircuitUnknown),
}

/// How far an engine is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    pub(super) queries: u64,
    /// No counterexample has fewer steps.
    pub(super) depth: usize,
    pub(super) clauses: usize,
    /// How many steps of its own it has finished: depths, obligations, counterexamples to induction.
    pub(super) steps: u64,
}

pub(super) trait Engine: Send {
    fn kind(&self) -> EngineKind;
    /// The property it works for; none when it works for all.
    fn property(&self) -> Option<usize>;
    /// Goes on until it finds something or the budget ends.
    fn run(&mut self, budget: &Budget) -> Result<Finding, Exhausted>;
    /// Gives what it has proved, and takes what others have. What has to be shown first may cost a tenth of what the engine has
    /// spent; the limits are those of the run.
    fn exchange(&mut self, store: &Store, limits: &Limits);
    /// The property has its answer.
    fn retire(&mut self, property: usize);
    /// No counterexample to what it works for has fewer steps than this.
    fn assume_free_below(&mut self, _: usize) {}
    fn progress(&self) -> Progress;
}

pub(super) struct Ic3Engine {
    ic3: Ic3,
    property: usize,
    /// Does it look only at a part of the property?
    is_part: bool,
    exchange: FrameExchange,
}

impl Ic3Engine {
    pub(super) fn new(
        step: Arc<TransitionRelation>,
        property: usize,
        settings: buttress_ic3::Settings,
    ) -> Self {
        let bad = step.circuit.properties[property].bad;
        Ic3Engine::with_bad(step, (property, bad), false, settings)
    }

    /// An engine for a part of a property.
    pub(super) fn of_part(
        step: Arc<TransitionRelation>,
        (property, part): (usize, Lit),
        settings: buttress_ic3::Settings,
    ) -> Self {
        Ic3Engine::with_bad(step, (property, part), true, settings)
    }

    fn with_bad(
        step: Arc<TransitionRelation>,
        (property, bad): (usize, Lit),
        is_part: bool,
        settings: buttress_ic3::Settings,
    ) -> Self {
        Ic3Engine {
            ic3: Ic3::new(step, bad, settings),
            property,
            is_part,
            exchange: FrameExchange::new(property),
        }
    }
}

impl Engine for Ic3Engine {
    fn kind(&self) -> EngineKind {
        EngineKind::Ic3
    }

    fn property(&self) -> Option<usize> {
        Some(self.property)
    }

    fn run(&mut self, budget: &Budget) -> Result<Finding, Exhausted> {
        let before = budget.spent();
        let verdict = self.ic3.run(budget);
        self.exchange.work(budget.spent() - before);
        Ok(match verdict? {
            Verdict::Safe(Strengthening::Clauses(clauses)) if self.is_part => {
                Finding::Part(self.property, clauses)
            }
            verdict => Finding::Verdict(self.property, verdict),
        })
    }

    fn exchange(&mut self, store: &Store, limits: &Limits) {
        self.exchange.invariants(self.ic3.frames_mut(), store);
        if store.shares_frames() {
            let wishes = self.ic3.take_wishes();
            self.exchange.lemmas(self.ic3.frames_mut(), wishes, store, limits);
        }
    }

    fn retire(&mut self, _: usize) {}

    fn assume_free_below(&mut self, depth: usize) {
        self.ic3.assume_free_below(depth);
    }

    fn progress(&self) -> Progress {
        let clauses = self.ic3.frames().size();
        // What holds of a part says nothing of the whole.
        let depth = if self.is_part { 0 } else { self.ic3.depth() };
        let counters = self.ic3.counters();
        let steps = counters.obligations + counters.ctgs;
        Progress { queries: counters.queries, depth, clauses, steps }
    }
}

pub(super) struct FsisEngine {
    fsis: Fsis,
    property: usize,
    cursor: Cursor,
    known: HashSet<Clause>,
    published: usize,
}

impl FsisEngine {
    pub(super) fn new(
        step: Arc<TransitionRelation>,
        property: usize,
        settings: buttress_clausal::Settings,
    ) -> Self {
        let bad = step.circuit.properties[property].bad;
        FsisEngine {
            fsis: Fsis::new(step, bad, settings),
            property,
            cursor: Cursor::default(),
            known: HashSet::new(),
            published: 0,
        }
    }
}

impl Engine for FsisEngine {
    fn kind(&self) -> EngineKind {
        EngineKind::Fsis
    }

    fn property(&self) -> Option<usize> {
        Some(self.property)
    }

    fn run(&mut self, budget: &Budget) -> Result<Finding, Exhausted> {
        Ok(Finding::Verdict(self.property, self.fsis.run(budget)?))
    }

    fn exchange(&mut self, store: &Store, _: &Limits) {
        // Clauses found under an adopted subgoal stay here: see `store`.
        if self.fsis.subgoals().is_empty() {
            let fresh = &self.fsis.learnt()[self.published..];
            self.known.extend(fresh.iter().cloned());
            self.published = self.fsis.learnt().len();
            store.publish(self.property, fresh.to_vec());
        }
        let mut news = store.absolute_news(&mut self.cursor);
        news.extend(store.news(self.property, &mut self.cursor));
        for clause in news {
            if self.known.insert(clause.clone()) {
                self.fsis.assume_invariant(clause);
            }
        }
    }

    fn retire(&mut self, _: usize) {}

    fn progress(&self) -> Progress {
        let counters = self.fsis.counters();
        let steps = (counters.clauses + counters.subgoals) as u64;
        Progress {
            queries: counters.queries,
            depth: self.fsis.depth(),
            clauses: counters.clauses,
            steps,
        }
    }
}

pub(super) struct BmcEngine {
    bmc: Bmc,
    kind: EngineKind,
}

impl BmcEngine {
    pub(super) fn new(circuit: Arc<Circuit>, settings: BmcSettings) -> Self {
        let bads = circuit.properties.iter().map(|property| property.bad).collect();
        let kind = match settings.stride {
            Stride::One => EngineKind::Bmc,
            Stride::Growing => EngineKind::Strides,
        };
        BmcEngine { bmc: Bmc::new(circuit, bads, settings), kind }
    }
}

impl Engine for BmcEngine {
    fn kind(&self) -> EngineKind {
        self.kind
    }

    fn property(&self) -> Option<usize> {
        None
    }

    fn run(&mut self, budget: &Budget) -> Result<Finding, Exhausted> {
        Ok(match self.bmc.run(budget)? {
            BmcOutcome::Unsafe { property, trace } => {
                Finding::Verdict(property, Verdict::Unsafe(trace))
            }
            BmcOutcome::Settled => Finding::Finished(CircuitUnknown::Bound(self.bmc.depth())),
            BmcOutcome::Bound(depth) => Finding::Finished(CircuitUnknown::Bound(depth)),
        })
    }

    fn exchange(&mut self, _: &Store, _: &Limits) {}

    fn retire(&mut self, property: usize) {
        self.bmc.retire(property);
    }

    fn assume_free_below(&mut self, depth: usize) {
        self.bmc.assume_free_below(depth);
    }

    fn progress(&self) -> Progress {
        let depth = self.bmc.depth();
        Progress { queries: self.bmc.queries(), depth, clauses: 0, steps: depth as u64 }
    }
}

pub(super) struct KInductionEngine {
    k_induction: KInduction,
    property: usize,
    cursor: Cursor,
    circuit: Arc<Circuit>,
}

impl KInductionEngine {
    pub(super) fn new(
        circuit: Arc<Circuit>,
        property: usize,
        settings: KInductionSettings,
    ) -> Self {
        let bad = circuit.properties[property].bad;
        KInductionEngine {
            k_induction: KInduction::new(circuit.clone(), bad, settings),
            property,
            cursor: Cursor::default(),
            circuit,
        }
    }
}

impl Engine for KInductionEngine {
    fn kind(&self) -> EngineKind {
        EngineKind::KInduction
    }

    fn property(&self) -> Option<usize> {
        Some(self.property)
    }

    fn run(&mut self, budget: &Budget) -> Result<Finding, Exhausted> {
        Ok(match self.k_induction.run(budget)? {
            Verdict::Unknown(reason) => Finding::Finished(reason),
            verdict => Finding::Verdict(self.property, verdict),
        })
    }

    fn exchange(&mut self, store: &Store, _: &Limits) {
        for clause in store.absolute_news(&mut self.cursor) {
            if clause.iter().all(|lit| self.circuit.is_latch(lit.var())) {
                self.k_induction.assume_invariant(clause);
            }
        }
    }

    fn retire(&mut self, _: usize) {}

    fn assume_free_below(&mut self, depth: usize) {
        self.k_induction.assume_free_below(depth);
    }

    fn progress(&self) -> Progress {
        let depth = self.k_induction.base_depth();
        let steps = self.k_induction.depth() as u64;
        Progress { queries: self.k_induction.queries(), depth, clauses: 0, steps }
    }
}

pub(super) struct BackwardEngine {
    backward: Backward,
    property: usize,
    cursor: Cursor,
}

impl BackwardEngine {
    pub(super) fn new(
        step: Arc<TransitionRelation>,
        property: usize,
        settings: buttress_backward::Settings,
    ) -> Self {
        let bad = step.circuit.properties[property].bad;
        let backward = Backward::new(step, bad, settings);
        BackwardEngine { backward, property, cursor: Cursor::default() }
    }
}

impl Engine for BackwardEngine {
    fn kind(&self) -> EngineKind {
        EngineKind::Backward
    }

    fn property(&self) -> Option<usize> {
        Some(self.property)
    }

    fn run(&mut self, budget: &Budget) -> Result<Finding, Exhausted> {
        Ok(Finding::Verdict(self.property, self.backward.run(budget)?))
    }

    fn exchange(&mut self, store: &Store, _: &Limits) {
        let mut news = store.absolute_news(&mut self.cursor);
        news.extend(store.news(self.property, &mut self.cursor));
        news.iter().for_each(|clause| self.backward.assume_invariant(clause));
    }

    fn retire(&mut self, _: usize) {}

    fn progress(&self) -> Progress {
        let counters = self.backward.counters();
        Progress {
            queries: counters.queries,
            depth: self.backward.depth(),
            clauses: self.backward.size(),
            steps: counters.states + counters.cubes + counters.clauses,
        }
    }
}

pub(super) struct InterpolationEngine {
    interpolation: Interpolation,
    property: usize,
    exchange: FrameExchange,
}

impl InterpolationEngine {
    pub(super) fn new(
        step: Arc<TransitionRelation>,
        property: usize,
        settings: buttress_interpolate::Settings,
    ) -> Self {
        let bad = step.circuit.properties[property].bad;
        InterpolationEngine {
            interpolation: Interpolation::new(step, bad, settings),
            property,
            exchange: FrameExchange::new(property),
        }
    }
}

impl Engine for InterpolationEngine {
    fn kind(&self) -> EngineKind {
        EngineKind::Interpolation
    }

    fn property(&self) -> Option<usize> {
        Some(self.property)
    }

    fn run(&mut self, budget: &Budget) -> Result<Finding, Exhausted> {
        let before = budget.spent();
        let verdict = self.interpolation.run(budget);
        self.exchange.work(budget.spent() - before);
        Ok(Finding::Verdict(self.property, verdict?))
    }

    fn exchange(&mut self, store: &Store, limits: &Limits) {
        self.exchange.invariants(self.interpolation.frames_mut(), store);
        if store.shares_frames() {
            let frames = self.interpolation.frames_mut();
            self.exchange.lemmas(frames, Vec::new(), store, limits);
        }
    }

    fn retire(&mut self, _: usize) {}

    fn progress(&self) -> Progress {
        let counters = self.interpolation.counters();
        Progress {
            queries: counters.queries,
            depth: self.interpolation.depth(),
            clauses: self.interpolation.frames().size(),
            steps: counters.refutations + counters.excluded,
        }
    }
}
