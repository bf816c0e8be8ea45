//! Clauses of others that wait until they are shown here.
//!
//! The sender has shown each relative to clauses that may not have arrived yet, so a clause that fails today may hold tomorrow, and
//! several may hold only together. A pass assumes all that wait, and drops whatever is not inductive under that assumption until
//! nothing is dropped: the rest is inductive together with what is known. Those that were dropped wait for the next pass.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Clause, Lit};
use buttress_sat::{Query, SatResult, Solver};

use crate::TransitionRelation;
use crate::limits::{MOST_KNOWN_IN_POOL, MOST_RETIRED_IN_POOL, MOST_WAITING_IN_POOL};

/// Clauses that wait, for one property or for all.
pub struct Pool {
    relation: Arc<TransitionRelation>,
    /// What the clauses may take to be false.
    bad: Option<Lit>,
    seed: u64,
    /// One step, its constraints, ¬bad if the clauses lean on it, and the facts.
    solver: Solver,
    /// What was shown.
    facts: Vec<Clause>,
    /// Literals of the solver that nobody will assume again.
    retired: usize,
    /// The shortest first.
    waiting: Vec<Clause>,
    /// While this literal is assumed, the clause that waits holds.
    assumed: HashMap<Clause, Lit>,
    /// Whatever was ever here.
    known: HashSet<Clause>,
    /// How many are tried at once: fewer after a pass that did not come to its end.
    batch: usize,
    /// Did anything change since the last pass?
    is_changed: bool,
}

impl Pool {
    /// An empty pool; `bad` is what the clauses may take to be false.
    pub fn new(relation: Arc<TransitionRelation>, bad: Option<Lit>, seed: u64) -> Pool {
        Pool {
            solver: solver(&relation, bad, seed),
            relation,
            bad,
            seed,
            facts: Vec::new(),
            retired: 0,
            waiting: Vec::new(),
            assumed: HashMap::new(),
            known: HashSet::new(),
            batch: MOST_WAITING_IN_POOL,
            is_changed: false,
        }
    }

    /// Another clause waits. One that does not speak of latches alone, or that does not hold at the start, never will be shown.
    pub fn add(&mut self, clause: Clause) {
        let is_latch = |lit: &Lit| self.relation.circuit.is_latch(lit.var());
        if !clause.iter().all(is_latch)
            || clause.is_tautology()
            || !self.relation.initiation(&clause)
        {
            return;
        }
        if self.known.len() >= MOST_KNOWN_IN_POOL {
            self.known = self.waiting.iter().chain(&self.facts).cloned().collect();
        }
        if !self.known.insert(clause.clone()) {
            return;
        }
        let place = self.waiting.partition_point(|other| other.len() <= clause.len());
        self.waiting.insert(place, clause);
        if let Some(longest) =
            (self.waiting.len() > MOST_WAITING_IN_POOL).then(|| self.waiting.pop()).flatten()
        {
            self.forget(&longest);
        }
        self.is_changed = true;
    }

    /// A clause that was shown here.
    pub fn learn(&mut self, clause: &Clause) {
        if !clause.iter().all(|lit| self.relation.circuit.is_latch(lit.var())) {
            return;
        }
        self.known.insert(clause.clone());
        self.conjoin(clause);
        self.is_changed = true;
    }

    /// Is there anything that a pass could show?
    pub fn is_worth_a_pass(&self) -> bool {
        self.is_changed && !self.waiting.is_empty()
    }

    /// How many clauses the next pass looks at.
    pub fn next_pass(&self) -> usize {
        self.batch.min(self.waiting.len())
    }

    /// One pass; the clauses that are shown now.
    pub fn pass(&mut self, budget: &Budget) -> Vec<Clause> {
        if self.retired > MOST_RETIRED_IN_POOL {
            self.renew();
        }
        let count = self.next_pass();
        let candidates: Vec<Clause> = self.waiting[..count].to_vec();
        match self.inductive(candidates, budget) {
            Ok(shown) => {
                self.batch = (2 * self.batch).min(MOST_WAITING_IN_POOL);
                self.is_changed = !shown.is_empty() || count < self.waiting.len();
                for clause in &shown {
                    self.forget(clause);
                    self.conjoin(clause);
                }
                let shown_set: HashSet<&Clause> = shown.iter().collect();
                self.waiting.retain(|clause| !shown_set.contains(clause));
                // Those that failed go behind those that were not tried.
                if count < self.waiting.len() {
                    let failed = count - shown.len();
                    self.waiting.rotate_left(failed);
                }
                shown
            }
            Err(_) => {
                self.batch = (count / 2).max(1);
                Vec::new()
            }
        }
    }

    /// The largest part of `candidates` that is inductive together with what is known.
    fn inductive(
        &mut self,
        mut candidates: Vec<Clause>,
        budget: &Budget,
    ) -> Result<Vec<Clause>, Exhausted> {
        loop {
            let before = candidates.len();
            let mut place = 0;
            while place < candidates.len() {
                // known ∧ candidates ∧ C ∧ ρ ∧ ¬candidate′
                let mut assumptions: Vec<Lit> =
                    candidates.iter().map(|clause| self.assumption(clause)).collect();
                assumptions.extend(candidates[place].iter().map(|&lit| !self.relation.next(lit)));
                let query = Query { assumptions: &assumptions, clause: None, cone: true };
                match self.solver.query(&query, budget)? {
                    SatResult::Unsat => place += 1,
                    SatResult::Sat => {
                        candidates.remove(place);
                    }
                }
                budget.spend(1)?;
            }
            if candidates.len() == before {
                return Ok(candidates);
            }
        }
    }

    /// The literal under which the clause holds.
    fn assumption(&mut self, clause: &Clause) -> Lit {
        if let Some(&lit) = self.assumed.get(clause) {
            return lit;
        }
        let lit = self.solver.new_var().lit();
        let guarded: Vec<Lit> = clause.iter().copied().chain([!lit]).collect();
        self.solver.add_clause(&guarded);
        for lit in clause.iter() {
            self.solver.keep_in_cone(lit.var());
        }
        self.assumed.insert(clause.clone(), lit);
        lit
    }

    fn conjoin(&mut self, clause: &Clause) {
        conjoin(&mut self.solver, clause);
        self.facts.push(clause.clone());
    }

    /// A solver without the literals that are of no use any more.
    fn renew(&mut self) {
        self.solver = solver(&self.relation, self.bad, self.seed);
        self.facts.iter().for_each(|clause| conjoin(&mut self.solver, clause));
        self.assumed.clear();
        self.retired = 0;
    }

    /// The clause does not wait any more.
    fn forget(&mut self, clause: &Clause) {
        if let Some(lit) = self.assumed.remove(clause) {
            self.solver.add_clause(&[!lit]);
            self.retired += 1;
        }
    }
}

fn solver(relation: &TransitionRelation, bad: Option<Lit>, seed: u64) -> Solver {
    let mut solver = relation.solver(seed);
    let given = relation.circuit.constraints.iter().copied().chain(bad.map(|bad| !bad));
    given.for_each(|lit| conjoin(&mut solver, &[lit]));
    solver
}

fn conjoin(solver: &mut Solver, clause: &[Lit]) {
    solver.add_clause(clause);
    clause.iter().for_each(|lit| solver.keep_in_cone(lit.var()));
}
