//! Arithmetic, on forms.

use std::rc::Rc;

use buttress_logic::{Op, Symbol};
use buttress_numeric::Rational;

use super::form::Form;
use super::{Evaluated, EvaluationFailure, Evaluator, OpenValue, Value};
use crate::limits::MOST_BITS;

impl Evaluator<'_> {
    /// The arithmetic operators.
    pub(super) fn number(&mut self, op: Op, arguments: &[OpenValue]) -> Evaluated {
        let truth = |value: bool| Ok(OpenValue::Value(Value::from(value)));
        let form = match (op, arguments) {
            (Op::Number(number), []) => Form::constant(self.terms.number(number).clone()),
            (Op::Add, _) => {
                let mut sum = Form::constant(Rational::ZERO);
                for argument in arguments {
                    sum = sum.plus(&Rational::ONE, &*self.form(argument)?);
                }
                sum
            }
            (Op::Multiply, _) => {
                let mut product = Form::constant(Rational::ONE);
                for argument in arguments {
                    let form = self.form(argument)?;
                    product = self.product(product, (*form).clone())?;
                }
                product
            }
            (Op::Divide, [left, right]) => {
                let divisor = self.divisor(right)?;
                match divisor.recip() {
                    Some(inverse) => {
                        self.product(Form::constant(inverse), (*self.form(left)?).clone())?
                    }
                    None => return self.call(Symbol::DivideByZero, vec![left.clone()]),
                }
            }
            (Op::IntegerDivide | Op::Modulo, [left, right]) => {
                let divisor = self.divisor(right)?;
                let Some(inverse) = divisor.recip() else {
                    let is_modulo = op == Op::Modulo;
                    let symbol =
                        if is_modulo { Symbol::ModuloByZero } else { Symbol::IntegerDivideByZero };
                    return self.call(symbol, vec![left.clone()]);
                };
                let form = self.form(left)?;
                let rest = self.cells.residue(&form, &divisor.abs().floor()).into_rational();
                match op {
                    Op::Modulo => Form::constant(rest),
                    _ => form.plus_constant(&-&rest).times(&inverse),
                }
            }
            (Op::Absolute, [argument]) => {
                let form = self.form(argument)?;
                let is_negative = self.cells.is_negative(&form);
                if is_negative { form.times(&-&Rational::ONE) } else { (*form).clone() }
            }
            (Op::ToReal, [argument]) => (*self.form(argument)?).clone(),
            (Op::ToInteger, [argument]) => {
                let form = self.form(argument)?;
                self.cells.floor(&form).0
            }
            (Op::IsInteger, [argument]) => {
                let form = self.form(argument)?;
                return truth(self.cells.floor(&form).1);
            }
            (Op::Less, [left, right]) => {
                let difference = self.form(left)?.minus(&*self.form(right)?);
                return truth(self.cells.is_negative(&difference));
            }
            (Op::LessEqual, [left, right]) => {
                let difference = self.form(right)?.minus(&*self.form(left)?);
                return truth(!self.cells.is_negative(&difference));
            }
            _ => return Err(EvaluationFailure::IllSorted),
        };
        self.sym(form)
    }

    /// The form that a number is.
    pub(super) fn form(&self, sym: &OpenValue) -> Result<Rc<Form>, EvaluationFailure> {
        match sym {
            OpenValue::Form(form) => Ok(form.clone()),
            OpenValue::Value(value) => {
                let number = self.values.as_number(*value).ok_or(EvaluationFailure::IllSorted)?;
                Ok(Rc::new(Form::constant(number.clone())))
            }
            _ => Err(EvaluationFailure::IllSorted),
        }
    }

    /// A form as what a term is.
    fn sym(&mut self, form: Form) -> Evaluated {
        if form.constant.bits() > MOST_BITS {
            return Err(EvaluationFailure::Digits);
        }
        if form.parts.is_empty() {
            return Ok(OpenValue::Value(self.values.number(form.constant)));
        }
        Ok(OpenValue::Form(Rc::new(form)))
    }

    /// The product of two forms; one of them is held at the samples, unless it is a number.
    fn product(&mut self, left: Form, right: Form) -> Result<Form, EvaluationFailure> {
        let (form, factor) = if left.parts.is_empty() { (right, left) } else { (left, right) };
        for (level, _) in &factor.parts {
            self.cells.pin(*level);
        }
        let factor = self.cells.value(&factor);
        if factor.bits() + form.constant.bits() > MOST_BITS {
            return Err(EvaluationFailure::Digits);
        }
        Ok(form.times(&factor))
    }

    /// What is divided by, as a number: held at the samples, unless it is one.
    fn divisor(&mut self, sym: &OpenValue) -> Result<Rational, EvaluationFailure> {
        let form = self.form(sym)?;
        for (level, _) in &form.parts {
            self.cells.pin(*level);
        }
        Ok(self.cells.value(&form))
    }
}
