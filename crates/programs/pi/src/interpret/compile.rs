//! Annotations made ready for evaluation.
//!
//! An argument of a predicate stands wherever the parameter stood; no slot is bound twice on a way from the root, since predicates
//! are not recursive.

use std::collections::HashMap;
use std::rc::Rc;

use buttress_numeric::Integer;

use super::formula::{Formula, Node, OperandKind, Quantifier};
use super::plan;
use crate::Value;
use crate::limits::{MOST_BOUND_VARIABLES, MOST_FORMULA_DEPTH, MOST_NODES};
use crate::program::{Bound, BoundId, Builtin, Expression, ExpressionKind, Program, Type};

/// Makes an expression of an annotation ready.
pub(super) fn compile(program: &Program, expression: &Expression) -> Formula {
    let mut writer = Writer { program, slots: 0, left: MOST_NODES, depth: 0 };
    let root = writer.node(expression, &HashMap::new());
    Formula { root: root.map(|written| written.node), span: expression.span }
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
        if self.depth > MOST_FORMULA_DEPTH {
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
                return (self.depth + written.height <= MOST_FORMULA_DEPTH).then_some(written);
            }
            ExpressionKind::Length(array) => Node::Length(parts.boxed(self.node(array, scope)?)),
            ExpressionKind::Not(part) => Node::Not(parts.boxed(self.node(part, scope)?)),
            ExpressionKind::Negate(part) => Node::Negate(parts.boxed(self.node(part, scope)?)),
            ExpressionKind::Binary(op, left, right) => {
                let kind = OperandKind::of(&left.ty);
                let left = parts.take(self.node(left, scope)?);
                Node::binary(*op, kind, left, parts.take(self.node(right, scope)?))
            }
            ExpressionKind::Quantified { is_forall, bounds, body } => {
                if bounds.len() > MOST_BOUND_VARIABLES {
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

    fn slots_for(&mut self, bounds: &[Bound], scope: &Scope) -> (Vec<(u32, OperandKind)>, Scope) {
        let mut inner = scope.clone();
        let mut slots = vec![];
        for bound in bounds {
            let node = Node::Slot(self.slots);
            inner.insert(bound.id, Written { node, size: 1, height: 1 });
            slots.push((self.slots, OperandKind::of(&bound.ty)));
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
