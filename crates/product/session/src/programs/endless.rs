//! Computations that never end, with evidence.
//!
//! Functions are executed on small inputs and watched for a state that comes back. If none does and runs are long all the
//! same, a closed set of states is guessed from one of them, and its conditions are proved.

use buttress_annotate::{Visited, closed_set};
use buttress_budget::{Budget, Exhausted};
use buttress_certificate::pi::{Nontermination, ReachedSet, Section};
use buttress_logic::Terms;
use buttress_pi::interpret::{Divergence, Inputs, Limits, Machine, Visit, diverges};
use buttress_pi::paths::{GoalKind, Point, basic_paths, unranked};
use buttress_pi::program::FunctionId;
use buttress_pi::{ClosedSet, Facts, print};
use buttress_run::{Generator, MOST_TINY};

use super::decided::DecidedFunction;
use super::parallel::in_parallel;
use super::proof;
use super::replay::typed;
use super::report::{EndlessRun, FailingRun};
use super::run::Run;
use super::settings::Termination;
use crate::limits::{
    ENDLESS_CALL_DEPTH, ENDLESS_EFFORT, ENDLESS_TIME, LEAST_VISITS, LONG_RUN_STEPS, MOST_LONG_RUNS,
    RANDOM_ENDLESS_INPUTS, SET_SEARCHES, SHORT_RUN_STEPS,
};
use buttress_programs_certify::{Attempt, Condition, call_text};

/// A call that never ends, for the report and for the checker.
pub(super) struct Never {
    pub(super) shown: EndlessRun,
    pub(super) evidence: Nontermination,
}

/// For each function a call that never ends, if its end is demanded, not proved, and such a call is found.
pub(super) fn search(
    run: &Run<'_>,
    facts: &Facts,
    decided: &[DecidedFunction],
) -> Vec<Option<Never>> {
    let is_settled = unranked(run.program, facts).is_empty() && !decided.iter().any(is_unproved);
    in_parallel(decided, run.settings.threads, |one| {
        let function = run.program.function(one.function);
        let is_written =
            function.rank.is_some() || function.loops.iter().any(|head| head.rank.is_some());
        let is_demanded = run.settings.termination == Termination::Demanded
            || (is_written && run.options.termination);
        if !is_demanded || is_settled || run.settings.runs == 0 {
            return None;
        }
        let budget = Budget::with_effort(run.settings.limits.within(ENDLESS_TIME), ENDLESS_EFFORT);
        Hunt { run, function: one.function, budget: &budget }.never().ok().flatten()
    })
}

/// Is some condition about rankings not proved?
fn is_unproved(one: &DecidedFunction) -> bool {
    let is_rank =
        |kind: GoalKind| matches!(kind, GoalKind::RankNotNegative(_) | GoalKind::RankDecreases);
    let mut goals = one.paths.iter().flat_map(|path| path.goals());
    goals.any(|(kind, answer)| is_rank(kind) && !answer.is_proved())
}

struct Hunt<'a> {
    run: &'a Run<'a>,
    function: FunctionId,
    budget: &'a Budget,
}

impl Hunt<'_> {
    fn never(&self) -> Result<Option<Never>, Exhausted> {
        let none = Facts::default();
        let machine = Machine::new(self.run.program, &none);
        let mut generator = Generator::new(&machine, self.function, self.run.settings.seed);
        let mut left = MOST_TINY + RANDOM_ENDLESS_INPUTS;
        for _ in 0..SET_SEARCHES {
            let mut long: Vec<Inputs> = Vec::new();
            while left > 0 && long.len() < MOST_LONG_RUNS {
                left -= 1;
                let Some(inputs) = generator.next() else { break };
                let inputs = typed(self.run.program, self.function, &inputs);
                let Inputs { globals, arguments } = &inputs;
                if machine.admits(self.function, globals, arguments) != Some(true) {
                    continue;
                }
                match self.watch(&machine, &inputs, SHORT_RUN_STEPS)? {
                    Some(Divergence::Returns(visit)) => {
                        return Ok(Some(self.returns(inputs, visit)));
                    }
                    Some(Divergence::Long(_)) => long.push(inputs),
                    None => {}
                }
            }
            if let Some(never) = self.among(&machine, long)? {
                return Ok(Some(never));
            }
        }
        Ok(None)
    }

    fn watch(
        &self,
        machine: &Machine<'_>,
        inputs: &Inputs,
        steps: u64,
    ) -> Result<Option<Divergence>, Exhausted> {
        self.budget.poll()?;
        let limits = Limits { steps, depth: ENDLESS_CALL_DEPTH, ..Limits::default() };
        Ok(diverges(machine, self.function, inputs, &limits, self.budget))
    }

    /// One of these calls, which take long.
    fn among(&self, machine: &Machine<'_>, long: Vec<Inputs>) -> Result<Option<Never>, Exhausted> {
        for inputs in &long {
            let Some(Divergence::Long(tails)) = self.watch(machine, inputs, SHORT_RUN_STEPS)?
            else {
                continue;
            };
            for tail in tails {
                if let Some((visit, set)) = self.set(&tail)?
                    && let Some(never) = self.stays(inputs, visit, &set)
                {
                    return Ok(Some(never));
                }
            }
        }
        for inputs in long {
            if let Some(Divergence::Returns(visit)) =
                self.watch(machine, &inputs, LONG_RUN_STEPS)?
            {
                return Ok(Some(self.returns(inputs, visit)));
            }
        }
        Ok(None)
    }

    /// A closed set that a run stays in, from as early a visit as may be.
    fn set<'v>(&self, tail: &'v [Visit]) -> Result<Option<(&'v Visit, ClosedSet)>, Exhausted> {
        let (mut from, mut next) = (0, 1);
        while from + LEAST_VISITS <= tail.len() {
            let visits: Vec<Visited<'_>> =
                tail[from..].iter().map(|visit| (visit.point.1, &visit.state[..])).collect();
            let first = &tail[from];
            let share = Budget::with_effort(self.budget.limits().clone(), ENDLESS_EFFORT / 8);
            let found = closed_set(self.run.program, first.point.0, &visits, &share);
            self.budget.spend(share.spent())?;
            if let Ok(Some(set)) = found {
                return Ok(Some((first, set)));
            }
            (from, next) = (next, next + from.max(1));
        }
        Ok(None)
    }

    fn returns(&self, inputs: Inputs, visit: Visit) -> Never {
        let shown = self.shown(inputs, visit, None);
        let call =
            call_text(self.run.program, self.function, &shown.run.arguments, &shown.run.globals);
        Never { shown, evidence: Nontermination { call, stays: None } }
    }

    /// The proofs that a set is closed; none if some are not found.
    fn stays(&self, inputs: &Inputs, visit: &Visit, set: &ClosedSet) -> Option<Never> {
        let program = self.run.program;
        let function = program.function(set.function);
        let changed = set.program(program);
        let mut terms = Terms::new();
        let none = Facts::default();
        let paths = basic_paths(&mut terms, &changed, &none, set.function, &ClosedSet::OPTIONS);
        let goals = paths.paths.iter().flat_map(|path| path.goals.iter().map(move |it| (path, it)));
        let (mut conditions, mut proofs) = (0, Vec::new());
        for (path, goal) in goals {
            conditions += 1;
            let mut condition = Condition::of_goal(&mut terms, path, goal);
            let settings = self.run.settings;
            let answer = proof::found_or_made(&mut condition, settings);
            let Attempt::Proved(proof) = answer else { return None };
            proofs.push(format!("p buttress-smt-proof 1 {conditions}\n{}", proof.body));
        }
        let head = |point: Point| match point {
            Point::Loop(head) => Some(head.0 as usize),
            _ => None,
        };
        let mut conjuncts = Vec::new();
        for (point, said) in &set.points {
            let texts = said.iter().map(|formula| print::expression(program, function, formula));
            conjuncts.extend(texts.map(|text| (head(*point), text)));
        }
        let own = set.points.get(&visit.point.1)?.iter();
        let own = own.map(|formula| print::expression(program, function, formula));
        let formula = own.collect::<Vec<_>>().join(" && ");
        let shown = self.shown(inputs.clone(), visit.clone(), Some(formula));
        let call = call_text(program, self.function, &shown.run.arguments, &shown.run.globals);
        let section = Section { function: function.name.text.clone(), conditions, proofs };
        let (visit, head) = (visit.number, head(visit.point.1));
        let stays = Some(ReachedSet { head, visit, conjuncts, section });
        Some(Never { shown, evidence: Nontermination { call, stays } })
    }

    fn shown(&self, inputs: Inputs, visit: Visit, set: Option<String>) -> EndlessRun {
        let (id, point) = visit.point;
        let program = self.run.program;
        let function = program.function(id);
        let source = self.run.source(function);
        let (place, span) = match point {
            Point::Loop(head) => (source.point(point), function.head(head).span),
            _ => (function.name.text.clone(), function.name.span),
        };
        let Inputs { globals, arguments } = inputs;
        let state = visit.state;
        let run = FailingRun { globals, arguments, state, ..FailingRun::default() };
        EndlessRun { run, function: id, place, span, visit: visit.number, set }
    }
}
