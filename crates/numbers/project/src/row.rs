//! Linear constraints over terms.

use std::collections::{BTreeMap, HashSet};

use buttress_logic::{Op, Sort, Term, Terms, Walk};
pub use buttress_numeric::Relation;
use buttress_numeric::{Integer, Rational};

use crate::polynomial;

/// constant + Σ coefficient · term ⋈ 0.
///
/// The terms are variables, or products of them, or other arithmetic terms (`mod`, …), which all count
/// as variables here. No coefficient is zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The coefficients, by term.
    pub coefficients: BTreeMap<Term, Rational>,
    /// The constant.
    pub constant: Rational,
    /// ⋈: is the form non-negative, positive, or zero?
    pub relation: Relation,
}

impl Row {
    /// The constraint that a literal stands for: an (in)equation between numbers or its negation,
    /// but no disequation. Over the integers a strict constraint is made non-strict.
    pub fn of_literal(terms: &mut Terms, literal: Term) -> Option<Row> {
        let (atom, is_positive) = match terms.op(literal) {
            Op::Not => (terms.argument(literal, 0), false),
            _ => (literal, true),
        };
        let op = terms.op(atom);
        let &[left, right] = terms.arguments(atom) else { return None };
        if !terms.sort_of(left).is_arithmetic() {
            return None;
        }
        let relation = match (op, is_positive) {
            (Op::Equal, true) => Relation::Zero,
            (Op::LessEqual, true) | (Op::Less, false) => Relation::NonNegative,
            (Op::Less, true) | (Op::LessEqual, false) => Relation::Positive,
            _ => return None,
        };
        let (low, high) = if is_positive { (left, right) } else { (right, left) };
        let mut row = Row::zero(relation);
        row.add(terms, high, &Rational::ONE);
        row.add(terms, low, &Rational::MINUS_ONE);
        row.normalise(terms);
        Some(row)
    }

    /// 0 ⋈ 0
    pub fn zero(relation: Relation) -> Row {
        Row { coefficients: BTreeMap::new(), constant: Rational::ZERO, relation }
    }

    /// The form with the value of an arithmetic term added, `factor` times.
    pub fn add(&mut self, terms: &mut Terms, term: Term, factor: &Rational) {
        for (monomial, coefficient) in polynomial::expand(terms, term) {
            let change = &coefficient * factor;
            match monomial.as_slice() {
                [] => self.constant += &change,
                factors => {
                    let key = product_of(terms, factors);
                    self.add_variable(key, &change);
                }
            }
        }
    }

    /// The form with one term added, `factor` times; the term counts as a variable.
    pub fn add_variable(&mut self, term: Term, factor: &Rational) {
        let entry = self.coefficients.entry(term).or_default();
        *entry += factor;
        if entry.is_zero() {
            self.coefficients.remove(&term);
        }
    }

    /// The form with `factor` times the other form added; ⋈ stays.
    pub fn add_row(&mut self, other: &Row, factor: &Rational) {
        self.constant.add_product(factor, &other.constant);
        for (term, coefficient) in &other.coefficients {
            self.add_variable(*term, &(coefficient * factor));
        }
    }

    /// The form times a number; ⋈ stays.
    pub fn scale(&mut self, factor: &Rational) {
        for coefficient in self.coefficients.values_mut() {
            *coefficient = &*coefficient * factor;
        }
        self.constant = &self.constant * factor;
    }

    /// The coefficient of a term.
    pub fn coefficient(&self, term: Term) -> Rational {
        self.coefficients.get(&term).cloned().unwrap_or_default()
    }

    /// Do only integers occur?
    pub fn is_integral(&self, terms: &Terms) -> bool {
        self.coefficients.keys().all(|term| terms.sort_of(*term) == Sort::INT)
    }

    /// Coprime integer coefficients; over the integers the constant is rounded (a cut) and a strict
    /// constraint made non-strict. The meaning stays.
    pub fn normalise(&mut self, terms: &Terms) {
        let mut scale: Option<(Integer, Integer)> = None;
        for coefficient in self.coefficients.values() {
            let (numerator, denominator) = (coefficient.numerator(), coefficient.denominator());
            scale = Some(match scale {
                None => (numerator.abs(), denominator),
                Some((gcd, lcm)) => (gcd.gcd(&numerator), lcm.lcm(&denominator)),
            });
        }
        let Some((gcd, lcm)) = scale else { return };
        let factor = lcm.into_rational().checked_div(gcd.as_rational());
        if let Some(factor) = factor
            && !factor.is_one()
        {
            self.scale(&factor);
        }
        if self.relation == Relation::Zero {
            // An equation has two forms: the one whose first coefficient is positive.
            if self.coefficients.values().next().is_some_and(Rational::is_negative) {
                for coefficient in self.coefficients.values_mut() {
                    *coefficient = -&*coefficient;
                }
                self.constant = -&self.constant;
            }
        } else if self.is_integral(terms) {
            if self.relation == Relation::Positive {
                // form > 0 with integer coefficients: form ≥ the next integer above.
                self.constant = self.constant.ceil().into_rational() - Rational::ONE;
                self.relation = Relation::NonNegative;
            }
            self.constant = self.constant.floor().into_rational();
        }
    }

    /// Is it false whatever the variables are? Only constants and gcds are looked at.
    pub fn is_false(&self, terms: &Terms) -> bool {
        if self.coefficients.is_empty() {
            return !self.relation.holds(&self.constant);
        }
        self.relation == Relation::Zero && self.is_integral(terms) && !self.constant.is_integer()
    }

    /// Is it true whatever the variables are?
    pub fn is_true(&self) -> bool {
        self.coefficients.is_empty() && self.relation.holds(&self.constant)
    }

    /// The constraint as a literal: terms with positive coefficients on one side, the others on the
    /// other side.
    pub fn to_literal(&self, terms: &mut Terms) -> Term {
        let sort = if self.is_integral(terms) && self.constant.is_integer() {
            Sort::INT
        } else {
            Sort::REAL
        };
        let (mut high, mut low) = (Vec::new(), Vec::new());
        for (term, coefficient) in &self.coefficients {
            let side = if coefficient.is_negative() { &mut low } else { &mut high };
            let mut part = *term;
            if sort == Sort::REAL && terms.sort_of(part) == Sort::INT {
                part = terms.to_real(part);
            }
            let size = coefficient.abs();
            if !size.is_one() {
                let factor = terms.numeral(&size, sort);
                part = terms.multiply(&[factor, part]);
            }
            side.push(part);
        }
        // The constant goes where it is positive, or alone on its side.
        if !self.constant.is_zero() {
            let is_negative = self.constant.is_negative();
            let (with_sign, against) =
                if is_negative { (&mut low, &mut high) } else { (&mut high, &mut low) };
            if against.is_empty() {
                let number = terms.numeral(&-&self.constant.abs(), sort);
                against.push(number);
            } else {
                let number = terms.numeral(&self.constant.abs(), sort);
                with_sign.push(number);
            }
        }
        let zero = terms.numeral(&Rational::ZERO, sort);
        let [high, low] =
            [high, low].map(|side| if side.is_empty() { zero } else { terms.add(&side) });
        match self.relation {
            Relation::Zero => terms.equal(low, high),
            Relation::NonNegative => terms.less_equal(low, high),
            Relation::Positive => terms.less(low, high),
        }
    }

    /// The variables of its terms: constants, also inside products and other terms.
    pub fn variables(&self, terms: &Terms) -> HashSet<Term> {
        variables_of(terms, self.coefficients.keys().copied())
    }
}

/// The product of factors in order.
fn product_of(terms: &mut Terms, factors: &[Term]) -> Term {
    let is_real = factors.iter().any(|factor| terms.sort_of(*factor) == Sort::REAL);
    let factors: Vec<Term> = factors
        .iter()
        .map(|factor| match terms.sort_of(*factor) {
            Sort::INT if is_real => terms.to_real(*factor),
            _ => *factor,
        })
        .collect();
    terms.multiply(&factors)
}

/// The constants that occur in terms.
pub fn variables_of(terms: &Terms, roots: impl IntoIterator<Item = Term>) -> HashSet<Term> {
    let roots: Vec<Term> = roots.into_iter().collect();
    let (mut found, mut walk) = (HashSet::new(), Walk::of(&roots));
    while let Some(term) = walk.step() {
        let arguments = terms.arguments(term);
        if arguments.is_empty() && matches!(terms.op(term), Op::Apply(_)) {
            found.insert(term);
        }
        walk.enter(arguments);
    }
    found
}
