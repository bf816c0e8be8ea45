//! Model-based projection.
//!
//! ∃x. literals is a disjunction over the places where x can be: at its greatest lower bound (plus a
//! remainder, over the integers), or far below when it has none. Only the disjunct that the model
//! lies in is made (Loos–Weispfenning for reals, Cooper for integers), so no step makes
//! the set of literals larger by more than a divisibility.

use std::collections::HashSet;

use buttress_logic::{Evaluator, Model, Op, Sort, Term, Terms};
use buttress_numeric::{Integer, Rational};

use crate::row::variables_of;
use crate::structure::project_structures;
use crate::{Relation, Row};

/// Literals without the variables to eliminate, true in the model, whose conjunction implies
/// ∃ eliminated. literals; none if something stands in the way.
///
/// The literals given must be true in the model.
pub fn project(
    terms: &mut Terms,
    model: &mut Model,
    literals: &[Term],
    eliminate: &[Term],
) -> Option<Vec<Term>> {
    let (literals, eliminate) = project_structures(terms, model, literals, eliminate)?;
    let eliminated: HashSet<Term> = eliminate.iter().copied().collect();
    let mut state =
        State { terms, model, rows: Vec::new(), multiples: Vec::new(), kept: Vec::new() };
    let mut numbers: Vec<Term> = Vec::new();
    for literal in literals {
        state.add_literal(literal, &eliminated, &mut numbers)?;
    }
    numbers.extend(
        eliminate.iter().copied().filter(|term| state.terms.sort_of(*term).is_arithmetic()),
    );
    state.substitute_inside_products(&numbers)?;
    // Equations first: they lose nothing.
    while let Some(place) = numbers.iter().position(|variable| state.has_exact_equation(*variable))
    {
        let variable = numbers.swap_remove(place);
        state.eliminate(variable)?;
    }
    for variable in numbers {
        state.eliminate(variable)?;
    }
    Some(state.literals())
}

/// divisor | form, over the integers.
struct Multiple {
    divisor: Integer,
    form: Row,
}

struct State<'a> {
    terms: &'a mut Terms,
    model: &'a mut Model,
    rows: Vec<Row>,
    multiples: Vec<Multiple>,
    /// Literals that need no work.
    kept: Vec<Term>,
}

impl State<'_> {
    /// Takes in a literal; divisions by numbers get variables of their own, to be eliminated too.
    fn add_literal(
        &mut self,
        literal: Term,
        eliminated: &HashSet<Term>,
        fresh: &mut Vec<Term>,
    ) -> Option<()> {
        let variables = variables_of(self.terms, [literal]);
        if variables.is_disjoint(eliminated) {
            self.kept.push(literal);
            return Some(());
        }
        if let Some(multiple) = self.divisibility(literal) {
            self.multiples.push(multiple);
            return Some(());
        }
        let Some(row) = Row::of_literal(self.terms, literal) else {
            let atom = match self.terms.op(literal) {
                Op::Not => self.terms.argument(literal, 0),
                _ => literal,
            };
            // ∃b. b and ∃b. ¬b are true.
            return eliminated.contains(&atom).then_some(());
        };
        self.add_row(row, eliminated, fresh)
    }

    /// (mod t d) = c as d | t − c.
    fn divisibility(&mut self, literal: Term) -> Option<Multiple> {
        if self.terms.op(literal) != Op::Equal {
            return None;
        }
        let sides = self.terms.arguments(literal).to_vec();
        let place = sides.iter().position(|side| self.terms.op(*side) == Op::Modulo)?;
        let (modulo, other) = (sides[place], *sides.get(1 - place)?);
        let residue = self.terms.as_number(other)?.clone();
        let (dividend, divisor) = (self.terms.argument(modulo, 0), self.terms.argument(modulo, 1));
        let divisor = self.terms.as_number(divisor)?.numerator().abs();
        if divisor.is_zero() || residue.is_negative() || residue >= *divisor.as_rational() {
            return None;
        }
        let mut form = Row::zero(Relation::Zero);
        form.add(self.terms, dividend, &Rational::ONE);
        form.constant = form.constant - residue;
        let is_simple = form.coefficients.keys().all(|term| self.is_variable(*term));
        is_simple.then_some(Multiple { divisor, form })
    }

    fn is_variable(&self, term: Term) -> bool {
        matches!(self.terms.op(term), Op::Apply(_)) && self.terms.arguments(term).is_empty()
    }

    fn add_row(
        &mut self,
        mut row: Row,
        eliminated: &HashSet<Term>,
        fresh: &mut Vec<Term>,
    ) -> Option<()> {
        loop {
            let division = row.coefficients.keys().copied().find(|term| {
                matches!(self.terms.op(*term), Op::Modulo | Op::IntegerDivide)
                    && !variables_of(self.terms, [*term]).is_disjoint(eliminated)
            });
            let Some(division) = division else { break };
            let quotient = self.name_quotient(division, eliminated, fresh)?;
            let coefficient = row.coefficients.remove(&division)?;
            row.add_row(&quotient, &coefficient);
        }
        self.rows.push(row);
        Some(())
    }

    /// The value of t div d as a variable q with 0 ≤ t − d·q < |d|, or that of t mod d as t − d·q.
    fn name_quotient(
        &mut self,
        division: Term,
        eliminated: &HashSet<Term>,
        fresh: &mut Vec<Term>,
    ) -> Option<Row> {
        let (dividend, divisor) =
            (self.terms.argument(division, 0), self.terms.argument(division, 1));
        let divisor = self.terms.as_number(divisor)?.clone();
        let quotient = divisor.numerator();
        let value = self.number(dividend)?.numerator().div_euclid(&quotient)?;
        let variable = self.terms.fresh_constant("quotient", Sort::INT);
        let Op::Apply(function) = self.terms.op(variable) else { return None };
        let value = self.model.values.number(Sort::INT, value.into_rational());
        self.model.set_constant(function, value);
        fresh.push(variable);
        let mut remainder = Row::zero(Relation::NonNegative);
        remainder.add(self.terms, dividend, &Rational::ONE);
        remainder.add_variable(variable, &-&divisor);
        let mut below = remainder.clone();
        below.scale(&Rational::MINUS_ONE);
        below.constant = below.constant + divisor.abs() - Rational::ONE;
        let result = match self.terms.op(division) {
            Op::Modulo => remainder.clone(),
            _ => {
                let mut row = Row::zero(Relation::Zero);
                row.add_variable(variable, &Rational::ONE);
                row
            }
        };
        self.add_row(remainder, eliminated, fresh)?;
        self.add_row(below, eliminated, fresh)?;
        Some(result)
    }

    fn number(&mut self, term: Term) -> Option<Rational> {
        let value = Evaluator::new(self.terms, self.model).value(term).ok()?;
        self.model.values.as_number(value).cloned()
    }

    fn value_of(&mut self, row: &Row) -> Option<Rational> {
        let mut sum = row.constant.clone();
        for (term, coefficient) in &row.coefficients {
            let value = self.number(*term)?;
            sum.add_product(coefficient, &value);
        }
        Some(sum)
    }

    /// A variable inside a product (or another term that is no sum) takes its value from the model.
    fn substitute_inside_products(&mut self, variables: &[Term]) -> Option<()> {
        let wanted: HashSet<Term> = variables.iter().copied().collect();
        let forms = self.rows.iter().chain(self.multiples.iter().map(|multiple| &multiple.form));
        let inside: Vec<Term> = forms
            .flat_map(|row| row.coefficients.keys().copied())
            .filter(|term| !self.is_variable(*term))
            .collect();
        let mut fixed: Vec<Term> =
            variables_of(self.terms, inside).intersection(&wanted).copied().collect();
        fixed.sort_unstable();
        if fixed.is_empty() {
            return Some(());
        }
        let mut map = std::collections::HashMap::new();
        for variable in fixed {
            let value = self.number(variable)?;
            let sort = self.terms.sort_of(variable);
            map.insert(variable, self.terms.numeral(&value, sort));
        }
        let replace = |terms: &mut Terms, row: &mut Row| {
            let mut next = Row::zero(row.relation);
            next.constant = row.constant.clone();
            for (term, coefficient) in &row.coefficients {
                let term = buttress_logic::substitute(terms, *term, &map);
                next.add(terms, term, coefficient);
            }
            *row = next;
        };
        for row in &mut self.rows {
            replace(self.terms, row);
        }
        for multiple in &mut self.multiples {
            replace(self.terms, &mut multiple.form);
        }
        Some(())
    }

    fn has_exact_equation(&self, variable: Term) -> bool {
        let is_integer = self.terms.sort_of(variable) == Sort::INT;
        self.rows.iter().any(|row| {
            row.relation == Relation::Zero
                && row.coefficients.get(&variable).is_some_and(|coefficient| {
                    !is_integer || (coefficient.abs().is_one() && row.is_integral(self.terms))
                })
        })
    }

    fn eliminate(&mut self, variable: Term) -> Option<()> {
        let (with, without): (Vec<Row>, Vec<Row>) = std::mem::take(&mut self.rows)
            .into_iter()
            .partition(|row| row.coefficients.contains_key(&variable));
        self.rows = without;
        let is_integer = self.terms.sort_of(variable) == Sort::INT;
        // Integers beside reals in one row: the value of the model is as good as any other.
        if is_integer && with.iter().any(|row| !row.is_integral(self.terms)) {
            return self.fix(variable, with);
        }
        if is_integer {
            self.eliminate_integer(variable, with)
        } else {
            self.eliminate_real(variable, with)
        }
    }

    /// x := its value in the model.
    fn fix(&mut self, variable: Term, with: Vec<Row>) -> Option<()> {
        let value = self.number(variable)?;
        for mut row in with {
            if let Some(coefficient) = row.coefficients.remove(&variable) {
                row.constant.add_product(&coefficient, &value);
            }
            self.rows.push(row);
        }
        for multiple in &mut self.multiples {
            if let Some(coefficient) = multiple.form.coefficients.remove(&variable) {
                multiple.form.constant.add_product(&coefficient, &value);
            }
        }
        Some(())
    }

    fn eliminate_real(&mut self, variable: Term, with: Vec<Row>) -> Option<()> {
        if let Some(place) = with.iter().position(|row| row.relation == Relation::Zero) {
            let equation = &with[place];
            let pivot = equation.coefficient(variable);
            for (other, row) in with.iter().enumerate() {
                if other != place {
                    let mut row = row.clone();
                    let factor = -row.coefficient(variable).checked_div(&pivot)?;
                    row.add_row(equation, &factor);
                    self.rows.push(row);
                }
            }
            return Some(());
        }
        let is_lower = |row: &Row| row.coefficient(variable).is_positive();
        if with.iter().all(is_lower) || !with.iter().any(is_lower) {
            return Some(());
        }
        // The greatest lower bound in the model; a strict one if several are the greatest.
        let value = self.number(variable)?;
        let mut greatest: Option<(usize, Rational, bool)> = None;
        for (place, row) in with.iter().enumerate().filter(|(_, row)| is_lower(row)) {
            let slack = self.value_of(row)?.checked_div(&row.coefficient(variable))?;
            let (bound, is_strict) = (&value - &slack, row.relation == Relation::Positive);
            let is_greater = match &greatest {
                None => true,
                Some((_, known, strict)) => {
                    bound > *known || (bound == *known && is_strict && !strict)
                }
            };
            if is_greater {
                greatest = Some((place, bound, is_strict));
            }
        }
        let (chosen, _, is_strict) = greatest?;
        let bound = &with[chosen];
        let pivot = bound.coefficient(variable);
        for (_, row) in with.iter().enumerate().filter(|(place, _)| *place != chosen) {
            let mut row = row.clone();
            let factor = -row.coefficient(variable).checked_div(&pivot)?;
            let is_upper = factor.is_positive();
            row.add_row(bound, &factor);
            // x is the bound itself, or just above it if the bound is strict.
            row.relation = match (is_upper, is_strict, row.relation) {
                (true, true, _) => Relation::Positive,
                (false, true, _) => Relation::NonNegative,
                (_, false, relation) => relation,
            };
            self.rows.push(row);
        }
        Some(())
    }

    fn eliminate_integer(&mut self, variable: Term, mut with: Vec<Row>) -> Option<()> {
        for row in &mut with {
            row.normalise(self.terms);
        }
        let (multiples, others): (Vec<Multiple>, Vec<Multiple>) =
            std::mem::take(&mut self.multiples)
                .into_iter()
                .partition(|multiple| multiple.form.coefficients.contains_key(&variable));
        self.multiples = others;
        let smallest = |row: &&Row| row.coefficient(variable).abs();
        let equation =
            with.iter().filter(|row| row.relation == Relation::Zero).min_by_key(smallest);
        if let Some(equation) = equation.cloned() {
            return self.substitute(variable, &equation, with, multiples);
        }
        // Moving x by a multiple of this number keeps the divisibilities.
        let mut period = Integer::from_rational(Rational::ONE)?;
        for multiple in &multiples {
            period = period.lcm(&multiple.divisor);
        }
        let lower = with.iter().filter(|row| row.coefficient(variable).is_positive()).count();
        if lower == 0 || lower == with.len() {
            // x can go as far as needed: only its remainder matters.
            let value = self.number(variable)?.numerator().rem_euclid(&period)?.into_rational();
            for mut multiple in multiples {
                let coefficient = multiple.form.coefficients.remove(&variable)?;
                multiple.form.constant.add_product(&coefficient, &value);
                self.multiples.push(multiple);
            }
            return Some(());
        }
        // The nearest bound on the side with fewer bounds of the smaller coefficients.
        let use_lower = self.prefers_lower(variable, &with, lower);
        let mut nearest: Option<(Rational, Rational, Row)> = None;
        for row in with.iter().filter(|row| row.coefficient(variable).is_positive() == use_lower) {
            let slack = self.value_of(row)?;
            let distance = slack.checked_div(&row.coefficient(variable).abs())?;
            if nearest.as_ref().is_none_or(|(known, ..)| distance < *known) {
                nearest = Some((distance, slack, row.clone()));
            }
        }
        let (_, slack, mut equation) = nearest?;
        // slack = a·x + t ≥ 0; x moves towards the bound by multiples of the period.
        let step = equation.coefficient(variable).abs() * period.as_rational();
        let rest = slack.numerator().rem_euclid(&step.numerator())?.into_rational();
        equation.constant = equation.constant - rest;
        equation.relation = Relation::Zero;
        self.substitute(variable, &equation, with, multiples)
    }

    fn prefers_lower(&self, variable: Term, with: &[Row], lower: usize) -> bool {
        let largest = |is_lower: bool| {
            with.iter()
                .map(|row| row.coefficient(variable))
                .filter(|coefficient| coefficient.is_positive() == is_lower)
                .map(|coefficient| coefficient.abs())
                .max()
        };
        (largest(true), lower) <= (largest(false), with.len() - lower)
    }

    /// a·x + t = 0 used in all rows, with a | t.
    fn substitute(
        &mut self,
        variable: Term,
        equation: &Row,
        with: Vec<Row>,
        multiples: Vec<Multiple>,
    ) -> Option<()> {
        let pivot = equation.coefficient(variable);
        let size = pivot.abs();
        for mut row in with {
            let factor = -row.coefficient(variable).checked_div(&pivot)?;
            row.add_row(equation, &factor);
            row.coefficients.remove(&variable);
            self.rows.push(row);
        }
        for Multiple { divisor, mut form } in multiples {
            // d | b·x + s iff |a|·d | |a|·b·x + |a|·s
            let factor = -form.coefficient(variable).checked_div(&pivot)?;
            form.add_row(equation, &factor);
            form.scale(&size);
            let divisor = Integer::from_rational(divisor.into_rational() * &size)?;
            self.multiples.push(Multiple { divisor, form });
        }
        if !size.is_one() {
            let mut form = equation.clone();
            form.coefficients.remove(&variable);
            self.multiples.push(Multiple { divisor: Integer::from_rational(size)?, form });
        }
        Some(())
    }

    fn literals(self) -> Vec<Term> {
        let State { terms, rows, multiples, kept, .. } = self;
        let mut literals = kept;
        for mut row in rows {
            row.normalise(terms);
            if !row.is_true() {
                literals.push(row.to_literal(terms));
            }
        }
        for Multiple { divisor, form } in multiples {
            if let Some(literal) = divisibility(terms, &divisor, &form) {
                literals.push(literal);
            }
        }
        let mut seen = HashSet::new();
        literals.retain(|literal| seen.insert(*literal));
        literals
    }
}

/// d | form as (mod t d) = c with coefficients reduced; none if it is always true.
fn divisibility(terms: &mut Terms, divisor: &Integer, form: &Row) -> Option<Term> {
    let mut common = divisor.clone();
    for coefficient in form.coefficients.values() {
        common = common.gcd(&coefficient.numerator());
    }
    // A common factor of coefficients and divisor divides the constant too, in the model.
    common = common.gcd(&form.constant.numerator());
    let divisor = Integer::from_rational(divisor.as_rational().checked_div(common.as_rational())?)?;
    if divisor.as_rational().is_one() {
        return None;
    }
    let reduce = |value: &Rational| -> Option<Rational> {
        let value = value.checked_div(common.as_rational())?;
        Some(value.numerator().rem_euclid(&divisor)?.into_rational())
    };
    let residue = reduce(&-&form.constant)?;
    let mut parts = Vec::new();
    for (term, coefficient) in &form.coefficients {
        let coefficient = reduce(coefficient)?;
        if coefficient.is_zero() {
            continue;
        }
        let factor = terms.numeral(&coefficient, Sort::INT);
        parts.push(if coefficient.is_one() { *term } else { terms.multiply(&[factor, *term]) });
    }
    if parts.is_empty() && residue.is_zero() {
        return None;
    }
    let zero = terms.numeral(&Rational::ZERO, Sort::INT);
    let sum = if parts.is_empty() { zero } else { terms.add(&parts) };
    let divisor = terms.numeral(divisor.as_rational(), Sort::INT);
    let modulo = terms.modulo(sum, divisor);
    let residue = terms.numeral(&residue, Sort::INT);
    Some(terms.equal(modulo, residue))
}
