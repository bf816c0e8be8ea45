//! Which variables of a function are indices, so that drawings put their names at cells.

use std::collections::BTreeSet;

use buttress_pi::program::{
    Expression, ExpressionKind, Function, LoopHead, Part, Statement, StatementKind, Type,
    VariableId,
};

/// The variables that are used as indices: in subscripts, compared with a quantified variable, or given to a
/// predicate.
pub(super) fn pointers(function: &Function) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    let mut names = |expression: &Expression| {
        expression.visit(&mut |part| {
            if let (ExpressionKind::Variable(id), Type::Int) = (&part.kind, &part.ty) {
                found.insert(*id);
            }
        });
    };
    let mut see = |expression: &Expression| {
        expression.visit(&mut |part| match &part.kind {
            ExpressionKind::Index(_, index) => names(index),
            ExpressionKind::Predicate(_, arguments) => {
                arguments.iter().filter(|argument| argument.ty == Type::Int).for_each(&mut names);
            }
            ExpressionKind::Binary(_, left, right) => {
                let is_bound = |side: &Expression| matches!(side.kind, ExpressionKind::Bound(_));
                if is_bound(left) || is_bound(right) {
                    names(left);
                    names(right);
                }
            }
            _ => {}
        });
    };
    let heads = function.loops.iter().flat_map(|head: &LoopHead| &head.annotation.conjuncts);
    let contract = function.pre.conjuncts.iter().chain(&function.post.conjuncts);
    heads.chain(contract).for_each(&mut see);
    in_statements(&function.body, &mut see);
    found
}

/// Their names.
pub fn pointer_names(function: &Function) -> Vec<String> {
    pointers(function).into_iter().map(|id| function.variable(id).name.clone()).collect()
}

fn in_statements(statements: &[Statement], see: &mut impl FnMut(&Expression)) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Declare(_, value) | StatementKind::Return(value) => {
                value.iter().for_each(&mut *see);
            }
            StatementKind::Assign(place, value) => {
                for part in &place.parts {
                    if let Part::Index(index, _) = part {
                        // A subscript by itself: seen as one.
                        let read =
                            ExpressionKind::Index(Box::new(index.clone()), Box::new(index.clone()));
                        see(&Expression { kind: read, ty: index.ty.clone(), span: index.span });
                    }
                }
                see(value);
            }
            StatementKind::Evaluate(value) => see(value),
            StatementKind::Block(block) => in_statements(block, see),
            StatementKind::If(condition, then, otherwise) => {
                see(condition);
                in_statements(then, see);
                in_statements(otherwise, see);
            }
            StatementKind::Loop(one) => {
                see(&one.condition);
                for part in [&one.init, &one.step, &one.body] {
                    in_statements(part, see);
                }
            }
            StatementKind::Break | StatementKind::Assert(_) => {}
        }
    }
}
