//! What rankings have to fulfil.

use buttress_logic::Term;
use buttress_pi::Facts;
use buttress_pi::program::{Expression, Program};

use super::cycles::Point;
use super::statements::Executor;
use super::value::{Value, not_negative};
use super::walk::Walk;

/// The ranking at a point, and whether the user has written it. An added one takes the place of a written one.
pub fn ranking<'a>(
    program: &'a Program,
    facts: &'a Facts,
    (function, head): Point,
) -> Option<(&'a [Expression], bool)> {
    let (added, written) = match head {
        None => (facts.function_ranks.get(&function), &program.function(function).rank),
        Some(head) => {
            let written = &program.function(function).head(head).rank;
            (facts.loop_ranks.get(&(function, head)), written)
        }
    };
    match (added, written) {
        (Some(components), _) => Some((components, false)),
        (None, Some(rank)) => Some((&rank.components, true)),
        (None, None) => None,
    }
}

impl Executor<'_> {
    /// Every component of a written ranking is at least 0 where it stands.
    pub fn rank_at_start(&mut self, walk: &Walk) -> Option<()> {
        if !self.scope.termination {
            return Some(());
        }
        let (program, facts) = (self.meaning.program, self.facts);
        let Some((components, true)) = ranking(program, facts, self.from) else { return Some(()) };
        let mut goals = Vec::new();
        for component in components {
            let value = self.meaning.formula(&walk.values, component)?;
            goals.push(not_negative(self.meaning.terms, value));
        }
        self.end(walk, goals)
    }

    /// From where the walk began to a point of the same cycle, the ranking gets smaller: the first component that changes
    /// falls, and that of an added ranking was not negative before.
    pub fn decrease(&mut self, to: Point, values: &[Option<Value>]) -> Option<Option<Term>> {
        let (program, facts) = (self.meaning.program, self.facts);
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
            let old = self.meaning.formula(&start, before)?;
            let new = self.meaning.formula(values, after)?;
            let mut case = same.clone();
            case.push(self.meaning.terms.less(new, old));
            if !is_written {
                case.push(not_negative(self.meaning.terms, old));
            }
            cases.push(self.meaning.terms.and(&case));
            same.push(self.meaning.terms.equation(new, old));
        }
        self.start = start;
        Some(Some(self.meaning.terms.or(&cases)))
    }
}
