//! Evaluation: the value of a term in a model.
//!
//! Exactly SMT-LIB's meaning: `div` and `mod` are Euclidean, `to_int` is the floor, and operations
//! that SMT-LIB leaves open mean what the model says. No function here recurs over terms or over
//! definitions: calls of defined functions are frames on a stack of our own.

mod cases;

use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasherDefault;

use buttress_numeric::Rational;

use cases::Cases;

use crate::terms::Mixer;
use crate::{Bound, Interpretation, Model, Op, Sort, Symbol, Term, Terms, Value, ValueKind};

/// Why a term has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvaluateError {
    /// It contains this quantified formula.
    Quantifier(Term),
    /// It contains this variable outside a quantifier, and no value was given for it.
    Unbound(Bound),
    /// The definition of this symbol makes use of itself.
    Circular(Symbol),
    /// This symbol is defined or applied with a wrong number of arguments.
    Arity(Symbol),
    /// This term speaks of an element that its universe does not have.
    OutsideUniverse(Term),
    /// The arguments of this term have values of other sorts than its operator takes.
    IllSorted(Term),
}

impl fmt::Display for EvaluateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluateError::Quantifier(_) => write!(f, "quantified formulas cannot be evaluated"),
            EvaluateError::Unbound(_) => write!(f, "a bound variable occurs free"),
            EvaluateError::Circular(_) => write!(f, "a definition makes use of itself"),
            EvaluateError::Arity(_) => write!(f, "a definition has a wrong number of parameters"),
            EvaluateError::OutsideUniverse(_) => {
                write!(f, "an element lies outside the universe of its sort")
            }
            EvaluateError::IllSorted(_) => write!(f, "a term is applied to values of wrong sorts"),
        }
    }
}

impl std::error::Error for EvaluateError {}

/// The value of a term in a model.
pub fn evaluate(terms: &Terms, model: &mut Model, term: Term) -> Result<Value, EvaluateError> {
    Evaluator::new(terms, model).value(term)
}

/// Values of terms. Most of the time of an evaluation is spent here.
type Known = HashMap<Term, Value, BuildHasherDefault<Mixer>>;

/// Evaluates terms in one model; what was computed once is remembered.
pub struct Evaluator<'a> {
    terms: &'a Terms,
    model: &'a mut Model,
    known: Known,
    bounds: HashMap<Bound, Value>,
    /// The calls of defined functions that have returned.
    calls: HashMap<(Symbol, Vec<Value>), Value>,
    /// The definitions called so far, taken apart.
    cases: HashMap<Symbol, Cases>,
}

/// The evaluation of one term: the outermost, or the body of a defined function.
struct Frame {
    root: Term,
    /// The terms under way, each below those that it waits for.
    stack: Vec<Term>,
    known: Known,
    bounds: HashMap<Bound, Value>,
    /// The call that waits for the value; none for the outermost.
    call: Option<(Symbol, Vec<Value>)>,
}

/// What a term whose arguments have values comes to.
enum Step {
    Value(Value),
    Call(Symbol, Vec<Value>),
}

impl<'a> Evaluator<'a> {
    /// An evaluator that knows nothing yet.
    pub fn new(terms: &'a Terms, model: &'a mut Model) -> Evaluator<'a> {
        Evaluator {
            terms,
            model,
            known: Known::default(),
            bounds: HashMap::new(),
            calls: HashMap::new(),
            cases: HashMap::new(),
        }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        self.model
    }

    /// Gives a bound variable a value, for the evaluations to come.
    pub fn bind(&mut self, bound: Bound, value: Value) {
        if self.bounds.insert(bound, value) != Some(value) {
            self.known.clear();
        }
    }

    /// Is the formula true?
    pub fn holds(&mut self, formula: Term) -> Result<bool, EvaluateError> {
        Ok(self.value(formula)? == Value::TRUE)
    }

    /// The value of a term.
    pub fn value(&mut self, term: Term) -> Result<Value, EvaluateError> {
        let outermost = Frame {
            root: term,
            stack: vec![term],
            known: std::mem::take(&mut self.known),
            bounds: self.bounds.clone(),
            call: None,
        };
        let (value, known) = self.run(outermost)?;
        self.known = known;
        Ok(value)
    }

    /// The value of a frame's term, and those of the terms below it.
    fn run(&mut self, outermost: Frame) -> Result<(Value, Known), EvaluateError> {
        let mut frames = Vec::new();
        let mut frame = outermost;
        loop {
            let Some(&term) = frame.stack.last() else {
                let value = frame.known[&frame.root];
                let Some(call) = frame.call else { return Ok((value, frame.known)) };
                self.calls.insert(call, value);
                // The caller finds the value among the calls that have returned.
                frame = frames.pop().expect("every call has a caller");
                continue;
            };
            if frame.known.contains_key(&term) {
                frame.stack.pop();
                continue;
            }
            if self.wait(&mut frame, term) {
                continue;
            }
            let (symbol, arguments) = match self.step(&frame, term)? {
                Step::Value(value) => {
                    frame.known.insert(term, value);
                    continue;
                }
                Step::Call(symbol, arguments) => (symbol, arguments),
            };
            if let Some(value) = self.look_up(symbol, &arguments)? {
                frame.known.insert(term, value);
                continue;
            }
            let is_open = |frame: &Frame| frame.call.as_ref().is_some_and(|call| call.0 == symbol);
            if is_open(&frame) || frames.iter().any(is_open) {
                return Err(EvaluateError::Circular(symbol));
            }
            let called = self.call(symbol, arguments)?;
            frames.push(std::mem::replace(&mut frame, called));
        }
    }

    /// Puts the arguments of a term without values on the stack; of an `ite` only those that
    /// matter. Are there any?
    fn wait(&self, frame: &mut Frame, term: Term) -> bool {
        let arguments = self.terms.arguments(term);
        let needed = match self.terms.op(term) {
            Op::Ite => match frame.known.get(&arguments[0]) {
                None => &arguments[..1],
                Some(&Value::TRUE) => &arguments[1..2],
                Some(_) => &arguments[2..],
            },
            Op::Forall(_) | Op::Exists(_) => &[],
            _ => arguments,
        };
        let before = frame.stack.len();
        for argument in needed {
            if !frame.known.contains_key(argument) {
                frame.stack.push(*argument);
            }
        }
        frame.stack.len() > before
    }

    /// What a call comes to if no body need be evaluated for it.
    fn look_up(
        &mut self,
        symbol: Symbol,
        arguments: &[Value],
    ) -> Result<Option<Value>, EvaluateError> {
        let found = match self.model.interpretation(symbol) {
            None => None,
            Some(Interpretation::Table(table)) => {
                table.entries.get(arguments).copied().or(table.default)
            }
            Some(Interpretation::Definition { parameters, .. }) => {
                if parameters.len() != arguments.len() {
                    return Err(EvaluateError::Arity(symbol));
                }
                return Ok(self.calls.get(&(symbol, arguments.to_vec())).copied());
            }
        };
        let (_, result) = symbol.signature(self.terms);
        Ok(Some(found.unwrap_or_else(|| self.model.values.default_value(self.terms, result))))
    }

    /// The frame in which the body of a defined symbol is evaluated: the case of it that holds.
    fn call(&mut self, symbol: Symbol, arguments: Vec<Value>) -> Result<Frame, EvaluateError> {
        let Some(Interpretation::Definition { parameters, body }) =
            self.model.interpretation(symbol)
        else {
            return Err(EvaluateError::Arity(symbol));
        };
        let (parameters, body) = (parameters.clone(), *body);
        if !self.cases.contains_key(&symbol) {
            let cases = self.take_apart(&parameters, body)?;
            self.cases.insert(symbol, cases);
        }
        let root = self.cases[&symbol].case(&arguments);
        Ok(Frame {
            root,
            stack: vec![root],
            known: Known::default(),
            bounds: parameters.into_iter().zip(arguments.iter().copied()).collect(),
            call: Some((symbol, arguments)),
        })
    }

    /// The value of a term from the values of its arguments, or the call that gives it.
    fn step(&mut self, frame: &Frame, term: Term) -> Result<Step, EvaluateError> {
        let terms = self.terms;
        let op = terms.op(term);
        let ill_sorted = EvaluateError::IllSorted(term);
        match op {
            Op::Forall(_) | Op::Exists(_) => return Err(EvaluateError::Quantifier(term)),
            Op::Bound(bound) => {
                let value = frame.bounds.get(&bound).ok_or(EvaluateError::Unbound(bound))?;
                return Ok(Step::Value(*value));
            }
            Op::Ite => {
                let chosen = if frame.known.get(&terms.argument(term, 0)) == Some(&Value::TRUE) {
                    terms.argument(term, 1)
                } else {
                    terms.argument(term, 2)
                };
                return frame.known.get(&chosen).map(|value| Step::Value(*value)).ok_or(ill_sorted);
            }
            _ => {}
        }
        let arguments: Option<Vec<Value>> = terms
            .arguments(term)
            .iter()
            .map(|argument| frame.known.get(argument).copied())
            .collect();
        let arguments = arguments.ok_or(ill_sorted)?;
        if let Op::Apply(function) = op {
            return Ok(Step::Call(Symbol::Function(function), arguments));
        }
        let sort = terms.sort_of(term);
        if sort.is_arithmetic()
            && let Some(step) = self.number(op, sort, &arguments)
        {
            return Ok(step);
        }
        self.structure(term, &arguments)
    }

    /// The arithmetic operators; `None` for others and for arguments that are no numbers.
    fn number(&mut self, op: Op, sort: Sort, arguments: &[Value]) -> Option<Step> {
        let values = &mut self.model.values;
        let at = |place: usize| values.as_number(*arguments.get(place)?);
        let number = match op {
            Op::Number(number) => self.terms.number(number).clone(),
            Op::Add => {
                let mut sum = Rational::ZERO;
                for value in arguments {
                    sum += values.as_number(*value)?;
                }
                sum
            }
            Op::Multiply => {
                let mut product = Rational::ONE;
                for value in arguments {
                    product *= values.as_number(*value)?;
                }
                product
            }
            Op::Divide => match at(0)?.checked_div(at(1)?) {
                Some(quotient) => quotient,
                None => return Some(Step::Call(Symbol::DivideByZero, arguments[..1].to_vec())),
            },
            Op::IntegerDivide | Op::Modulo => {
                // Of integers the floor is the integer itself.
                let (left, right) = (at(0)?.floor(), at(1)?.floor());
                let (result, symbol) = match op {
                    Op::Modulo => (left.rem_euclid(&right), Symbol::ModuloByZero),
                    _ => (left.div_euclid(&right), Symbol::IntegerDivideByZero),
                };
                match result {
                    Some(result) => result.into_rational(),
                    None => return Some(Step::Call(symbol, arguments[..1].to_vec())),
                }
            }
            Op::Absolute => at(0)?.abs(),
            Op::ToReal => at(0)?.clone(),
            Op::ToInteger => at(0)?.floor().into_rational(),
            _ => return None,
        };
        Some(Step::Value(values.number(sort, number)))
    }

    /// All other operators.
    fn structure(&mut self, term: Term, arguments: &[Value]) -> Result<Step, EvaluateError> {
        let terms = self.terms;
        let values = &mut self.model.values;
        let sort = terms.sort_of(term);
        let ill_sorted = EvaluateError::IllSorted(term);
        let op = terms.op(term);
        let value = match (op, arguments) {
            (Op::True, []) => Value::TRUE,
            (Op::False, []) => Value::FALSE,
            (Op::Not, [argument]) => Value::from(*argument == Value::FALSE),
            (Op::And, _) => Value::from(arguments.iter().all(|value| *value == Value::TRUE)),
            (Op::Or, _) => Value::from(arguments.contains(&Value::TRUE)),
            (Op::Equal, [left, right]) => Value::from(left == right),
            (Op::Distinct, _) => {
                let mut sorted = arguments.to_vec();
                sorted.sort_unstable();
                sorted.dedup();
                Value::from(sorted.len() == arguments.len())
            }
            (Op::IsInteger, [number]) => {
                Value::from(values.as_number(*number).ok_or(ill_sorted)?.is_integer())
            }
            (Op::LessEqual | Op::Less, [left, right]) => {
                let left = values.as_number(*left).ok_or(ill_sorted)?;
                let right = values.as_number(*right).ok_or(ill_sorted)?;
                Value::from(if op == Op::Less { left < right } else { left <= right })
            }
            (Op::Select, [array, index]) => values.read(*array, *index).ok_or(ill_sorted)?,
            (Op::Store, [array, index, value]) => {
                values.store(terms, *array, *index, *value).ok_or(ill_sorted)?
            }
            (Op::ConstantArray, [value]) => values.constant_array(sort, *value),
            (Op::Difference, [left, right]) => {
                values.difference(terms, *left, *right).ok_or(ill_sorted)?
            }
            (Op::Default, [array]) => values.default_of(*array).ok_or(ill_sorted)?,
            (Op::Construct(constructor), _) => values.construct(constructor, arguments),
            (Op::SelectField(selector), [value]) => {
                let ValueKind::Datatype(constructor, fields) = values.kind(*value) else {
                    return Err(ill_sorted);
                };
                if *constructor != terms.selector_constructor(selector) {
                    return Ok(Step::Call(Symbol::WrongField(selector), arguments.to_vec()));
                }
                *fields.get(terms.selector_position(selector)).ok_or(ill_sorted)?
            }
            (Op::Test(constructor), [value]) => match values.kind(*value) {
                ValueKind::Datatype(found, _) => Value::from(*found == constructor),
                _ => return Err(ill_sorted),
            },
            (Op::Element(number), []) => {
                if number >= values.universe(sort) {
                    return Err(EvaluateError::OutsideUniverse(term));
                }
                values.element(sort, number)
            }
            _ => return Err(ill_sorted),
        };
        Ok(Step::Value(value))
    }
}
