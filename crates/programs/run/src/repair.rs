//! Changing the variables on entry until `@pre` holds.
//!
//! A heuristic, and nothing more: for a comparison that fails, a term of one side is set so that it holds; for a
//! quantified formula, a counterexample is taken and the body repaired there. Whoever runs the function evaluates
//! `@pre` anew.

use buttress_numeric::{Integer, Rational};
use buttress_pi::interpret::{Evaluation, Formula, Linear, Node, OperandKind, Quantifier};
use buttress_pi::program::{Builtin, VariableId};
use buttress_pi::{BinaryOp, Value};
use buttress_prop::Random;

use crate::limits::LONGEST_REPAIRED;

/// The variables after at most so many changes.
pub(crate) fn towards(
    formulas: &[Formula],
    state: Vec<Option<Value>>,
    changes: usize,
    random: &mut Random,
) -> Vec<Option<Value>> {
    let mut repair = Repair { state, slots: vec![], random };
    for _ in 0..changes {
        let is_false =
            |formula: &&Formula| Evaluation::new(&repair.state).holds(formula) == Ok(false);
        let Some(Formula { root: Some(root), .. }) = formulas.iter().find(is_false) else { break };
        repair.make(root, true);
    }
    repair.state
}

struct Repair<'r> {
    state: Vec<Option<Value>>,
    /// Values of the variables of the quantifiers around.
    slots: Vec<Value>,
    random: &'r mut Random,
}

impl Repair<'_> {
    fn holds(&self, node: &Node) -> Option<bool> {
        Evaluation::within(&self.state, self.slots.clone()).truth(node).ok()
    }

    fn number(&self, node: &Node) -> Option<Rational> {
        Evaluation::within(&self.state, self.slots.clone()).number(node).ok()
    }

    fn value(&self, node: &Node) -> Option<Value> {
        let value =
            Evaluation::within(&self.state, self.slots.clone()).value(node).ok()?.into_owned();
        Some(value)
    }

    /// Tries to give the formula this truth value.
    fn make(&mut self, node: &Node, wanted: bool) {
        if self.holds(node) == Some(wanted) {
            return;
        }
        match node {
            Node::Not(part) => self.make(part, !wanted),
            Node::Binary(op, kind, parts) => {
                let [left, right] = &**parts;
                match op {
                    BinaryOp::And => self.connect(left, right, [wanted; 2], wanted),
                    BinaryOp::Or => self.connect(left, right, [wanted; 2], !wanted),
                    BinaryOp::Implies => self.connect(left, right, [!wanted, wanted], !wanted),
                    BinaryOp::Iff => {
                        if let Some(left) = self.holds(left) {
                            self.make(right, left == wanted);
                        }
                    }
                    _ => self.compare(*op, *kind, left, right, wanted),
                }
            }
            Node::Quantified(quantifier) => self.quantified(quantifier, wanted),
            Node::Variable(variable) => self.set(*variable, Value::Bool(wanted)),
            Node::Index(_) | Node::Field(..) => self.put(node, Value::Bool(wanted)),
            Node::Builtin(Builtin::In, parts) => {
                if let [key, Node::Variable(table)] = parts.as_slice()
                    && let Some(key) = self.value(key)
                    && let Some(Some(Value::Table(entries))) = self.state.get_mut(table.0 as usize)
                {
                    if !wanted {
                        entries.remove(&key);
                    } else if let Some(content) = entries.values().next().cloned() {
                        entries.insert(key, content);
                    }
                }
            }
            Node::Builtin(Builtin::IsInit, parts) if wanted => {
                if let [Node::Variable(table)] = parts.as_slice() {
                    self.set(*table, Value::Table([].into()));
                }
            }
            _ => {}
        }
    }

    /// Both sides, or one of them.
    fn connect(&mut self, left: &Node, right: &Node, wanted: [bool; 2], are_both: bool) {
        // The right side of an implication is the one that was meant to be fulfilled.
        let is_right = self.random.chance(70);
        if are_both || !is_right {
            self.make(left, wanted[0]);
        }
        if are_both || is_right {
            self.make(right, wanted[1]);
        }
    }

    fn quantified(&mut self, quantifier: &Quantifier, wanted: bool) {
        if quantifier.is_forall == wanted {
            if self.random.chance(50) && self.sort(&quantifier.body) {
                return;
            }
            let mut evaluation = Evaluation::within(&self.state, self.slots.clone());
            if evaluation.has_witness(quantifier) == Ok(true) {
                self.slots = evaluation.into_slots();
                self.make(&quantifier.body, wanted);
            }
        } else {
            for (slot, kind) in &quantifier.slots {
                let slot = *slot as usize;
                if self.slots.len() <= slot {
                    self.slots.resize(slot + 1, Value::from(0));
                }
                self.slots[slot] = match kind {
                    OperandKind::Bool => Value::Bool(self.random.coin()),
                    OperandKind::Float => Value::Float(Rational::from(self.random.below(4) as i64)),
                    _ => Value::from(self.random.below(6) as i64),
                };
            }
            self.make(&quantifier.body, wanted);
        }
    }

    /// Sorts an array of which cells are compared with each other.
    fn sort(&mut self, node: &Node) -> bool {
        if let Node::Binary(op, _, parts) = node
            && let [Node::Index(left), Node::Index(right)] = &**parts
            && let (Node::Variable(first), Node::Variable(second)) = (&left[0], &right[0])
            && first == second
            && let Some(Some(Value::Array(array))) = self.state.get_mut(first.0 as usize)
        {
            array.cells.sort();
            if matches!(op, BinaryOp::Less | BinaryOp::Greater) {
                array.cells.dedup();
            }
            return true;
        }
        node.parts().into_iter().any(|part| self.sort(part))
    }

    fn compare(
        &mut self,
        op: BinaryOp,
        kind: OperandKind,
        left: &Node,
        right: &Node,
        wanted: bool,
    ) {
        let op = if wanted { op } else { op.negated() };
        match kind {
            OperandKind::Int => self.compare_integers(op, left, right),
            OperandKind::Float => {
                let gap = Rational::from(self.random.below(2) as i64);
                let Some(number) = self.number(right) else { return };
                let number = match op {
                    BinaryOp::Equal => number,
                    BinaryOp::LessEqual => number - gap,
                    BinaryOp::GreaterEqual => number + gap,
                    BinaryOp::Less => number - Rational::ONE,
                    _ => number + Rational::ONE,
                };
                self.put(left, Value::Float(number));
            }
            OperandKind::Bool | OperandKind::Other => {
                if op == BinaryOp::Equal
                    && let Some(value) = self.value(right)
                {
                    self.put(left, value);
                }
            }
        }
    }

    /// l ∘ r: some term that can be set makes the difference.
    fn compare_integers(&mut self, op: BinaryOp, left: &Node, right: &Node) {
        let Some(linear) = Linear::difference(left, right) else { return };
        let (Some(left), Some(right)) = (self.number(left), self.number(right)) else { return };
        let difference = left - right;
        let gap = Rational::from(self.random.below(3) as i64);
        let target = match op {
            BinaryOp::Equal => Rational::ZERO,
            BinaryOp::LessEqual => -gap,
            BinaryOp::GreaterEqual => gap,
            BinaryOp::Less => -gap - Rational::ONE,
            BinaryOp::Greater => gap + Rational::ONE,
            BinaryOp::Different if self.random.coin() => -gap - Rational::ONE,
            _ => gap + Rational::ONE,
        };
        let settable: Vec<(i64, &Node)> =
            linear.terms.into_iter().filter(|(_, term)| is_place(term)).collect();
        let Some((factor, term)) = self.random.pick(&settable) else { return };
        let (Some(now), Some(change)) =
            (self.number(term), (target - difference).checked_div(&Rational::from(factor)))
        else {
            return;
        };
        let number = now + Rational::from(change.floor());
        if let Some(number) = Integer::from_rational(number) {
            self.put(term, Value::Int(number));
        }
    }

    /// Gives a place a value; a length by making the array shorter or longer.
    fn put(&mut self, place: &Node, value: Value) {
        match place {
            Node::Variable(variable) => self.set(*variable, value),
            Node::Length(part) => {
                let Value::Int(length) = value else { return };
                let Some(length) = length.to_i64().filter(|length| *length <= LONGEST_REPAIRED)
                else {
                    return;
                };
                let filler = Value::from(self.random.below(4) as i64);
                if let Some(Value::Array(array)) = self.place(part) {
                    let cells = &mut array.cells;
                    let is_of_numbers = matches!(array.beyond, Value::Int(_));
                    let filler = if is_of_numbers { filler } else { array.beyond.clone() };
                    cells.resize(usize::try_from(length).unwrap_or_default(), filler);
                }
            }
            _ => {
                if let Some(place) = self.place(place) {
                    *place = value;
                }
            }
        }
    }

    fn set(&mut self, variable: VariableId, value: Value) {
        if let Some(place) = self.state.get_mut(variable.0 as usize) {
            *place = Some(value);
        }
    }

    fn place(&mut self, node: &Node) -> Option<&mut Value> {
        match node {
            Node::Variable(variable) => self.state.get_mut(variable.0 as usize)?.as_mut(),
            Node::Field(part, position) => match self.place(part)? {
                Value::Struct(fields) => fields.get_mut(*position),
                _ => None,
            },
            Node::Index(parts) => {
                let index = Integer::from_rational(self.number(&parts[1])?)?;
                match self.place(&parts[0])? {
                    Value::Array(array) => {
                        let position = array.position(&index)?;
                        array.cells.get_mut(position)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn is_place(node: &Node) -> bool {
    match node {
        Node::Variable(_) => true,
        Node::Length(part) | Node::Field(part, _) => is_place(part),
        Node::Index(parts) => is_place(&parts[0]),
        _ => false,
    }
}
