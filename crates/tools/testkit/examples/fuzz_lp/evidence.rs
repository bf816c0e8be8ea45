//! Points, multipliers and rays, checked by sums of our own.

use std::collections::BTreeMap;

use buttress_numeric::{
    Constraint, ConstraintTag, FarkasCertificate, LinearForm, Rational, Relation, Variable,
};

/// Does the point satisfy all constraints?
pub fn point(constraints: &[Constraint], point: &[Rational]) -> Result<(), String> {
    for constraint in constraints {
        let value = value_at(&constraint.form, point);
        if !holds(constraint.relation, &value) {
            return Err(format!("the point gives {value} to {constraint}"));
        }
    }
    Ok(())
}

/// The value of a form at a point.
pub fn value_at(form: &LinearForm, point: &[Rational]) -> Rational {
    let mut sum = form.constant_part().clone();
    for (variable, coefficient) in form.terms() {
        let value = point.get(variable.index()).cloned().unwrap_or_default();
        sum = &sum + &(coefficient * &value);
    }
    sum
}

/// Do the multipliers sum the constraints to a contradiction?
pub fn refutation(
    constraints: &[Constraint],
    certificate: &FarkasCertificate,
) -> Result<(), String> {
    let Sum { coefficients, constant, relation } = summed(constraints, certificate)?;
    let library = certificate.refutes(|ConstraintTag(id)| constraints.get(id as usize));
    library.map_err(|error| format!("refutation: {error}"))?;
    if let Some((variable, by)) = coefficients.first_key_value() {
        return Err(format!("a refutation leaves {by}·x{}", variable.0));
    }
    // Σ ≥ 0, or > 0, or = 0, although Σ is this constant.
    match holds(relation, &constant) {
        true => Err(format!("a refutation sums to {constant}")),
        false => Ok(()),
    }
}

/// Do the multipliers sum the constraints to value − form ≥ 0, or > 0?
pub fn upper_bound(
    constraints: &[Constraint],
    certificate: &FarkasCertificate,
    form: &LinearForm,
    value: &Rational,
    is_attained: bool,
) -> Result<(), String> {
    let Sum { mut coefficients, constant, relation: sum } = summed(constraints, certificate)?;
    let mut goal = form.scaled(&Rational::MINUS_ONE);
    goal.add_constant(value);
    let relation = if is_attained { Relation::NonNegative } else { Relation::Positive };
    let claim = Constraint { form: goal, relation };
    let library = certificate.entails(|ConstraintTag(id)| constraints.get(id as usize), &claim);
    library.map_err(|error| format!("dual bound: {error}"))?;
    for (variable, coefficient) in form.terms() {
        let entry = coefficients.entry(*variable).or_default();
        *entry = &*entry + coefficient;
    }
    coefficients.retain(|_, coefficient| !coefficient.is_zero());
    if let Some((variable, by)) = coefficients.first_key_value() {
        return Err(format!("a dual bound leaves {by}·x{}", variable.0));
    }
    let room = claim.form.constant_part() - &constant;
    let is_strict = sum == Relation::Positive;
    if room.is_negative() || !is_attained && !is_strict && room.is_zero() {
        return Err(format!("a dual bound sums to {constant}, which does not show {claim}"));
    }
    Ok(())
}

/// Can one go this way forever, and does the form grow?
pub fn ray(
    constraints: &[Constraint],
    ray: &[(Variable, Rational)],
    form: &LinearForm,
) -> Result<(), String> {
    let slope = |form: &LinearForm| {
        let parts = ray.iter().map(|(variable, by)| by * &form.coefficient(*variable));
        parts.fold(Rational::ZERO, |sum, part| &sum + &part)
    };
    if !slope(form).is_positive() {
        return Err("the objective does not grow along the ray".to_owned());
    }
    for constraint in constraints {
        let slope = slope(&constraint.form);
        let is_kept = match constraint.relation {
            Relation::Zero => slope.is_zero(),
            Relation::NonNegative | Relation::Positive => !slope.is_negative(),
        };
        if !is_kept {
            return Err(format!("the ray leaves {constraint}"));
        }
    }
    Ok(())
}

/// Σ multiplier · form
struct Sum {
    /// Those that are not zero.
    coefficients: BTreeMap<Variable, Rational>,
    constant: Rational,
    /// How the sum compares with zero where the constraints hold.
    relation: Relation,
}

fn summed(constraints: &[Constraint], certificate: &FarkasCertificate) -> Result<Sum, String> {
    let mut coefficients: BTreeMap<Variable, Rational> = BTreeMap::new();
    let (mut constant, mut relation) = (Rational::ZERO, Relation::Zero);
    for (ConstraintTag(id), multiplier) in &certificate.multipliers {
        let constraint = constraints.get(*id as usize).ok_or("a multiplier of nothing")?;
        if multiplier.is_negative() && constraint.relation != Relation::Zero {
            return Err(format!("a negative multiplier of {constraint}"));
        }
        match (relation, constraint.relation) {
            _ if multiplier.is_zero() => {}
            (_, Relation::Zero) | (Relation::Positive, _) => {}
            (_, stronger) => relation = stronger,
        }
        constant = &constant + &(multiplier * constraint.form.constant_part());
        for (variable, coefficient) in constraint.form.terms() {
            let entry = coefficients.entry(*variable).or_default();
            *entry = &*entry + &(multiplier * coefficient);
        }
    }
    coefficients.retain(|_, coefficient| !coefficient.is_zero());
    Ok(Sum { coefficients, constant, relation })
}

fn holds(relation: Relation, value: &Rational) -> bool {
    match relation {
        Relation::NonNegative => !value.is_negative(),
        Relation::Positive => value.is_positive(),
        Relation::Zero => value.is_zero(),
    }
}
