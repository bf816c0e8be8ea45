//! Monomials: products of terms as variables of linear forms.
//!
//! A variable with an even number is a term, one with an odd number a product of several terms.
//! Invariant: the factors of a product are sorted, and no two products are the same.

use std::collections::HashMap;
use std::rc::Rc;

use buttress_logic::{Sort, Term, Terms};
use buttress_numeric::{LinearForm, Rational, Variable};

use super::rejection::describe;

/// What a product of forms may grow to.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// The number of summands before like ones are put together.
    pub summands: usize,
    /// The number of factors of a monomial.
    pub degree: usize,
    /// The number of bits of a coefficient: repeated squaring would outgrow every memory.
    pub bits: usize,
}

/// The products that have a variable.
#[derive(Default)]
pub struct Monomials {
    products: Vec<Rc<[Term]>>,
    numbers: HashMap<Rc<[Term]>, u32>,
}

impl Monomials {
    /// The variable of a term.
    pub fn variable(term: Term) -> Variable {
        Variable(term.0 << 1)
    }

    /// The factors of a variable, into `factors`.
    fn load(&self, Variable(number): Variable, factors: &mut Vec<Term>) {
        match number & 1 {
            0 => factors.push(Term(number >> 1)),
            _ => factors.extend(self.products[(number >> 1) as usize].iter()),
        }
    }

    fn intern(&mut self, factors: &[Term]) -> Variable {
        if let [term] = factors {
            return Monomials::variable(*term);
        }
        if let Some(number) = self.numbers.get(factors) {
            return Variable(number << 1 | 1);
        }
        let number = self.products.len() as u32;
        let factors: Rc<[Term]> = factors.into();
        self.products.push(Rc::clone(&factors));
        self.numbers.insert(factors, number);
        Variable(number << 1 | 1)
    }

    /// The product of two forms; `None` if it leaves the bounds.
    pub fn product(
        &mut self,
        left: &LinearForm,
        right: &LinearForm,
        bounds: Bounds,
    ) -> Option<LinearForm> {
        let summands =
            |form: &LinearForm| form.terms().len() + usize::from(!form.constant_part().is_zero());
        if summands(left).checked_mul(summands(right))? > bounds.summands {
            return None;
        }
        if longest(left) + longest(right) > bounds.bits {
            return None;
        }
        let mut product = Vec::new();
        let mut factors = Vec::new();
        for (variable, coefficient) in left.terms() {
            for (other, by) in right.terms() {
                factors.clear();
                self.load(*variable, &mut factors);
                self.load(*other, &mut factors);
                if factors.len() > bounds.degree {
                    return None;
                }
                factors.sort_unstable();
                product.push((self.intern(&factors), coefficient * by));
            }
        }
        let scaled = |form: &LinearForm, by: &Rational| {
            let summands = form.terms().iter();
            summands
                .map(|(variable, coefficient)| (*variable, coefficient * by))
                .collect::<Vec<_>>()
        };
        product.extend(scaled(left, right.constant_part()));
        product.extend(scaled(right, left.constant_part()));
        Some(LinearForm::new(left.constant_part() * right.constant_part(), product))
    }

    /// Does a variable range over the integers?
    pub fn is_integral(&self, terms: &Terms, variable: Variable) -> bool {
        let mut factors = Vec::new();
        self.load(variable, &mut factors);
        factors.into_iter().all(|factor| terms.sort_of(factor) == Sort::INT)
    }

    /// A variable as a message names it.
    pub fn describe(&self, terms: &Terms, variable: Variable) -> String {
        let mut factors = Vec::new();
        self.load(variable, &mut factors);
        let factors: Vec<String> =
            factors.into_iter().map(|factor| describe(terms, factor)).collect();
        factors.join(" · ")
    }
}

/// How many bits the longest number of a form has.
pub fn longest(form: &LinearForm) -> usize {
    let numbers = form.terms().iter().map(|(_, number)| number);
    numbers.chain([form.constant_part()]).map(Rational::bits).max().unwrap_or(0)
}
