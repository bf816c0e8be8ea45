//! How a quantified formula depends on its variables: the cuts, points and offsets of `regions`.
//!
//! A variable of numbers may occur in linear forms with one variable, or as the difference of two,
//! that are compared, read at, written, written at or passed to a function; in linear forms of which
//! the remainder modulo a number is taken; and where a term is one of several forms by cases, as is
//! `(ite F s t)` or a reading of an array to which is written. A variable of another infinite sort may be compared for equality, read at, written at or passed. Variables of
//! finite sorts may occur anywhere, since all their values are tried. Everything else is refused.
//!
//! Claim: then the truth of the formula depends only on the type of the variables. A reading a\[x + c\]
//! of an array without variables is constant between the steps of a, less c; so is f(x + c) between
//! the places where the cases of f are told apart, which are comparisons themselves. A comparison of
//! c·x + r with 0 is constant between its cuts for each number that r can be, and r is told by the
//! type. If a term is one of several forms, and the type tells which, then the type tells how two such
//! terms compare as soon as it tells so for each form of the one and each of the other. Every operator
//! on terms that the type tells is told by the type.

mod arrays;
mod call;
mod compare;
mod divide;
mod possible;
mod ranges;
mod reach;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use buttress_numeric::{Integer, Rational};

use super::error::EvaluateError;
use super::evaluator::Evaluator;
use super::frame::{Frame, Known};
use super::shape::{LinearForms, Place, Relation, Rests, Shape};
use crate::{Bound, Cardinality, Op, Sort, Symbol, Term, Value};
pub(super) use reach::Reach;

/// Which values a variable ranges over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Domain {
    /// Finitely many: all are tried.
    Finite,
    Integers,
    Reals,
    /// Infinitely many others.
    Others,
}

/// A variable, and where what is said of it changes.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub bound: Bound,
    pub sort: Sort,
    pub domain: Domain,
    /// Cuts of integers, points of reals.
    pub cuts: BTreeSet<Rational>,
    /// Points of other infinite sorts.
    pub points: BTreeSet<Value>,
    /// Of an integer only the remainder modulo this matters besides how it compares.
    pub period: Integer,
}

/// What is known about the variables of a formula.
#[derive(Clone, Default, Debug)]
pub(super) struct Dependence {
    pub variables: Vec<Variable>,
    /// The offsets e for which x − y is compared with e, for both orders of x and y. Variables that
    /// are only compared for equality have the offset 0.
    pub offsets: BTreeMap<(Place, Place), BTreeSet<Rational>>,
}

/// The shapes of the terms of a formula, or of the body of a definition.
pub(super) type Shapes = HashMap<Term, Shape>;

/// One analysis under way.
pub(super) struct Analysis<'e, 'a> {
    pub evaluator: &'e mut Evaluator<'a>,
    /// What is refused if need be.
    formula: Term,
    bounds: &'e HashMap<Bound, Value>,
    /// Values of terms without variables.
    known: Known,
    pub dependence: Dependence,
    /// Where values of each variable can decide the formula.
    ranges: Vec<ranges::Range>,
    depth: usize,
}

impl<'e, 'a> Analysis<'e, 'a> {
    /// The analysis of a formula or lambda; variables from outside have the values of `bounds`.
    pub fn new(
        evaluator: &'e mut Evaluator<'a>,
        formula: Term,
        bounds: &'e HashMap<Bound, Value>,
    ) -> Analysis<'e, 'a> {
        let (known, dependence) = (Known::default(), Dependence::default());
        let ranges = Vec::new();
        Analysis { evaluator, formula, bounds, known, dependence, ranges, depth: 0 }
    }

    fn refusal(&self) -> EvaluateError {
        EvaluateError::Quantifier(self.formula)
    }

    /// The shapes of the formula's body and of the terms below it that depend on variables.
    pub fn run(&mut self, reach: &Reach) -> Result<Shapes, EvaluateError> {
        let terms = self.evaluator.terms;
        let mut variables = HashMap::new();
        for (place, bound) in reach.variables().iter().enumerate() {
            let sort = terms.bound_sort(*bound);
            let domain = match self.evaluator.model.values.cardinality(terms, sort) {
                Cardinality::Finite(_) => Domain::Finite,
                Cardinality::Huge | Cardinality::Open => return Err(self.refusal()),
                Cardinality::Infinite if sort == Sort::INT => Domain::Integers,
                Cardinality::Infinite if sort == Sort::REAL => Domain::Reals,
                Cardinality::Infinite => Domain::Others,
            };
            let shape = match domain {
                Domain::Finite => Shape::Steady,
                Domain::Integers | Domain::Reals => Shape::Linear(LinearForms::variable(place)),
                Domain::Others => Shape::Variable(place),
            };
            variables.insert(*bound, shape);
            self.dependence.variables.push(Variable {
                bound: *bound,
                sort,
                domain,
                cuts: BTreeSet::new(),
                points: BTreeSet::new(),
                period: Integer::ONE,
            });
        }
        self.find_ranges(reach);
        let body = terms.argument(self.formula, 0);
        self.shapes(body, &variables, reach)
    }

    /// The shapes of a term and of the terms below it that depend on these variables.
    fn shapes(
        &mut self,
        root: Term,
        variables: &HashMap<Bound, Shape>,
        reach: &Reach,
    ) -> Result<Shapes, EvaluateError> {
        let terms = self.evaluator.terms;
        let mut shapes = Shapes::new();
        for term in reach.dependent(terms, root) {
            self.evaluator.effort.spend(1)?;
            for argument in terms.arguments(term) {
                if !reach.is_dependent(*argument) && !shapes.contains_key(argument) {
                    let value = self.fixed(*argument)?;
                    shapes.insert(*argument, Shape::Fixed(value));
                }
            }
            let shape = match terms.op(term) {
                Op::Bound(bound) => variables.get(&bound).cloned().ok_or(self.refusal())?,
                _ => self.shape(term, &shapes)?,
            };
            shapes.insert(term, shape);
        }
        if !reach.is_dependent(root) {
            let value = self.fixed(root)?;
            shapes.insert(root, Shape::Fixed(value));
        }
        Ok(shapes)
    }

    /// The value of a term without variables of the formula.
    pub fn fixed(&mut self, term: Term) -> Result<Value, EvaluateError> {
        if let Some(value) = self.known.get(&term) {
            return Ok(*value);
        }
        let (known, bounds) = (std::mem::take(&mut self.known), self.bounds.clone());
        let frame = Frame { root: term, stack: vec![term], known, bounds, call: None };
        let (value, known) = self.evaluator.run(frame)?;
        self.known = known;
        Ok(value)
    }

    /// The shape of a term from those of its arguments.
    fn shape(&mut self, term: Term, shapes: &Shapes) -> Result<Shape, EvaluateError> {
        let terms = self.evaluator.terms;
        let arguments = terms.arguments(term);
        if !matches!(terms.op(term), Op::Lambda(_))
            && arguments.iter().all(|argument| shapes[argument].is_steady())
        {
            return Ok(Shape::Steady);
        }
        match (terms.op(term), arguments) {
            (Op::Add, _) => {
                let mut sum = LinearForms::constant(Rests::from([Rational::ZERO]));
                for argument in arguments {
                    let forms = self.linear_forms(*argument, shapes)?;
                    sum = sum.plus(&forms).ok_or(self.refusal())?;
                }
                Ok(simplified(sum))
            }
            (Op::Multiply, _) => {
                let mut product = LinearForms::constant(Rests::from([Rational::ONE]));
                for argument in arguments {
                    let forms = self.linear_forms(*argument, shapes)?;
                    product = product.times(&forms).ok_or(self.refusal())?;
                }
                Ok(simplified(product))
            }
            (Op::ToReal, [number]) => Ok(Shape::Linear(self.linear_forms(*number, shapes)?)),
            (Op::Absolute, [number]) => self.absolute(*number, shapes),
            (Op::Divide | Op::IntegerDivide | Op::Modulo, [number, divisor]) => {
                self.quotient(terms.op(term), (*number, *divisor), shapes)
            }
            (Op::Equal, [left, right]) => {
                self.compare((*left, *right), Relation::Equal, shapes)?;
                Ok(Shape::Steady)
            }
            (Op::LessEqual, [left, right]) => {
                self.compare((*left, *right), Relation::LessEqual, shapes)?;
                Ok(Shape::Steady)
            }
            (Op::Less, [left, right]) => {
                self.compare((*left, *right), Relation::Less, shapes)?;
                Ok(Shape::Steady)
            }
            (Op::Distinct, _) => {
                for (place, left) in arguments.iter().enumerate() {
                    for right in &arguments[place + 1..] {
                        self.compare((*left, *right), Relation::Equal, shapes)?;
                    }
                }
                Ok(Shape::Steady)
            }
            (Op::Select, [array, index]) => self.read(*array, *index, shapes),
            (Op::Store, [array, index, value]) => {
                let is_array = matches!(shapes[array], Shape::Written) || shapes[array].is_steady();
                let is_index = !matches!(shapes[index], Shape::Written);
                let is_value =
                    matches!(shapes[value], Shape::Linear(_)) || shapes[value].is_steady();
                let is_written = is_array && is_index && is_value;
                if is_written { Ok(Shape::Written) } else { Err(self.refusal()) }
            }
            (Op::Ite, [condition, then, otherwise]) => {
                if !shapes[condition].is_steady() {
                    return Err(self.refusal());
                }
                if terms.sort_of(term).is_arithmetic() {
                    let then = self.linear_forms(*then, shapes)?;
                    let otherwise = self.linear_forms(*otherwise, shapes)?;
                    return Ok(Shape::Linear(then.or(&otherwise).ok_or(self.refusal())?));
                }
                let is_array = |shape: &Shape| matches!(shape, Shape::Written) || shape.is_steady();
                let is_written = is_array(&shapes[then]) && is_array(&shapes[otherwise]);
                if is_written { Ok(Shape::Written) } else { Err(self.refusal()) }
            }
            (Op::Apply(function), _) => {
                let arguments: Vec<Shape> =
                    arguments.iter().map(|argument| shapes[argument].clone()).collect();
                self.call(Symbol::Function(function), &arguments)
            }
            _ => Err(self.refusal()),
        }
    }

    /// A term of numbers as linear forms.
    fn linear_forms(&mut self, term: Term, shapes: &Shapes) -> Result<LinearForms, EvaluateError> {
        if let Shape::Linear(forms) = &shapes[&term] {
            return Ok(forms.clone());
        }
        let values = self.possible(term, shapes)?;
        self.numbers(&values)
    }

    /// One of these values, which are numbers.
    fn numbers(&self, values: &BTreeSet<Value>) -> Result<LinearForms, EvaluateError> {
        let values = values.iter().map(|value| self.evaluator.model.values.as_number(*value));
        let rests: Option<Rests> = values.map(|number| number.cloned()).collect();
        Ok(LinearForms::constant(rests.ok_or(self.refusal())?))
    }
}

/// LinearForms without variables are told by the type.
fn simplified(forms: LinearForms) -> Shape {
    if forms.is_constant() { Shape::Steady } else { Shape::Linear(forms) }
}
