//! What rankings have to fulfil.
//!
//! A ranking that is written is not negative wherever it stands, as its author says. One that was inferred
//! may be negative where an execution leaves the cycle: on each path around it, the component that decides is not negative
//! before it decreases. That suffices: on a way around a cycle without end, take the first component that decides infinitely often:
//! from some point on it never rises, and it is not negative infinitely often before it falls.

use buttress_logic::Term;

use super::cycles::ranking;
use super::walk::{Walk, Walker};
use super::{Goal, GoalKind, Point, ProgramPoint, State};

impl Walker<'_> {
    /// Every component of a written ranking where the paths begin is at least 0.
    pub fn rank_not_negative(&mut self, walk: &Walk) -> Option<()> {
        let point = (self.id, self.from);
        let ranking = ranking(self.program, self.facts, point);
        let Some(ranking) = ranking.filter(|ranking| ranking.is_written) else {
            return Some(());
        };
        let mut goals = Vec::new();
        for (position, component) in ranking.components.iter().enumerate() {
            let value = self.lowering.formula(&walk.state, component)?;
            let formula = self.lowering.not_negative(value);
            let span = component.span;
            goals.push(Goal { kind: GoalKind::RankNotNegative(position), formula, span });
        }
        self.emit(walk.clone(), Point::Rank, goals)
    }

    /// The ranking at a point that leads back to where the paths begin is smaller than it was there.
    pub fn rank_decreases(&mut self, to: ProgramPoint, state: &State) -> Option<Option<Goal>> {
        let from = (self.id, self.from);
        if !self.options.termination || !self.graph.is_on_cycle(from, to) {
            return Some(None);
        }
        let rankings =
            ranking(self.program, self.facts, from).zip(ranking(self.program, self.facts, to));
        // A cycle whose points are not all ranked alike is told by `unranked`.
        let Some((before, after)) = rankings else { return Some(None) };
        if before.components.len() != after.components.len() {
            return Some(None);
        }
        let (mut cases, mut equal) = (Vec::new(), Vec::new());
        for (old, new) in before.components.iter().zip(after.components) {
            let start = std::mem::take(&mut self.start);
            let old = self.lowering.formula(&start, old);
            self.start = start;
            let (old, new) = (old?, self.lowering.formula(state, new)?);
            let mut parts: Vec<Term> = equal.clone();
            parts.push(self.lowering.terms.less(new, old));
            if !before.is_written {
                parts.push(self.lowering.not_negative(old));
            }
            cases.push(self.lowering.terms.and(&parts));
            equal.push(self.lowering.terms.equation(new, old));
        }
        let formula = self.lowering.terms.or(&cases);
        Some(Some(Goal { kind: GoalKind::RankDecreases, formula, span: after.span }))
    }
}
