//! A world written down: terms and a model.

use buttress_logic::{Bound, Function, Model, Rational, Sort, Symbol, Term, Terms, Value};

use super::world::{Formula, Number, World};

/// The terms and the model for a world.
pub struct Written {
    pub terms: Terms,
    pub model: Model,
    pub arrays: Vec<Term>,
    pub function: Function,
}

pub fn integer(terms: &mut Terms, value: i64) -> Term {
    terms.numeral(&Rational::from(value), Sort::INT)
}

impl Written {
    pub fn new(world: &World) -> Written {
        let mut terms = Terms::new();
        let mut model = Model::new();
        let sort = terms.array_sort(Sort::INT, Sort::INT);
        let mut arrays = Vec::new();
        for steps in &world.arrays {
            let array = terms.declare_function("a", &[], sort);
            let value = {
                let mut number = |value: i64| model.values.number(Sort::INT, value.into());
                let first = number(steps.first);
                let steps =
                    steps.steps.iter().map(|(place, value)| ((*place).into(), number(*value)));
                let steps = steps.collect();
                model.values.intervals(sort, first, steps)
            };
            model.set_constant(array, value);
            arrays.push(terms.apply(array, &[]));
        }
        let function = terms.declare_function("f", &[Sort::INT], Sort::INT);
        let mut number = |value: i64| model.values.number(Sort::INT, value.into());
        let otherwise = number(world.otherwise);
        let entries: Vec<(Value, Value)> =
            world.table.iter().map(|(at, value)| (number(*at), number(*value))).collect();
        model.set_default(Symbol::Function(function), otherwise);
        for (at, value) in entries {
            model.set(Symbol::Function(function), &[at], value);
        }
        Written { terms, model, arrays, function }
    }

    pub fn number(&mut self, number: &Number, variables: &[Bound]) -> Term {
        match number {
            Number::Constant(value) => integer(&mut self.terms, *value),
            Number::Moved(variable, 0) => self.terms.bound(variables[*variable]),
            Number::Moved(variable, by) => {
                let variable = self.terms.bound(variables[*variable]);
                let by = integer(&mut self.terms, *by);
                self.terms.add(&[by, variable])
            }
            Number::Twice(variable, by) => {
                let variable = self.terms.bound(variables[*variable]);
                let (two, by) = (integer(&mut self.terms, 2), integer(&mut self.terms, *by));
                let twice = self.terms.multiply(&[two, variable]);
                self.terms.add(&[twice, by])
            }
            Number::Read(array, index) => {
                let index = self.number(index, variables);
                self.terms.select(self.arrays[*array], index)
            }
            Number::Written(array, at, value, index) => {
                let at = self.number(at, variables);
                let index = self.number(index, variables);
                let value = self.number(value, variables);
                let written = self.terms.store(self.arrays[*array], at, value);
                self.terms.select(written, index)
            }
            Number::Choice(condition, then, otherwise) => {
                let condition = self.formula(condition, variables);
                let then = self.number(then, variables);
                let otherwise = self.number(otherwise, variables);
                self.terms.ite(condition, then, otherwise)
            }
            Number::Absolute(number) => {
                let number = self.number(number, variables);
                self.terms.absolute(number)
            }
            Number::Modulo(number, by) => {
                let (number, by) = (self.number(number, variables), integer(&mut self.terms, *by));
                self.terms.modulo(number, by)
            }
            Number::Divided(number, by) => {
                let (number, by) = (self.number(number, variables), integer(&mut self.terms, *by));
                self.terms.integer_divide(number, by)
            }
            Number::Call(argument) => {
                let argument = self.number(argument, variables);
                self.terms.apply(self.function, &[argument])
            }
        }
    }

    pub fn formula(&mut self, formula: &Formula, variables: &[Bound]) -> Term {
        match formula {
            Formula::Less(left, right) => {
                let (left, right) = (self.number(left, variables), self.number(right, variables));
                self.terms.less(left, right)
            }
            Formula::LessEqual(left, right) => {
                let (left, right) = (self.number(left, variables), self.number(right, variables));
                self.terms.less_equal(left, right)
            }
            Formula::Equal(left, right) => {
                let (left, right) = (self.number(left, variables), self.number(right, variables));
                self.terms.equal(left, right)
            }
            Formula::Halves(number, halves) => {
                let number = self.number(number, variables);
                let number = self.terms.to_real(number);
                let bound = Rational::new(*halves, 2).expect("2 is not 0");
                let bound = self.terms.numeral(&bound, Sort::REAL);
                self.terms.less_equal(number, bound)
            }
            Formula::Same(writes) => {
                let mut array = self.arrays[0];
                for (at, value) in writes {
                    let (at, value) = (self.number(at, variables), self.number(value, variables));
                    array = self.terms.store(array, at, value);
                }
                self.terms.equal(array, self.arrays[1])
            }
            Formula::Not(part) => {
                let part = self.formula(part, variables);
                self.terms.not(part)
            }
            Formula::And(parts) => {
                let parts: Vec<Term> =
                    parts.iter().map(|part| self.formula(part, variables)).collect();
                self.terms.and(&parts)
            }
            Formula::Or(parts) => {
                let parts: Vec<Term> =
                    parts.iter().map(|part| self.formula(part, variables)).collect();
                self.terms.or(&parts)
            }
            Formula::Quantified { is_forall, first, count, body } => {
                let mut variables = variables[..*first].to_vec();
                let bounds: Vec<Bound> =
                    (0..*count).map(|_| self.terms.new_bound("i", Sort::INT)).collect();
                variables.extend(&bounds);
                let body = self.formula(body, &variables);
                let binder = self.terms.new_binder(&bounds);
                match is_forall {
                    true => self.terms.forall(binder, body),
                    false => self.terms.exists(binder, body),
                }
            }
        }
    }
}
