//! FSIS: finite-state inductive strengthening, the clausal instance of the strengthening loop.
//!
//! **The system.** A state of the analysis is a pair (x, i) of latch and input values that satisfies
//! the constraints C. θ is the reset cube over x; (x, i) steps to (x′, i′) when x′ is given by
//! the next-state signals; Π is ¬bad(x, i). Its computations are those of the circuit. Clauses
//! speak of latches only.
//!
//! **Safe.** χ stays inductive relative to Π: each γ satisfies θ ⇒ γ and Π ∧ χ ∧ γ ∧ ρ ⇒ γ′. Every
//! query has C and ¬bad in the current pair; C′ is required only where bad′ is asked for. When
//! no goal is left open, Π ∧ χ ∧ ρ ⇒ Π′, and with θ ⇒ Π, which is asked first,
//! Π ∧ χ is inductive.
//!
//! **Unsafe.** A counterexample to induction (x, i) has a bad successor. So when *any* computation
//! arrives in x, going on with i violates Π: C(x, i) holds, whatever the inputs were that the
//! analysis had in mind. Hence, when ¬x has no inductive subclause, making ¬x a subgoal (Π := Π ∧ ¬x,
//! over latches alone) changes no verdict: if x is reachable, the property fails. Each subgoal
//! remembers its inputs and the goal it leads to, so a counterexample to induction that is a
//! first state is a full trace. The same holds for a cube of states that all step to the goal
//! under i: it is a counterexample as soon as it holds a first state.
//!
//! **Goals close for good.** ¬Π′ is a disjunction: bad′, or one of the subgoals' states. They are
//! asked one at a time, the newest first. As Π ∧ χ only becomes stronger, a goal that cannot be
//! reached in one step from Π ∧ χ never can be later, and is not asked again.
//!
//! **Complete.** Each round excludes a state over the latches for good; there are finitely many.
//! Source: thesis, Figure 3.7, Theorem 3.3.1.

mod goals;

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Strengthening, Trace, Verdict};
use buttress_prop::{Clause, IndexVec, Lit, Var};
use buttress_sat::{SatResult, Solver};
use buttress_strengthen::{Progress, Strengthen, StrengthenOutcome, strengthen};

use crate::TransitionRelation;
use crate::hypotheses::Hypotheses;
use crate::mic::Mic;
use crate::primed_property::PrimedProperty;
use crate::settings::Settings;
use buttress_prop::Random;

use goals::{Cti, Goals};

/// The figures that the thesis reports of a run (Table 3.1, time aside).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Inductive clauses found.
    pub clauses: usize,
    /// Subgoals adopted because no inductive clause was found.
    pub subgoals: usize,
    /// SAT calls.
    pub queries: u64,
    /// Latches of the circuit, which is its own cone of influence.
    pub latches: usize,
}

/// A run of FSIS on one property, which can be stopped by a budget and resumed.
#[derive(Clone, Debug)]
pub struct Fsis {
    relation: Arc<TransitionRelation>,
    bad: Lit,
    settings: Settings,
    hypotheses: Hypotheses,
    /// Asks θ ∧ C ∧ bad; gone once that is answered with "no".
    start: Option<Solver>,
    goals: Goals,
    learnt: Vec<Clause>,
    subgoals: Vec<Clause>,
    assumed: Vec<Clause>,
    pending: Option<Pending>,
    useful: IndexVec<Var, bool>,
    random: Random,
}

/// A counterexample to induction that is being worked on.
#[derive(Clone, Debug)]
struct Pending {
    cti: Cti,
    mic: Mic,
    /// Does the search consider all variables?
    is_wide: bool,
}

impl Fsis {
    /// An analysis of "`bad` is never true" on a normalised circuit.
    pub fn new(relation: Arc<TransitionRelation>, bad: Lit, settings: Settings) -> Fsis {
        let primed = Arc::new(PrimedProperty::new(&relation.circuit, bad));
        let mut start = primed.relation.solver(settings.seed);
        let theta: Vec<Lit> = primed.relation.theta().collect();
        for &lit in theta.iter().chain(&relation.circuit.constraints) {
            start.add_clause(&[lit]);
        }
        let useful = IndexVec::filled(false, relation.circuit.vars());
        let hypotheses = Hypotheses::new(primed, bad, &settings);
        Fsis {
            hypotheses,
            start: Some(start),
            goals: Goals::new(),
            learnt: Vec::new(),
            subgoals: Vec::new(),
            assumed: Vec::new(),
            pending: None,
            useful,
            random: Random::new(settings.seed),
            relation,
            bad,
            settings,
        }
    }

    /// Strengthens until there is a verdict or the budget is exhausted; call it again to go on.
    pub fn run(&mut self, budget: &Budget) -> Result<Verdict, Exhausted> {
        if let Some(trace) = self.violated_at_once(budget)? {
            return Ok(Verdict::Unsafe(self.replayed(trace)));
        }
        match strengthen(&mut BudgetedFsis { fsis: self, budget })? {
            StrengthenOutcome::Violated(trace) => Ok(Verdict::Unsafe(self.replayed(trace))),
            StrengthenOutcome::Inductive => {
                let clauses = self.assumed.iter().chain(&self.learnt).chain(&self.subgoals);
                Ok(Verdict::Safe(Strengthening::Clauses(clauses.cloned().collect())))
            }
            StrengthenOutcome::GaveUp => {
                unreachable!("a finite analysis can always adopt a subgoal")
            }
        }
    }

    /// The clauses of χ found so far, inductive relative to Π ∧ subgoals ∧ assumed invariants, and
    /// only as good as those.
    pub fn learnt(&self) -> &[Clause] {
        &self.learnt
    }

    /// The subgoals ¬s adopted so far; they hold in all reachable states iff the property does.
    pub fn subgoals(&self) -> &[Clause] {
        &self.subgoals
    }

    /// Uses a clause proved elsewhere. It must hold in every reachable state, and the clauses assumed
    /// must be inductive together: they become part of the strengthening. A clause that speaks of
    /// signals other than latches is not used.
    pub fn assume_invariant(&mut self, clause: Clause) {
        if !clause.iter().all(|lit| self.relation.circuit.is_latch(lit.var())) {
            return;
        }
        self.hypotheses.conjoin(&clause);
        self.assumed.push(clause);
        if let Some(pending) = &mut self.pending {
            pending.mic.psi_has_grown();
        }
    }

    /// No computation of fewer steps than this is bad.
    pub fn depth(&self) -> usize {
        usize::from(self.start.is_none())
    }

    /// The figures of the run so far.
    pub fn counters(&self) -> Counters {
        Counters {
            clauses: self.learnt.len(),
            subgoals: self.subgoals.len(),
            queries: self.hypotheses.queries + 1,
            latches: self.relation.circuit.latches.len(),
        }
    }

    /// θ ∧ C ∧ bad: a trace without a transition?
    fn violated_at_once(&mut self, budget: &Budget) -> Result<Option<Trace>, Exhausted> {
        let Some(start) = &mut self.start else { return Ok(None) };
        if start.solve(&[self.bad], budget)? == SatResult::Unsat {
            self.start = None;
            return Ok(None);
        }
        let value = |var: Var| start.value(var.lit()) == Some(true);
        let circuit = &self.relation.circuit;
        Ok(Some(Trace {
            initial: circuit.latches.iter().map(|latch| value(latch.var)).collect(),
            inputs: vec![circuit.inputs.iter().map(|&input| value(input)).collect()],
        }))
    }

    fn replayed(&self, trace: Trace) -> Trace {
        debug_assert_eq!(trace.replay(&self.relation.circuit, self.bad), Ok(()));
        trace
    }

    /// Starts the search for a clause that excludes `cti`.
    fn begin_mic(&mut self, cti: Cti) {
        let clause = cti.state().negation();
        let narrow: Clause = clause.iter().copied().filter(|lit| self.useful[lit.var()]).collect();
        let is_narrow = self.settings.growing_variables
            && narrow.len() < clause.len()
            && self.relation.initiation(&narrow);
        let mic = Mic::new(if is_narrow { narrow } else { clause });
        self.pending = Some(Pending { cti, mic, is_wide: !is_narrow });
    }
}

/// The analysis under one budget.
struct BudgetedFsis<'a> {
    fsis: &'a mut Fsis,
    budget: &'a Budget,
}

impl Strengthen for BudgetedFsis<'_> {
    type Cti = Cti;
    type Fact = Clause;
    type Trace = Trace;
    type Stop = Exhausted;

    fn cti(&mut self) -> Result<Option<Cti>, Exhausted> {
        let fsis = &mut *self.fsis;
        if fsis.pending.is_none()
            && let Some(cti) = fsis.goals.cti(&mut fsis.hypotheses, self.budget)?
        {
            fsis.begin_mic(cti);
        }
        Ok(fsis.pending.as_ref().map(|pending| pending.cti.clone()))
    }

    fn refute(&mut self, cti: &Cti) -> Result<Option<Trace>, Exhausted> {
        let relation = &self.fsis.relation;
        Ok(relation.is_initial(cti.state()).then(|| self.fsis.goals.trace(cti, relation)))
    }

    fn fact(&mut self, cti: &Cti) -> Result<Option<Clause>, Exhausted> {
        let Fsis { pending, hypotheses, settings, random, .. } = &mut *self.fsis;
        let Some(pending) = pending else { return Ok(None) };
        let climbs = |clause: &Clause| clause.len() > settings.climb_above;
        let mut arrange = |literals: &mut Vec<Lit>| random.shuffle(literals);
        let mut relative = hypotheses.relative(self.budget);
        let mut found = pending.mic.run(&mut relative, &mut arrange, climbs)?;
        if found.is_none() && !pending.is_wide {
            // The variable set is insufficient: consider all variables for this state.
            pending.is_wide = true;
            pending.mic = Mic::new(cti.state().negation());
            found = pending.mic.run(&mut relative, &mut arrange, climbs)?;
        }
        Ok(found)
    }

    fn conjoin(&mut self, _: Cti, clause: Clause) {
        let fsis = &mut *self.fsis;
        for lit in clause.iter() {
            fsis.useful[lit.var()] = true;
        }
        fsis.hypotheses.conjoin(&clause);
        fsis.learnt.push(clause);
        fsis.pending = None;
    }

    fn without_fact(&mut self, cti: Cti) -> Result<Progress, Exhausted> {
        let fsis = &mut *self.fsis;
        // Π := Π ∧ ¬s
        let subgoal = cti.state().negation();
        fsis.hypotheses.conjoin(&subgoal);
        fsis.subgoals.push(subgoal);
        fsis.goals.adopt(cti);
        fsis.pending = None;
        Ok(Progress::Continue)
    }
}
