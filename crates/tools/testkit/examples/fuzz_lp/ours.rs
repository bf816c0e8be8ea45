//! Our own answer to a program, with all evidence checked on the way.

use std::fmt;

use buttress_numeric::{
    Bound, Constraint, ConstraintTag, Feasibility, Optimum, PivotRule, Rational, Relation, Side,
    Simplex, Variable,
};
use buttress_testkit::Random;
use buttress_testkit::lp::LinearProgram;

use crate::count::Count;
use crate::evidence;

/// The answer to a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LpAnswer {
    /// The constraints cannot hold together.
    Infeasible,
    /// The least upper bound of the objective.
    Bounded { value: Rational, is_attained: bool },
    /// The objective has no upper bound.
    Unbounded,
}

impl fmt::Display for LpAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LpAnswer::Infeasible => write!(f, "infeasible"),
            LpAnswer::Bounded { value, is_attained: true } => write!(f, "at most {value}"),
            LpAnswer::Bounded { value, is_attained: false } => write!(f, "below {value}"),
            LpAnswer::Unbounded => write!(f, "unbounded"),
        }
    }
}

/// Solves a program, sometimes after a part of it was asserted, checked and taken back.
pub fn answer(program: &LinearProgram, seed: u64, count: &mut Count) -> Result<LpAnswer, String> {
    let mut random = Random::new(!seed);
    let mut simplex = Simplex::new(match random.below(4) {
        0 => PivotRule::Bland,
        1 => PivotRule::GreedyThenBland { pivots: random.below(4) as u32 },
        _ => PivotRule::GreedyThenBland { pivots: 1000 },
    });
    for _ in 0..program.variables {
        simplex.new_variable();
    }
    let constraints = &program.constraints;
    if random.coin() {
        simplex.push();
        let chosen: Vec<bool> = constraints.iter().map(|_| random.coin()).collect();
        let part: Vec<(usize, &Constraint)> =
            constraints.iter().enumerate().filter(|(place, _)| chosen[*place]).collect();
        let is_feasible = check(&mut simplex, constraints, &part, &mut random, count)?;
        if is_feasible && random.coin() {
            optimum(&mut simplex, constraints, &part, program, false, count)?;
        }
        simplex.pop();
    }
    let all: Vec<(usize, &Constraint)> = constraints.iter().enumerate().collect();
    if !check(&mut simplex, constraints, &all, &mut random, count)? {
        return Ok(LpAnswer::Infeasible);
    }
    let answer = optimum(&mut simplex, constraints, &all, program, random.coin(), count)?;
    // Asked again, from where the first answer left the point.
    let again = optimum(&mut simplex, constraints, &all, program, random.coin(), count)?;
    match answer == again {
        true => Ok(answer),
        false => Err(format!("said {answer}, and then {again}")),
    }
}

/// Asserts some constraints; can they hold?
fn check(
    simplex: &mut Simplex,
    constraints: &[Constraint],
    part: &[(usize, &Constraint)],
    random: &mut Random,
    count: &mut Count,
) -> Result<bool, String> {
    count.checked += 1;
    for (place, constraint) in part {
        let reason = ConstraintTag(*place as u32);
        let asserted = match as_bound(constraint).filter(|_| random.coin()) {
            Some((variable, bound)) => simplex.assert_bound(variable, &bound, reason),
            None => simplex.assert(constraint, reason),
        };
        if let Err(certificate) = asserted {
            evidence::refutation(constraints, &certificate)?;
            return Ok(false);
        }
        // In the middle, now and then: the next check starts from there.
        if random.chance(10)
            && let Feasibility::Infeasible(certificate) = simplex.check()
        {
            evidence::refutation(constraints, &certificate)?;
            return Ok(false);
        }
    }
    match simplex.check() {
        Feasibility::Feasible => {
            let point = simplex.point().ok_or("no point at a feasible check")?;
            let held: Vec<Constraint> = part.iter().map(|(_, it)| (*it).clone()).collect();
            evidence::point(&held, &point)?;
            Ok(true)
        }
        Feasibility::Infeasible(certificate) => {
            evidence::refutation(constraints, &certificate)?;
            Ok(false)
        }
        Feasibility::Interrupted => Err("interrupted by nobody".to_owned()),
    }
}

/// The constraint as a bound of one variable, if it is one with the coefficient 1 or −1.
fn as_bound(constraint: &Constraint) -> Option<(Variable, Bound)> {
    let [(variable, coefficient)] = constraint.form.terms() else { return None };
    if !coefficient.abs().is_one() || constraint.relation == Relation::Zero {
        return None;
    }
    let constant = constraint.form.constant_part();
    let is_strict = constraint.relation == Relation::Positive;
    // x + c ≥ 0, or −x + c ≥ 0
    let (side, value) = match coefficient.is_positive() {
        true => (Side::Lower, -constant),
        false => (Side::Upper, constant.clone()),
    };
    Some((*variable, Bound { side, value, is_strict }))
}

/// The optimum of what is asserted; asked as a maximum, or as the minimum of the opposite.
fn optimum(
    simplex: &mut Simplex,
    constraints: &[Constraint],
    part: &[(usize, &Constraint)],
    program: &LinearProgram,
    is_minimum: bool,
    count: &mut Count,
) -> Result<LpAnswer, String> {
    count.checked += 1;
    let form = &program.objective;
    let found = match is_minimum {
        false => simplex.maximise(form),
        true => simplex.minimise(&form.scaled(&Rational::MINUS_ONE)),
    };
    let held: Vec<Constraint> = part.iter().map(|(_, it)| (*it).clone()).collect();
    match found {
        Optimum::Bounded { value, certificate } => {
            let value = if is_minimum { -value } else { value };
            let is_attained = value.is_standard();
            evidence::upper_bound(constraints, &certificate, form, &value.value, is_attained)?;
            let point = simplex.point().ok_or("no point at an optimum")?;
            evidence::point(&held, &point)?;
            let reached = evidence::value_at(form, &point);
            if (reached == value.value) != is_attained || reached > value.value {
                return Err(format!("the point reaches {reached} of the optimum {value}"));
            }
            Ok(LpAnswer::Bounded { value: value.value, is_attained })
        }
        Optimum::Unbounded { ray } => {
            evidence::ray(&held, &ray, form)?;
            let point = simplex.point().ok_or("no point beside a ray")?;
            evidence::point(&held, &point)?;
            Ok(LpAnswer::Unbounded)
        }
        Optimum::Infeasible(certificate) => {
            evidence::refutation(constraints, &certificate)?;
            Err("infeasible after a feasible check".to_owned())
        }
        Optimum::Interrupted => Err("interrupted by nobody".to_owned()),
    }
}
