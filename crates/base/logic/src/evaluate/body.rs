//! The body of a quantified formula while values are tried for its variables.
//!
//! A term has a value as soon as the variables that have values decide it. Values are kept until a
//! variable of the term changes; a term of one variable keeps its value for each value of that
//! variable. Invariant: a kept value is as new as the last change of the variables of its term.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::analysis::Reach;
use super::error::EvaluateError;
use super::evaluator::Evaluator;
use super::shape::{Place, Shape};
use crate::id_map::IdHasher;
use crate::{Op, Term, Value};

/// An argument of a node.
#[derive(Clone, Copy)]
enum Operand {
    Node(usize),
    Fixed(Value),
}

/// A term that depends on variables.
struct Node {
    term: Term,
    op: Op,
    operands: Vec<Operand>,
    variables: Vec<Place>,
    /// When the value was computed, and the value, if there is one yet.
    kept: (u64, Option<Value>),
    /// Values for the values of the only variable.
    by_value: HashMap<Value, Value, BuildHasherDefault<IdHasher>>,
}

/// What a node comes to.
enum Outcome {
    /// It needs the value of this node first.
    Waits(usize),
    /// It is a quantified formula, all variables of which have values.
    Quantified,
    /// Its value, if it is decided.
    Value(Option<Value>),
}

/// The terms of a formula, and the values of its variables.
pub(super) struct Body {
    nodes: Vec<Node>,
    places: HashMap<Term, usize>,
    fixed: HashMap<Term, Value>,
    values: Vec<Option<Value>>,
    /// When each variable changed.
    changes: Vec<u64>,
    clock: u64,
}

impl Body {
    /// The terms with these shapes; no variable has a value.
    pub fn new(
        evaluator: &Evaluator<'_>,
        root: Term,
        reach: &Reach,
        shapes: &HashMap<Term, Shape>,
    ) -> Body {
        let terms = evaluator.terms;
        let count = reach.variables().len();
        let mut body = Body {
            nodes: Vec::new(),
            places: HashMap::new(),
            fixed: HashMap::new(),
            values: vec![None; count],
            changes: vec![0; count],
            clock: 1,
        };
        for (term, shape) in shapes {
            if let (Shape::Fixed(value), false) = (shape, reach.is_dependent(*term)) {
                body.fixed.insert(*term, *value);
            }
        }
        for term in reach.dependent(terms, root) {
            let op = terms.op(term);
            let operands = terms.arguments(term).iter().map(|argument| body.operand(*argument));
            let operands = operands.collect();
            let mask = reach.mask(term);
            let variables = (0..count).filter(|place| mask >> place & 1 == 1).collect();
            body.places.insert(term, body.nodes.len());
            let (kept, by_value) = ((0, None), HashMap::default());
            body.nodes.push(Node { term, op, operands, variables, kept, by_value });
        }
        body
    }

    fn operand(&self, term: Term) -> Operand {
        match self.places.get(&term) {
            Some(place) => Operand::Node(*place),
            // Terms that do not depend on variables were given values.
            None => Operand::Fixed(self.fixed.get(&term).copied().unwrap_or(Value::FALSE)),
        }
    }

    /// The value of a variable.
    pub fn variable(&self, place: Place) -> Option<Value> {
        self.values[place]
    }

    /// Gives a variable a value, or takes it away.
    pub fn assign(&mut self, place: Place, value: Option<Value>) {
        if self.values[place] != value {
            self.clock += 1;
            self.changes[place] = self.clock;
            self.values[place] = value;
        }
    }

    /// The kept value of a node, if it is still good.
    fn kept(&self, number: usize) -> Option<Option<Value>> {
        let node = &self.nodes[number];
        let is_good = node.variables.iter().all(|place| self.changes[*place] <= node.kept.0);
        (is_good && node.kept.0 > 0).then_some(node.kept.1)
    }

    fn keep(&mut self, number: usize, value: Option<Value>) {
        let clock = self.clock;
        let only = match self.nodes[number].variables.as_slice() {
            [place] => self.values[*place],
            _ => None,
        };
        let node = &mut self.nodes[number];
        node.kept = (clock, value);
        if let (Some(only), Some(value)) = (only, value)
            && !matches!(node.op, Op::Bound(_))
        {
            node.by_value.insert(only, value);
        }
    }

    /// The value of a term of the body, if it is decided. The value of a quantified formula whose
    /// variables have values is asked of `decide`.
    pub fn value(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        term: Term,
        decide: &mut dyn FnMut(&mut Body, &mut Evaluator<'_>, Term) -> Result<bool, EvaluateError>,
    ) -> Result<Option<Value>, EvaluateError> {
        let root = match self.operand(term) {
            Operand::Node(root) => root,
            Operand::Fixed(value) => return Ok(Some(value)),
        };
        let mut stack = vec![root];
        while let Some(&number) = stack.last() {
            if self.kept(number).is_some() {
                stack.pop();
                continue;
            }
            if let [place] = self.nodes[number].variables[..]
                && let Some(only) = self.values[place]
                && let Some(value) = self.nodes[number].by_value.get(&only)
            {
                self.nodes[number].kept = (self.clock, Some(*value));
                stack.pop();
                continue;
            }
            evaluator.effort.spend(1)?;
            match self.outcome(evaluator, number)? {
                Outcome::Waits(other) => stack.push(other),
                Outcome::Value(value) => self.keep(number, value),
                Outcome::Quantified => {
                    let formula = self.nodes[number].term;
                    let value = decide(self, evaluator, formula)?;
                    self.keep(number, Some(Value::from(value)));
                }
            }
        }
        Ok(self.kept(root).flatten())
    }

    /// The value of an operand: the node to wait for, or what is known.
    fn of(&self, operand: Operand) -> Result<Option<Value>, usize> {
        match operand {
            Operand::Fixed(value) => Ok(Some(value)),
            Operand::Node(number) => self.kept(number).ok_or(number),
        }
    }

    fn outcome(
        &self,
        evaluator: &mut Evaluator<'_>,
        number: usize,
    ) -> Result<Outcome, EvaluateError> {
        let node = &self.nodes[number];
        match node.op {
            Op::Bound(_) => {
                let value = node.variables.first().and_then(|place| self.values[*place]);
                return Ok(Outcome::Value(value));
            }
            Op::Forall(_) | Op::Exists(_) => {
                let is_ready = node.variables.iter().all(|place| self.values[*place].is_some());
                return Ok(if is_ready { Outcome::Quantified } else { Outcome::Value(None) });
            }
            Op::And | Op::Or => {
                let strong = Value::from(node.op == Op::Or);
                return Ok(self.junction(node, strong));
            }
            Op::Ite => return Ok(self.choice(node)),
            _ => {}
        }
        let mut arguments = Vec::with_capacity(node.operands.len());
        for operand in &node.operands {
            match self.of(*operand) {
                Err(other) => return Ok(Outcome::Waits(other)),
                Ok(None) => return Ok(Outcome::Value(None)),
                Ok(Some(value)) => arguments.push(value),
            }
        }
        Ok(Outcome::Value(Some(evaluator.applied(node.term, arguments)?)))
    }

    /// A conjunction or disjunction: one argument of the strong value decides.
    fn junction(&self, node: &Node, strong: Value) -> Outcome {
        let mut is_open = false;
        for operand in &node.operands {
            match self.of(*operand) {
                Err(other) => return Outcome::Waits(other),
                Ok(None) => is_open = true,
                Ok(Some(value)) if value == strong => return Outcome::Value(Some(strong)),
                Ok(Some(_)) => {}
            }
        }
        Outcome::Value((!is_open).then_some(Value::from(strong == Value::FALSE)))
    }

    /// An `ite`: the branch that its condition chooses.
    fn choice(&self, node: &Node) -> Outcome {
        let [condition, then, otherwise] = node.operands[..] else { return Outcome::Value(None) };
        let chosen = match self.of(condition) {
            Err(other) => return Outcome::Waits(other),
            Ok(None) => return Outcome::Value(None),
            Ok(Some(Value::TRUE)) => then,
            Ok(Some(_)) => otherwise,
        };
        match self.of(chosen) {
            Err(other) => Outcome::Waits(other),
            Ok(value) => Outcome::Value(value),
        }
    }
}
