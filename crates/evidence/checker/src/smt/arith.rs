//! Derivations in arithmetic: sums, products, rounding, and a contradiction at the end.
//!
//! A line is a sum of constraints that hold under the negation of the clause. Inequalities take
//! multipliers that are not negative, equations any; a strict one with a positive multiplier
//! makes the sum strict. Constraints may be multiplied with each other, equations with any term.

use buttress_budget::Budget;
use buttress_certificate::smt::{Derivation, Source};
use buttress_logic::{Op, Term, Terms};
use buttress_numeric::{Constraint, Integer, LinearForm, Rational, Relation, Variable};

use super::closure::Closure;
use super::form::LinearForms;
use super::monomial::{Bounds, Monomials, longest};
use super::rejection::{LineFlaw, describe};
use super::written::{WrittenLiteral, negation};
use crate::limits::{MOST_BITS, MOST_COEFFICIENTS, MOST_PRODUCT_DEGREE, MOST_PRODUCT_SUMMANDS};

/// Bounds of each product of constraints.
const PRODUCT: Bounds =
    Bounds { summands: MOST_PRODUCT_SUMMANDS, degree: MOST_PRODUCT_DEGREE, bits: MOST_BITS };

/// Does the derivation refute the negation of the clause? The flaw comes with its line, from 0.
pub fn refute(
    terms: &mut Terms,
    closure: &mut Closure,
    forms: &mut LinearForms,
    clause: &[WrittenLiteral],
    derivation: &Derivation,
    budget: Option<&Budget>,
) -> Result<(), (usize, LineFlaw)> {
    let sources = || derivation.lines.iter().flat_map(|line| line.sum.iter());
    let sides: Vec<Term> = sources()
        .filter_map(|(source, _)| match source {
            Source::Equation(left, right) => Some([*left, *right]),
            _ => None,
        })
        .flatten()
        .collect();
    if !sides.is_empty() {
        closure.close(terms, clause.iter().map(negation), &sides);
    }
    let mut derived: Vec<Constraint> = Vec::new();
    let mut size = 0;
    for (number, line) in derivation.lines.iter().enumerate() {
        let fails = |flaw| (number, flaw);
        let mut sum = Sum::default();
        for (source, factor) in &line.sum {
            if let Some(budget) = budget {
                let size = 1 + sum.variables.len() as u64;
                budget.spend(size).map_err(|exhausted| fails(LineFlaw::Exhausted(exhausted)))?;
            }
            let scope = Scope { clause, derived: &derived };
            scope.add(terms, closure, forms, *source, factor, &mut sum).map_err(fails)?;
            if sum.variables.len() > MOST_COEFFICIENTS {
                return Err(fails(LineFlaw::TooLarge));
            }
        }
        let mut constraint = sum.close();
        if longest(&constraint.form) > MOST_BITS {
            return Err(fails(LineFlaw::Digits));
        }
        if line.rounds {
            constraint = round(terms, &forms.monomials, constraint).map_err(fails)?;
        }
        size += constraint.form.terms().len();
        if size > MOST_COEFFICIENTS {
            return Err(fails(LineFlaw::TooLarge));
        }
        derived.push(constraint);
    }
    let Some(last) = derived.last() else {
        return Err((0, LineFlaw::NoLine(0)));
    };
    let fails = |flaw| Err((derived.len() - 1, flaw));
    match last.form.terms().first() {
        Some((variable, _)) => {
            fails(LineFlaw::NotCancelled(forms.monomials.describe(terms, *variable)))
        }
        None if last.relation.holds(last.form.constant_part()) => {
            fails(LineFlaw::Consistent(shown(last)))
        }
        None => Ok(()),
    }
}

fn shown(constraint: &Constraint) -> String {
    let relation = match constraint.relation {
        Relation::NonNegative => "≥",
        Relation::Positive => ">",
        Relation::Zero => "=",
    };
    format!("{} {relation} 0", constraint.form.constant_part())
}

/// What a line may refer to.
struct Scope<'a> {
    clause: &'a [WrittenLiteral],
    derived: &'a [Constraint],
}

impl Scope<'_> {
    /// Adds a multiple of a source.
    fn add(
        &self,
        terms: &mut Terms,
        closure: &mut Closure,
        forms: &mut LinearForms,
        source: Source,
        factor: &Rational,
        sum: &mut Sum,
    ) -> Result<(), LineFlaw> {
        match source {
            Source::Literal(place) => {
                let written = self.clause.get(place).ok_or(LineFlaw::NoLiteral(place))?;
                let (relation, is_forward) =
                    comparison(terms, written).ok_or(LineFlaw::NoComparison(place))?;
                let form = forms.of_atom(terms, written.literal.atom);
                let sign = if is_forward { Rational::ONE } else { Rational::MINUS_ONE };
                sum.add(relation, &sign, factor, &form)
            }
            Source::Equation(left, right) => {
                let is_number = terms.sort_of(left).is_arithmetic()
                    && terms.sort_of(left) == terms.sort_of(right);
                if !is_number || !closure.makes_equal(left, right) {
                    let [left, right] = [left, right].map(|side| describe(terms, side));
                    return Err(LineFlaw::NotEqual(left, right));
                }
                let form = forms.difference(terms, left, right);
                sum.add(Relation::Zero, &Rational::ONE, factor, &form)
            }
            Source::Fact(term, number) => {
                let (relation, form) = fact(terms, forms, term, number)
                    .ok_or_else(|| LineFlaw::NoFact(describe(terms, term), number))?;
                sum.add(relation, &Rational::ONE, factor, &form)
            }
            Source::Line(line) => {
                let constraint = self.line(line)?;
                sum.add(constraint.relation, &Rational::ONE, factor, &constraint.form)
            }
            Source::Product(left, right) => {
                let [left, right] = [self.line(left)?, self.line(right)?];
                let form = product(forms, &left.form, &right.form)?;
                let relation = times(left.relation, right.relation);
                sum.add(relation, &Rational::ONE, factor, &form)
            }
            Source::Multiple(line, term) => {
                let equation = self.line(line)?;
                if equation.relation != Relation::Zero {
                    return Err(LineFlaw::NoEquation(line));
                }
                let form = self.number(terms, forms, term)?;
                let form = product(forms, &equation.form, &form)?;
                sum.add(Relation::Zero, &Rational::ONE, factor, &form)
            }
            Source::Square(term) => {
                let form = self.number(terms, forms, term)?;
                let form = product(forms, &form, &form)?;
                sum.add(Relation::NonNegative, &Rational::ONE, factor, &form)
            }
            Source::Both(left, right) => {
                let [one, other] = [self.line(left)?, self.line(right)?];
                let is_weak = |line: &Constraint| line.relation == Relation::NonNegative;
                if !is_weak(one)
                    || !is_weak(other)
                    || one.form.scaled(&Rational::MINUS_ONE) != other.form
                {
                    return Err(LineFlaw::NotOpposite(left, right));
                }
                sum.add(Relation::Zero, &Rational::ONE, factor, &one.form)
            }
        }
    }

    fn line(&self, line: usize) -> Result<&Constraint, LineFlaw> {
        self.derived.get(line).ok_or(LineFlaw::NoLine(line))
    }

    /// The form of a number.
    fn number(
        &self,
        terms: &Terms,
        forms: &mut LinearForms,
        term: Term,
    ) -> Result<LinearForm, LineFlaw> {
        if !terms.sort_of(term).is_arithmetic() {
            return Err(LineFlaw::NoNumber(describe(terms, term)));
        }
        Ok(forms.sum(terms, [(term, Rational::ONE)]))
    }
}

/// How the product of two forms compares with 0.
fn times(left: Relation, right: Relation) -> Relation {
    match (left, right) {
        (Relation::Zero, _) | (_, Relation::Zero) => Relation::Zero,
        (Relation::Positive, Relation::Positive) => Relation::Positive,
        _ => Relation::NonNegative,
    }
}

fn product(
    forms: &mut LinearForms,
    left: &LinearForm,
    right: &LinearForm,
) -> Result<LinearForm, LineFlaw> {
    if longest(left) + longest(right) > MOST_BITS {
        return Err(LineFlaw::Digits);
    }
    forms.monomials.product(left, right, PRODUCT).ok_or(LineFlaw::TooLarge)
}

/// What the negation of a literal says of right − left, or else of left − right.
fn comparison(terms: &Terms, written: &WrittenLiteral) -> Option<(Relation, bool)> {
    let atom = written.literal.atom;
    let is_positive = written.literal.is_positive;
    let sides = terms.arguments(atom);
    let is_number = sides.first().is_some_and(|side| terms.sort_of(*side).is_arithmetic());
    match terms.op(atom) {
        Op::LessEqual if is_positive => Some((Relation::Positive, false)),
        Op::LessEqual => Some((Relation::NonNegative, true)),
        Op::Less if is_positive => Some((Relation::NonNegative, false)),
        Op::Less => Some((Relation::Positive, true)),
        Op::Equal if is_number && !is_positive => Some((Relation::Zero, written.is_turned)),
        _ => None,
    }
}

/// The facts of a term, by number: see `docs/proof.md`.
fn fact(
    terms: &mut Terms,
    forms: &mut LinearForms,
    term: Term,
    number: u8,
) -> Option<(Relation, LinearForm)> {
    let one = || Rational::ONE;
    let minus = || Rational::MINUS_ONE;
    let op = terms.op(term);
    let arguments = terms.arguments(term);
    if op == Op::ToInteger {
        let whole = *arguments.first()?;
        return match number {
            0 => Some((Relation::NonNegative, forms.difference(terms, whole, term))),
            1 => {
                let mut form = forms.difference(terms, term, whole);
                form.add_constant(&Rational::ONE);
                Some((Relation::Positive, form))
            }
            _ => None,
        };
    }
    let &[dividend, divisor] = arguments else { return None };
    let by = terms.as_number(divisor).filter(|value| !value.is_zero())?.clone();
    match (op, number) {
        (Op::IntegerDivide, 0) | (Op::Modulo, 2) => {
            let quotient = terms.integer_divide(dividend, divisor);
            let remainder = terms.modulo(dividend, divisor);
            let parts = [(dividend, one()), (quotient, -&by), (remainder, minus())];
            Some((Relation::Zero, forms.sum(terms, parts)))
        }
        (Op::Modulo, 0) => Some((Relation::NonNegative, forms.sum(terms, [(term, one())]))),
        (Op::Modulo, 1) => {
            let mut form = forms.sum(terms, [(term, minus())]);
            form.add_constant(&(&by.abs() + &minus()));
            Some((Relation::NonNegative, form))
        }
        _ => None,
    }
}

/// A sum that is being added up.
struct Sum {
    relation: Relation,
    constant: Rational,
    variables: Vec<(Variable, Rational)>,
}

impl Default for Sum {
    fn default() -> Sum {
        Sum { relation: Relation::Zero, constant: Rational::ZERO, variables: Vec::new() }
    }
}

impl Sum {
    /// Adds `factor · (sign · form relation 0)`.
    fn add(
        &mut self,
        relation: Relation,
        sign: &Rational,
        factor: &Rational,
        form: &LinearForm,
    ) -> Result<(), LineFlaw> {
        if factor.is_zero() {
            // Nothing is added; above all, no strictness.
            return Ok(());
        }
        if factor.is_negative() && relation != Relation::Zero {
            return Err(LineFlaw::NegativeMultiplier(factor.to_string()));
        }
        let scale = sign * factor;
        if scale.bits() + longest(form) > MOST_BITS {
            return Err(LineFlaw::Digits);
        }
        self.constant.add_product(&scale, form.constant_part());
        let scaled = form.terms().iter().map(|(variable, value)| (*variable, &scale * value));
        self.variables.extend(scaled);
        self.relation = match (self.relation, relation) {
            (Relation::Positive, _) | (_, Relation::Positive) => Relation::Positive,
            (Relation::Zero, Relation::Zero) => Relation::Zero,
            _ => Relation::NonNegative,
        };
        Ok(())
    }

    fn close(self) -> Constraint {
        let form = LinearForm::new(self.constant, self.variables);
        Constraint { form, relation: self.relation }
    }
}

/// The strongest constraint with the same variables that has the same integer solutions.
fn round(
    terms: &Terms,
    monomials: &Monomials,
    constraint: Constraint,
) -> Result<Constraint, LineFlaw> {
    let Constraint { form, relation } = constraint;
    if form.is_constant() {
        return Ok(Constraint { form, relation });
    }
    let mut numerators = Integer::ZERO;
    let mut denominators = Integer::ONE;
    for (variable, coefficient) in form.terms() {
        if !monomials.is_integral(terms, *variable) {
            return Err(LineFlaw::RoundsReal(monomials.describe(terms, *variable)));
        }
        numerators = numerators.gcd(&coefficient.numerator());
        denominators = denominators.lcm(&coefficient.denominator());
    }
    // No coefficient is 0, so neither is their divisor.
    let scale = denominators.as_rational().checked_div(numerators.as_rational());
    let form = form.scaled(&scale.unwrap_or(Rational::ONE));
    let constant = form.constant_part().clone();
    let with = |constant: Rational| LinearForm::new(constant, form.terms().iter().cloned());
    Ok(match relation {
        Relation::NonNegative => Constraint::non_negative(with(constant.floor().into_rational())),
        Relation::Positive => {
            let below = &constant.ceil().into_rational() + &Rational::MINUS_ONE;
            Constraint::non_negative(with(below))
        }
        Relation::Zero if constant.is_integer() => Constraint::zero(form),
        Relation::Zero => Constraint::non_negative(LinearForm::constant(Rational::MINUS_ONE)),
    })
}
