//! Annotations beyond those in the text: what was inferred.
//!
//! They count like the user's own: each must hold when its point is reached and may be assumed from there on. A
//! program is judged together with its facts, so nothing rests on how they were found.

use std::collections::BTreeMap;

use crate::program::{Expression, FunctionId, LoopId};

/// Facts and rankings that were added to a program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Facts {
    /// More conjuncts for annotations of loops.
    pub loops: BTreeMap<(FunctionId, LoopId), Vec<Expression>>,
    /// Rankings for loops that have none; they replace one that is written.
    pub loop_ranks: BTreeMap<(FunctionId, LoopId), Vec<Expression>>,
    /// Rankings for functions that have none; they replace one that is written.
    pub function_ranks: BTreeMap<FunctionId, Vec<Expression>>,
}

impl Facts {
    /// Adds facts about other loops and functions.
    pub fn extend(&mut self, others: Facts) {
        self.loops.extend(others.loops);
        self.loop_ranks.extend(others.loop_ranks);
        self.function_ranks.extend(others.function_ranks);
    }

    /// The facts of one loop.
    pub fn of(&self, function: FunctionId, head: LoopId) -> &[Expression] {
        self.loops.get(&(function, head)).map_or(&[], Vec::as_slice)
    }
}
