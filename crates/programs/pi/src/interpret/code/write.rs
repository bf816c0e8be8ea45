//! From statements and expressions to instructions.

use std::collections::BTreeSet;

use buttress_numeric::Integer;

use super::{Instruction, Step};
use crate::program::{
    Annotation, Builtin, Expression, ExpressionKind, Function, Loop, Part, Place, Program,
    Statement, StatementKind, Type, VariableId,
};
use crate::{BinaryOp, Value};

/// Writes the instructions of one function.
pub(super) struct Writer<'a> {
    program: &'a Program,
    function: &'a Function,
    pub instructions: Vec<Instruction>,
    /// The assertions met so far.
    pub asserts: Vec<&'a Annotation>,
    /// For each loop around, the jumps that leave it.
    leave: Vec<Vec<usize>>,
}

impl<'a> Writer<'a> {
    pub fn new(program: &'a Program, function: &'a Function) -> Writer<'a> {
        let (instructions, asserts, leave) = (vec![], vec![], vec![]);
        Writer { program, function, instructions, asserts, leave }
    }

    pub fn push(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    fn here(&self) -> usize {
        self.instructions.len()
    }

    /// A jump to a place that is not known yet.
    fn jump(&mut self, instruction: Instruction) -> usize {
        self.push(instruction);
        self.here() - 1
    }

    /// Lets a jump go here.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        if let Some(
            Instruction::Jump(to) | Instruction::JumpIf(_, to) | Instruction::Decide(_, to),
        ) = self.instructions.get_mut(jump)
        {
            *to = here;
        }
    }

    pub fn statements(&mut self, statements: &'a [Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// Statements in braces: their locals end with them.
    fn block(&mut self, statements: &'a [Statement]) {
        self.statements(statements);
        let mut declared = BTreeSet::new();
        for statement in statements {
            if let StatementKind::Declare(variable, _) = statement.kind {
                declared.insert(variable);
            }
        }
        self.forget(declared);
    }

    fn forget(&mut self, variables: BTreeSet<VariableId>) {
        if !variables.is_empty() {
            self.push(Instruction::Forget(variables.into_iter().collect()));
        }
    }

    fn statement(&mut self, statement: &'a Statement) {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Declare(variable, value) => {
                self.push(Instruction::Step(span));
                match value {
                    Some(value) => {
                        self.expression(value);
                        self.push(Instruction::Store(*variable, [].into()));
                    }
                    None => {
                        let ty = &self.function.variable(*variable).ty;
                        let initial = Value::initial(self.program, ty);
                        self.push(Instruction::Declare(*variable, initial));
                    }
                }
            }
            StatementKind::Assign(place, value) => {
                self.push(Instruction::Step(span));
                self.assign(place, value);
            }
            StatementKind::Evaluate(value) => {
                self.push(Instruction::Step(span));
                self.expression(value);
                self.push(Instruction::Drop);
            }
            StatementKind::Block(statements) => self.block(statements),
            StatementKind::If(condition, then, otherwise) => {
                self.push(Instruction::Step(condition.span));
                self.expression(condition);
                let to_else = self.jump(Instruction::JumpIf(false, 0));
                self.block(then);
                if otherwise.is_empty() {
                    self.land(to_else);
                } else {
                    let to_end = self.jump(Instruction::Jump(0));
                    self.land(to_else);
                    self.block(otherwise);
                    self.land(to_end);
                }
            }
            StatementKind::Loop(inner) => self.run_loop(inner),
            StatementKind::Break => {
                self.push(Instruction::Step(span));
                let jump = self.jump(Instruction::Jump(0));
                if let Some(leave) = self.leave.last_mut() {
                    leave.push(jump);
                } else {
                    // Outside of loops there is nothing to leave.
                    self.land(jump);
                }
            }
            StatementKind::Return(value) => {
                self.push(Instruction::Step(span));
                if let Some(value) = value {
                    self.expression(value);
                }
                self.push(Instruction::Return(value.is_some()));
            }
            StatementKind::Assert(annotation) => {
                self.push(Instruction::Step(span));
                self.asserts.push(annotation);
                self.push(Instruction::Assert(self.asserts.len() - 1));
            }
        }
    }

    fn run_loop(&mut self, inner: &'a Loop) {
        self.statements(&inner.init);
        let head = self.here();
        self.push(Instruction::Loop(inner.id));
        self.push(Instruction::Step(inner.condition.span));
        self.expression(&inner.condition);
        let to_end = self.jump(Instruction::JumpIf(false, 0));
        self.leave.push(vec![]);
        self.block(&inner.body);
        self.statements(&inner.step);
        self.push(Instruction::Jump(head));
        self.land(to_end);
        for jump in self.leave.pop().unwrap_or_default() {
            self.land(jump);
        }
        let mut declared = BTreeSet::new();
        for statement in inner.init.iter().chain(&inner.body).chain(&inner.step) {
            declared_in(statement, &mut declared);
        }
        self.forget(declared);
    }

    fn assign(&mut self, place: &'a Place, value: &'a Expression) {
        let mut steps = vec![];
        for part in &place.parts {
            steps.push(match part {
                Part::Index(index, _) => {
                    self.expression(index);
                    Step::Index(index.span)
                }
                Part::Field(position) => Step::Field(*position),
            });
        }
        self.expression(value);
        self.push(Instruction::Store(place.variable, steps.into()));
    }

    fn expression(&mut self, expression: &'a Expression) {
        match &expression.kind {
            ExpressionKind::Number(number) => {
                let whole = Integer::from_rational(number.clone());
                self.push(Instruction::Push(match (&expression.ty, whole) {
                    (Type::Int, Some(whole)) => Value::Int(whole),
                    _ => Value::Float(number.clone()),
                }));
            }
            ExpressionKind::Bool(truth) => self.push(Instruction::Push(Value::Bool(*truth))),
            ExpressionKind::Variable(variable) => self.push(Instruction::Load(*variable)),
            ExpressionKind::Length(array) => match place_of(array) {
                Some((variable, fields)) => {
                    self.push(Instruction::LoadLength(variable, fields.into()));
                }
                None => {
                    self.expression(array);
                    self.push(Instruction::Length);
                }
            },
            ExpressionKind::New(length) => {
                self.expression(length);
                let cell = match &expression.ty {
                    Type::Array(element) => Value::initial(self.program, element),
                    other => Value::initial(self.program, other),
                };
                self.push(Instruction::New(cell, length.span));
            }
            ExpressionKind::Not(part) => {
                self.expression(part);
                self.push(Instruction::Not);
            }
            ExpressionKind::Negate(part) => {
                self.expression(part);
                self.push(Instruction::Negate);
            }
            ExpressionKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExpressionKind::Index(array, index) => match place_of(array) {
                Some((variable, fields)) if !calls(index) => {
                    self.expression(index);
                    self.push(Instruction::LoadCell(variable, fields.into(), index.span));
                }
                _ => {
                    self.expression(array);
                    self.expression(index);
                    self.push(Instruction::Index(index.span));
                }
            },
            ExpressionKind::Field(part, position) => match place_of(expression) {
                Some((variable, fields)) => {
                    self.push(Instruction::LoadField(variable, fields.into()));
                }
                None => {
                    self.expression(part);
                    self.push(Instruction::Field(*position));
                }
            },
            ExpressionKind::Update(array, index, value) => {
                self.expression(array);
                self.expression(index);
                self.expression(value);
                self.push(Instruction::Update(index.span));
            }
            ExpressionKind::Call(function, arguments) => {
                for argument in arguments {
                    self.expression(argument);
                }
                self.push(Instruction::Call(*function, expression.span));
            }
            ExpressionKind::Builtin(Builtin::Empty | Builtin::Nil, _) => {
                self.push(Instruction::Push(Value::initial(self.program, &expression.ty)));
            }
            ExpressionKind::Builtin(builtin, arguments) => {
                for argument in arguments {
                    self.expression(argument);
                }
                let checked = if *builtin == Builtin::Get { 1 } else { 0 };
                let span = arguments.get(checked).map_or(expression.span, |checked| checked.span);
                self.push(Instruction::Builtin(*builtin, span));
            }
            // These occur in annotations only.
            ExpressionKind::Bound(_)
            | ExpressionKind::Quantified { .. }
            | ExpressionKind::Predicate(..) => self.push(Instruction::Push(Value::Bool(false))),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &'a Expression, right: &'a Expression) {
        self.expression(left);
        let decides = match op {
            BinaryOp::And => false,
            BinaryOp::Or => true,
            BinaryOp::Implies => {
                self.push(Instruction::Not);
                true
            }
            _ => {
                self.expression(right);
                self.push(Instruction::Binary(op, right.span));
                return;
            }
        };
        let to_end = self.jump(Instruction::Decide(decides, 0));
        self.expression(right);
        self.land(to_end);
    }
}

/// A variable, or a field of one, which can be read where it is.
fn place_of(expression: &Expression) -> Option<(VariableId, Vec<usize>)> {
    match &expression.kind {
        ExpressionKind::Variable(variable) => Some((*variable, vec![])),
        ExpressionKind::Field(part, position) => {
            let (variable, mut fields) = place_of(part)?;
            fields.push(*position);
            Some((variable, fields))
        }
        _ => None,
    }
}

/// Does the expression call a function, which could change an array that was read before?
fn calls(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Call(..) => true,
        ExpressionKind::Number(_)
        | ExpressionKind::Bool(_)
        | ExpressionKind::Variable(_)
        | ExpressionKind::Bound(_) => false,
        ExpressionKind::Length(part)
        | ExpressionKind::New(part)
        | ExpressionKind::Not(part)
        | ExpressionKind::Negate(part)
        | ExpressionKind::Field(part, _) => calls(part),
        ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
            calls(left) || calls(right)
        }
        ExpressionKind::Update(array, index, value) => calls(array) || calls(index) || calls(value),
        ExpressionKind::Quantified { body, .. } => calls(body),
        ExpressionKind::Predicate(_, arguments) | ExpressionKind::Builtin(_, arguments) => {
            arguments.iter().any(calls)
        }
    }
}

/// The variables that a statement declares anywhere in it.
fn declared_in(statement: &Statement, into: &mut BTreeSet<VariableId>) {
    let mut all = |statements: &[Statement]| {
        statements.iter().for_each(|statement| declared_in(statement, into));
    };
    match &statement.kind {
        StatementKind::Declare(variable, _) => {
            into.insert(*variable);
        }
        StatementKind::Block(statements) => all(statements),
        StatementKind::If(_, then, otherwise) => {
            all(then);
            all(otherwise);
        }
        StatementKind::Loop(inner) => {
            all(&inner.init);
            all(&inner.body);
            all(&inner.step);
        }
        _ => {}
    }
}
