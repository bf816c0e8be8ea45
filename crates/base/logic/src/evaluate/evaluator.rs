//! The evaluator: terms in one model, each once.

use std::collections::HashMap;

use super::cases::Cases;
use super::effort::Effort;
use super::error::EvaluateError;
use super::frame::{Frame, Known, Step};
use crate::limits::RECURSIVE_CALLS;
use crate::{Bound, Interpretation, Model, Op, Symbol, Term, Terms, Value};

/// The value of a term in a model.
pub fn evaluate(terms: &Terms, model: &mut Model, term: Term) -> Result<Value, EvaluateError> {
    Evaluator::new(terms, model).value(term)
}

/// Evaluates terms in one model; what was computed once is remembered.
pub struct Evaluator<'a> {
    pub(super) terms: &'a Terms,
    pub(super) model: &'a mut Model,
    pub(super) known: Known,
    pub(super) bounds: HashMap<Bound, Value>,
    /// The calls of defined functions that have returned.
    pub(super) calls: HashMap<(Symbol, Vec<Value>), Value>,
    /// The definitions called so far, taken apart.
    pub(super) cases: HashMap<Symbol, Cases>,
    /// The symbols whose definitions are being evaluated.
    pub(super) open: Vec<Symbol>,
    /// The number of quantified formulas that are being evaluated, each below the one before.
    pub(super) nesting: usize,
    pub(super) effort: Effort<'a>,
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
            open: Vec::new(),
            nesting: 0,
            effort: Effort::default(),
        }
    }

    /// The evaluator that takes at most so many steps for the quantified formulas of one term.
    #[must_use]
    pub fn limited(mut self, steps: u64) -> Evaluator<'a> {
        self.effort.most = steps;
        self
    }

    /// The evaluator that stops when `poll` says so, which is asked from time to time.
    #[must_use]
    pub fn polling(mut self, poll: &'a dyn Fn() -> bool) -> Evaluator<'a> {
        self.effort.poll = Some(poll);
        self
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
        match self.value(formula) {
            Ok(value) => Ok(value == Value::TRUE),
            Err(error @ (EvaluateError::Quantifier(_) | EvaluateError::Limit)) => {
                self.value_of_connectives(formula).ok_or(error)
            }
            Err(error) => Err(error),
        }
    }

    /// The value of a term.
    pub fn value(&mut self, term: Term) -> Result<Value, EvaluateError> {
        self.restart();
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

    /// Values for the variables of a quantified formula that decide it: of ∀x̄. F some for which F
    /// fails, of ∃x̄. F some for which it holds. `None` if there are none.
    pub fn counterexample(
        &mut self,
        formula: Term,
    ) -> Result<Option<Vec<(Bound, Value)>>, EvaluateError> {
        Ok(self.counterexamples(formula, 1)?.pop())
    }

    /// The same, but up to `most` of them, all different.
    pub fn counterexamples(
        &mut self,
        formula: Term,
        most: usize,
    ) -> Result<Vec<Vec<(Bound, Value)>>, EvaluateError> {
        self.restart();
        let bounds = self.bounds.clone();
        self.deciding(formula, &bounds, most)
    }

    /// Forgets what an evaluation that failed has left behind.
    pub(super) fn restart(&mut self) {
        self.effort.restart();
        self.open.clear();
        self.nesting = 0;
    }

    /// The value of a term whose variables have these values.
    pub(super) fn value_under(
        &mut self,
        term: Term,
        bounds: &HashMap<Bound, Value>,
    ) -> Result<Value, EvaluateError> {
        let (bounds, known) = (bounds.clone(), Known::default());
        let (value, _) =
            self.run(Frame { root: term, stack: vec![term], known, bounds, call: None })?;
        Ok(value)
    }

    /// The value of a frame's term, and those of the terms below it.
    pub(super) fn run(&mut self, outermost: Frame) -> Result<(Value, Known), EvaluateError> {
        let mut frames = Vec::new();
        let mut frame = outermost;
        loop {
            let Some(&term) = frame.stack.last() else {
                let value = frame.known[&frame.root];
                let Some(call) = frame.call else { return Ok((value, frame.known)) };
                self.calls.insert(call, value);
                self.open.pop();
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
            let called = self.call(symbol, arguments)?;
            frames.push(std::mem::replace(&mut frame, called));
        }
    }

    /// Puts the arguments of a term without values on the stack; of an `ite` only those that
    /// matter. Are there any?
    pub(super) fn wait(&self, frame: &mut Frame, term: Term) -> bool {
        let arguments = self.terms.arguments(term);
        let needed = match self.terms.op(term) {
            Op::Ite => match frame.known.get(&arguments[0]) {
                None => &arguments[..1],
                Some(&Value::TRUE) => &arguments[1..2],
                Some(_) => &arguments[2..],
            },
            Op::Forall(_) | Op::Exists(_) | Op::Lambda(_) => &[],
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
    pub(super) fn look_up(
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
    pub(super) fn call(
        &mut self,
        symbol: Symbol,
        arguments: Vec<Value>,
    ) -> Result<Frame, EvaluateError> {
        match self.model.is_recursive(symbol) {
            true if self.open.len() > RECURSIVE_CALLS => return Err(EvaluateError::Recursion),
            false if self.open.contains(&symbol) => return Err(EvaluateError::Circular(symbol)),
            _ => {}
        }
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
        self.open.push(symbol);
        Ok(Frame {
            root,
            stack: vec![root],
            known: Known::default(),
            bounds: parameters.into_iter().zip(arguments.iter().copied()).collect(),
            call: Some((symbol, arguments)),
        })
    }

    /// The value of a term from the values of its arguments, or the call that gives it.
    pub(super) fn step(&mut self, frame: &Frame, term: Term) -> Result<Step, EvaluateError> {
        let terms = self.terms;
        let op = terms.op(term);
        let ill_sorted = EvaluateError::IllSorted(term);
        match op {
            Op::Forall(_) | Op::Exists(_) => {
                let is_forall = matches!(op, Op::Forall(_));
                let is_decided = self.is_decided_by_choice(term, &frame.bounds)
                    || !self.deciding(term, &frame.bounds, 1)?.is_empty();
                return Ok(Step::Value(Value::from(is_decided != is_forall)));
            }
            Op::Lambda(_) => return Ok(Step::Value(self.lambda(term, &frame.bounds)?)),
            Op::Witness(witness) => {
                let sort = terms.sort_of(term);
                let value = self.model.witness(witness);
                let value = value.unwrap_or_else(|| self.model.values.default_value(terms, sort));
                return Ok(Step::Value(value));
            }
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
        self.apply(term, arguments.ok_or(ill_sorted)?)
    }

    /// What the operator of a term comes to on these values: any but an `ite` or a binder.
    pub(super) fn apply(
        &mut self,
        term: Term,
        arguments: Vec<Value>,
    ) -> Result<Step, EvaluateError> {
        let op = self.terms.op(term);
        if let Op::Apply(function) = op {
            return Ok(Step::Call(Symbol::Function(function), arguments));
        }
        let sort = self.terms.sort_of(term);
        if sort.is_arithmetic()
            && let Some(step) = self.number(op, sort, &arguments)
        {
            return Ok(step);
        }
        self.structure(term, &arguments)
    }

    /// The value of the operator of a term on these values: any but an `ite` or a binder.
    pub(super) fn applied(
        &mut self,
        term: Term,
        arguments: Vec<Value>,
    ) -> Result<Value, EvaluateError> {
        let (symbol, arguments) = match self.apply(term, arguments)? {
            Step::Value(value) => return Ok(value),
            Step::Call(symbol, arguments) => (symbol, arguments),
        };
        if let Some(value) = self.look_up(symbol, &arguments)? {
            return Ok(value);
        }
        let frame = self.call(symbol, arguments.clone())?;
        let (value, _) = self.run(Frame { call: None, ..frame })?;
        self.open.pop();
        self.calls.insert((symbol, arguments), value);
        Ok(value)
    }
}
