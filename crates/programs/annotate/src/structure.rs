//! What the text of a function shows at a glance: how loops nest, what they change, what they compare.

use std::collections::BTreeSet;

use buttress_pi::BinaryOp;
use buttress_pi::program::{
    Expression, ExpressionKind, Function, FunctionId, LoopId, Part, Program, Statement,
    StatementKind, VariableId,
};

/// What is known about a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionStructure {
    /// By loop.
    pub(crate) loops: Vec<LoopStructure>,
    /// Comparisons in conditions, in the order of the text.
    pub(crate) compared: Vec<Expression>,
    /// What is returned.
    pub(crate) returned: Vec<Expression>,
    /// The functions that are called.
    pub(crate) called: BTreeSet<FunctionId>,
}

/// What is known about a loop.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopStructure {
    /// The loop around it.
    pub(crate) parent: Option<LoopId>,
    /// The loops directly inside, in the order of the text.
    pub(crate) children: Vec<LoopId>,
    /// The comparisons in its condition.
    pub(crate) guards: Vec<Expression>,
    /// What its condition, body and step may change.
    pub(crate) changed: BTreeSet<VariableId>,
}

impl FunctionStructure {
    /// Looks at a function.
    pub(crate) fn new(program: &Program, function: &Function) -> FunctionStructure {
        let mut structure = FunctionStructure::default();
        structure.loops.resize(function.loops.len(), LoopStructure::default());
        Walk { program, structure: &mut structure, inside: Vec::new() }.statements(&function.body);
        structure
    }

    /// A loop.
    pub(crate) fn of(&self, head: LoopId) -> &LoopStructure {
        &self.loops[head.0 as usize]
    }

    /// A loop and all inside it, from the outside in.
    pub(crate) fn within(&self, head: LoopId) -> Vec<LoopId> {
        let mut all = vec![head];
        let mut place = 0;
        while let Some(next) = all.get(place) {
            all.extend(&self.of(*next).children);
            place += 1;
        }
        all
    }

    /// The loops around a loop and itself, from the outside in.
    pub(crate) fn around(&self, head: LoopId) -> Vec<LoopId> {
        let mut all = vec![head];
        while let Some(parent) = all.last().and_then(|last| self.of(*last).parent) {
            all.push(parent);
        }
        all.reverse();
        all
    }
}

struct Walk<'a> {
    program: &'a Program,
    structure: &'a mut FunctionStructure,
    inside: Vec<LoopId>,
}

impl Walk<'_> {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Declare(variable, value) => {
                self.change(*variable);
                if let Some(value) = value {
                    self.expression(value);
                }
            }
            StatementKind::Assign(place, value) => {
                self.change(place.variable);
                for part in &place.parts {
                    if let Part::Index(index, _) = part {
                        self.expression(index);
                    }
                }
                self.expression(value);
            }
            StatementKind::Evaluate(value) => self.expression(value),
            StatementKind::Block(block) => self.statements(block),
            StatementKind::If(condition, then, otherwise) => {
                self.condition(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StatementKind::Loop(body) => {
                self.statements(&body.init);
                let parent = self.inside.last().copied();
                if let Some(parent) = parent {
                    self.structure.loops[parent.0 as usize].children.push(body.id);
                }
                self.inside.push(body.id);
                let found = &mut self.structure.loops[body.id.0 as usize];
                found.parent = parent;
                comparisons(&body.condition, &mut found.guards);
                self.condition(&body.condition);
                self.statements(&body.body);
                self.statements(&body.step);
                self.inside.pop();
            }
            StatementKind::Break | StatementKind::Assert(_) => {}
            StatementKind::Return(value) => {
                if let Some(value) = value {
                    self.expression(value);
                    if !self.structure.returned.contains(value) {
                        self.structure.returned.push(value.clone());
                    }
                }
            }
        }
    }

    fn condition(&mut self, condition: &Expression) {
        comparisons(condition, &mut self.structure.compared);
        self.expression(condition);
    }

    fn change(&mut self, variable: VariableId) {
        for head in &self.inside {
            self.structure.loops[head.0 as usize].changed.insert(variable);
        }
    }

    /// Calls may change globals.
    fn expression(&mut self, whole: &Expression) {
        let mut called = Vec::new();
        whole.visit(&mut |part| {
            if let ExpressionKind::Call(function, _) = part.kind {
                called.push(function);
            }
        });
        for function in called {
            self.structure.called.insert(function);
            for global in &self.program.function(function).modifies {
                self.change(*global);
            }
        }
    }
}

/// The comparisons in a condition.
fn comparisons(condition: &Expression, found: &mut Vec<Expression>) {
    condition.visit(&mut |part| {
        let ExpressionKind::Binary(op, left, _) = &part.kind else { return };
        let is_order = matches!(
            op,
            BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
                | BinaryOp::Equal
                | BinaryOp::Different
        );
        if is_order && left.ty.is_number() && !found.contains(part) {
            found.push(part.clone());
        }
    });
}
