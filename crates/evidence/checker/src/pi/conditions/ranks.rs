//! What rankings have to fulfil.

use buttress_logic::Term;

use super::point::Point;
use super::ranking::ranking;
use super::statements::Executor;
use super::value::{Value, not_negative};
use super::walk::Walk;

impl Executor<'_> {
    /// Every component of a written ranking is at least 0 where it stands.
    pub fn rank_at_start(&mut self, walk: &Walk) -> Option<()> {
        if !self.scope.termination {
            return Some(());
        }
        let (program, facts) = (self.translator.program, self.facts);
        let Some((components, true)) = ranking(program, facts, self.from) else { return Some(()) };
        let mut goals = Vec::new();
        for component in components {
            let value = self.translator.formula(&walk.values, component)?;
            goals.push(not_negative(self.translator.terms, value));
        }
        self.end(walk, goals)
    }

    /// From where the walk began to a point of the same cycle, the ranking gets smaller: the first component that changes
    /// falls, and that of an added ranking was not negative before.
    pub fn decrease(&mut self, to: Point, values: &[Option<Value>]) -> Option<Option<Term>> {
        let (program, facts) = (self.translator.program, self.facts);
        if !self.scope.termination || !self.cycles.are_together(self.from, to) {
            return Some(None);
        }
        let (before, after) = (ranking(program, facts, self.from), ranking(program, facts, to));
        let (Some((before, is_written)), Some((after, _))) = (before, after) else {
            return Some(None);
        };
        if before.len() != after.len() {
            return Some(None);
        }
        let start = std::mem::take(&mut self.start);
        let (mut cases, mut same): (Vec<Term>, Vec<Term>) = (Vec::new(), Vec::new());
        for (before, after) in before.iter().zip(after) {
            let old = self.translator.formula(&start, before)?;
            let new = self.translator.formula(values, after)?;
            let mut case = same.clone();
            case.push(self.translator.terms.less(new, old));
            if !is_written {
                case.push(not_negative(self.translator.terms, old));
            }
            cases.push(self.translator.terms.and(&case));
            same.push(self.translator.terms.equation(new, old));
        }
        self.start = start;
        Some(Some(self.translator.terms.or(&cases)))
    }
}
