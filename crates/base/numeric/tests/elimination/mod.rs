//! The slow, obvious twin of the simplex: Gauß for equations, Fourier and Motzkin for the rest.

use std::collections::HashSet;

use buttress_numeric::{Constraint, Relation, Variable};

/// Have the constraints a common solution?
pub fn is_feasible(constraints: &[Constraint]) -> bool {
    project(constraints, None).is_some()
}

/// The projection on one variable, or on none; `None` if it is empty.
pub fn project(constraints: &[Constraint], kept: Option<Variable>) -> Option<Vec<Constraint>> {
    let mut constraints = constraints.to_vec();
    loop {
        constraints = simplified(constraints)?;
        let others = |constraint: &Constraint| {
            let terms = constraint.form.terms().iter().map(|(variable, _)| *variable);
            terms.filter(|variable| Some(*variable) != kept).collect::<Vec<_>>()
        };
        let equation = constraints
            .iter()
            .filter(|constraint| constraint.relation == Relation::Zero)
            .find_map(|constraint| Some((constraint.clone(), *others(constraint).first()?)));
        if let Some((equation, variable)) = equation {
            constraints.retain(|constraint| *constraint != equation);
            for constraint in &mut constraints {
                *constraint = combined(constraint, &equation, variable, true);
            }
            continue;
        }
        let Some(variable) = constraints.iter().flat_map(&others).next() else {
            return kept_is_consistent(&constraints).then_some(constraints);
        };
        let sign = |constraint: &Constraint| constraint.form.coefficient(variable).signum();
        let (touched, mut rest): (Vec<_>, Vec<_>) =
            constraints.into_iter().partition(|constraint| sign(constraint) != 0);
        let (lower, upper): (Vec<_>, Vec<_>) =
            touched.into_iter().partition(|constraint| sign(constraint) > 0);
        for lower in &lower {
            rest.extend(upper.iter().map(|upper| combined(lower, upper, variable, false)));
        }
        constraints = rest;
    }
}

/// `left` plus the multiple of `right` that cancels the variable.
fn combined(
    left: &Constraint,
    right: &Constraint,
    variable: Variable,
    by_equation: bool,
) -> Constraint {
    let factor = left.form.coefficient(variable);
    let factor = factor.checked_div(&right.form.coefficient(variable)).expect("it occurs");
    let mut form = left.form.clone();
    form.add_scaled(&-factor, &right.form);
    let is_strict = [left, right].iter().any(|side| side.relation == Relation::Positive);
    let relation = match (by_equation, is_strict) {
        (true, _) => left.relation,
        (false, true) => Relation::Positive,
        (false, false) => Relation::NonNegative,
    };
    Constraint { form, relation }
}

/// Without constants and repetitions; `None` if a constant is wrong.
fn simplified(constraints: Vec<Constraint>) -> Option<Vec<Constraint>> {
    let mut seen = HashSet::new();
    for Constraint { form, relation } in constraints {
        match form.terms().first() {
            None if relation.holds(form.constant_part()) => {}
            None => return None,
            Some((_, leading)) => {
                let form = form.scaled(&leading.abs().recip()?);
                seen.insert(Constraint { form, relation });
            }
        }
    }
    Some(seen.into_iter().collect())
}

/// Do constraints on a single variable have a common solution? Each pair is compared.
fn kept_is_consistent(constraints: &[Constraint]) -> bool {
    constraints.iter().all(|left| {
        constraints.iter().all(|right| {
            let Some((variable, _)) = left.form.terms().first() else { return true };
            let (a, b) = (left.form.coefficient(*variable), right.form.coefficient(*variable));
            if a.signum() == b.signum() && left.relation != Relation::Zero {
                return true;
            }
            if left.relation == Relation::Zero {
                let value = (-left.form.constant_part()).checked_div(&a).expect("it occurs");
                return right.holds(|_| value.clone());
            }
            // A lower and an upper bound, or an equation, which is compared from its own side.
            right.relation == Relation::Zero || {
                let sum = combined(left, right, *variable, false);
                sum.relation.holds(sum.form.constant_part())
            }
        })
    })
}
