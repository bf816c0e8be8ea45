//! Linear forms of terms over monomials.
//!
//! Sums, products, quotients by a constant other than 0, numbers and `to_real` are looked through;
//! every other term is a variable. Products of several factors that are not constant are multiplied
//! out into monomials, unless that is too large: then they are variables as they stand. A term
//! is constant if it is made of numbers by these operations alone.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use buttress_logic::{Op, Term, Terms};
use buttress_numeric::{LinearForm, Rational};

use super::monomial::{Bounds, Monomials};
use crate::limits::{MOST_CONSTANT_BITS, MOST_EXPANDED_DEGREE, MOST_EXPANDED_SUMMANDS, MOST_KEPT};

/// Products of terms are multiplied out within these bounds.
const EXPANDED: Bounds = Bounds {
    summands: MOST_EXPANDED_SUMMANDS,
    degree: MOST_EXPANDED_DEGREE,
    bits: MOST_CONSTANT_BITS,
};

/// The forms of terms, and what is known of them from earlier questions.
#[derive(Default)]
pub struct LinearForms {
    /// By term: its value if it is constant.
    constants: Vec<Option<Rational>>,
    /// By term: are the products in it multiplied out?
    is_expanded: Vec<bool>,
    /// Products of several factors that are not constant, multiplied out if they can be.
    products: HashMap<Term, Option<Rc<LinearForm>>>,
    pub monomials: Monomials,
    kept: HashMap<Term, Rc<LinearForm>>,
    kept_size: usize,
}

impl LinearForms {
    /// The form of right − left, for an atom that compares left with right.
    pub fn of_atom(&mut self, terms: &Terms, atom: Term) -> Rc<LinearForm> {
        if let Some(form) = self.kept.get(&atom) {
            return Rc::clone(form);
        }
        let sides = terms.arguments(atom);
        let form = Rc::new(self.difference(terms, sides[1], sides[0]));
        if self.kept_size > MOST_KEPT {
            self.kept.clear();
            self.kept_size = 0;
        }
        self.kept_size += form.terms().len() + 1;
        self.kept.insert(atom, Rc::clone(&form));
        form
    }

    /// The form of left − right.
    pub fn difference(&mut self, terms: &Terms, left: Term, right: Term) -> LinearForm {
        self.sum(terms, [(left, Rational::ONE), (right, Rational::MINUS_ONE)])
    }

    /// The form of a sum of multiples of terms.
    pub fn sum(
        &mut self,
        terms: &Terms,
        parts: impl IntoIterator<Item = (Term, Rational)>,
    ) -> LinearForm {
        self.learn_constants(terms);
        let parts: Vec<(Term, Rational)> = parts.into_iter().collect();
        parts.iter().for_each(|(term, _)| self.expand(terms, *term));
        self.opened(terms, parts)
    }

    /// The form of a sum in which all products are multiplied out.
    fn opened(&self, terms: &Terms, parts: Vec<(Term, Rational)>) -> LinearForm {
        let mut constant = Rational::ZERO;
        let mut variables = Vec::new();
        // Terms are opened from the largest number down, so that each is opened once, with all
        // its occurrences added up: sharing in a term costs nothing.
        let mut open: BTreeMap<Term, Rational> = BTreeMap::new();
        for (term, factor) in parts {
            add(&mut open, term, &factor);
        }
        while let Some((term, factor)) = open.pop_last() {
            if factor.is_zero() {
                continue;
            }
            if let Some(value) = &self.constants[term.index()] {
                constant.add_product(&factor, value);
                continue;
            }
            let arguments = terms.arguments(term);
            let mut stands = |factor| variables.push((Monomials::variable(term), factor));
            match terms.op(term) {
                Op::Add => arguments.iter().for_each(|part| add(&mut open, *part, &factor)),
                Op::ToReal => add(&mut open, arguments[0], &factor),
                Op::Multiply => match self.scaled(arguments) {
                    Some((part, scale)) => add(&mut open, part, &(&factor * &scale)),
                    None => match self.products.get(&term) {
                        Some(Some(form)) => {
                            constant.add_product(&factor, form.constant_part());
                            let summands = form.terms().iter();
                            variables
                                .extend(summands.map(|(variable, by)| (*variable, by * &factor)));
                        }
                        _ => stands(factor),
                    },
                },
                Op::Divide => {
                    let divisor = self.constants[arguments[1].index()].as_ref();
                    match divisor.and_then(|divisor| factor.checked_div(divisor)) {
                        Some(factor) => add(&mut open, arguments[0], &factor),
                        None => stands(factor),
                    }
                }
                _ => stands(factor),
            }
        }
        LinearForm::new(constant, variables)
    }

    /// Multiplies out the products in a term, the inner ones first.
    fn expand(&mut self, terms: &Terms, term: Term) {
        self.is_expanded.resize(terms.len(), false);
        let mut stack = vec![(term, false)];
        while let Some((term, is_ready)) = stack.pop() {
            if is_ready {
                let form = self.product_of(terms, terms.arguments(term));
                self.products.insert(term, form.map(Rc::new));
                continue;
            }
            if std::mem::replace(&mut self.is_expanded[term.index()], true)
                || self.constants[term.index()].is_some()
            {
                continue;
            }
            let arguments = terms.arguments(term);
            match terms.op(term) {
                Op::Multiply if self.scaled(arguments).is_none() => stack.push((term, true)),
                Op::Add | Op::ToReal | Op::Multiply | Op::Divide => {}
                _ => continue,
            }
            stack.extend(arguments.iter().map(|argument| (*argument, false)));
        }
    }

    /// The product of the factors' forms, from left to right; `None` if it is too large.
    fn product_of(&mut self, terms: &Terms, factors: &[Term]) -> Option<LinearForm> {
        let mut product = LinearForm::constant(Rational::ONE);
        for factor in factors {
            let form = self.opened(terms, vec![(*factor, Rational::ONE)]);
            product = self.monomials.product(&product, &form, EXPANDED)?;
        }
        Some(product)
    }

    /// The one factor that is not constant, and the product of the others.
    fn scaled(&self, factors: &[Term]) -> Option<(Term, Rational)> {
        let mut part = None;
        let mut scale = Rational::ONE;
        for &factor in factors {
            match &self.constants[factor.index()] {
                Some(value) => scale = &scale * value,
                None if part.is_none() => part = Some(factor),
                None => return None,
            }
        }
        Some((part?, scale))
    }

    /// Brings what is known of constants up to the end of the store.
    fn learn_constants(&mut self, terms: &Terms) {
        for number in self.constants.len()..terms.len() {
            let value = self.constant(terms, Term(number as u32));
            self.constants.push(value);
        }
    }

    /// The value of a term that is constant, from those of its arguments.
    fn constant(&self, terms: &Terms, term: Term) -> Option<Rational> {
        let arguments = terms.arguments(term);
        let value = |argument: &Term| self.constants[argument.index()].as_ref();
        let value = match terms.op(term) {
            Op::Number(number) => return Some(terms.number(number).clone()),
            Op::ToReal => return value(&arguments[0]).cloned(),
            Op::Add => {
                arguments.iter().try_fold(Rational::ZERO, |sum, part| Some(&sum + value(part)?))?
            }
            Op::Multiply => {
                let mut product = Rational::ONE;
                for factor in arguments {
                    product = &product * value(factor)?;
                    if is_too_long(&product) {
                        return None;
                    }
                }
                product
            }
            Op::Divide => value(&arguments[0])?.checked_div(value(&arguments[1])?)?,
            _ => return None,
        };
        (!is_too_long(&value)).then_some(value)
    }
}

fn is_too_long(value: &Rational) -> bool {
    value.bits() > MOST_CONSTANT_BITS
}

fn add(open: &mut BTreeMap<Term, Rational>, term: Term, factor: &Rational) {
    *open.entry(term).or_default() += factor;
}
