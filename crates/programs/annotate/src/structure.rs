//! What the text of a function shows at a glance: how loops nest, what they change, what they compare.

use std::collections::BTreeSet;

use buttress_pi::BinaryOp;
use buttress_pi::program::{
    Expression, ExpressionKind, Function, FunctionId, LoopId, Part, Place, Program, Statement,
    StatementKind, VariableId,
};

use crate::build;
use crate::expressions::bare;

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
    /// The cells that are read, and those that are written, as expressions.
    pub(crate) cells: Vec<Expression>,
    /// What is written to cells inside loops: the array, the index, the value.
    pub(crate) writes: Vec<CellWrite>,
    /// Variables that are given the value of a cell.
    pub(crate) taken: BTreeSet<VariableId>,
    /// What fields of variables are assigned.
    pub(crate) fields: Vec<(VariableId, usize, Expression)>,
    /// Formulas of statements `@ F;`.
    pub(crate) asserted: Vec<Expression>,
}

/// `x[i] := e`, of an array that is a variable.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CellWrite {
    /// x
    pub(crate) array: VariableId,
    /// i
    pub(crate) index: Expression,
    /// e
    pub(crate) value: Expression,
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
        let mut walk = Walk { program, function, structure: &mut structure, inside: Vec::new() };
        walk.statements(&function.body);
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
    function: &'a Function,
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
                    self.take(*variable, value);
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
                self.assign(place, value);
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
            StatementKind::Break => {}
            StatementKind::Assert(said) => {
                self.structure.asserted.extend(said.conjuncts.iter().cloned());
            }
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

    /// Remembers what is assigned to a cell or a field.
    fn assign(&mut self, place: &Place, value: &Expression) {
        match place.parts.as_slice() {
            [Part::Index(index, _)] => {
                let array = place.variable;
                let cell = ExpressionKind::Index(
                    Box::new(build::variable(self.function, array)),
                    Box::new(index.clone()),
                );
                self.cell(&build::expression(cell, value.ty.clone()));
                if !self.inside.is_empty() {
                    let (index, value) = (index.clone(), value.clone());
                    self.structure.writes.push(CellWrite { array, index, value });
                }
            }
            [] => self.take(place.variable, value),
            [Part::Field(field)] => {
                self.structure.fields.push((place.variable, *field, value.clone()));
            }
            _ => {}
        }
    }

    fn take(&mut self, variable: VariableId, value: &Expression) {
        if matches!(value.kind, ExpressionKind::Index(..)) {
            self.structure.taken.insert(variable);
        }
    }

    fn cell(&mut self, cell: &Expression) {
        let cell = bare(cell);
        if !self.structure.cells.contains(&cell) {
            self.structure.cells.push(cell);
        }
    }

    /// Calls may change globals.
    fn expression(&mut self, whole: &Expression) {
        let (mut called, mut cells) = (Vec::new(), Vec::new());
        whole.visit(&mut |part| match &part.kind {
            ExpressionKind::Call(function, _) => called.push(*function),
            ExpressionKind::Index(..) => cells.push(part),
            _ => {}
        });
        cells.into_iter().for_each(|cell| self.cell(cell));
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
