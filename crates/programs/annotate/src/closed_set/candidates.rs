//! What may describe the states of a run that goes on forever, the most natural things first.

use std::collections::BTreeSet;

use buttress_numeric::Rational;
use buttress_pi::interpret::StateFormula;
use buttress_pi::paths::Point;
use buttress_pi::program::{Expression, ExpressionKind, FunctionId, Program, Type, VariableId};
use buttress_pi::{BinaryOp, Value};

use crate::build::{calculate, expression, int, not, number, plus, relate, variable};
use crate::expressions::mentioned;
use crate::leaf::{Leaf, leaves};
use crate::limits::{MOST_CELLS_SEEN, MOST_RELATED};
use crate::samples::numbers;
use crate::structure::FunctionStructure;

type State = [Option<Value>];

/// What holds in all of these states at a point.
pub(super) fn candidates(
    program: &Program,
    id: FunctionId,
    structure: &FunctionStructure,
    point: Point,
    states: &[&State],
) -> Vec<Expression> {
    let function = program.function(id);
    let scope: Vec<VariableId> = match point {
        Point::Loop(head) => function.head(head).scope.clone(),
        _ => (0..program.globals).map(VariableId).chain(function.parameters.clone()).collect(),
    };
    let visible: BTreeSet<VariableId> = scope.iter().copied().collect();
    let mut found: Vec<Expression> = Vec::new();
    // Conditions of the text, as they always came out.
    for condition in structure.compared.iter().filter(|it| mentioned(it).is_subset(&visible)) {
        found.extend([condition.clone(), not(condition.clone())]);
    }
    for id in &scope {
        if function.variable(*id).ty == Type::Bool {
            found.extend([variable(function, *id), not(variable(function, *id))]);
        }
    }
    let all = leaves(program, function, &scope);
    let rows: Vec<Vec<Option<i64>>> =
        states.iter().map(|state| numbers(&all, &state.to_vec())).collect();
    let column = |place: usize| -> Option<Vec<i64>> {
        let column: Option<Vec<i64>> = rows.iter().map(|row| row[place]).collect();
        column.filter(|numbers| numbers.iter().all(|number| number.unsigned_abs() < 1 << 40))
    };
    let columns: Vec<(&Leaf, Vec<i64>)> =
        (0..all.len()).filter_map(|place| Some((&all[place], column(place)?))).collect();
    for (leaf, values) in &columns {
        bounds(&leaf.expression, values, &mut found);
    }
    for id in &scope {
        found.extend(cells(variable(function, *id), *id, states));
    }
    for (place, (one, left)) in columns.iter().enumerate().take(MOST_RELATED) {
        for (other, right) in columns[..place].iter() {
            if is_constant(left) || is_constant(right) {
                continue;
            }
            let both = || left.iter().zip(right);
            let (one, other) = (&one.expression, &other.expression);
            relation(one, other, &both().map(|(l, r)| l - r).collect::<Vec<_>>(), &mut found);
            let sum = calculate(BinaryOp::Add, one.clone(), other.clone());
            bounds(&sum, &both().map(|(l, r)| l + r).collect::<Vec<_>>(), &mut found);
        }
    }
    for (leaf, values) in columns.iter().filter(|(_, values)| !is_constant(values)) {
        for divisor in [2, 3] {
            let rest: Vec<i64> = values.iter().map(|value| value.rem_euclid(divisor)).collect();
            if is_constant(&rest) {
                let remainder =
                    calculate(BinaryOp::Remainder, leaf.expression.clone(), int(divisor));
                found.push(relate(BinaryOp::Equal, remainder, int(rest[0])));
            }
        }
    }
    found.retain(|candidate| {
        let condition = StateFormula::new(program, candidate);
        states.iter().all(|state| condition.holds(state) == Some(true))
    });
    found
}

fn is_constant(values: &[i64]) -> bool {
    values.windows(2).all(|pair| pair[0] == pair[1])
}

/// e = c, or c <= e and e <= d
fn bounds(whole: &Expression, values: &[i64], found: &mut Vec<Expression>) {
    let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else { return };
    let compared = |op, bound: i64| relate(op, whole.clone(), int(bound));
    match least == most {
        true => found.push(compared(BinaryOp::Equal, *least)),
        false => {
            found.push(compared(BinaryOp::GreaterEqual, *least));
            found.push(compared(BinaryOp::LessEqual, *most));
        }
    }
}

/// l = r + c, or r + c <= l and l <= r + d
fn relation(left: &Expression, right: &Expression, values: &[i64], found: &mut Vec<Expression>) {
    let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else { return };
    let compared = |op, by: i64| relate(op, left.clone(), plus(right.clone(), by));
    match least == most {
        true => found.push(compared(BinaryOp::Equal, *least)),
        false => {
            found.push(compared(BinaryOp::GreaterEqual, *least));
            found.push(compared(BinaryOp::LessEqual, *most));
        }
    }
}

/// a[i] = c, for the first cells of an array that stay.
fn cells(array: Expression, id: VariableId, states: &[&State]) -> Vec<Expression> {
    let Type::Array(element) = &array.ty else { return Vec::new() };
    let cell = |state: &State, place: usize| -> Option<Value> {
        match state.get(id.0 as usize)?.as_ref()? {
            Value::Array(array) => array.cells.get(place).cloned(),
            _ => None,
        }
    };
    let mut found = Vec::new();
    for place in 0..MOST_CELLS_SEEN {
        let Some(first) = states.first().and_then(|state| cell(state, place)) else { break };
        if !states.iter().all(|state| cell(state, place).as_ref() == Some(&first)) {
            continue;
        }
        let index = Box::new(int(place as i64));
        let kind = ExpressionKind::Index(Box::new(array.clone()), index);
        let read = expression(kind, (**element).clone());
        match first {
            Value::Int(value) => {
                let value: Rational = value.as_rational().clone();
                found.push(relate(BinaryOp::Equal, read, number(value, Type::Int)));
            }
            Value::Bool(true) => found.push(read),
            Value::Bool(false) => found.push(not(read)),
            _ => {}
        }
    }
    found
}
