//! The value of annotations in a state.
//!
//! What has a value has exactly the value that verification conditions give it, for every way to complete the state. Where
//! they leave it open (a division by zero, a key that is absent, the parts of `nil`) or where a quantifier
//! ranges over more than can be tried, the answer is [`Undetermined`]; connectives still answer if one side decides.

use std::borrow::Cow;

use buttress_numeric::{Integer, Rational};

use super::formula::{Formula, Node, OperandKind};
use super::operate;
use crate::limits::MOST_TRIALS;
use crate::program::Builtin;
use crate::{BinaryOp, Value};

/// No value is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undetermined;

/// Evaluates formulas in one state.
pub struct Evaluation<'a> {
    state: &'a [Option<Value>],
    /// Values of the variables of quantifiers around.
    slots: Vec<Value>,
    trials: u64,
}

impl<'a> Evaluation<'a> {
    /// The values of formulas where variables have these values.
    pub fn new(state: &'a [Option<Value>]) -> Evaluation<'a> {
        Evaluation { state, slots: vec![], trials: 0 }
    }

    /// The same, where variables of quantifiers around have values.
    pub fn within(state: &'a [Option<Value>], slots: Vec<Value>) -> Evaluation<'a> {
        Evaluation { state, slots, trials: 0 }
    }

    /// Is the formula true?
    pub fn holds(&mut self, formula: &'a Formula) -> Result<bool, Undetermined> {
        self.truth(formula.root.as_ref().ok_or(Undetermined)?)
    }

    /// The value of a formula of type `int`.
    pub fn integer(&mut self, formula: &'a Formula) -> Result<Integer, Undetermined> {
        let number = self.number(formula.root.as_ref().ok_or(Undetermined)?)?;
        Integer::from_rational(number).ok_or(Undetermined)
    }

    /// The values of the variables of quantifiers: of the witness, after one was found.
    pub fn into_slots(self) -> Vec<Value> {
        self.slots
    }

    /// How many values were tried.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// Counts one more value that is tried.
    pub(super) fn try_one(&mut self) -> Result<(), Undetermined> {
        self.trials += 1;
        if self.trials > MOST_TRIALS { Err(Undetermined) } else { Ok(()) }
    }

    pub(super) fn bind(&mut self, slot: u32, value: Value) {
        let slot = slot as usize;
        if self.slots.len() <= slot {
            self.slots.resize(slot + 1, Value::Bool(false));
        }
        self.slots[slot] = value;
    }

    /// Is the expression true?
    pub fn truth(&mut self, node: &'a Node) -> Result<bool, Undetermined> {
        match node {
            Node::Not(part) => Ok(!self.truth(part)?),
            Node::Binary(op, kind, parts) => {
                let [left, right] = &**parts;
                match op {
                    BinaryOp::And => self.either(false, false, left, right),
                    BinaryOp::Or => self.either(true, true, left, right),
                    BinaryOp::Implies => self.either(false, true, left, right),
                    BinaryOp::Iff => Ok(self.truth(left)? == self.truth(right)?),
                    _ => self.comparison(*op, *kind, left, right),
                }
            }
            Node::Quantified(quantifier) => {
                let has_witness = self.has_witness(quantifier)?;
                Ok(has_witness != quantifier.is_forall)
            }
            _ => match *self.value(node)? {
                Value::Bool(truth) => Ok(truth),
                _ => Err(Undetermined),
            },
        }
    }

    /// A connective that is `result` as soon as the left side is `decides` or the right side is `result`.
    fn either(
        &mut self,
        decides: bool,
        result: bool,
        left: &'a Node,
        right: &'a Node,
    ) -> Result<bool, Undetermined> {
        let left = self.truth(left);
        if left == Ok(decides) {
            return Ok(result);
        }
        let right = self.truth(right)?;
        if right == result { Ok(result) } else { left.map(|_| !result) }
    }

    fn comparison(
        &mut self,
        op: BinaryOp,
        kind: OperandKind,
        left: &'a Node,
        right: &'a Node,
    ) -> Result<bool, Undetermined> {
        if kind == OperandKind::Int
            && let (Some(left), Some(right)) = (self.word(left), self.word(right))
        {
            return operate::compares(op, left.cmp(&right)).ok_or(Undetermined);
        }
        match kind {
            OperandKind::Int | OperandKind::Float => {
                let left = self.number(left)?;
                let right = self.number(right)?;
                operate::compares(op, left.cmp(&right)).ok_or(Undetermined)
            }
            OperandKind::Bool => {
                let is_same = self.truth(left)? == self.truth(right)?;
                Ok(is_same == (op == BinaryOp::Equal))
            }
            OperandKind::Other => {
                let left = self.value(left)?;
                let right = self.value(right)?;
                Ok(left.is_same(&right) == (op == BinaryOp::Equal))
            }
        }
    }

    /// The value of a simple term, if all is small: the fast way for most of what guards and comparisons contain.
    pub(super) fn word(&self, node: &'a Node) -> Option<i64> {
        let value = match node {
            Node::Binary(BinaryOp::Add, _, parts) => {
                return self.word(&parts[0])?.checked_add(self.word(&parts[1])?);
            }
            Node::Binary(BinaryOp::Subtract, _, parts) => {
                return self.word(&parts[0])?.checked_sub(self.word(&parts[1])?);
            }
            Node::Binary(BinaryOp::Multiply, _, parts) => {
                return self.word(&parts[0])?.checked_mul(self.word(&parts[1])?);
            }
            Node::Negate(part) => return self.word(part)?.checked_neg(),
            Node::Length(part) => match self.lent(part)? {
                Value::Array(array) => return i64::try_from(array.cells.len()).ok(),
                _ => return None,
            },
            Node::Index(parts) => match self.lent(&parts[0])? {
                Value::Array(array) => array.read(&Integer::from(self.word(&parts[1])?)),
                _ => return None,
            },
            Node::Slot(slot) => self.slots.get(*slot as usize)?,
            Node::Literal(value) => value,
            _ => self.lent(node)?,
        };
        match value {
            Value::Int(number) => number.to_i64(),
            _ => None,
        }
    }

    /// A variable, or a field of one, where it is.
    fn lent(&self, node: &'a Node) -> Option<&'a Value> {
        match node {
            Node::Variable(variable) => self.state.get(variable.0 as usize)?.as_ref(),
            Node::Field(part, position) => match self.lent(part)? {
                Value::Struct(fields) => fields.get(*position),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of an expression of type `int` or `float`.
    pub fn number(&mut self, node: &'a Node) -> Result<Rational, Undetermined> {
        let number = match node {
            Node::Negate(part) => -self.number(part)?,
            Node::Length(part) => match &*self.value(part)? {
                Value::Array(array) => array.length().into_rational(),
                _ => return Err(Undetermined),
            },
            Node::Binary(op, _, parts) => {
                let left = self.number(&parts[0])?;
                let right = self.number(&parts[1])?;
                let result = operate::arithmetic(*op, &left, &right).ok_or(Undetermined)?;
                if !operate::is_short(&result) {
                    return Err(Undetermined);
                }
                result
            }
            Node::Slot(slot) => {
                let value = self.slots.get(*slot as usize).ok_or(Undetermined)?;
                operate::number(value).ok_or(Undetermined)?.clone()
            }
            _ => operate::number(&*self.value(node)?).ok_or(Undetermined)?.clone(),
        };
        Ok(number)
    }

    /// The value of an expression.
    pub fn value(&mut self, node: &'a Node) -> Result<Cow<'a, Value>, Undetermined> {
        Ok(match node {
            Node::Literal(value) => Cow::Borrowed(value),
            Node::Variable(variable) => {
                let value = self.state.get(variable.0 as usize).ok_or(Undetermined)?;
                Cow::Borrowed(value.as_ref().ok_or(Undetermined)?)
            }
            Node::Slot(slot) => {
                Cow::Owned(self.slots.get(*slot as usize).ok_or(Undetermined)?.clone())
            }
            Node::Index(parts) => {
                let index = self.whole(&parts[1])?;
                self.cell(&parts[0], &index)?
            }
            Node::Field(part, position) => match self.value(part)? {
                Cow::Borrowed(Value::Struct(fields)) => {
                    Cow::Borrowed(fields.get(*position).ok_or(Undetermined)?)
                }
                Cow::Owned(Value::Struct(fields)) => {
                    Cow::Owned(fields.into_iter().nth(*position).ok_or(Undetermined)?)
                }
                _ => return Err(Undetermined),
            },
            Node::Update(parts) => {
                let [array, index, value] = &**parts;
                let index = self.whole(index)?;
                let value = self.value(value)?.into_owned();
                let mut array = self.value(array)?.into_owned();
                let Value::Array(cells) = &mut array else { return Err(Undetermined) };
                cells.write(index, value);
                Cow::Owned(array)
            }
            Node::Builtin(builtin, parts) => self.builtin(*builtin, parts)?,
            Node::Length(_) => {
                let number = self.number(node)?;
                Cow::Owned(Value::Int(Integer::from_rational(number).ok_or(Undetermined)?))
            }
            Node::Negate(part) => match self.value(part)?.into_owned() {
                Value::Int(number) => Cow::Owned(Value::Int(-number)),
                Value::Float(number) => Cow::Owned(Value::Float(-number)),
                _ => return Err(Undetermined),
            },
            Node::Binary(op, kind, _) if is_arithmetic(*op) => {
                let number = self.number(node)?;
                Cow::Owned(match kind {
                    OperandKind::Int => {
                        Value::Int(Integer::from_rational(number).ok_or(Undetermined)?)
                    }
                    _ => Value::Float(number),
                })
            }
            Node::Not(_) | Node::Binary(..) | Node::Quantified(_) => {
                Cow::Owned(Value::Bool(self.truth(node)?))
            }
        })
    }

    /// The common questions about tables and lists without a copy of them.
    fn builtin(
        &mut self,
        builtin: Builtin,
        parts: &'a [Node],
    ) -> Result<Cow<'a, Value>, Undetermined> {
        match (builtin, parts) {
            (Builtin::In, [key, table]) => {
                let key = self.value(key)?;
                match &*self.value(table)? {
                    Value::Table(entries) => {
                        Ok(Cow::Owned(Value::Bool(entries.contains_key(&key))))
                    }
                    _ => Err(Undetermined),
                }
            }
            (Builtin::Get, [table, key]) => {
                let key = self.value(key)?;
                match self.value(table)? {
                    Cow::Borrowed(Value::Table(entries)) => {
                        entries.get(&key).map(Cow::Borrowed).ok_or(Undetermined)
                    }
                    Cow::Owned(Value::Table(entries)) => {
                        entries.get(&key).cloned().map(Cow::Owned).ok_or(Undetermined)
                    }
                    _ => Err(Undetermined),
                }
            }
            _ => {
                let mut arguments = vec![];
                for part in parts {
                    arguments.push(self.value(part)?.into_owned());
                }
                operate::builtin(builtin, arguments).map(Cow::Owned).ok_or(Undetermined)
            }
        }
    }

    /// `a[i]`, where an update is not carried out but looked through.
    fn cell(&mut self, array: &'a Node, index: &Integer) -> Result<Cow<'a, Value>, Undetermined> {
        if let Node::Update(parts) = array {
            let [array, at, value] = &**parts;
            return if self.whole(at)? == *index {
                self.value(value)
            } else {
                self.cell(array, index)
            };
        }
        match self.value(array)? {
            Cow::Borrowed(Value::Array(array)) => Ok(Cow::Borrowed(array.read(index))),
            Cow::Owned(Value::Array(array)) => Ok(Cow::Owned(array.read(index).clone())),
            _ => Err(Undetermined),
        }
    }

    pub(super) fn whole(&mut self, node: &'a Node) -> Result<Integer, Undetermined> {
        Integer::from_rational(self.number(node)?).ok_or(Undetermined)
    }
}

fn is_arithmetic(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Quotient
            | BinaryOp::Remainder
    )
}
