//! The flow of a function: its statements as a graph, in which paths are walked.

use std::collections::BTreeSet;

use super::lower::operands;
use crate::program::{
    Annotation, Expression, ExpressionKind, Function, FunctionId, LoopId, Part, Place, Role,
    Statement, StatementKind, VariableId,
};
use crate::{BinaryOp, Span};

/// The number of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NodeId(usize);

/// One thing that is done, and what comes next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node<'a> {
    /// A local begins to exist.
    Declare { variable: VariableId, value: Option<&'a Expression>, span: Span, next: NodeId },
    /// A place gets a value.
    Assign { place: &'a Place, value: &'a Expression, span: Span, next: NodeId },
    /// A value that nobody needs.
    Evaluate { value: &'a Expression, span: Span, next: NodeId },
    /// `@ F;`
    Assert { annotation: &'a Annotation, next: NodeId },
    /// Nothing, on the way to where branches meet.
    Skip { next: NodeId },
    /// Either way.
    Branch { condition: &'a Expression, then: NodeId, otherwise: NodeId },
    /// The annotation of a loop.
    Head(LoopId),
    /// The function returns.
    Return { value: Option<&'a Expression>, span: Span },
}

/// The graph of one function.
///
/// Invariant: what comes next has a smaller number, and of two branches the one for `true` has the larger ones, so that
/// falling numbers are the order of the text.
pub(super) struct Flow<'a> {
    nodes: Vec<Node<'a>>,
    /// Where the body begins.
    pub entry: NodeId,
    heads: Vec<Option<Beginning>>,
}

/// What a loop begins with.
#[derive(Clone, Debug)]
pub(super) struct Beginning {
    /// Where the condition is evaluated.
    pub node: NodeId,
    /// The variables that exist there.
    pub variables: BTreeSet<VariableId>,
}

impl<'a> Flow<'a> {
    pub fn new(function: &'a Function) -> Flow<'a> {
        let heads = vec![None; function.loops.len()];
        let mut flow = Flow { nodes: Vec::new(), entry: NodeId(0), heads };
        // Falling off the end is returning, and happens at the closing brace.
        let end = Span { start: function.span.end.saturating_sub(1), end: function.span.end };
        let end = flow.push(Node::Return { value: None, span: end });
        let mut existing = Vec::new();
        for (number, variable) in function.variables.iter().enumerate() {
            if !matches!(variable.role, Role::Local | Role::Result) {
                existing.push(VariableId(number as u32));
            }
        }
        flow.entry = flow.sequence(function, &function.body, end, None, &existing);
        flow
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> Option<Node<'a>> {
        self.nodes.get(id.0).copied()
    }

    /// What a loop begins with.
    pub fn head(&self, head: LoopId) -> Option<&Beginning> {
        self.heads.get(head.0 as usize)?.as_ref()
    }

    fn push(&mut self, node: Node<'a>) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }

    /// Statements one after the other, and then `next`; `existing` are the variables before them.
    fn sequence(
        &mut self,
        function: &'a Function,
        statements: &'a [Statement],
        next: NodeId,
        leave: Option<NodeId>,
        existing: &[VariableId],
    ) -> NodeId {
        let mut before = existing.to_vec();
        let mut places = Vec::new();
        for statement in statements {
            places.push(before.len());
            before.extend(declared(statement));
        }
        let mut next = next;
        for (statement, place) in statements.iter().zip(places).rev() {
            next = self.statement(function, statement, next, leave, &before[..place]);
        }
        next
    }

    /// A branch has a node of its own, even if nothing is done there.
    fn branch(
        &mut self,
        function: &'a Function,
        statements: &'a [Statement],
        next: NodeId,
        leave: Option<NodeId>,
        existing: &[VariableId],
    ) -> NodeId {
        let next = self.push(Node::Skip { next });
        self.sequence(function, statements, next, leave, existing)
    }

    fn statement(
        &mut self,
        function: &'a Function,
        statement: &'a Statement,
        next: NodeId,
        leave: Option<NodeId>,
        existing: &[VariableId],
    ) -> NodeId {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Declare(variable, value) => {
                let (variable, value) = (*variable, value.as_ref());
                self.push(Node::Declare { variable, value, span, next })
            }
            StatementKind::Assign(place, value) => {
                self.push(Node::Assign { place, value, span, next })
            }
            StatementKind::Evaluate(value) => self.push(Node::Evaluate { value, span, next }),
            StatementKind::Block(statements) => {
                self.sequence(function, statements, next, leave, existing)
            }
            StatementKind::If(condition, then, otherwise) => {
                let otherwise = self.branch(function, otherwise, next, leave, existing);
                let then = self.branch(function, then, next, leave, existing);
                self.push(Node::Branch { condition, then, otherwise })
            }
            StatementKind::Loop(inner) => {
                let mut existing = existing.to_vec();
                existing.extend(inner.init.iter().flat_map(declared));
                let head = self.push(Node::Head(inner.id));
                let step = self.sequence(function, &inner.step, head, None, &existing);
                let body = self.sequence(function, &inner.body, step, Some(next), &existing);
                let condition = &inner.condition;
                let node = self.push(Node::Branch { condition, then: body, otherwise: next });
                let mut variables: BTreeSet<VariableId> = existing.iter().copied().collect();
                if let Some(said) = function.loops.get(inner.id.0 as usize) {
                    variables.extend(&said.scope);
                }
                if let Some(place) = self.heads.get_mut(inner.id.0 as usize) {
                    *place = Some(Beginning { node, variables });
                }
                self.sequence(function, &inner.init, head, None, &existing)
            }
            // Outside of loops there is nothing to leave; programs that are resolved do not ask for it.
            StatementKind::Break => self.push(Node::Skip { next: leave.unwrap_or(next) }),
            StatementKind::Return(value) => self.push(Node::Return { value: value.as_ref(), span }),
            StatementKind::Assert(annotation) => self.push(Node::Assert { annotation, next }),
        }
    }

    /// In how many ways annotations are reached from a node on, if every branch is open.
    pub fn ways_from(&self, start: NodeId) -> u64 {
        let mut ways: Vec<u64> = Vec::with_capacity(start.0 + 1);
        for node in self.nodes.iter().take(start.0 + 1) {
            let after = |next: &NodeId| ways.get(next.0).copied().unwrap_or(0);
            let (values, after): (Vec<&Expression>, u64) = match node {
                Node::Declare { value, next, .. } => (value.iter().copied().collect(), after(next)),
                Node::Assign { place, value, next, .. } => {
                    (indices(place).chain([*value]).collect(), after(next))
                }
                Node::Evaluate { value, next, .. } => (vec![value], after(next)),
                Node::Assert { next, .. } | Node::Skip { next } => (Vec::new(), after(next)),
                Node::Branch { condition, then, otherwise } => {
                    (vec![condition], after(then).saturating_add(after(otherwise)))
                }
                Node::Head(_) => (Vec::new(), 1),
                Node::Return { value, .. } => (value.iter().copied().collect(), 1),
            };
            ways.push(
                values.into_iter().fold(after, |ways, value| ways.saturating_mul(splits(value))),
            );
        }
        ways.last().copied().unwrap_or(0)
    }

    /// The loops that are met next, and the functions that are called before, from a node on.
    pub fn met_from(&self, start: NodeId) -> (BTreeSet<LoopId>, BTreeSet<FunctionId>) {
        let (mut loops, mut calls) = (BTreeSet::new(), BTreeSet::new());
        let mut seen = BTreeSet::from([start]);
        let mut waiting = vec![start];
        while let Some(id) = waiting.pop() {
            let Some(node) = self.node(id) else { continue };
            let mut follow = |next: NodeId| {
                if seen.insert(next) {
                    waiting.push(next);
                }
            };
            match node {
                Node::Declare { value, next, .. } => {
                    value.into_iter().for_each(|value| called(value, &mut calls));
                    follow(next);
                }
                Node::Assign { place, value, next, .. } => {
                    indices(place).for_each(|index| called(index, &mut calls));
                    called(value, &mut calls);
                    follow(next);
                }
                Node::Evaluate { value, next, .. } => {
                    called(value, &mut calls);
                    follow(next);
                }
                Node::Assert { next, .. } | Node::Skip { next } => follow(next),
                Node::Branch { condition, then, otherwise } => {
                    called(condition, &mut calls);
                    follow(then);
                    follow(otherwise);
                }
                Node::Head(head) => {
                    loops.insert(head);
                }
                Node::Return { value, .. } => {
                    value.into_iter().for_each(|value| called(value, &mut calls));
                }
            }
        }
        (loops, calls)
    }
}

/// The local that exists after a statement and did not before.
fn declared(statement: &Statement) -> Option<VariableId> {
    match statement.kind {
        StatementKind::Declare(variable, _) => Some(variable),
        _ => None,
    }
}

/// The subscripts of a place, from the outside in.
pub(super) fn indices(place: &Place) -> impl Iterator<Item = &Expression> {
    place.parts.iter().filter_map(|part| match part {
        Part::Index(index, _) => Some(index),
        Part::Field(_) => None,
    })
}

/// In how many ways an expression is evaluated: two where the right side of `&&`, `||` or `->` has a call.
fn splits(expression: &Expression) -> u64 {
    let product = |parts: Vec<&Expression>| {
        parts.into_iter().fold(1_u64, |ways, part| ways.saturating_mul(splits(part)))
    };
    match &expression.kind {
        ExpressionKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, left, right)
            if has_call(right) =>
        {
            splits(left).saturating_mul(splits(right).saturating_add(1))
        }
        _ => product(operands(expression)),
    }
}

/// The functions that an expression calls.
fn called(expression: &Expression, calls: &mut BTreeSet<FunctionId>) {
    expression.visit(&mut |inside| {
        if let ExpressionKind::Call(function, _) = inside.kind {
            calls.insert(function);
        }
    });
}

/// Does an expression contain a call?
pub(super) fn has_call(expression: &Expression) -> bool {
    let mut calls = BTreeSet::new();
    called(expression, &mut calls);
    !calls.is_empty()
}
