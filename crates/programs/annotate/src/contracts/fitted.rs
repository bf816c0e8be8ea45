//! A linear equation for the result that all runs satisfy.

use buttress_budget::Budget;
use buttress_numeric::{Integer, Rational};
use buttress_pi::interpret::{Inputs, Limits, Machine, RunOutcome};
use buttress_pi::program::{Function, FunctionId, Program, Type};
use buttress_pi::{Facts, Value};

use crate::limits::{FITTED_RUNS, FITTED_STEPS};

/// `rv = c₁·x₁ + … + c₀` over numbers and lengths of parameters, with the least number of unknowns that fits.
pub fn equation(program: &Program, id: FunctionId, seed: u64, budget: &Budget) -> Option<String> {
    let function = program.function(id);
    let result = function.result?;
    let left = name_of(function.variable(result).name.as_str(), &function.variable(result).ty)?;
    let names = names(function);
    let none = Facts::default();
    let machine = Machine::new(program, &none);
    let limits = Limits { steps: FITTED_STEPS, ..Limits::default() };
    let mut rows: Vec<Vec<Rational>> = Vec::new();
    let mut visit = |inputs: &Inputs, outcome| {
        if let RunOutcome::Returned(Some(value)) = outcome {
            let numbers = inputs.arguments.iter().filter_map(number);
            let mut row: Vec<Rational> = numbers.collect();
            row.push(Rational::from(1));
            row.extend(number(&value));
            if row.len() == names.len() + 2 {
                rows.push(row);
            }
        }
        true
    };
    buttress_run::explore(&machine, id, &limits, budget, FITTED_RUNS, seed, &mut visit);
    let factors = solve(rows, names.len() + 1)?;
    let mut right = String::new();
    for (factor, name) in factors.iter().zip(names.iter().map(Some).chain([None])) {
        let factor = factor.is_integer().then(|| factor.numerator())?;
        if factor == Integer::from(0) {
            continue;
        }
        let term = match name {
            Some(name) if factor == Integer::from(1) => name.clone(),
            Some(name) => format!("({factor}) * {name}"),
            None => factor.to_string(),
        };
        right.push_str(if right.is_empty() { "" } else { " + " });
        right.push_str(&term);
    }
    let right = if right.is_empty() { "0".to_owned() } else { right };
    Some(format!("{left} = {right}"))
}

/// What is read off a value: a number, or a length.
fn number(value: &Value) -> Option<Rational> {
    match value {
        Value::Int(number) => Some(Rational::from(number.clone())),
        Value::Array(array) => Some(Rational::from(array.cells.len() as i64)),
        _ => None,
    }
}

fn name_of(name: &str, ty: &Type) -> Option<String> {
    match ty {
        Type::Int => Some(name.to_owned()),
        Type::Array(_) => Some(format!("|{name}|")),
        _ => None,
    }
}

fn names(function: &Function) -> Vec<String> {
    let parameters = function.parameters.iter().map(|id| function.variable(*id));
    parameters.filter_map(|variable| name_of(&variable.name, &variable.ty)).collect()
}

/// Factors with which the first columns add up to the last one in every row; 0 where any would do. None if there are no such, or no
/// more rows than unknowns.
fn solve(mut rows: Vec<Vec<Rational>>, unknowns: usize) -> Option<Vec<Rational>> {
    if rows.len() <= unknowns {
        return None;
    }
    let mut pivots = Vec::new();
    for column in 0..unknowns {
        let done = pivots.len();
        let Some(at) = (done..rows.len()).find(|row| !rows[*row][column].is_zero()) else {
            continue;
        };
        rows.swap(done, at);
        let scale = rows[done][column].recip()?;
        let pivot: Vec<Rational> = rows[done].iter().map(|entry| entry * &scale).collect();
        rows[done].clone_from(&pivot);
        for (place, row) in rows.iter_mut().enumerate() {
            if place == done || row[column].is_zero() {
                continue;
            }
            let factor = -row[column].clone();
            for (entry, other) in row.iter_mut().zip(&pivot) {
                entry.add_product(&factor, other);
            }
        }
        pivots.push(column);
    }
    let is_left = rows[pivots.len()..].iter().any(|row| !row[unknowns].is_zero());
    if is_left {
        return None;
    }
    let mut factors = vec![Rational::from(0); unknowns];
    for (row, column) in rows.iter().zip(&pivots) {
        factors[*column] = row[unknowns].clone();
    }
    Some(factors)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(numbers: &[i64]) -> Vec<Rational> {
        numbers.iter().map(|number| Rational::from(*number)).collect()
    }

    #[test]
    fn equations_fit_all_rows_or_none() {
        // z = 2x + 3, y is free
        let rows =
            vec![row(&[0, 0, 1, 3]), row(&[1, 0, 1, 5]), row(&[2, 0, 1, 7]), row(&[5, 0, 1, 13])];
        assert_eq!(solve(rows.clone(), 3), Some(row(&[2, 0, 3])));
        let mut wrong = rows;
        wrong.push(row(&[6, 0, 1, 0]));
        assert_eq!(solve(wrong, 3), None);
        assert_eq!(solve(vec![row(&[1, 1])], 1), None, "one row shows nothing");
    }
}
