//! From an invariant that is a disjunction of cubes to clauses that are inductive.
//!
//! Every step from a cube leads into one, no pair over one is bad, and each first state lies in one. A clause that holds in all cubes is weaker than the
//! invariant, and finitely many of them are as strong. Those that are needed are made one by one: a state that satisfies the clauses so far and has
//! a step that violates one of them, or a bad pair, lies in no cube, so that each cube has a literal that is
//! false in it; a few such literals, one from each cube, are the next clause.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_clausal::TransitionRelation;
use buttress_prop::{Clause, Cube, Lit, Var};
use buttress_sat::{Query, SatResult, Solver};

pub(crate) struct Complement {
    relation: Arc<TransitionRelation>,
    bad: Lit,
    cubes: Vec<Cube>,
    /// One step from where the clauses and the constraints hold.
    solver: Solver,
    clauses: Vec<Clause>,
    /// Without bad pairs, by the clauses?
    is_safe: bool,
    /// No step violates one of so many clauses.
    inductive: usize,
    queries: u64,
}

impl Complement {
    /// For an invariant that is the disjunction of `cubes`, where the clauses `assumed` hold.
    pub(crate) fn new(
        relation: Arc<TransitionRelation>,
        bad: Lit,
        cubes: Vec<Cube>,
        assumed: Vec<Clause>,
    ) -> Complement {
        let mut solver = relation.justifying_solver(0);
        relation.circuit.constraints.iter().for_each(|&lit| conjoin(&mut solver, &[lit]));
        assumed.iter().for_each(|clause| conjoin(&mut solver, clause));
        let (clauses, queries) = (Vec::new(), 0);
        Complement { relation, bad, cubes, solver, clauses, is_safe: false, inductive: 0, queries }
    }

    pub(crate) fn queries(&self) -> u64 {
        self.queries
    }

    /// How many clauses there are.
    pub(crate) fn size(&self) -> usize {
        self.clauses.len()
    }

    /// Clauses that hold in the cubes, are inductive together with what is assumed, and exclude bad pairs.
    pub(crate) fn clauses(&mut self, budget: &Budget) -> Result<Vec<Clause>, Exhausted> {
        loop {
            let violation: Vec<Lit> = match self.clauses.get(self.inductive) {
                _ if !self.is_safe => vec![self.bad],
                Some(clause) => clause.iter().map(|&lit| !self.relation.next(lit)).collect(),
                None => return Ok(self.clauses.clone()),
            };
            self.queries += 1;
            // clauses ∧ C ∧ bad, or clauses ∧ C ∧ ρ ∧ ¬clause′
            let query = Query { assumptions: &violation, clause: None, cone: true };
            match self.solver.query(&query, budget)? {
                SatResult::Unsat if !self.is_safe => self.is_safe = true,
                SatResult::Unsat => self.inductive += 1,
                SatResult::Sat => {
                    let latches = self.relation.circuit.latches.iter().map(|latch| latch.var);
                    let value =
                        |var: Var| self.solver.value(var.lit()).map(|value| var.lit_with(value));
                    let outside: Cube = latches.filter_map(value).collect();
                    budget.spend(self.cubes.len() as u64)?;
                    let clause = self.excluding(&outside);
                    conjoin(&mut self.solver, &clause);
                    self.clauses.push(clause);
                }
            }
        }
    }

    /// A clause that holds in all cubes and in no state of `outside`, which is disjoint from each of them.
    fn excluding(&self, outside: &Cube) -> Clause {
        let is_false = |lit: &Lit| outside.binary_search(&!*lit).is_ok();
        let mut open: Vec<Vec<Lit>> =
            self.cubes.iter().map(|cube| cube.iter().copied().filter(is_false).collect()).collect();
        let mut chosen: Vec<Lit> = Vec::new();
        // The literal that most of the open cubes have, again and again.
        while !open.is_empty() {
            let mut counts: BTreeMap<Lit, usize> = BTreeMap::new();
            open.iter().flatten().for_each(|&lit| *counts.entry(lit).or_default() += 1);
            let most = counts.into_iter().max_by_key(|&(lit, count)| (count, Reverse(lit)));
            let (most, _) =
                most.expect("a cube that holds a state outside is no part of an invariant");
            chosen.push(most);
            open.retain(|cube| !cube.contains(&most));
        }
        // Those chosen early may have become superfluous.
        for index in (0..chosen.len()).rev() {
            let others = |lit: &Lit| {
                chosen.iter().enumerate().any(|(at, other)| at != index && other == lit)
            };
            if self.cubes.iter().all(|cube| cube.iter().any(others)) {
                chosen.remove(index);
            }
        }
        Clause::new(chosen)
    }
}

fn conjoin(solver: &mut Solver, clause: &[Lit]) {
    solver.add_clause(clause);
    clause.iter().for_each(|lit| solver.keep_in_cone(lit.var()));
}
