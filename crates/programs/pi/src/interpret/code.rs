//! Functions as instructions of a machine with a stack.
//!
//! Jumps take the place of nesting, so that running a program needs no recursion, whatever it looks like. Values are
//! evaluated, and checks made, in the order in which `paths` meets them.

mod write;

use write::Writer;

use super::compile::compile;
use super::formula::Formula;
use crate::paths::{Point, ranking};
use crate::program::{Builtin, Expression, FunctionId, LoopId, Program, Role, VariableId};
use crate::{BinaryOp, Facts, Span, Value};

/// A function that can be run.
#[derive(Debug)]
pub(super) struct Code {
    pub instructions: Vec<Instruction>,
    pub pre: Vec<Formula>,
    pub post: Vec<Formula>,
    pub loops: Vec<Head>,
    pub asserts: Vec<(Span, Vec<Formula>)>,
    pub rank: Option<Rank>,
    /// The parameters that are assigned, with what keeps their values on entry.
    pub entries: Vec<(VariableId, VariableId)>,
}

/// What is said about a loop.
#[derive(Debug)]
pub(super) struct Head {
    pub annotation: Vec<Formula>,
    pub facts: Vec<Formula>,
    pub span: Span,
    pub rank: Option<Rank>,
}

/// A ranking.
#[derive(Debug)]
pub(super) struct Rank {
    pub components: Vec<Formula>,
    pub span: Span,
    /// In the program, that is; otherwise it was inferred.
    pub is_written: bool,
}

/// One thing that the machine does. Operands are on the stack, the last one on top.
#[derive(Debug)]
pub(super) enum Instruction {
    /// A statement begins, or the condition of a branch or a loop.
    Step(Span),
    Push(Value),
    Load(VariableId),
    /// A field of a field … of a variable.
    LoadField(VariableId, Box<[usize]>),
    /// A cell of an array that is a variable, or a field of one; the index is on the stack.
    LoadCell(VariableId, Box<[usize]>, Span),
    /// The length of an array that is a variable, or a field of one.
    LoadLength(VariableId, Box<[usize]>),
    Drop,
    Length,
    /// What the cells are to be; the length is on the stack.
    New(Value, Span),
    Not,
    Negate,
    /// The span of the divisor, where there is one.
    Binary(BinaryOp, Span),
    Index(Span),
    Field(usize),
    Update(Span),
    /// The span of what is checked, where something is.
    Builtin(Builtin, Span),
    Jump(usize),
    /// Goes on elsewhere if the top is this, and takes it away.
    JumpIf(bool, usize),
    /// Goes on elsewhere if the top is this, and else takes it away.
    Decide(bool, usize),
    /// The value is on top, the indices are below it, in order.
    Store(VariableId, Box<[Step]>),
    /// What the variable is at first.
    Declare(VariableId, Value),
    /// These variables exist no longer.
    Forget(Box<[VariableId]>),
    Call(FunctionId, Span),
    Loop(LoopId),
    /// By position in [`Code::asserts`].
    Assert(usize),
    /// With a result on the stack?
    Return(bool),
}

/// A step into a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The span of the index.
    Index(Span),
    Field(usize),
}

impl Code {
    pub fn new(program: &Program, facts: &Facts, id: FunctionId) -> Code {
        let function = program.function(id);
        let formulas = |expressions: &[Expression]| -> Vec<Formula> {
            expressions.iter().map(|expression| compile(program, expression)).collect()
        };
        let rank = |point| {
            ranking(program, facts, (id, point)).map(|ranking| Rank {
                components: formulas(ranking.components),
                span: ranking.span,
                is_written: ranking.is_written,
            })
        };
        let loops = function.loops.iter().enumerate().map(|(number, head)| {
            let loop_id = LoopId(number as u32);
            Head {
                annotation: formulas(&head.annotation.conjuncts),
                facts: formulas(facts.of(id, loop_id)),
                span: head.span,
                rank: rank(Point::Loop(loop_id)),
            }
        });
        let entries = function.variables.iter().enumerate().filter_map(|(number, variable)| {
            match variable.role {
                Role::Entry(parameter) => Some((parameter, VariableId(number as u32))),
                _ => None,
            }
        });
        let mut writer = Writer::new(program, function);
        writer.statements(&function.body);
        writer.push(Instruction::Return(false));
        Code {
            pre: formulas(&function.pre.conjuncts),
            post: formulas(&function.post.conjuncts),
            loops: loops.collect(),
            rank: rank(Point::Pre),
            entries: entries.collect(),
            asserts: writer
                .asserts
                .iter()
                .map(|annotation| (annotation.span, formulas(&annotation.conjuncts)))
                .collect(),
            instructions: writer.instructions,
        }
    }
}
