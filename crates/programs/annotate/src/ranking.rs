//! Rankings for loops and recursive functions.
//!
//! Each loop gets a *measure*, an integer that falls from one iteration to the next, and is not negative where an
//! iteration begins, nor inside it. A loop inside another counts below it; a constant between the
//! two says how far the outer one's iteration has come:
//!
//! ```text
//! outer loop with n inner ones    (r, n,     0)
//! its k-th inner loop             (r, n - k, s)
//! ```
//!
//! A function that calls itself is treated as an outermost loop, whose measure is over its parameters.

mod calls;
mod candidates;
mod find;

use std::collections::BTreeMap;

use buttress_pi::program::{Expression, LoopId};

pub(crate) use calls::{Recursion, RecursionContext};
pub(crate) use find::{Search, find};

use crate::build::int;
use crate::structure::FunctionStructure;

/// Measures of loops that lead to each other, and of their function if it is recursive.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measures {
    /// Over the parameters; the first one counts most. Empty if the function is not recursive.
    pub(crate) function: Vec<Expression>,
    /// By loop.
    pub(crate) loops: BTreeMap<LoopId, Expression>,
}

/// Rankings of one length.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rankings {
    /// Empty if the function is not recursive.
    pub(crate) function: Vec<Expression>,
    /// By loop.
    pub(crate) loops: BTreeMap<LoopId, Vec<Expression>>,
}

impl Measures {
    /// Rankings for all loops that have a measure, and for the function.
    pub(crate) fn rankings(&self, structure: &FunctionStructure) -> Rankings {
        let chains: Vec<Vec<LoopId>> =
            self.loops.keys().map(|head| self.chain(structure, *head)).collect();
        let depth = chains.iter().map(Vec::len).max().unwrap_or(0);
        let mut rankings = Rankings::default();
        for chain in &chains {
            if let Some(head) = chain.last() {
                rankings.loops.insert(*head, self.ranking(&chains, chain, depth));
            }
        }
        if !self.function.is_empty() {
            rankings.function = self.ranking(&chains, &[], depth);
        }
        rankings
    }

    /// The loops with measures around a loop, and itself, from the outside in.
    fn chain(&self, structure: &FunctionStructure, head: LoopId) -> Vec<LoopId> {
        let around = structure.around(head).into_iter();
        around.filter(|other| self.loops.contains_key(other)).collect()
    }

    /// The ranking of the last loop of a chain; of the function, if the chain is empty.
    fn ranking(&self, chains: &[Vec<LoopId>], chain: &[LoopId], depth: usize) -> Vec<Expression> {
        let mut components = self.function.clone();
        for level in 0..depth {
            // How many loops there are directly inside the one above, and how many have been met.
            let siblings = chains
                .iter()
                .filter(|other| {
                    other.len() == level + 1 && other[..level] == chain[..level.min(chain.len())]
                })
                .filter_map(|other| other.last());
            let (mut count, mut come) = (0, 0);
            for sibling in siblings {
                count += 1;
                if Some(sibling) == chain.get(level) {
                    come = count;
                }
            }
            // Nothing leads from one outermost loop back to another unless the function calls itself.
            if level > 0 || !self.function.is_empty() {
                components.push(int(count - come));
            }
            let measure = chain.get(level).and_then(|head| self.loops.get(head));
            components.push(measure.cloned().unwrap_or_else(|| int(0)));
        }
        components
    }
}

#[cfg(test)]
mod tests {
    use buttress_pi::program::ExpressionKind;

    use super::*;
    use crate::structure::LoopStructure;

    /// Loop 0 holds loops 1 and 2; loop 3 stands after it.
    fn structure() -> FunctionStructure {
        let inner = LoopStructure { parent: Some(LoopId(0)), ..LoopStructure::default() };
        let outer =
            LoopStructure { children: vec![LoopId(1), LoopId(2)], ..LoopStructure::default() };
        let after = LoopStructure::default();
        FunctionStructure {
            loops: vec![outer, inner.clone(), inner, after],
            ..FunctionStructure::default()
        }
    }

    fn shown(ranking: &[Expression]) -> Vec<i64> {
        let number = |component: &Expression| match &component.kind {
            ExpressionKind::Number(number) => number.to_i64(),
            _ => None,
        };
        ranking.iter().filter_map(number).collect()
    }

    #[test]
    fn inner_loops_count_below_outer_ones() {
        let measures: [(u32, i64); 3] = [(0, 70), (1, 71), (2, 72)];
        let loops = measures.map(|(head, value)| (LoopId(head), int(value))).into();
        let rankings = Measures { function: vec![], loops }.rankings(&structure());
        assert_eq!(shown(&rankings.loops[&LoopId(0)]), [70, 2, 0]);
        assert_eq!(shown(&rankings.loops[&LoopId(1)]), [70, 1, 71]);
        assert_eq!(shown(&rankings.loops[&LoopId(2)]), [70, 0, 72]);
        assert_eq!(shown(&rankings.function), []);
    }

    #[test]
    fn a_recursive_function_counts_as_outermost_loop() {
        let measures: [(u32, i64); 2] = [(1, 71), (3, 73)];
        let loops = measures.map(|(head, value)| (LoopId(head), int(value))).into();
        let rankings = Measures { function: vec![int(60)], loops }.rankings(&structure());
        assert_eq!(shown(&rankings.function), [60, 2, 0]);
        assert_eq!(shown(&rankings.loops[&LoopId(1)]), [60, 1, 71]);
        assert_eq!(shown(&rankings.loops[&LoopId(3)]), [60, 0, 73]);
    }
}
