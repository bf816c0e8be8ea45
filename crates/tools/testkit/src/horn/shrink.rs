//! Making a system small: try simpler ones, keep each that still fails.

use super::{Clause, Expr, Number, Op, Sort, System};

/// A smallest system, found greedily, for which `fails` still holds.
pub fn shrink(system: &System, mut fails: impl FnMut(&System) -> bool) -> System {
    let mut system = system.clone();
    loop {
        let smaller = candidates(&system).into_iter().find(|candidate| fails(candidate));
        match smaller {
            Some(smaller) => system = smaller,
            None => return system,
        }
    }
}

/// Simpler systems, the boldest changes first. Each has fewer clauses, parameters, premises or variables, or
/// expressions of less weight, so that shrinking ends.
fn candidates(system: &System) -> Vec<System> {
    let mut found = Vec::new();
    for number in 0..system.clauses.len() {
        let mut fewer = system.clone();
        fewer.clauses.remove(number);
        found.push(fewer);
    }
    found.extend(
        (0..system.predicates.len()).filter_map(|number| without_predicate(system, number)),
    );
    for (number, predicate) in system.predicates.iter().enumerate() {
        found.extend(
            (0..predicate.sorts.len()).map(|place| without_parameter(system, number, place)),
        );
    }
    for (number, clause) in system.clauses.iter().enumerate() {
        let changed = simpler_clauses(clause).into_iter().map(|clause| {
            let mut changed = system.clone();
            changed.clauses[number] = clause;
            changed
        });
        found.extend(changed);
    }
    found
}

/// Leaves out a predicate that no clause mentions.
fn without_predicate(system: &System, number: usize) -> Option<System> {
    let mut fewer = system.clone();
    fewer.predicates.remove(number);
    for clause in &mut fewer.clauses {
        for atom in clause.body.iter_mut().chain(clause.head.as_mut()) {
            if atom.predicate == number {
                return None;
            }
            atom.predicate -= usize::from(atom.predicate > number);
        }
    }
    Some(fewer)
}

fn without_parameter(system: &System, number: usize, place: usize) -> System {
    let mut fewer = system.clone();
    fewer.predicates[number].sorts.remove(place);
    for clause in &mut fewer.clauses {
        for atom in clause.body.iter_mut().chain(clause.head.as_mut()) {
            if atom.predicate == number {
                atom.arguments.remove(place);
            }
        }
    }
    fewer
}

fn simpler_clauses(clause: &Clause) -> Vec<Clause> {
    let mut found = Vec::new();
    for premise in 0..clause.body.len() {
        let mut fewer = clause.clone();
        fewer.body.remove(premise);
        found.push(fewer);
    }
    for variable in 0..clause.variables.len() {
        if !clause.expressions().any(|expression| expression.mentions(variable)) {
            let mut fewer = clause.clone();
            fewer.variables.remove(variable);
            let lower = |position: usize| position - usize::from(position > variable);
            fewer.expressions_mut().for_each(|expression| expression.rename(&lower));
            found.push(fewer);
        }
    }
    for place in 0..clause.expressions().count() {
        let Some(expression) = clause.expressions().nth(place) else { continue };
        for simpler in simpler(expression, &clause.variables) {
            let mut changed = clause.clone();
            if let Some(expression) = changed.expressions_mut().nth(place) {
                *expression = simpler;
            }
            found.push(changed);
        }
    }
    found
}

/// Expressions of the same sort and less weight: constants, parts, and the same with a simpler part.
fn simpler(expression: &Expr, variables: &[Sort]) -> Vec<Expr> {
    let sort = expression.sort(variables);
    let mut found: Vec<Expr> = match sort {
        Sort::Bool => vec![Expr::Truth(true), Expr::Truth(false)],
        _ => vec![Expr::literal(sort, Number::ZERO), Expr::literal(sort, Number::integer(1))],
    };
    match expression {
        Expr::Int(value) => found.extend([Expr::Int(value / 2), Expr::Int(value - value.signum())]),
        Expr::Real(value) => found.push(Expr::Real(Number::integer(value.floor()))),
        Expr::Apply(op, parts) => {
            found.extend(parts.iter().filter(|part| part.sort(variables) == sort).cloned());
            let is_list = matches!(op, Op::And | Op::Or | Op::Add | Op::Mul) && parts.len() > 2;
            for place in 0..parts.len() {
                if is_list {
                    let mut fewer = parts.clone();
                    fewer.remove(place);
                    found.push(Expr::Apply(*op, fewer));
                }
                // Divisors stay constants other than zero.
                let is_divisor = matches!(op, Op::Div | Op::Mod | Op::Over) && place > 0;
                for part in simpler(&parts[place], variables) {
                    let is_zero = matches!(part, Expr::Real(Number::ZERO));
                    if is_divisor && (is_zero || !matches!(part, Expr::Int(2..) | Expr::Real(_))) {
                        continue;
                    }
                    let mut changed = parts.clone();
                    changed[place] = part;
                    found.push(Expr::Apply(*op, changed));
                }
            }
        }
        Expr::Truth(_) | Expr::Variable(_) => {}
    }
    let weight = weight(expression);
    found.retain(|candidate| self::weight(candidate) < weight);
    found
}

/// Operators count most, then variables, then large numbers; `true` and 0 are the lightest.
fn weight(expression: &Expr) -> u64 {
    match expression {
        Expr::Truth(truth) => u64::from(!truth),
        Expr::Int(value) => size(*value),
        Expr::Real(value) => {
            let (numerator, denominator) = value.parts();
            size(numerator) + size(denominator - 1)
        }
        Expr::Variable(_) => 300,
        Expr::Apply(_, parts) => 1_000 + parts.iter().map(weight).sum::<u64>(),
    }
}

/// Grows with the absolute value, but stays below that of a variable.
fn size(value: i64) -> u64 {
    let size = value.unsigned_abs();
    let bits = u64::from(u64::BITS - size.leading_zeros());
    u64::from(value < 0) + if size <= 100 { 2 * size } else { 200 + bits }
}
