//! Terms compiled for evaluation at many states.
//!
//! Invariant: the arguments of a node come before it, so one pass over the nodes evaluates all.

use std::collections::HashMap;

use buttress_logic::{Op, Rational, Sort, Term, Terms};

/// A truth value or a number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Value {
    /// A truth value.
    Bool(bool),
    /// A number.
    Number(Rational),
}

impl Value {
    /// The number; truth values count as 0 and 1.
    pub(crate) fn number(&self) -> Rational {
        match self {
            Value::Bool(value) => Rational::from(i64::from(*value)),
            Value::Number(number) => number.clone(),
        }
    }

    /// Is it a truth value, or a number that fits into machine words?
    pub(crate) fn is_small(&self) -> bool {
        match self {
            Value::Bool(_) => true,
            Value::Number(number) => number.is_small(),
        }
    }

    /// The literal of this sort.
    pub(crate) fn to_term(&self, terms: &mut Terms, sort: Sort) -> Term {
        match self {
            Value::Bool(value) => terms.boolean(*value),
            Value::Number(number) => terms.numeral(number, sort),
        }
    }
}

/// What a node does.
#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    /// The input of this number.
    Input(usize),
    /// A literal.
    Literal(Value),
    /// An operation on the arguments.
    Apply(Op),
    /// Something without a value here.
    Opaque,
}

/// A node of the graph.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// What it does.
    pub(crate) kind: NodeKind,
    /// The nodes that it reads.
    pub(crate) arguments: Vec<usize>,
    /// Is its value an integer?
    pub(crate) is_integer: bool,
}

/// A graph of operations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    /// Arguments first.
    pub(crate) nodes: Vec<Node>,
    places: HashMap<Term, usize>,
}

/// The values of nodes that have one.
pub(crate) type Values = Vec<Option<Value>>;

impl Program {
    /// The program of these terms over these inputs.
    pub(crate) fn new(terms: &Terms, inputs: &[Term], roots: &[Term]) -> Program {
        let mut program = Program::default();
        for (number, input) in inputs.iter().enumerate() {
            program.push(terms, *input, NodeKind::Input(number), Vec::new());
        }
        for root in roots {
            program.add(terms, *root);
        }
        program
    }

    fn push(&mut self, terms: &Terms, term: Term, kind: NodeKind, arguments: Vec<usize>) {
        let is_integer = terms.sort_of(term) == Sort::INT;
        self.places.insert(term, self.nodes.len());
        self.nodes.push(Node { kind, arguments, is_integer });
    }

    /// Compiles one more term; the node that has its value.
    pub(crate) fn add(&mut self, terms: &Terms, root: Term) -> usize {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.places.contains_key(&term) {
                stack.pop();
                continue;
            }
            let kind = match terms.op(term) {
                Op::True => NodeKind::Literal(Value::Bool(true)),
                Op::False => NodeKind::Literal(Value::Bool(false)),
                Op::Number(number) => {
                    NodeKind::Literal(Value::Number(terms.number(number).clone()))
                }
                op if is_supported(op) => NodeKind::Apply(op),
                _ => NodeKind::Opaque,
            };
            let arguments = match kind {
                NodeKind::Apply(_) => terms.arguments(term),
                _ => &[],
            };
            let before = stack.len();
            stack.extend(arguments.iter().filter(|argument| !self.places.contains_key(argument)));
            if stack.len() > before {
                continue;
            }
            let arguments = arguments.iter().map(|argument| self.places[argument]).collect();
            self.push(terms, term, kind, arguments);
        }
        self.places[&root]
    }

    /// The values of all nodes; none where an input is missing or an operation has no value.
    pub(crate) fn run(&self, inputs: &[Value]) -> Values {
        let mut values: Values = vec![None; self.nodes.len()];
        for place in 0..self.nodes.len() {
            values[place] = match &self.nodes[place].kind {
                NodeKind::Input(number) => inputs.get(*number).cloned(),
                _ => self.forward(place, &values),
            };
        }
        values
    }

    /// What a node's value is by the values of its arguments, as far as they decide it.
    pub(crate) fn forward(&self, place: usize, values: &[Option<Value>]) -> Option<Value> {
        let node = &self.nodes[place];
        let op = match &node.kind {
            NodeKind::Input(_) | NodeKind::Opaque => return None,
            NodeKind::Literal(value) => return Some(value.clone()),
            NodeKind::Apply(op) => *op,
        };
        let value = |argument: usize| values.get(*node.arguments.get(argument)?)?.as_ref();
        let number = |argument: usize| match value(argument) {
            Some(Value::Number(number)) => Some(number),
            _ => None,
        };
        let all = || node.arguments.iter().map(|argument| values.get(*argument)?.as_ref());
        match op {
            Op::Not => match value(0)? {
                Value::Bool(value) => Some(Value::Bool(!value)),
                Value::Number(_) => None,
            },
            Op::And => connective(all(), false),
            Op::Or => connective(all(), true),
            Op::Ite => match value(0) {
                Some(Value::Bool(true)) => value(1).cloned(),
                Some(_) => value(2).cloned(),
                None => value(1).filter(|then| Some(*then) == value(2)).cloned(),
            },
            Op::Equal => Some(Value::Bool(value(0)? == value(1)?)),
            Op::Distinct => {
                let mut seen: Vec<&Value> = all().collect::<Option<_>>()?;
                seen.sort_unstable();
                Some(Value::Bool(seen.windows(2).all(|pair| pair[0] != pair[1])))
            }
            Op::LessEqual => Some(Value::Bool(number(0)? <= number(1)?)),
            Op::Less => Some(Value::Bool(number(0)? < number(1)?)),
            Op::Add => {
                let mut sum = Rational::ZERO;
                for place in 0..node.arguments.len() {
                    sum += number(place)?;
                }
                Some(Value::Number(sum))
            }
            Op::Multiply => product(&(0..node.arguments.len()).map(number).collect::<Vec<_>>()),
            Op::Divide => number(0)?.checked_div(number(1)?).map(Value::Number),
            Op::IntegerDivide | Op::Modulo => {
                let (left, right) = (number(0)?.floor(), number(1)?.floor());
                let result = match op {
                    Op::Modulo => left.rem_euclid(&right)?,
                    _ => left.div_euclid(&right)?,
                };
                Some(Value::Number(result.into_rational()))
            }
            Op::Absolute => Some(Value::Number(number(0)?.abs())),
            Op::ToReal => value(0).cloned(),
            Op::ToInteger => Some(Value::Number(number(0)?.floor().into_rational())),
            Op::IsInteger => Some(Value::Bool(number(0)?.is_integer())),
            _ => None,
        }
    }
}

/// The operations that have a meaning here.
fn is_supported(op: Op) -> bool {
    matches!(
        op,
        Op::Not
            | Op::And
            | Op::Or
            | Op::Ite
            | Op::Equal
            | Op::Distinct
            | Op::LessEqual
            | Op::Less
            | Op::Add
            | Op::Multiply
            | Op::Divide
            | Op::IntegerDivide
            | Op::Modulo
            | Op::Absolute
            | Op::ToReal
            | Op::ToInteger
            | Op::IsInteger
    )
}

/// One argument of this value decides; all of the other value give the other.
fn connective<'a>(
    arguments: impl Iterator<Item = Option<&'a Value>>,
    deciding: bool,
) -> Option<Value> {
    let mut is_complete = true;
    for argument in arguments {
        match argument {
            Some(Value::Bool(value)) if *value == deciding => return Some(Value::Bool(deciding)),
            Some(_) => {}
            None => is_complete = false,
        }
    }
    is_complete.then_some(Value::Bool(!deciding))
}

/// A factor zero decides.
fn product(factors: &[Option<&Rational>]) -> Option<Value> {
    if factors.iter().flatten().any(|factor| factor.is_zero()) {
        return Some(Value::Number(Rational::ZERO));
    }
    let mut product = Rational::ONE;
    for factor in factors {
        product *= (*factor)?;
    }
    Some(Value::Number(product))
}
