//! Queries and the search that answers them.

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Lit, Var};

use crate::arena::Kind;
use crate::limits::{CONFLICTS_BEFORE_EXACT, DECISIONS_PER_REPORT, EFFORT_PER_QUERY, LARGEST_GLUE};
use crate::proof::NO_PROOF;
use crate::propagator::Propagator;
use crate::query::{Query, SatResult};
use crate::record::Operation;
use crate::solver::Solver;
use crate::theory::Change;

enum Step {
    Done(SatResult),
    Continue,
}

impl Solver {
    /// Are the clauses satisfiable together with `assumptions`?
    pub fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<SatResult, Exhausted> {
        self.query(&Query { assumptions, clause: None, cone: false }, budget)
    }

    /// Are the clauses satisfiable together with `assumptions`, in the eyes of `theory` too?
    pub fn solve_with<T: Propagator>(
        &mut self,
        assumptions: &[Lit],
        theory: &mut T,
        budget: &Budget,
    ) -> Result<SatResult, Exhausted> {
        self.answer(&Query { assumptions, clause: None, cone: false }, theory, budget)
    }

    /// Answers one query.
    pub fn query(&mut self, query: &Query<'_>, budget: &Budget) -> Result<SatResult, Exhausted> {
        let answer = self.answer(query, &mut (), budget)?;
        self.record(|| Operation::Query {
            assumptions: query.assumptions.to_vec(),
            clause: query.clause.map(<[Lit]>::to_vec),
            cone: query.cone,
            answer,
        });
        Ok(answer)
    }

    fn answer<T: Propagator>(
        &mut self,
        query: &Query<'_>,
        theory: &mut T,
        budget: &Budget,
    ) -> Result<SatResult, Exhausted> {
        self.return_to_level_zero();
        theory.backtrack(0);
        self.settle_late();
        self.failure = None;
        self.stats.queries += 1;
        budget.spend(EFFORT_PER_QUERY)?;
        self.core.clear();
        for lit in query.assumptions.iter().chain(query.clause.unwrap_or(&[])) {
            self.reserve(lit.var().index() + 1);
        }
        if self.inconsistent {
            return Ok(SatResult::Unsat);
        }
        if self.clauses.learnts.len() > self.learnt_limit {
            self.reduce();
        } else if self.clauses.arena.wants_collection() {
            // Query clauses come and go without anything being learnt.
            self.collect();
        }
        self.assumptions.clear();
        let activated = match query.clause {
            None => None,
            Some(clause) => match self.activate_clause(clause) {
                QueryClause::Satisfied => None,
                QueryClause::Falsified => return Ok(SatResult::Unsat),
                QueryClause::Active(var) => Some(var),
            },
        };
        self.assumptions.extend_from_slice(query.assumptions);
        if query.cone {
            let roots = query.assumptions.iter().chain(query.clause.unwrap_or(&[]));
            self.cone.restrict(roots.map(|lit| lit.var()).chain(activated));
        } else {
            self.cone.set_whole();
        }
        let clause = if activated.is_some() { query.clause } else { None };
        self.open_frontier(query.cone, clause.unwrap_or(&[]));
        self.stable.begin(self.stats.conflicts, self.stats.propagations);
        let answer = self.search(theory, budget)?;
        if answer == SatResult::Unsat {
            self.finish_core(activated);
        }
        Ok(answer)
    }

    /// Makes `clause` hold while its activation literal does, which becomes the first assumption.
    fn activate_clause(&mut self, clause: &[Lit]) -> QueryClause {
        let mut literals = clause.to_vec();
        literals.sort_unstable();
        literals.dedup();
        let is_tautology = literals.windows(2).any(|pair| pair[0].var() == pair[1].var());
        if is_tautology || literals.iter().any(|&lit| self.trail.values[lit] > 0) {
            return QueryClause::Satisfied;
        }
        literals.retain(|&lit| self.trail.values[lit] == 0);
        if literals.is_empty() {
            return QueryClause::Falsified;
        }
        let activation = match self.activation {
            Some(var) => var,
            None => {
                let var = self.new_var();
                self.activation = Some(var);
                var
            }
        };
        debug_assert_eq!(self.trail.values[activation.lit()], 0);
        literals.push(!activation.lit());
        self.attach(&literals, Kind::Temporary, NO_PROOF);
        self.assumptions.push(activation.lit());
        QueryClause::Active(activation)
    }

    /// Tidies the core, and learns the clause that says why the query failed if that is wanted.
    fn finish_core(&mut self, activated: Option<Var>) {
        if self.core.is_empty() {
            self.inconsistent = true;
        }
        let derived = self.derived_core.take();
        self.failure = self.failure.or(derived);
        if let Some(var) = activated {
            self.core.retain(|lit| lit.var() != var);
        } else if let Some(id) = derived {
            let clause = self.analysis.learnt.clone();
            self.return_to_level_zero();
            // The clause's literals are open now: its assumptions had no value at level 0.
            match clause.as_slice() {
                [] | [_] => self.install(&clause, Kind::Learnt, id),
                _ => {
                    let glue = core_glue(&clause);
                    let clause = self.attach(&clause, Kind::Learnt, id);
                    self.clauses.arena.set_lbd(clause, glue);
                }
            }
        }
    }

    fn search<T: Propagator>(
        &mut self,
        theory: &mut T,
        budget: &Budget,
    ) -> Result<SatResult, Exhausted> {
        let mut reported = self.stats.propagations;
        let mut until_report = DECISIONS_PER_REPORT;
        let mut step = self.assume(theory)?;
        loop {
            if let Step::Done(answer) = step {
                budget.spend(self.stats.propagations - reported)?;
                return Ok(answer);
            }
            if self.decision_level() == 0 {
                // A theory's clause took effect at level 0.
                step = self.assume(theory)?;
                continue;
            }
            match self.propagate_with(theory)? {
                Some(conflict) => {
                    self.stats.conflicts += 1;
                    if self.decision_level() <= 1 {
                        self.core_of_conflict(conflict, theory);
                        step = Step::Done(SatResult::Unsat);
                        continue;
                    }
                    if self.stable.is_hard()
                        && let Some(&start) = self.trail.level_starts.last()
                    {
                        self.stable.note(&self.trail.lits[..start]);
                    }
                    step = self.learn(conflict, theory)?;
                    until_report = until_report.saturating_sub(16);
                }
                None if self.decision_level() == 0 => {}
                None if self.wants_restart::<T>() => {
                    self.restart(theory);
                    if self.clauses.learnts.len() > self.learnt_limit {
                        self.undo(0, theory);
                        self.settle_late();
                        self.reduce();
                        step = self.assume(theory)?;
                    }
                }
                None => {
                    step = self.decide(theory)?;
                    until_report = until_report.saturating_sub(1);
                }
            }
            if until_report == 0 {
                until_report = DECISIONS_PER_REPORT;
                budget.spend(self.stats.propagations - reported)?;
                reported = self.stats.propagations;
            }
        }
    }

    /// Opens level 1 with all assumptions at once.
    fn assume<T: Propagator>(&mut self, theory: &mut T) -> Result<Step, Exhausted> {
        self.settle_level_zero(theory)?;
        if self.inconsistent {
            self.core.clear();
            return Ok(Step::Done(SatResult::Unsat));
        }
        self.new_level();
        theory.new_level();
        for index in 0..self.assumptions.len() {
            let lit = self.assumptions[index];
            match self.trail.values[lit] {
                0 => self.assign(lit, None),
                1 => {}
                _ => {
                    self.core_of_assumption(lit);
                    return Ok(Step::Done(SatResult::Unsat));
                }
            }
        }
        Ok(Step::Continue)
    }

    fn learn<T: Propagator>(
        &mut self,
        conflict: crate::arena::ClauseRef,
        theory: &mut T,
    ) -> Result<Step, Exhausted> {
        let level = self.analyze(conflict, theory);
        let glue = self.glue();
        let id = self.log_learnt(conflict);
        self.order.decay();
        self.restarts.learnt(glue);
        let learnt = std::mem::take(&mut self.analysis.learnt);
        let step = if learnt.len() == 1 {
            self.undo(0, theory);
            self.install(&learnt, Kind::Learnt, id);
            self.assume(theory)?
        } else {
            // A clause whose other literals are all assumptions returns to level 1, not below.
            self.undo(level.max(1), theory);
            let is_temporary =
                self.activation.is_some_and(|activation| learnt.contains(&!activation.lit()));
            let kind = if is_temporary { Kind::Temporary } else { Kind::Learnt };
            let clause = self.attach(&learnt, kind, id);
            self.clauses.arena.set_lbd(clause, glue);
            self.assign(learnt[0], Some(clause));
            Step::Continue
        };
        self.analysis.learnt = learnt;
        Ok(step)
    }

    fn restart<T: Propagator>(&mut self, theory: &mut T) {
        self.restarts.restarted();
        self.stats.restarts += 1;
        self.undo(1, theory);
        if !T::IS_ACTIVE {
            self.stable.restarted(self.stats.conflicts, self.stats.propagations, &mut self.phase);
        }
    }

    fn wants_restart<T: Propagator>(&self) -> bool {
        let (conflicts, propagations) = (self.stats.conflicts, self.stats.propagations);
        let is_due = !T::IS_ACTIVE && self.stable.wants_restart(conflicts, propagations);
        is_due || !self.stable.is_on && self.restarts.wants_restart()
    }

    fn decide<T: Propagator>(&mut self, theory: &mut T) -> Result<Step, Exhausted> {
        if self.frontier.is_open() {
            if self.stats.conflicts < self.frontier.until {
                return Ok(match self.next_to_justify() {
                    Some(lit) => self.decide_lit(lit, theory),
                    None => Step::Done(SatResult::Sat),
                });
            }
            // A hard query is worth decisions by activity over the whole cone.
            self.frontier.close();
        }
        if !self.order_is_filled {
            self.fill_order();
        } else if self.stats.conflicts >= self.exact_from {
            self.order.make_exact();
        }
        while let Some(var) = self.order.pop() {
            if self.trail.values[var.lit()] == 0 && theory.decides(var) {
                return Ok(self.decide_on(var, theory));
            }
        }
        if !T::IS_ACTIVE {
            return Ok(Step::Done(SatResult::Sat));
        }
        Ok(match self.final_check_with(theory)? {
            Change::Nothing => Step::Done(SatResult::Sat),
            Change::Progress if self.inconsistent => Step::Done(SatResult::Unsat),
            Change::Progress => Step::Continue,
            Change::Conflict(conflict) if self.decision_level() <= 1 => {
                self.core_of_conflict(conflict, theory);
                Step::Done(SatResult::Unsat)
            }
            Change::Conflict(conflict) => {
                self.stats.conflicts += 1;
                self.learn(conflict, theory)?
            }
        })
    }

    fn decide_on<T: Propagator>(&mut self, var: Var, theory: &mut T) -> Step {
        let phase =
            theory.prefers(var.lit()).or(self.stable.prefers(var)).unwrap_or(self.phase[var]);
        self.decide_lit(var.lit_with(phase), theory)
    }

    fn decide_lit<T: Propagator>(&mut self, lit: Lit, theory: &mut T) -> Step {
        self.stats.decisions += 1;
        self.new_level();
        theory.new_level();
        self.assign(lit, None);
        Step::Continue
    }

    pub(crate) fn fill_order(&mut self) {
        let values = &self.trail.values;
        let is_open = |var: &Var| values[var.lit()] == 0;
        if self.cone.is_whole() {
            let vars = (0..self.trail.vars() as u32).map(Var);
            self.order.fill(vars.filter(is_open));
        } else {
            self.order.fill(self.cone.members().iter().copied().filter(is_open));
        }
        self.order_is_filled = true;
        self.exact_from = self.stats.conflicts + CONFLICTS_BEFORE_EXACT;
    }
}

/// The glue of a clause over negated assumptions: these share one level only to save time, and each
/// counts as a decision of its own.
fn core_glue(clause: &[Lit]) -> u32 {
    clause.len().min(LARGEST_GLUE) as u32
}

enum QueryClause {
    /// The clause holds anyway.
    Satisfied,
    /// The clause is false at level 0.
    Falsified,
    /// The clause holds while this variable is true.
    Active(Var),
}
