//! Terms as variables of arithmetic: linear forms, over monomials where unknowns are multiplied.

use std::collections::BTreeMap;

use buttress_logic::{IdMap, IdSet, Op, Sort, Term, Terms};
use buttress_numeric::{LinearForm, Monomial, Polynomial, Rational, Variable};
use buttress_theory::arith::Arithmetic;

use super::monomials::Monomials;

/// The terms that arithmetic knows, and arithmetic.
#[derive(Default)]
pub(crate) struct Unknowns {
    pub(crate) arithmetic: Arithmetic,
    /// Products of unknowns.
    pub(crate) monomials: Monomials,
    known: IdSet<Term>,
    variables: IdMap<Term, Variable>,
    /// By variable; rows of the simplex have none.
    terms: Vec<Option<Term>>,
    /// Composite terms that are constants.
    constants: IdMap<Term, Rational>,
}

impl Unknowns {
    pub(crate) fn is_known(&self, term: Term) -> bool {
        self.known.contains(&term)
    }

    pub(crate) fn variable(&self, term: Term) -> Option<Variable> {
        self.variables.get(&term).copied()
    }

    /// The term that is a variable.
    pub(crate) fn term(&self, variable: Variable) -> Term {
        self.terms[variable.index()].expect("an unknown of arithmetic is a term")
    }

    /// The terms that are variables of arithmetic.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Term, Variable)> + '_ {
        self.variables.iter().map(|(term, variable)| (*term, *variable))
    }

    /// Notes that a term's parts are known, so that it has a linear form.
    pub(super) fn set_known(&mut self, term: Term) {
        self.known.insert(term);
    }

    /// Notes the value of a composite term.
    pub(super) fn set_constant(&mut self, term: Term, value: Rational) {
        self.constants.insert(term, value);
    }

    /// A variable of arithmetic for a term.
    pub(super) fn new_variable(&mut self, terms: &Terms, term: Term) -> Variable {
        let variable = self.arithmetic.new_variable(terms.sort_of(term) == Sort::INT);
        self.known.insert(term);
        self.variables.insert(term, variable);
        if self.terms.len() <= variable.index() {
            self.terms.resize(variable.index() + 1, None);
        }
        self.terms[variable.index()] = Some(term);
        variable
    }

    /// The value of a term that is a constant of arithmetic.
    pub(super) fn constant(&self, terms: &Terms, term: Term) -> Option<Rational> {
        terms.as_number(term).cloned().or_else(|| self.constants.get(&term).cloned())
    }

    /// The linear form of a known term over the variables of arithmetic.
    pub(crate) fn linear(&self, terms: &Terms, term: Term) -> LinearForm {
        // Most are this.
        if let Some(variable) = self.variable(term) {
            return LinearForm::variable(variable);
        }
        let mut constant = Rational::ZERO;
        let mut unknowns: Vec<(Variable, Rational)> = Vec::new();
        // Terms still to be taken apart, the youngest first: each once, however shared it is.
        let mut due = BTreeMap::from([(term, Rational::ONE)]);
        while let Some((term, factor)) = due.pop_last() {
            if factor.is_zero() {
                continue;
            }
            if let Some(value) = self.constant(terms, term) {
                constant.add_product(&factor, &value);
                continue;
            }
            if let Some(variable) = self.variable(term) {
                unknowns.push((variable, factor));
                continue;
            }
            let mut add = |term: Term, factor: Rational| {
                *due.entry(term).or_insert(Rational::ZERO) += &factor;
            };
            let arguments = terms.arguments(term);
            match terms.op(term) {
                Op::Add | Op::ToReal => {
                    arguments.iter().for_each(|argument| add(*argument, factor.clone()));
                }
                Op::Multiply if let Some(form) = self.monomials.expanded(term) => {
                    constant.add_product(&factor, form.constant_part());
                    let summands = form.terms().iter();
                    unknowns.extend(summands.map(|(variable, by)| (*variable, by * &factor)));
                }
                Op::Multiply => {
                    let mut factor = factor;
                    let mut unknown = None;
                    for argument in arguments {
                        match self.constant(terms, *argument) {
                            Some(value) => factor = &factor * &value,
                            None => unknown = Some(*argument),
                        }
                    }
                    if let Some(unknown) = unknown {
                        add(unknown, factor);
                    }
                }
                Op::Divide => {
                    let divisor = self.constant(terms, arguments[1]);
                    if let Some(quotient) = divisor.and_then(|divisor| factor.checked_div(&divisor))
                    {
                        add(arguments[0], quotient);
                    }
                }
                _ => debug_assert!(false, "only known terms have linear forms"),
            }
        }
        LinearForm::new(constant, unknowns)
    }

    /// `left − right`
    pub(crate) fn difference_form(&self, terms: &Terms, left: Term, right: Term) -> LinearForm {
        let mut form = self.linear(terms, left);
        form.add_scaled(&Rational::MINUS_ONE, &self.linear(terms, right));
        form
    }

    /// The linear form of a polynomial, whose monomials become variables.
    pub(crate) fn form(&mut self, terms: &mut Terms, polynomial: &Polynomial) -> LinearForm {
        let mut summands = Vec::new();
        for (monomial, coefficient) in polynomial.terms() {
            if monomial.degree() > 0 {
                summands.push((self.monomial_variable(terms, monomial), coefficient.clone()));
            }
        }
        LinearForm::new(polynomial.coefficient(&Monomial::ONE), summands)
    }

    pub(super) fn monomial_variable(&mut self, terms: &mut Terms, monomial: &Monomial) -> Variable {
        if let Some(variable) = self.monomials.variable(monomial) {
            return variable;
        }
        let term = self.monomial_term(terms, monomial);
        let variable = self.new_variable(terms, term);
        self.monomials.add(monomial.clone(), variable);
        variable
    }

    /// Does a monomial take whole values only?
    pub(crate) fn is_whole(&self, monomial: &Monomial) -> bool {
        monomial.factors().iter().all(|(variable, _)| self.arithmetic.is_integer(*variable))
    }

    fn monomial_term(&self, terms: &mut Terms, monomial: &Monomial) -> Term {
        let is_whole = self.is_whole(monomial);
        let mut factors = Vec::new();
        for (variable, exponent) in monomial.factors() {
            let mut factor = self.term(*variable);
            if !is_whole && terms.sort_of(factor) == Sort::INT {
                factor = terms.to_real(factor);
            }
            factors.extend(std::iter::repeat_n(factor, *exponent as usize));
        }
        terms.multiply(&factors)
    }

    /// A polynomial as a term.
    pub(crate) fn polynomial_term(&self, terms: &mut Terms, polynomial: &Polynomial) -> Term {
        let is_whole = polynomial
            .terms()
            .all(|(monomial, coefficient)| self.is_whole(monomial) && coefficient.is_integer());
        let sort = if is_whole { Sort::INT } else { Sort::REAL };
        let mut summands = Vec::new();
        for (monomial, coefficient) in polynomial.terms() {
            let coefficient_term = terms.numeral(coefficient, sort);
            if monomial.degree() == 0 {
                summands.push(coefficient_term);
                continue;
            }
            let mut product = self.monomial_term(terms, monomial);
            if terms.sort_of(product) != sort {
                product = terms.to_real(product);
            }
            summands.push(if coefficient.is_one() {
                product
            } else {
                terms.multiply(&[coefficient_term, product])
            });
        }
        match summands.as_slice() {
            [] => terms.numeral(&Rational::ZERO, sort),
            _ => terms.add(&summands),
        }
    }
}
