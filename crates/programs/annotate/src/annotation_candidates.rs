//! Candidates from what the user has written: `@pre`, `@post` and the annotations of other loops.

use std::collections::BTreeSet;

use buttress_pi::BinaryOp;
use buttress_pi::program::{
    Expression, ExpressionKind, Function, LoopId, Program, Role, Type, VariableId,
};

use crate::build::{int, relate, variable};
use crate::expressions::{bare, mentioned, replace};
use crate::houdini::Candidate;
use crate::structure::FunctionStructure;

/// Candidates about numbers.
pub(crate) fn numeric(
    program: &Program,
    function: &Function,
    structure: &FunctionStructure,
) -> Vec<Candidate> {
    let mut found = written(function, structure);
    found.extend(guards(function, structure));
    found.extend(ranks(function));
    found.retain(|candidate| is_about_numbers(program, &candidate.expression));
    found
}

/// What is left of the guard of a loop when the loop ends: `i <= n` of `i < n`.
fn guards(function: &Function, structure: &FunctionStructure) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (head, said) in (0..).map(LoopId).zip(&function.loops) {
        let scope: BTreeSet<VariableId> = said.scope.iter().copied().collect();
        for guard in &structure.of(head).guards {
            let ExpressionKind::Binary(op, left, right) = &guard.kind else { continue };
            let op = match op {
                BinaryOp::Less => BinaryOp::LessEqual,
                BinaryOp::Greater => BinaryOp::GreaterEqual,
                _ => continue,
            };
            if mentioned(guard).is_subset(&scope) {
                let expression = relate(op, (**left).clone(), (**right).clone());
                found.push(Candidate { head, expression });
            }
        }
    }
    found
}

/// That the rankings that are written are not negative, which they must not be.
fn ranks(function: &Function) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (head, said) in (0..).map(LoopId).zip(&function.loops) {
        for component in said.rank.iter().flat_map(|rank| &rank.components) {
            let expression = relate(BinaryOp::GreaterEqual, component.clone(), int(0));
            found.push(Candidate { head, expression });
        }
    }
    found
}

/// Candidates about everything else.
pub(crate) fn general(
    program: &Program,
    function: &Function,
    structure: &FunctionStructure,
) -> Vec<Candidate> {
    let mut found = written(function, structure);
    found.retain(|candidate| !is_about_numbers(program, &candidate.expression));
    found
}

/// What is written elsewhere and makes sense at a loop.
fn written(function: &Function, structure: &FunctionStructure) -> Vec<Candidate> {
    let mut sayings: Vec<Expression> = Vec::new();
    // On entry a parameter has its value on entry, which may have a name of its own later.
    for conjunct in &function.pre.conjuncts {
        sayings.push(replace(conjunct, &|variable| entry_of(function, variable)));
    }
    for head in &function.loops {
        sayings.extend(head.annotation.conjuncts.iter().cloned());
    }
    for conjunct in &function.post.conjuncts {
        match function.result {
            Some(result) if mentioned(conjunct).contains(&result) => {
                // Whatever is returned may be on its way to satisfy `@post`.
                for returned in structure.returned.iter().filter(|returned| is_place(returned)) {
                    sayings.push(replace(conjunct, &|variable| {
                        (variable == result).then(|| returned.clone())
                    }));
                }
            }
            _ => sayings.push(conjunct.clone()),
        }
    }
    let mut found = Vec::new();
    for (head, said) in (0..).map(LoopId).zip(&function.loops) {
        let scope: BTreeSet<VariableId> = said.scope.iter().copied().collect();
        let changing = structure.of(head).changed.intersection(&scope);
        let changing = changing.map(|id| variable(function, *id));
        let arrays: Vec<Expression> = changing.filter(is_array).collect();
        let contract = function.pre.conjuncts.iter().chain(&function.post.conjuncts);
        let carried = contract.flat_map(|conjunct| carried(conjunct, &arrays));
        for saying in sayings.iter().cloned().chain(carried) {
            if mentioned(&saying).is_subset(&scope) {
                found.push(Candidate { head, expression: saying });
            }
        }
    }
    found
}

fn is_array(expression: &Expression) -> bool {
    matches!(expression.ty, Type::Array(_))
}

/// What is said of an array, said of others.
fn carried(conjunct: &Expression, arrays: &[Expression]) -> Vec<Expression> {
    let mut places: Vec<Expression> = Vec::new();
    conjunct.visit(&mut |part| {
        if is_array(part) && is_place(part) && !places.contains(&bare(part)) {
            places.push(bare(part));
        }
    });
    let mut found = Vec::new();
    for place in &places {
        for array in arrays.iter().filter(|array| array.ty == place.ty && *array != place) {
            let mut saying = conjunct.clone();
            saying.visit_mut(&mut |part| {
                if bare(part) == *place {
                    part.clone_from(array);
                }
            });
            found.push(saying);
        }
    }
    found
}

/// The variable that keeps the entry value of a parameter, if it has one.
fn entry_of(function: &Function, parameter: VariableId) -> Option<Expression> {
    let numbered = (0..).map(VariableId).zip(&function.variables);
    let mut entries = numbered.filter(|(_, other)| other.role == Role::Entry(parameter));
    entries.next().map(|(id, _)| variable(function, id))
}

/// Is it a variable or a field of one?
fn is_place(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Variable(_) => true,
        ExpressionKind::Field(inner, _) => is_place(inner),
        _ => false,
    }
}

/// Does it speak of numbers and lengths alone, without reads and quantifiers?
pub(crate) fn is_about_numbers(program: &Program, expression: &Expression) -> bool {
    let mut is_plain = true;
    expression.visit(&mut |part| {
        is_plain &= match &part.kind {
            ExpressionKind::Quantified { .. }
            | ExpressionKind::Index(..)
            | ExpressionKind::Update(..)
            | ExpressionKind::Builtin(..) => false,
            ExpressionKind::Predicate(id, _) => {
                is_about_numbers(program, &program.predicate(*id).body)
            }
            _ => true,
        };
    });
    is_plain
}
