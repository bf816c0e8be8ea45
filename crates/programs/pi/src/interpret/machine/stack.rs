//! The stack of operands: values, operators, and places that are read and written.

use buttress_numeric::Integer;

use super::meter::Meter;
use super::stop::{Progress, RunStop};
use crate::interpret::code::{Instruction, Step};
use crate::interpret::operate;
use crate::interpret::outcome::RunLimit;
use crate::limits::{CELLS_PER_STEP, LONGEST_ARRAY};
use crate::paths::Check;
use crate::program::{Builtin, VariableId};
use crate::{BinaryOp, Span, Value};

/// The values of the running function.
type State = [Option<Value>];

/// Operands under way, the last one on top.
#[derive(Default)]
pub(super) struct Stack {
    values: Vec<Value>,
}

impl Stack {
    pub fn push(&mut self, value: Value) {
        self.values.push(value);
    }

    pub fn last(&self) -> Option<&Value> {
        self.values.last()
    }

    pub fn pop(&mut self) -> Progress<Value> {
        self.values.pop().ok_or(RunStop::Confused)
    }

    pub fn pop_truth(&mut self) -> Progress<bool> {
        match self.pop()? {
            Value::Bool(truth) => Ok(truth),
            _ => Err(RunStop::Confused),
        }
    }

    fn pop_whole(&mut self) -> Progress<Integer> {
        match self.pop()? {
            Value::Int(number) => Ok(number),
            _ => Err(RunStop::Confused),
        }
    }

    /// Everything that leaves a value on the stack and changes nothing else.
    pub fn operate(
        &mut self,
        instruction: &Instruction,
        state: &State,
        meter: &mut Meter<'_>,
    ) -> Progress {
        let value = match instruction {
            Instruction::Push(value) => value.clone(),
            Instruction::Load(variable) => copy(state, *variable, &[], meter)?,
            Instruction::LoadField(variable, fields) => copy(state, *variable, fields, meter)?,
            Instruction::LoadLength(variable, fields) => {
                length(read(state, *variable, fields)?).ok_or(RunStop::Confused)?
            }
            Instruction::LoadCell(variable, fields, span) => {
                let index = self.pop_whole()?;
                cell(read(state, *variable, fields)?, &index, *span)?.clone()
            }
            Instruction::Drop => {
                self.pop()?;
                return Ok(());
            }
            Instruction::Length => length(&self.pop()?).ok_or(RunStop::Confused)?,
            Instruction::New(cell, span) => self.create(cell, *span, meter)?,
            Instruction::Not => Value::Bool(!self.pop_truth()?),
            Instruction::Negate => match self.pop()? {
                Value::Int(number) => Value::Int(-number),
                Value::Float(number) => Value::Float(-number),
                _ => return Err(RunStop::Confused),
            },
            Instruction::Binary(op, span) => {
                let right = self.pop()?;
                let left = self.pop()?;
                binary(*op, &left, &right, *span)?
            }
            Instruction::Index(span) => {
                let index = self.pop_whole()?;
                cell(&self.pop()?, &index, *span)?.clone()
            }
            Instruction::Field(position) => match self.pop()? {
                Value::Struct(parts) => {
                    parts.into_iter().nth(*position).ok_or(RunStop::Confused)?
                }
                _ => return Err(RunStop::Confused),
            },
            Instruction::Update(span) => {
                let value = self.pop()?;
                let index = self.pop_whole()?;
                let mut array = self.pop()?;
                *cell_mut(&mut array, &index, *span)? = value;
                array
            }
            Instruction::Builtin(builtin, span) => self.builtin(*builtin, *span)?,
            _ => return Err(RunStop::Confused),
        };
        self.push(value);
        Ok(())
    }

    fn create(&mut self, cell: &Value, span: Span, meter: &mut Meter<'_>) -> Progress<Value> {
        let length = self.pop_whole()?;
        if length.signum() < 0 {
            return Err(RunStop::Failed(Check::NewLength, span));
        }
        let length = length.to_i64().filter(|length| *length <= LONGEST_ARRAY);
        let length = length.ok_or(RunStop::TooLong(RunLimit::Size))?;
        meter.work(length as u64 / CELLS_PER_STEP)?;
        Ok(Value::array(vec![cell.clone(); length as usize], cell.clone()))
    }

    fn builtin(&mut self, builtin: Builtin, span: Span) -> Progress<Value> {
        let count = match builtin {
            Builtin::Put => 3,
            Builtin::Get | Builtin::Remove | Builtin::In | Builtin::Cons => 2,
            Builtin::Empty | Builtin::Nil => 0,
            Builtin::IsInit | Builtin::Car | Builtin::Cdr | Builtin::Atom => 1,
        };
        let from = self.values.len().checked_sub(count).ok_or(RunStop::Confused)?;
        let arguments = self.values.split_off(from);
        operate::builtin(builtin, arguments).ok_or(match builtin {
            Builtin::Get => RunStop::Failed(Check::HasKey, span),
            Builtin::Car | Builtin::Cdr => RunStop::Failed(Check::NotAtom, span),
            _ => RunStop::Confused,
        })
    }

    /// Takes a value and the indices below it, and writes it to a place.
    pub fn store(&mut self, state: &mut State, variable: VariableId, steps: &[Step]) -> Progress {
        let value = self.pop()?;
        if steps.is_empty() {
            state[variable.0 as usize] = Some(value);
            return Ok(());
        }
        let count = steps.iter().filter(|step| matches!(step, Step::Index(_))).count();
        let from = self.values.len().checked_sub(count).ok_or(RunStop::Confused)?;
        let mut indices = self.values.drain(from..);
        let mut place = state[variable.0 as usize].as_mut().ok_or(RunStop::Confused)?;
        for step in steps {
            place = match step {
                Step::Index(span) => match indices.next() {
                    Some(Value::Int(index)) => cell_mut(place, &index, *span)?,
                    _ => return Err(RunStop::Confused),
                },
                Step::Field(position) => match place {
                    Value::Struct(parts) => parts.get_mut(*position).ok_or(RunStop::Confused)?,
                    _ => return Err(RunStop::Confused),
                },
            };
        }
        *place = value;
        Ok(())
    }
}

fn read<'s>(state: &'s State, variable: VariableId, fields: &[usize]) -> Progress<&'s Value> {
    let value = state.get(variable.0 as usize).and_then(Option::as_ref);
    let mut value = value.ok_or(RunStop::Confused)?;
    for field in fields {
        let Value::Struct(parts) = value else { return Err(RunStop::Confused) };
        value = parts.get(*field).ok_or(RunStop::Confused)?;
    }
    Ok(value)
}

fn copy(
    state: &State,
    variable: VariableId,
    fields: &[usize],
    meter: &mut Meter<'_>,
) -> Progress<Value> {
    let value = read(state, variable, fields)?.clone();
    meter.work(size(&value) / CELLS_PER_STEP)?;
    Ok(value)
}

/// How many values there are in a value.
fn size(value: &Value) -> u64 {
    match value {
        Value::Int(_) | Value::Float(_) | Value::Bool(_) => 1,
        Value::Array(array) => match array.beyond {
            Value::Int(_) | Value::Float(_) | Value::Bool(_) => array.cells.len() as u64,
            _ => array.cells.iter().map(size).sum(),
        },
        Value::Struct(fields) => fields.iter().map(size).sum(),
        Value::Table(entries) => entries.len() as u64,
        Value::List(items) => items.len() as u64,
    }
}

fn length(value: &Value) -> Option<Value> {
    match value {
        Value::Array(array) => Some(Value::Int(array.length())),
        _ => None,
    }
}

fn out_of_bounds(index: &Integer, span: Span) -> RunStop {
    let check = if index.signum() < 0 { Check::NotNegative } else { Check::BelowLength };
    RunStop::Failed(check, span)
}

fn cell<'v>(value: &'v Value, index: &Integer, span: Span) -> Progress<&'v Value> {
    let Value::Array(array) = value else { return Err(RunStop::Confused) };
    let position = array.position(index).ok_or_else(|| out_of_bounds(index, span))?;
    Ok(&array.cells[position])
}

fn cell_mut<'v>(value: &'v mut Value, index: &Integer, span: Span) -> Progress<&'v mut Value> {
    let Value::Array(array) = value else { return Err(RunStop::Confused) };
    let position = array.position(index).ok_or_else(|| out_of_bounds(index, span))?;
    Ok(&mut array.cells[position])
}

fn binary(op: BinaryOp, left: &Value, right: &Value, span: Span) -> Progress<Value> {
    if let (Value::Bool(left), Value::Bool(right)) = (left, right) {
        return match op {
            BinaryOp::Equal | BinaryOp::Iff => Ok(Value::Bool(left == right)),
            BinaryOp::Different => Ok(Value::Bool(left != right)),
            _ => Err(RunStop::Confused),
        };
    }
    let (Some(first), Some(second)) = (operate::number(left), operate::number(right)) else {
        return match op {
            BinaryOp::Equal => Ok(Value::Bool(left.is_same(right))),
            BinaryOp::Different => Ok(Value::Bool(!left.is_same(right))),
            _ => Err(RunStop::Confused),
        };
    };
    if let Some(truth) = operate::compares(op, first.cmp(second)) {
        return Ok(Value::Bool(truth));
    }
    let divides = matches!(op, BinaryOp::Divide | BinaryOp::Quotient | BinaryOp::Remainder);
    if divides && second.is_zero() {
        return Err(RunStop::Failed(Check::Divisor, span));
    }
    let result = operate::arithmetic(op, first, second).ok_or(RunStop::Confused)?;
    if !operate::is_short(&result) {
        return Err(RunStop::TooLong(RunLimit::Size));
    }
    match left {
        Value::Int(_) => Integer::from_rational(result).map(Value::Int).ok_or(RunStop::Confused),
        _ => Ok(Value::Float(result)),
    }
}
