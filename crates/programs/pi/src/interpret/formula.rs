//! Annotations made ready for evaluation: predicates written out, quantifiers with a plan.
//!
//! Every variable of a quantifier has a slot of its own. An argument of a predicate stands wherever the parameter
//! stood; no slot is bound twice on a way from the root, since predicates are not recursive.

use std::collections::HashMap;
use std::rc::Rc;

use buttress_numeric::Integer;

use super::plan::{self, Cube};
use crate::program::{
    Bound, BoundId, Builtin, Expression, ExpressionKind, Program, Type, VariableId,
};
use crate::{BinaryOp, Span, Value};

/// A conjunct of an annotation, or a component of a ranking.
#[derive(Debug)]
pub struct Formula {
    /// None if it is too large once its predicates are written out; then nothing is known of it.
    pub root: Option<Node>,
    /// Where it is written.
    pub span: Span,
}

/// An expression.
#[derive(Clone, Debug)]
pub enum Node {
    /// A value.
    Literal(Value),
    /// A variable of the running function.
    Variable(VariableId),
    /// A variable of a quantifier.
    Slot(u32),
    /// The length of an array.
    Length(Box<Node>),
    /// ¬F
    Not(Box<Node>),
    /// −t
    Negate(Box<Node>),
    /// An operator, with what its operands are.
    Binary(BinaryOp, Kind, Box<[Node; 2]>),
    /// Shared, because the plan of a quantifier around it holds it once more.
    Quantified(Rc<Quantifier>),
    /// A cell: the array and the index.
    Index(Box<[Node; 2]>),
    /// A field of a struct.
    Field(Box<Node>, usize),
    /// An array with another cell: the array, the index and the value.
    Update(Box<[Node; 3]>),
    /// An operation on tables or lists.
    Builtin(Builtin, Vec<Node>),
}

/// What the operands of an operator are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Whole numbers.
    Int,
    /// Rational numbers.
    Float,
    /// Truth values.
    Bool,
    /// Anything else: it can only be compared for equality.
    Other,
}

/// A quantified formula, and how it is decided.
#[derive(Clone, Debug)]
pub struct Quantifier {
    /// `forall`, or `exists`?
    pub is_forall: bool,
    /// Its variables.
    pub slots: Vec<(u32, Kind)>,
    /// What it speaks of.
    pub body: Node,
    /// Together they say when `exists` has a witness, or `forall` a counterexample.
    pub(super) cubes: Vec<Cube>,
}

/// The most nodes of a formula, and the deepest nesting; a parser's tree has far less.
const LARGEST: usize = 8_000;
const DEEPEST: u32 = 600;
/// The most variables of one quantifier.
const MOST_VARIABLES: usize = 12;

impl Kind {
    /// What values of a type are.
    pub fn of(ty: &Type) -> Kind {
        match ty {
            Type::Int => Kind::Int,
            Type::Float => Kind::Float,
            Type::Bool => Kind::Bool,
            _ => Kind::Other,
        }
    }
}

impl Formula {
    /// Makes an expression of an annotation ready.
    pub fn new(program: &Program, expression: &Expression) -> Formula {
        let mut writer = Writer { program, slots: 0, left: LARGEST, depth: 0 };
        let root = writer.node(expression, &HashMap::new());
        Formula { root: root.map(|written| written.node), span: expression.span }
    }
}

impl Node {
    /// A whole number.
    pub fn int(number: i64) -> Node {
        Node::Literal(Value::from(number))
    }

    /// An operator on operands of this kind.
    pub fn binary(op: BinaryOp, kind: Kind, left: Node, right: Node) -> Node {
        Node::Binary(op, kind, Box::new([left, right]))
    }

    /// The expressions directly below; of a quantified formula, its body.
    pub fn parts(&self) -> Vec<&Node> {
        match self {
            Node::Literal(_) | Node::Variable(_) | Node::Slot(_) => vec![],
            Node::Length(part) | Node::Not(part) | Node::Negate(part) | Node::Field(part, _) => {
                vec![part]
            }
            Node::Quantified(quantifier) => vec![&quantifier.body],
            Node::Binary(_, _, parts) | Node::Index(parts) => parts.iter().collect(),
            Node::Update(parts) => parts.iter().collect(),
            Node::Builtin(_, parts) => parts.iter().collect(),
        }
    }

    /// Has it at most so many nodes? Those that are left are told.
    pub fn fits(&self, room: usize) -> Option<usize> {
        self.parts().into_iter().try_fold(room.checked_sub(1)?, |room, part| part.fits(room))
    }

    /// Does none of these slots occur in it?
    pub fn is_free_of(&self, slots: &[u32]) -> bool {
        match self {
            Node::Slot(slot) => !slots.contains(slot),
            _ => self.parts().into_iter().all(|part| part.is_free_of(slots)),
        }
    }
}

/// A node with its size and height, which are limited.
#[derive(Clone)]
struct Written {
    node: Node,
    size: usize,
    height: u32,
}

struct Writer<'a> {
    program: &'a Program,
    slots: u32,
    left: usize,
    depth: u32,
}

type Scope = HashMap<BoundId, Written>;

impl Writer<'_> {
    /// Writes an expression; none if it grows too large.
    fn node(&mut self, expression: &Expression, scope: &Scope) -> Option<Written> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let written = self.node_within(expression, scope)?;
        self.depth -= 1;
        Some(written)
    }

    fn node_within(&mut self, expression: &Expression, scope: &Scope) -> Option<Written> {
        let mut parts = Parts { size: 1, height: 0 };
        let node = match &expression.kind {
            ExpressionKind::Number(number) => Node::Literal(match expression.ty {
                Type::Int => Value::Int(Integer::from_rational(number.clone())?),
                _ => Value::Float(number.clone()),
            }),
            ExpressionKind::Bool(truth) => Node::Literal(Value::Bool(*truth)),
            ExpressionKind::Variable(variable) => Node::Variable(*variable),
            ExpressionKind::Bound(bound) => {
                let written = scope.get(bound)?.clone();
                self.left = self.left.checked_sub(written.size)?;
                // The argument brings its own height along, below where it stands now.
                return (self.depth + written.height <= DEEPEST).then_some(written);
            }
            ExpressionKind::Length(array) => Node::Length(parts.boxed(self.node(array, scope)?)),
            ExpressionKind::Not(part) => Node::Not(parts.boxed(self.node(part, scope)?)),
            ExpressionKind::Negate(part) => Node::Negate(parts.boxed(self.node(part, scope)?)),
            ExpressionKind::Binary(op, left, right) => {
                let kind = Kind::of(&left.ty);
                let left = parts.take(self.node(left, scope)?);
                Node::binary(*op, kind, left, parts.take(self.node(right, scope)?))
            }
            ExpressionKind::Quantified { is_forall, bounds, body } => {
                if bounds.len() > MOST_VARIABLES {
                    return None;
                }
                let (slots, inner) = self.slots_for(bounds, scope);
                let body = parts.take(self.node(body, &inner)?);
                let cubes = plan::cubes(*is_forall, &slots, &body);
                Node::Quantified(Rc::new(Quantifier { is_forall: *is_forall, slots, body, cubes }))
            }
            ExpressionKind::Index(array, index) => {
                let array = parts.take(self.node(array, scope)?);
                Node::Index(Box::new([array, parts.take(self.node(index, scope)?)]))
            }
            ExpressionKind::Field(part, position) => {
                Node::Field(parts.boxed(self.node(part, scope)?), *position)
            }
            ExpressionKind::Update(array, index, value) => {
                let array = parts.take(self.node(array, scope)?);
                let index = parts.take(self.node(index, scope)?);
                Node::Update(Box::new([array, index, parts.take(self.node(value, scope)?)]))
            }
            ExpressionKind::Predicate(id, arguments) => {
                let predicate = self.program.predicates.get(id.0 as usize)?;
                let mut inner = Scope::new();
                for (parameter, argument) in predicate.parameters.iter().zip(arguments) {
                    inner.insert(parameter.id, self.node(argument, scope)?);
                }
                return self.node(&predicate.body, &inner);
            }
            ExpressionKind::Builtin(Builtin::Empty | Builtin::Nil, _) => {
                Node::Literal(Value::initial(self.program, &expression.ty))
            }
            ExpressionKind::Builtin(builtin, arguments) => {
                let mut nodes = vec![];
                for argument in arguments {
                    nodes.push(parts.take(self.node(argument, scope)?));
                }
                Node::Builtin(*builtin, nodes)
            }
            // These occur in code only.
            ExpressionKind::New(_) | ExpressionKind::Call(..) => return None,
        };
        self.left = self.left.checked_sub(1)?;
        Some(Written { node, size: parts.size, height: parts.height + 1 })
    }

    fn slots_for(&mut self, bounds: &[Bound], scope: &Scope) -> (Vec<(u32, Kind)>, Scope) {
        let mut inner = scope.clone();
        let mut slots = vec![];
        for bound in bounds {
            let node = Node::Slot(self.slots);
            inner.insert(bound.id, Written { node, size: 1, height: 1 });
            slots.push((self.slots, Kind::of(&bound.ty)));
            self.slots += 1;
        }
        (slots, inner)
    }
}

/// What the parts of a node come to.
struct Parts {
    size: usize,
    height: u32,
}

impl Parts {
    fn take(&mut self, written: Written) -> Node {
        self.size += written.size;
        self.height = self.height.max(written.height);
        written.node
    }

    fn boxed(&mut self, written: Written) -> Box<Node> {
        Box::new(self.take(written))
    }
}
