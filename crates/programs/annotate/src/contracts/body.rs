//! What a body returns, and what it checks.

use buttress_pi::program::{
    Builtin, Expression, ExpressionKind, Function, Part, Program, Statement, StatementKind, Type,
};
use buttress_pi::{BinaryOp, print};

use crate::expressions::mentioned;

/// What is returned, where nothing happens before: `c -> rv = e` for each way through the branches.
pub fn returned(program: &Program, function: &Function) -> Vec<String> {
    let mut texts = Vec::new();
    let Some(result) = function.result else { return texts };
    let name = &function.variable(result).name;
    let is = match function.variable(result).ty {
        Type::Bool => "<->",
        _ => "=",
    };
    ways(&function.body, &mut Vec::new(), &mut |guards, value| {
        let parts = guards.iter().map(|(condition, _)| *condition).chain([value]);
        if !parts.into_iter().all(|it| is_about_entry(function, it)) {
            return;
        }
        let text = |expression: &Expression| print::expression(program, function, expression);
        let guards = guards.iter().map(|(condition, holds)| match holds {
            true => format!("({})", text(condition)),
            false => format!("!({})", text(condition)),
        });
        let guards: Vec<String> = guards.collect();
        let said = format!("{name} {is} ({})", text(value));
        texts.push(match guards.is_empty() {
            true => said,
            false => format!("({} -> {said})", guards.join(" && ")),
        });
    });
    texts
}

type Guard<'a> = (&'a Expression, bool);

/// Shows the returns that are reached through branches alone. Does nobody come to what follows, as far as is known? Else what holds
/// there is among the guards.
fn ways<'a>(
    statements: &'a [Statement],
    guards: &mut Vec<Guard<'a>>,
    see: &mut impl FnMut(&[Guard<'a>], &'a Expression),
) -> bool {
    for statement in statements {
        match &statement.kind {
            StatementKind::Return(Some(value)) => {
                see(guards, value);
                return true;
            }
            StatementKind::Block(inner) => {
                if ways(inner, guards, see) {
                    return true;
                }
            }
            StatementKind::If(condition, then, otherwise) => {
                let depth = guards.len();
                let mut ends = |branch: &'a [Statement], holds: bool| {
                    guards.push((condition, holds));
                    let is_over = ways(branch, guards, see);
                    guards.truncate(depth);
                    is_over
                };
                match (ends(then, true), ends(otherwise, false)) {
                    (true, true) => return true,
                    (true, false) => guards.push((condition, false)),
                    (false, true) => guards.push((condition, true)),
                    (false, false) => {}
                }
            }
            // What happens now is not followed.
            _ => return true,
        }
    }
    false
}

/// Does an expression speak of nothing but the values of parameters on entry, and calls nothing?
fn is_about_entry(function: &Function, whole: &Expression) -> bool {
    let mut calls = false;
    whole.visit(&mut |part| {
        calls |= matches!(part.kind, ExpressionKind::Call(..) | ExpressionKind::New(_));
    });
    let is_entry = |id| function.parameters.contains(&id) && !function.variable(id).is_assigned;
    !calls && mentioned(whole).into_iter().all(is_entry)
}

/// What the checks as the program runs want of parameters.
pub fn checked(program: &Program, function: &Function) -> Vec<String> {
    let mut texts = Vec::new();
    let text = |expression: &Expression| print::expression(program, function, expression);
    each_expression(&function.body, &mut |whole| {
        whole.visit(&mut |part| {
            if !is_about_entry(function, part) {
                return;
            }
            match &part.kind {
                ExpressionKind::Index(array, index) => {
                    texts.push(format!("0 <= {}", text(index)));
                    texts.push(format!("{} < |{}|", text(index), text(array)));
                }
                ExpressionKind::Binary(
                    BinaryOp::Quotient | BinaryOp::Divide | BinaryOp::Remainder,
                    _,
                    divisor,
                ) => texts.push(format!("{} != 0", text(divisor))),
                ExpressionKind::Builtin(Builtin::Car | Builtin::Cdr, arguments) => {
                    texts.extend(arguments.iter().map(|list| format!("!atom({})", text(list))));
                }
                ExpressionKind::Builtin(Builtin::Get, arguments) => {
                    if let [table, key] = arguments.as_slice() {
                        texts.push(format!("{} in keys({})", text(key), text(table)));
                    }
                }
                _ => {}
            }
        });
        if let ExpressionKind::New(length) = &whole.kind
            && is_about_entry(function, length)
        {
            texts.push(format!("0 <= {}", text(length)));
        }
    });
    texts
}

/// Shows the expressions of statements.
fn each_expression<'a>(statements: &'a [Statement], see: &mut impl FnMut(&'a Expression)) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Declare(_, value) | StatementKind::Return(value) => {
                value.iter().for_each(&mut *see);
            }
            StatementKind::Assign(place, value) => {
                for part in &place.parts {
                    if let Part::Index(index, _) = part {
                        see(index);
                    }
                }
                see(value);
            }
            StatementKind::Evaluate(value) => see(value),
            StatementKind::Block(inner) => each_expression(inner, see),
            StatementKind::If(condition, then, otherwise) => {
                see(condition);
                each_expression(then, see);
                each_expression(otherwise, see);
            }
            StatementKind::Loop(inner) => {
                each_expression(&inner.init, see);
                see(&inner.condition);
                each_expression(&inner.body, see);
                each_expression(&inner.step, see);
            }
            StatementKind::Break | StatementKind::Assert(_) => {}
        }
    }
}
