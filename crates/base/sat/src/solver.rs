//! The solver's state, and how clauses enter it.

use std::sync::Arc;

use buttress_prop::{Fanin, Gates, IndexVec, Lit, Random, Var};

use crate::arena::{ClauseRef, Kind};
use crate::clauses::Clauses;
use crate::cone::Cone;
use crate::frontier::Frontier;
use crate::late::LateLemmas;
use crate::limits::FIRST_LEARNT_LIMIT;
use crate::order::Order;
use crate::proof::{Failure, NO_PROOF, Proof, ProofId};
use crate::propagator::Consequences;
use crate::record::{Operation, Recording};
use crate::restart::RestartPolicy;
use crate::scratch::Scratch;
use crate::stable::Stable;
use crate::trail::Trail;

/// What a solver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Queries answered or interrupted.
    pub queries: u64,
    /// Conflicts analysed.
    pub conflicts: u64,
    /// Decisions taken.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
}

/// Keeps the solver's choices apart from those of an engine that uses the same seed.
const SALT: u64 = 0x9e37_79b9_7f4a_7c15;

/// An incremental CDCL solver.
#[derive(Clone, Debug)]
pub struct Solver {
    pub(crate) clauses: Clauses,
    pub(crate) trail: Trail,
    /// Lemmas that imply literals which became true later.
    pub(crate) late: LateLemmas,
    pub(crate) order: Order,
    pub(crate) order_is_filled: bool,
    /// The number of conflicts from which on this query's decisions are ordered exactly.
    pub(crate) exact_from: u64,
    pub(crate) phase: IndexVec<Var, bool>,
    pub(crate) cone: Cone,
    pub(crate) frontier: Frontier,
    pub(crate) assumptions: Vec<Lit>,
    pub(crate) core: Vec<Lit>,
    pub(crate) activation: Option<Var>,
    pub(crate) inconsistent: bool,
    pub(crate) seen: IndexVec<Var, bool>,
    /// Was it shown, in the analysis under way, that the variable's value does not follow from the learnt clause?
    pub(crate) failed: IndexVec<Var, bool>,
    pub(crate) analysis: Scratch,
    pub(crate) restarts: RestartPolicy,
    pub(crate) stable: Stable,
    /// Beyond so many learnt clauses the worse half is forgotten.
    pub(crate) learnt_limit: usize,
    /// How much of the trail at level 0 has been used to drop satisfied clauses.
    pub(crate) units_cleaned: usize,
    /// The proof number of the clause that says why the query under way failed.
    pub(crate) derived_core: Option<ProofId>,
    pub(crate) proof: Option<Box<Proof>>,
    pub(crate) recording: Option<Box<Recording>>,
    pub(crate) unit_ids: IndexVec<Var, ProofId>,
    /// Does a failed query leave the clause over its negated core?
    pub(crate) learns_cores: bool,
    pub(crate) random: Random,
    pub(crate) consequences: Consequences,
    /// The proof number of a clause over negated core literals, after an unsatisfiable query.
    pub(crate) failure: Option<ProofId>,
    pub(crate) stats: Stats,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver without variables or clauses.
    pub fn new() -> Solver {
        Solver::with_seed(0)
    }

    /// A solver whose ties are broken by `seed`; equal seeds give equal runs.
    pub fn with_seed(seed: u64) -> Solver {
        Solver {
            clauses: Clauses::default(),
            trail: Trail::default(),
            late: LateLemmas::default(),
            order: Order::new(),
            order_is_filled: false,
            exact_from: 0,
            phase: IndexVec::new(),
            cone: Cone::default(),
            frontier: Frontier::default(),
            assumptions: Vec::new(),
            core: Vec::new(),
            activation: None,
            inconsistent: false,
            seen: IndexVec::new(),
            failed: IndexVec::new(),
            analysis: Scratch::default(),
            restarts: RestartPolicy::default(),
            stable: Stable::default(),
            learnt_limit: FIRST_LEARNT_LIMIT,
            units_cleaned: 0,
            derived_core: None,
            proof: None,
            recording: None,
            unit_ids: IndexVec::new(),
            learns_cores: false,
            random: Random::new(seed ^ SALT),
            consequences: Consequences::default(),
            failure: None,
            stats: Stats::default(),
        }
    }

    /// The same solver, logging an LRAT proof. Call it before the first clause is added.
    #[must_use]
    pub fn with_proof(mut self) -> Solver {
        self.proof = Some(Box::default());
        self.with_learnt_cores()
    }

    /// The same solver, which learns from a failed query that its core cannot hold. It pays where
    /// assumptions come again.
    #[must_use]
    pub fn with_learnt_cores(mut self) -> Solver {
        self.learns_cores = true;
        self
    }

    /// A fresh variable.
    pub fn new_var(&mut self) -> Var {
        let var = Var(self.vars() as u32);
        self.clauses.add_var();
        self.trail.add_var();
        self.phase.push(false);
        self.seen.push(false);
        self.failed.push(false);
        self.unit_ids.push(NO_PROOF);
        self.cone.add_var();
        // A jitter far below one bump breaks ties differently for different seeds.
        let jitter = (self.random.bits() >> 40) as f64 * 1e-12;
        self.order.add_var(jitter);
        if self.order_is_filled {
            self.order.insert(var);
        }
        self.record_vars();
        var
    }

    /// Makes variables 0 up to `vars` − 1 exist.
    pub fn reserve(&mut self, vars: usize) {
        while self.vars() < vars {
            self.new_var();
        }
    }

    /// The number of variables.
    pub fn vars(&self) -> usize {
        self.trail.vars()
    }

    /// What each variable is defined from, for cone-restricted queries.
    pub fn set_fanin(&mut self, fanin: Arc<Fanin>) {
        self.record(|| Operation::Fanin(fanin.clone()));
        self.cone.set_fanin(fanin);
    }

    /// Which gates the clauses define. Cone-restricted queries then stop as soon as the values in
    /// the cone are justified, and leave open what does not matter: any completion of the model
    /// to the other leaves satisfies the query. Every clause that is no gate's definition must be over
    /// variables named by `keep_in_cone`, or be the query's own.
    pub fn set_gates(&mut self, gates: Arc<Gates>) {
        self.record(|| Operation::Gates(gates.clone()));
        self.frontier.set_gates(gates);
    }

    /// Puts `var` into the cone of every query, so that clauses over it always count.
    pub fn keep_in_cone(&mut self, var: Var) {
        self.record(|| Operation::Keep(var));
        self.cone.keep(var);
    }

    /// Are the clauses unsatisfiable without any assumption?
    pub fn is_inconsistent(&self) -> bool {
        self.inconsistent
    }

    /// What was done so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The proof log, if one is kept.
    pub fn proof(&self) -> Option<&Proof> {
        self.proof.as_deref()
    }

    /// The value that decisions on `var` try first.
    pub fn set_phase(&mut self, var: Var, phase: bool) {
        self.phase[var] = phase;
    }

    /// Makes the search decide on `var` sooner.
    pub fn favour(&mut self, var: Var) {
        self.order.bump(var);
    }

    /// Conjoins a clause for good.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.add_tagged_clause(clause, 0);
    }

    /// Conjoins a clause for good, which proofs know by `tag`.
    pub fn add_tagged_clause(&mut self, clause: &[Lit], tag: u32) {
        self.return_to_level_zero();
        let given = self.proof.as_mut().map_or(NO_PROOF, |proof| proof.give(tag));
        let mut literals = clause.to_vec();
        literals.sort_unstable();
        literals.dedup();
        if let Some(last) = literals.last() {
            self.reserve(last.var().index() + 1);
        }
        self.record(|| Operation::Clause(clause.to_vec()));
        let is_tautology = literals.windows(2).any(|pair| pair[0].var() == pair[1].var());
        if self.inconsistent
            || is_tautology
            || literals.iter().any(|&lit| self.trail.values[lit] > 0)
        {
            return;
        }
        let id = self.strip_settled(&mut literals, given);
        self.install(&literals, Kind::Given, id);
    }

    /// Drops literals that are false at level 0 from a given clause; answers its new number.
    pub(crate) fn strip_settled(&mut self, literals: &mut Vec<Lit>, given: ProofId) -> ProofId {
        let is_settled =
            |lit: &Lit| self.trail.values[*lit] < 0 && self.trail.level(lit.var()) == 0;
        if literals.iter().any(is_settled) {
            let falsified: Vec<Lit> = literals.iter().copied().filter(is_settled).collect();
            literals.retain(|lit| !is_settled(lit));
            if let Some(proof) = &mut self.proof {
                let units = falsified.iter().map(|lit| self.unit_ids[lit.var()]);
                return proof.derive(literals.iter().copied(), units.chain([given]));
            }
        } else if literals.is_empty()
            && let Some(proof) = &mut self.proof
        {
            proof.derive_empty_from(given);
        }
        given
    }

    /// Enters a clause whose literals are open at level 0; propagates if it is a unit.
    pub(crate) fn install(&mut self, literals: &[Lit], kind: Kind, id: ProofId) {
        match literals {
            [] => self.inconsistent = true,
            [unit] => {
                self.unit_ids[unit.var()] = id;
                self.assign(*unit, None);
                self.propagate_for_good();
            }
            _ => {
                self.attach(literals, kind, id);
            }
        }
    }

    pub(crate) fn attach(&mut self, literals: &[Lit], kind: Kind, id: ProofId) -> ClauseRef {
        self.clauses.attach(literals, kind, id)
    }

    /// The value of `lit` in the model, after `SatResult::Sat`; none if the query's cone leaves it open.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        match self.trail.values.get_at(lit) {
            Some(1) => Some(true),
            Some(-1) => Some(false),
            _ => None,
        }
    }

    /// The assumptions that suffice for unsatisfiability, after `SatResult::Unsat`.
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// The derivation of a clause over negated literals of the core, after `SatResult::Unsat` in a
    /// logging solver: its last step, if it has any, is that clause; without steps, two assumptions
    /// contradict each other, or a given clause is the one (`Failure::Given`).
    pub fn failure(&self) -> Option<Failure> {
        let proof = self.proof.as_deref()?;
        let id = if self.inconsistent { proof.empty() } else { self.failure };
        Some(match id {
            Some(id) => proof.failure(id),
            None => Failure::Contradiction,
        })
    }

    /// The tags of the given clauses that, with the core, suffice for unsatisfiability, after
    /// `SatResult::Unsat` in a logging solver.
    pub fn sources(&self) -> Option<Vec<u32>> {
        let proof = self.proof.as_deref()?;
        let id = if self.inconsistent { proof.empty() } else { self.failure };
        Some(id.map_or(Vec::new(), |id| proof.sources(id)))
    }

    /// Those of `sources` that no earlier call has told, in no order: all calls together take time in the length of the proof.
    pub fn new_sources(&mut self) -> Option<Vec<u32>> {
        let proof = self.proof.as_deref_mut()?;
        let id = if self.inconsistent { proof.empty() } else { self.failure };
        Some(id.map_or(Vec::new(), |id| proof.new_sources(id)))
    }

    /// Is `lit` among the assumptions of the core?
    pub fn failed(&self, lit: Lit) -> bool {
        self.core.contains(&lit)
    }

    /// Forgets the last query: its trail, its clause and what was learnt from that clause.
    pub(crate) fn return_to_level_zero(&mut self) {
        self.backtrack(0);
        if self.order_is_filled {
            self.order.clear();
            self.order_is_filled = false;
        }
        self.clauses.delete_temporaries();
    }
}
