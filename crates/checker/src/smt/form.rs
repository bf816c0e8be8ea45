//! Linear forms of terms.
//!
//! Sums, products with at most one factor that is not constant, quotients by a constant other than
//! 0, numbers and `to_real` are looked through; every other term is a variable, named by its
//! number. A term is constant if it is made of numbers by these operations alone.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use buttress_logic::{Op, Sort, Term, Terms};
use buttress_numeric::{LinearForm, Rational, Variable};

/// So many coefficients are kept for atoms that come again.
const KEPT: usize = 1 << 20;
/// Constants with more digits than this are not computed from smaller ones: repeated squaring in
/// the input would otherwise outgrow every memory.
const DIGITS: usize = 5000;

/// The forms of terms, and what is known of them from earlier questions.
#[derive(Default)]
pub struct Forms {
    /// By term: its value if it is constant.
    constants: Vec<Option<Rational>>,
    kept: HashMap<Term, Rc<LinearForm>>,
    kept_size: usize,
}

impl Forms {
    /// The form of right − left, for an atom that compares left with right.
    pub fn of_atom(&mut self, terms: &Terms, atom: Term) -> Rc<LinearForm> {
        if let Some(form) = self.kept.get(&atom) {
            return Rc::clone(form);
        }
        let sides = terms.arguments(atom);
        let form = Rc::new(self.difference(terms, sides[1], sides[0]));
        if self.kept_size > KEPT {
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
            match terms.op(term) {
                Op::Add => arguments.iter().for_each(|part| add(&mut open, *part, &factor)),
                Op::ToReal => add(&mut open, arguments[0], &factor),
                Op::Multiply => match self.scaled(arguments) {
                    Some((part, scale)) => add(&mut open, part, &(&factor * &scale)),
                    None => variables.push((Variable(term.0), factor)),
                },
                Op::Divide => {
                    let divisor = self.constants[arguments[1].index()].as_ref();
                    match divisor.and_then(|divisor| factor.checked_div(divisor)) {
                        Some(factor) => add(&mut open, arguments[0], &factor),
                        None => variables.push((Variable(term.0), factor)),
                    }
                }
                _ => variables.push((Variable(term.0), factor)),
            }
        }
        LinearForm::new(constant, variables)
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
                    if !product.is_small() && is_too_long(&product) {
                        return None;
                    }
                }
                product
            }
            Op::Divide => value(&arguments[0])?.checked_div(value(&arguments[1])?)?,
            _ => return None,
        };
        (value.is_small() || !is_too_long(&value)).then_some(value)
    }
}

fn is_too_long(value: &Rational) -> bool {
    value.to_string().len() > DIGITS
}

fn add(open: &mut BTreeMap<Term, Rational>, term: Term, factor: &Rational) {
    *open.entry(term).or_default() += factor;
}

/// Does a variable range over the integers?
pub fn is_integral(terms: &Terms, variable: Variable) -> bool {
    terms.sort_of(Term(variable.0)) == Sort::INT
}
