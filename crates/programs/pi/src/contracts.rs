//! Contracts made stronger: conjuncts for `@pre` and `@post` beyond those in the text.
//!
//! The program with them is judged like one in which they are written: what is added to `@post` must hold at every return, what is
//! added to `@pre` at every call. A function with a stronger `@pre` is proved for such calls only.

use std::collections::BTreeMap;

use crate::Span;
use crate::program::{Annotation, Expression, FunctionId, Program};

/// A part of a contract.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ContractPart {
    /// `@pre`
    Pre,
    /// `@post`
    Post,
}

/// Conjuncts that are added to contracts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Contracts {
    /// By function and part.
    pub conjuncts: BTreeMap<(FunctionId, ContractPart), Vec<Expression>>,
}

impl Contracts {
    /// Is nothing added?
    pub fn is_empty(&self) -> bool {
        self.conjuncts.values().all(Vec::is_empty)
    }

    /// What is added to a part of a contract.
    pub fn of(&self, function: FunctionId, part: ContractPart) -> &[Expression] {
        self.conjuncts.get(&(function, part)).map_or(&[], Vec::as_slice)
    }

    /// The program with these conjuncts in the contracts of its functions. Their place in the text is the name of the function.
    pub fn program(&self, program: &Program) -> Program {
        let mut changed = program.clone();
        for ((id, part), conjuncts) in &self.conjuncts {
            let Some(function) = changed.functions.get_mut(id.0 as usize) else { continue };
            let place = function.name.span;
            let annotation = match part {
                ContractPart::Pre => &mut function.pre,
                ContractPart::Post => &mut function.post,
            };
            add(annotation, conjuncts, place);
        }
        changed
    }
}

fn add(annotation: &mut Annotation, conjuncts: &[Expression], place: Span) {
    annotation.added += conjuncts.len();
    for conjunct in conjuncts {
        let mut conjunct = conjunct.clone();
        conjunct.visit_mut(&mut |part| part.span = place);
        annotation.conjuncts.push(conjunct);
    }
}
