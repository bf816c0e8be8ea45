//! Walks that meet again become one.
//!
//! Where too many ways lead from an annotation to the next ones, they are not followed one by one. At each node the
//! walks that come there are joined: a variable on which they differ gets a new name, which is defined under the
//! guard of each walk; what a walk has assumed beyond definitions is assumed under its guard. The number of
//! conditions is then that of the places where something has to hold, and none is larger than the text by more than
//! the nesting of its branches.
//!
//! *Needed for soundness:* guards exclude each other, since walks part at a condition and its negation; and a definition of a
//! name that is met nowhere else denies nothing, so that definitions need no guard.

use std::sync::Arc;

use buttress_logic::Term;

use super::walk::{Walk, Walker};
use super::{Hypothesis, Origin, State, Step, Symbolic, Way};
use crate::program::VariableId;

impl Walker<'_> {
    /// One walk for several, in their order. None if there is none, or one is too large.
    pub fn join(&mut self, mut walks: Vec<Walk>) -> Option<Walk> {
        if walks.len() <= 1 {
            return walks.pop();
        }
        let first = walks.first()?;
        let shared = walks.iter().map(|walk| shared(&first.hypotheses, &walk.hypotheses)).min()?;
        let shared_steps =
            walks.iter().map(|walk| self::shared(&first.steps, &walk.steps)).min()?;
        let guards: Vec<Term> = walks.iter().map(|walk| self.guard(walk, shared)).collect();
        let mut joined = Walk {
            state: State { values: vec![None; first.state.values.len()] },
            hypotheses: first.hypotheses.get(..shared)?.to_vec(),
            steps: first.steps.get(..shared_steps)?.to_vec(),
            guards: first.guards.clone(),
            turns: Vec::new(),
        };
        for (walk, guard) in walks.iter().zip(&guards) {
            for Hypothesis { formula, origin } in walk.hypotheses.iter().skip(shared) {
                match origin {
                    Origin::Branch(_) | Origin::Ways => {}
                    Origin::Assignment(_) | Origin::Nature | Origin::Joined => {
                        joined.assume(*formula, *origin);
                    }
                    Origin::Annotation(_) | Origin::Call(_) | Origin::Passed(_) => {
                        let formula = self.lowering.terms.implies(*guard, *formula);
                        joined.assume(formula, *origin);
                    }
                }
            }
        }
        let is_either = match guards.as_slice() {
            [one, other] => self.lowering.terms.not(*one) == *other,
            _ => false,
        };
        if !is_either {
            let ways = self.lowering.terms.or(&guards);
            joined.assume(ways, Origin::Ways);
        }
        for number in 0..joined.state.values.len() as u32 {
            let variable = VariableId(number);
            let values: Option<Vec<&Symbolic>> =
                walks.iter().map(|walk| walk.state.get(variable)).collect();
            // A variable that a walk does not know is not in scope where they meet.
            if let Some(values) = values {
                let value = self.joined(&mut joined, variable, &values, &guards)?;
                joined.state.set(variable, value);
            }
        }
        let ways = walks.into_iter().zip(guards);
        let ways =
            ways.map(|(mut walk, guard)| Way { guard, steps: walk.steps.split_off(shared_steps) });
        joined.steps.push(Step::Either(Arc::new(ways.collect())));
        Some(joined)
    }

    /// What distinguishes a walk from the others: the branches that it has taken since.
    fn guard(&mut self, walk: &Walk, shared: usize) -> Term {
        let taken = walk.hypotheses.iter().skip(shared);
        let taken = taken.filter(|it| matches!(it.origin, Origin::Branch(_) | Origin::Ways));
        let taken: Vec<Term> = taken.map(|it| it.formula).collect();
        self.lowering.terms.and(&taken)
    }

    /// The value of a variable where walks meet: the leaves on which they agree, and new names for the others.
    fn joined(
        &mut self,
        joined: &mut Walk,
        variable: VariableId,
        values: &[&Symbolic],
        guards: &[Term],
    ) -> Option<Symbolic> {
        let (first, others) = values.split_first()?;
        let declared = self.function.variables.get(variable.0 as usize)?;
        let mut number = None;
        let mut leaves = first.leaves.clone();
        let shape = super::leaves(self.lowering.terms, self.program, &first.ty)?;
        for (place, leaf) in shape.iter().enumerate() {
            if others.iter().all(|other| other.leaves.get(place) == first.leaves.get(place)) {
                continue;
            }
            let number = *number.get_or_insert_with(|| self.lowering.next_number(&declared.name));
            let name = format!("{}{}!{number}", declared.name, leaf.suffix);
            let constant = self.lowering.terms.fresh_constant(&name, leaf.sort);
            for (value, guard) in values.iter().zip(guards) {
                let terms = &mut *self.lowering.terms;
                let equal = terms.equation(constant, *value.leaves.get(place)?);
                let defined = terms.implies(*guard, equal);
                joined.assume(defined, Origin::Joined);
            }
            *leaves.get_mut(place)? = constant;
        }
        Some(Symbolic { ty: first.ty.clone(), leaves })
    }
}

/// How long the common beginning of two lists is.
fn shared<T: PartialEq>(one: &[T], other: &[T]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}
