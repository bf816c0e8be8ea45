//! What annotations and rankings say when they are met.

use buttress_numeric::Integer;

use super::Run;
use super::lexicographic::falls;
use super::stop::{Failing, Progress, RunStop};
use crate::interpret::code::{Head, Rank};
use crate::interpret::evaluate::{Evaluation, Undetermined};
use crate::interpret::formula::Formula;
use crate::limits::TRIALS_PER_STEP;
use crate::paths::{GoalKind, Point};
use crate::program::LoopId;

impl Run<'_, '_> {
    pub fn meet_loop(&mut self, id: LoopId) -> Progress {
        self.watcher.at_loop(self.frame.function, id, &self.frame.state);
        self.go_on()?;
        let head = self.frame.code.loops.get(id.0 as usize).ok_or(RunStop::Confused)?;
        if self.limits.annotations {
            self.require(Point::Loop(id), &head.annotation)?;
            self.require_facts(id, head)?;
        }
        if self.limits.termination
            && let Some(rank) = &head.rank
            && let Some((point, before)) = &self.frame.point
        {
            let function = self.frame.function;
            if self.machine.is_on_cycle((function, *point), (function, Point::Loop(id)))
                && let after = self.rank(rank)?
                && after.len() == before.len()
                && !falls(before, &after)
            {
                let (what, span) = (Point::Loop(id), rank.span);
                let goal = GoalKind::RankDecreases;
                self.fail(&Failing { what, goal, conjunct: 0, span })?;
            }
        }
        self.meet(Point::Loop(id), head.rank.as_ref())
    }

    fn require_facts(&mut self, id: LoopId, head: &Head) -> Progress {
        for position in self.all_false(&head.facts)? {
            let (what, goal) = (Point::Loop(id), GoalKind::Fact(position));
            let conjunct = head.annotation.len() + position;
            self.fail(&Failing { what, goal, conjunct, span: head.span })?;
        }
        Ok(())
    }

    /// A point is met whose annotation holds: its ranking, if it is written, must not be negative, and is remembered.
    pub fn meet(&mut self, point: Point, rank: Option<&Rank>) -> Progress {
        if !self.limits.termination {
            return Ok(());
        }
        self.frame.point = None;
        let Some(rank) = rank else { return Ok(()) };
        let values = self.rank(rank)?;
        let negative = values.iter().position(|value| value.signum() < 0);
        if let Some(position) = negative.filter(|_| rank.is_written) {
            let goal = GoalKind::RankNotNegative(position);
            let span = rank.components[position].span;
            self.fail(&Failing { what: Point::Rank, goal, conjunct: position, span })?;
        }
        self.frame.point = Some((point, values));
        Ok(())
    }

    pub fn rank(&self, rank: &Rank) -> Progress<Vec<Integer>> {
        let mut values = vec![];
        for component in &rank.components {
            let value = Evaluation::new(&self.frame.state).integer(component);
            values.push(value.map_err(|Undetermined| RunStop::Undetermined(rank.span))?);
        }
        Ok(values)
    }

    pub fn require(&mut self, what: Point, formulas: &[Formula]) -> Progress {
        if !self.limits.annotations {
            return Ok(());
        }
        for conjunct in self.all_false(formulas)? {
            let (goal, span) = (GoalKind::Conjunct(conjunct), formulas[conjunct].span);
            self.fail(&Failing { what, goal, conjunct, span })?;
        }
        Ok(())
    }

    /// The conjuncts that are false in the state of the running function. One that is false says more than one
    /// that is not known, even if it comes later.
    pub fn all_false(&mut self, formulas: &[Formula]) -> Progress<Vec<usize>> {
        let (mut all, mut undetermined, mut trials) = (Vec::new(), None, 0);
        for (position, formula) in formulas.iter().enumerate() {
            let mut evaluation = Evaluation::new(&self.frame.state);
            match evaluation.holds(formula) {
                Ok(true) => {}
                Ok(false) => all.push(position),
                Err(Undetermined) => undetermined = undetermined.or(Some(formula.span)),
            }
            trials += evaluation.trials();
        }
        self.meter.work(trials / TRIALS_PER_STEP)?;
        match undetermined {
            Some(span) if all.is_empty() && !self.watcher.undetermined(span) => {
                Err(RunStop::Undetermined(span))
            }
            _ => Ok(all),
        }
    }
}
