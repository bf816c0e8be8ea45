//! Sums of slots and other terms with whole coefficients, as they occur in guards and subscripts.

use super::formula::{Node, OperandKind};
use crate::{BinaryOp, Value};

/// A sum: Σ coefficient · slot + Σ coefficient · term + constant.
#[derive(Clone, Debug, Default)]
pub struct Linear<'a> {
    /// Variables of quantifiers, with their coefficients.
    pub slots: Vec<(u32, i64)>,
    /// Everything else that is no number, with its coefficient.
    pub terms: Vec<(i64, &'a Node)>,
    /// The number that is added.
    pub constant: i64,
}

impl<'a> Linear<'a> {
    /// The sum that a node of type `int` is. What is no sum is one term. None if coefficients outgrow a word.
    pub fn of(node: &'a Node) -> Option<Linear<'a>> {
        let mut linear = Linear::default();
        linear.add(1, node)?;
        linear.slots.retain(|(_, coefficient)| *coefficient != 0);
        Some(linear)
    }

    /// l − r
    pub fn difference(left: &'a Node, right: &'a Node) -> Option<Linear<'a>> {
        let mut linear = Linear::default();
        linear.add(1, left)?;
        linear.add(-1, right)?;
        linear.slots.retain(|(_, coefficient)| *coefficient != 0);
        Some(linear)
    }

    fn add(&mut self, factor: i64, node: &'a Node) -> Option<()> {
        match node {
            Node::Slot(slot) => {
                match self.slots.iter_mut().find(|(known, _)| known == slot) {
                    Some((_, coefficient)) => *coefficient = coefficient.checked_add(factor)?,
                    None => self.slots.push((*slot, factor)),
                }
                return Some(());
            }
            Node::Negate(part) => return self.add(factor.checked_neg()?, part),
            Node::Binary(op, OperandKind::Int, parts) => {
                let [left, right] = &**parts;
                match op {
                    BinaryOp::Add => {
                        self.add(factor, left)?;
                        return self.add(factor, right);
                    }
                    BinaryOp::Subtract => {
                        self.add(factor, left)?;
                        return self.add(factor.checked_neg()?, right);
                    }
                    BinaryOp::Multiply => {
                        if let Some(number) = constant(left) {
                            return self.add(factor.checked_mul(number)?, right);
                        }
                        if let Some(number) = constant(right) {
                            return self.add(factor.checked_mul(number)?, left);
                        }
                    }
                    _ => {}
                }
            }
            _ => {
                if let Some(number) = constant(node) {
                    let scaled = factor.checked_mul(number)?;
                    self.constant = self.constant.checked_add(scaled)?;
                    return Some(());
                }
            }
        }
        self.terms.push((factor, node));
        Some(())
    }

    /// The coefficients of these slots, and of other slots (which count as known) and terms the rest.
    pub fn apart(&self, slots: &[u32]) -> (Vec<(u32, i64)>, Linear<'a>) {
        let (ours, others) = self.slots.iter().partition(|(slot, _)| slots.contains(slot));
        (ours, Linear { slots: others, terms: self.terms.clone(), constant: self.constant })
    }

    /// Is no term made with these slots?
    pub fn has_terms_free_of(&self, slots: &[u32]) -> bool {
        self.terms.iter().all(|(_, term)| term.is_free_of(slots))
    }

    /// The sum as a node.
    pub fn to_node(&self) -> Node {
        let slots = self.slots.iter().map(|(slot, factor)| (*factor, Node::Slot(*slot)));
        let terms = self.terms.iter().map(|(factor, term)| (*factor, (*term).clone()));
        let mut sum: Option<Node> = (self.constant != 0).then(|| Node::int(self.constant));
        for (factor, node) in slots.chain(terms) {
            let scaled = match factor {
                1 => node,
                _ => Node::binary(BinaryOp::Multiply, OperandKind::Int, Node::int(factor), node),
            };
            sum = Some(match sum {
                None => scaled,
                Some(sum) => Node::binary(BinaryOp::Add, OperandKind::Int, sum, scaled),
            });
        }
        sum.unwrap_or_else(|| Node::int(0))
    }
}

fn constant(node: &Node) -> Option<i64> {
    match node {
        Node::Literal(Value::Int(number)) => number.to_i64(),
        Node::Negate(part) => constant(part)?.checked_neg(),
        _ => None,
    }
}
