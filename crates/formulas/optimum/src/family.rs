//! Families of models along a line.
//!
//! With k a number, every constant c of Int or Real is M(c) + d(c)·k, M being a model and d(c) its *slope*, and every truth
//! value is that of the model. A proof that all assertions hold for all k of a range makes them all models.

use std::collections::HashMap;

use buttress_budget::Budget;
use buttress_certificate::smt::Proof;
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_logic::{Evaluator, Function, Model, Op, Sort, Term, Terms, Value, substitute};
use buttress_numeric::Rational;
use buttress_project::variables_of;

/// The name of k.
const PARAMETER: &str = "@k";

/// Models along a line.
#[derive(Clone, Debug)]
pub struct Family {
    /// How fast constants change; all others keep their values.
    pub slopes: Vec<(Function, Rational)>,
    /// A refutation of: k is in the range, and some assertion is false.
    pub proof: Proof,
}

/// The values of k.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Range {
    /// All natural numbers.
    Naturals,
    /// The rationals from 0 to 1, without 1.
    Unit,
}

/// The family with these slopes, if all its members are models of the formulas.
pub(crate) fn family(
    terms: &mut Terms,
    model: &mut Model,
    formulas: &[Term],
    slopes: Vec<(Term, Rational)>,
    range: Range,
    budget: &Budget,
) -> Option<Family> {
    let sort = if range == Range::Naturals { Sort::INT } else { Sort::REAL };
    let parameter = terms.declare_function(PARAMETER, &[], sort);
    let k = terms.apply(parameter, &[]);
    let by_constant: HashMap<Term, Rational> = slopes.iter().cloned().collect();
    let mut members = HashMap::new();
    let mut constants: Vec<Term> =
        variables_of(terms, formulas.iter().copied()).into_iter().collect();
    constants.sort_unstable();
    for constant in constants {
        let slope = by_constant.get(&constant).cloned().unwrap_or_default();
        if let Some(member) = member(terms, model, constant, &slope, k) {
            members.insert(constant, member);
        }
    }
    let replaced: Vec<Term> =
        formulas.iter().map(|formula| substitute(terms, *formula, &members)).collect();
    let zero = terms.numeral(&Rational::ZERO, sort);
    let all = terms.and(&replaced);
    let mut solver = Solver::new(Settings::new(0, Evidence::Proof));
    let lower = terms.less_equal(zero, k);
    solver.assert(lower);
    if range == Range::Unit {
        let one = terms.numeral(&Rational::ONE, sort);
        let upper = terms.less(k, one);
        solver.assert(upper);
    }
    let some_false = terms.not(all);
    solver.assert(some_false);
    match solver.check(terms, &[], budget) {
        Verdict::Unsat(refutation) => {
            let function = |term: Term| match terms.op(term) {
                Op::Apply(function) => Some(function),
                _ => None,
            };
            let slopes = slopes.into_iter().filter(|(_, slope)| !slope.is_zero());
            let slopes = slopes.filter_map(|(term, slope)| Some((function(term)?, slope)));
            Some(Family { slopes: slopes.collect(), proof: refutation.proof? })
        }
        _ => None,
    }
}

/// What a constant is in the member k of a family; none if its sort is no matter of families.
fn member(
    terms: &mut Terms,
    model: &mut Model,
    constant: Term,
    slope: &Rational,
    k: Term,
) -> Option<Term> {
    let value = Evaluator::new(terms, model).value(constant).ok()?;
    let sort = terms.sort_of(constant);
    if sort == Sort::BOOL {
        return Some(if value == Value::TRUE { Term::TRUE } else { Term::FALSE });
    }
    let start = model.values.as_number(value)?.clone();
    let start = terms.numeral(&start, sort);
    if slope.is_zero() {
        return Some(start);
    }
    let k = match (sort, terms.sort_of(k)) {
        (Sort::REAL, Sort::INT) => terms.to_real(k),
        _ => k,
    };
    let slope = terms.numeral(slope, sort);
    let change = terms.multiply(&[slope, k]);
    Some(terms.add(&[start, change]))
}
