//! What callers say about the arguments and the result of a call, in the words of the function that is called.

use buttress_pi::program::{
    Expression, ExpressionKind, Function, FunctionId, Program, Role, Statement, StatementKind,
    VariableId,
};
use buttress_pi::{ContractPart, print};

use crate::expressions::{mentioned, replace};

/// A call whose result, if there is one, goes to a variable or is returned.
struct Call<'a> {
    arguments: &'a [Expression],
    result: Option<VariableId>,
}

/// The conjuncts of callers' annotations that speak of nothing but what is given to the function and what comes back.
pub fn said(program: &Program, id: FunctionId, part: ContractPart) -> Vec<String> {
    let callee = program.function(id);
    let mut texts = Vec::new();
    for caller in &program.functions {
        let mut calls = Vec::new();
        let mut conjuncts: Vec<&Expression> = Vec::new();
        look(caller, &caller.body, id, &mut calls, &mut conjuncts);
        if calls.is_empty() {
            continue;
        }
        conjuncts.extend(&caller.post.conjuncts);
        conjuncts.extend(&caller.pre.conjuncts);
        conjuncts.extend(caller.loops.iter().flat_map(|head| &head.annotation.conjuncts));
        for call in &calls {
            for conjunct in &conjuncts {
                let meaning = |variable| meaning(program, caller, callee, call, part, variable);
                let variables = mentioned(conjunct);
                if variables.iter().any(|variable| meaning(*variable).is_none()) {
                    continue;
                }
                let moved = replace(conjunct, &|variable| {
                    let kind = ExpressionKind::Variable(meaning(variable)?);
                    Some(Expression { kind, ..caller_variable(caller, variable, conjunct) })
                });
                texts.push(print::expression(program, callee, &moved));
            }
        }
    }
    texts
}

/// A variable of the caller as an expression.
fn caller_variable(caller: &Function, variable: VariableId, near: &Expression) -> Expression {
    let kind = ExpressionKind::Variable(variable);
    Expression { kind, ty: caller.variable(variable).ty.clone(), span: near.span }
}

/// What a variable of the caller is for the function that is called.
fn meaning(
    program: &Program,
    caller: &Function,
    callee: &Function,
    call: &Call<'_>,
    part: ContractPart,
    variable: VariableId,
) -> Option<VariableId> {
    if variable.0 < program.globals {
        return Some(variable);
    }
    if part == ContractPart::Post && call.result == Some(variable) {
        return callee.result;
    }
    let subject = match caller.variable(variable).role {
        Role::Entry(parameter) => parameter,
        _ => variable,
    };
    let is_it = |argument: &Expression| argument.kind == ExpressionKind::Variable(subject);
    let place = call.arguments.iter().position(is_it)?;
    callee.parameters.get(place).copied()
}

/// Collects the calls of a function, and the assertions on the way.
fn look<'a>(
    caller: &'a Function,
    statements: &'a [Statement],
    id: FunctionId,
    calls: &mut Vec<Call<'a>>,
    conjuncts: &mut Vec<&'a Expression>,
) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Declare(variable, Some(value)) => see(value, Some(*variable), id, calls),
            StatementKind::Assign(place, value) => {
                see(value, place.parts.is_empty().then_some(place.variable), id, calls);
            }
            StatementKind::Return(Some(value)) => see(value, caller.result, id, calls),
            StatementKind::Evaluate(value) => see(value, None, id, calls),
            StatementKind::Assert(annotation) => conjuncts.extend(&annotation.conjuncts),
            StatementKind::Block(inner) => look(caller, inner, id, calls, conjuncts),
            StatementKind::If(condition, then, otherwise) => {
                see(condition, None, id, calls);
                look(caller, then, id, calls, conjuncts);
                look(caller, otherwise, id, calls, conjuncts);
            }
            StatementKind::Loop(inner) => {
                see(&inner.condition, None, id, calls);
                for part in [&inner.init, &inner.body, &inner.step] {
                    look(caller, part, id, calls, conjuncts);
                }
            }
            StatementKind::Declare(_, None)
            | StatementKind::Return(None)
            | StatementKind::Break => {}
        }
    }
}

/// Collects the calls in an expression; if it is one, its result goes where that of the expression goes.
fn see<'a>(
    whole: &'a Expression,
    result: Option<VariableId>,
    id: FunctionId,
    calls: &mut Vec<Call<'a>>,
) {
    let mut result = result;
    whole.visit(&mut |part| {
        if let ExpressionKind::Call(callee, arguments) = &part.kind
            && *callee == id
        {
            calls.push(Call { arguments, result });
        }
        result = None;
    });
}
