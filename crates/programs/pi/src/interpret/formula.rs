//! Annotations ready for evaluation: predicates written out, quantifiers with a plan.
//!
//! Every variable of a quantifier has a slot of its own, and no slot is bound twice on a way from the root.

use std::rc::Rc;

use super::cube::Cube;
use crate::program::{Builtin, Type, VariableId};
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
    Binary(BinaryOp, OperandKind, Box<[Node; 2]>),
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
pub enum OperandKind {
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
    pub slots: Vec<(u32, OperandKind)>,
    /// What it speaks of.
    pub body: Node,
    /// Together they say when `exists` has a witness, or `forall` a counterexample.
    pub(super) cubes: Vec<Cube>,
}

impl OperandKind {
    /// What values of a type are.
    pub fn of(ty: &Type) -> OperandKind {
        match ty {
            Type::Int => OperandKind::Int,
            Type::Float => OperandKind::Float,
            Type::Bool => OperandKind::Bool,
            _ => OperandKind::Other,
        }
    }
}

impl Node {
    /// A whole number.
    pub fn int(number: i64) -> Node {
        Node::Literal(Value::from(number))
    }

    /// An operator on operands of this kind.
    pub fn binary(op: BinaryOp, kind: OperandKind, left: Node, right: Node) -> Node {
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
