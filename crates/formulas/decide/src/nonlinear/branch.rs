//! Case splits on factors of products whose values are wrong.

use buttress_budget::Exhausted;
use buttress_logic::{Sort, Terms};
use buttress_numeric::{Rational, Side, Variable};

use super::candidate::Candidate;
use super::deduction::simple;
use crate::full_assignment::{FinalCheck, FullAssignment, OpenProducts, Response};
use crate::internalize::Internalizer;
use crate::limits::{FACTOR_BRANCHES, UNBOUNDED_BRANCH};
use crate::numbers::Unknowns;
use crate::point::Point;

/// The case splits of one check.
#[derive(Default)]
pub(crate) struct FactorBranches {
    /// What those that were asked for cost together.
    spent: u64,
}

impl FactorBranches {
    /// A check begins.
    pub(crate) fn begin(&mut self) {
        self.spent = 0;
    }
}

impl FinalCheck for FactorBranches {
    /// Asks for a case split if that is still allowed.
    fn check(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Response, Exhausted> {
        let is_due = assignment.open_products == OpenProducts::Splittable;
        if is_due && self.spent < FACTOR_BRANCHES {
            let FullAssignment { known, terms, point, .. } = assignment;
            self.spent += match branch_on_factor(known, terms, point) {
                Some(Width::Bounded) => 1,
                Some(Width::Unbounded) => UNBOUNDED_BRANCH,
                None => 0,
            };
        }
        Ok(Response::Agreed)
    }
}

/// How far an unknown can go.
enum Width {
    /// It has bounds on both sides.
    Bounded,
    /// It has not.
    Unbounded,
}

/// A case split: is the unknown at most this number?
struct Split {
    variable: Variable,
    at: Rational,
    preference: bool,
}

/// Lets the search decide on which side of a number a factor lies; `None` if nothing is left to
/// be asked.
fn branch_on_factor(known: &mut Internalizer, terms: &mut Terms, point: &Point) -> Option<Width> {
    let unknowns = &known.numbers.unknowns;
    let candidate = Candidate::new(unknowns, point);
    let mut factors: Vec<Variable> = candidate
        .wrong()
        .iter()
        .flat_map(|(_, monomial)| monomial.factors().iter().map(|(variable, _)| *variable))
        .collect();
    factors.sort_unstable();
    factors.dedup();
    factors.retain(|variable| unknowns.arithmetic.fixed(*variable).is_none());
    // Signs first; then narrow domains, which are soon exhausted, and small values.
    factors.sort_by_cached_key(|variable| {
        let width = width(unknowns, *variable);
        (has_sign(unknowns, *variable), width.is_none(), width, point.value(*variable).abs())
    });
    for variable in factors {
        for split in splits(&known.numbers.unknowns, variable, point.value(variable)) {
            if ask(known, terms, split) {
                let is_bounded = width(&known.numbers.unknowns, variable).is_some();
                return Some(if is_bounded { Width::Bounded } else { Width::Unbounded });
            }
        }
    }
    None
}

/// Do the bounds of an unknown say whether it is negative?
fn has_sign(unknowns: &Unknowns, variable: Variable) -> bool {
    let bound = |side| unknowns.arithmetic.bound(variable, side).map(|bound| &bound.value);
    bound(Side::Lower).is_some_and(|bound| !bound.is_negative())
        || bound(Side::Upper).is_some_and(|bound| !bound.is_positive())
}

fn width(unknowns: &Unknowns, variable: Variable) -> Option<Rational> {
    let bound = |side| unknowns.arithmetic.bound(variable, side).map(|bound| &bound.value);
    Some(bound(Side::Upper)? - bound(Side::Lower)?)
}

/// Where to split an unknown with this value, the best first.
fn splits(unknowns: &Unknowns, variable: Variable, value: Rational) -> Vec<Split> {
    let split = |at: Rational, preference| Split { variable, at, preference };
    let mut splits = Vec::new();
    let below = |value: &Rational| value - &Rational::ONE;
    let is_integer = unknowns.arithmetic.is_integer(variable);
    if !has_sign(unknowns, variable) {
        splits.push(match value.is_negative() {
            true if is_integer => split(Rational::MINUS_ONE, true),
            _ => split(Rational::ZERO, !value.is_positive()),
        });
    }
    if is_integer {
        let floor = Rational::from(value.floor());
        let (upper, lower) = (split(floor.clone(), true), split(below(&floor), false));
        splits.extend(if floor.is_negative() { [lower, upper] } else { [upper, lower] });
    } else {
        splits.push(split(simple(&value), true));
    }
    splits
}

/// Makes the question an atom; false if it is one already.
fn ask(known: &mut Internalizer, terms: &mut Terms, split: Split) -> bool {
    let Split { variable, at, preference } = split;
    let unknown = known.numbers.unknowns.term(variable);
    let is_integer = known.numbers.unknowns.arithmetic.is_integer(variable);
    let sort = if is_integer { Sort::INT } else { Sort::REAL };
    let number = terms.numeral(&at, sort);
    let is_below = terms.less_equal(unknown, number);
    let is_above = terms.less_equal(number, unknown);
    // Over the rationals both sides may have the number itself.
    let questions = [(is_below, preference), (is_above, !preference)];
    for (formula, preference) in questions.into_iter().take(if is_integer { 1 } else { 2 }) {
        if known.atoms.lit(terms, formula).is_none_or(|lit| known.atoms.is_dead(lit.var())) {
            let lit = known.literal(terms, formula);
            known.atoms.prefer(lit, preference);
            return true;
        }
    }
    false
}
