//! Sets of states that a function never leaves.
//!
//! A set has a formula for some of the points of a function: loops, and the beginning if the function calls itself.
//! Take the function with these formulas for its annotations, `false` for all others, `@post false`, and `@pre false` for
//! all other functions. If its conditions are valid, then whoever is at such a point in a state of the set comes to such a
//! point again, and never to an end: there is no return, no check at run time that fails, no call of another function, whose
//! end nothing is known about, and a call of the function itself is in the set again.

use std::collections::BTreeMap;

use crate::Span;
use crate::limits::MOST_CLOSED_PATHS;
use crate::paths::{BasicPath, Options, Point};
use crate::program::{
    Annotation, Expression, ExpressionKind, FunctionId, LoopId, Program, Statement, StatementKind,
    Type,
};

/// A set of states of one function.
#[derive(Clone, PartialEq, Debug)]
pub struct ClosedSet {
    /// The function.
    pub function: FunctionId,
    /// By point, `Pre` or a loop: the conjuncts of the formula.
    pub points: BTreeMap<Point, Vec<Expression>>,
}

impl ClosedSet {
    /// What conditions there are.
    pub const OPTIONS: Options =
        Options { runtime: true, termination: false, most: MOST_CLOSED_PATHS };

    /// The program whose conditions say that the set is closed.
    pub fn program(&self, program: &Program) -> Program {
        let mut changed = program.clone();
        for other in &mut changed.functions {
            other.pre = Annotation { conjuncts: vec![falsehood()], added: 0, ..other.pre.clone() };
        }
        let Some(function) = changed.functions.get_mut(self.function.0 as usize) else {
            return changed;
        };
        let said = |point: Point| {
            let conjuncts = self.points.get(&point).cloned();
            let conjuncts = conjuncts.unwrap_or_else(|| vec![falsehood()]);
            Annotation { label: None, conjuncts, added: 0, span: Span::default() }
        };
        function.pre = said(Point::Pre);
        function.post = said(Point::Post);
        function.rank = None;
        for (head, one) in (0..).map(LoopId).zip(&mut function.loops) {
            (one.annotation, one.rank) = (said(Point::Loop(head)), None);
        }
        drop_assertions(&mut function.body);
        changed
    }

    /// Does this path begin in the set? The conditions of others are valid, for they begin nowhere.
    pub fn is_asked(&self, path: &BasicPath) -> bool {
        self.points.contains_key(&path.from)
    }
}

fn falsehood() -> Expression {
    Expression { kind: ExpressionKind::Bool(false), ty: Type::Bool, span: Span::default() }
}

fn drop_assertions(statements: &mut Vec<Statement>) {
    statements.retain(|statement| !matches!(statement.kind, StatementKind::Assert(_)));
    for statement in statements {
        match &mut statement.kind {
            StatementKind::Block(inner) => drop_assertions(inner),
            StatementKind::If(_, then, otherwise) => {
                drop_assertions(then);
                drop_assertions(otherwise);
            }
            StatementKind::Loop(inner) => {
                drop_assertions(&mut inner.init);
                drop_assertions(&mut inner.body);
                drop_assertions(&mut inner.step);
            }
            _ => {}
        }
    }
}
