//! Points that stand for all values of a variable that no guard bounds.
//!
//! Fix a cube and the variables that have values already; let Y be the others, x among them, together with the
//! variables of quantifiers within the literals. Suppose that variables of Y occur
//!
//! - in comparisons c·y ⋈ t, whose *point* is t/c (both whole numbers around it),
//! - in comparisons y ⋈ ±a[…] + t, whose points are what the cells of a make of the other side,
//! - in comparisons y − z ⋈ d, with a *distance* |d|,
//! - in subscripts a[±y + t] and keys ±y + t, whose points are what explicit cells and keys make of y,
//!
//! and nowhere else, where t, d, a and tables are known. Cells that are not explicit all have the same value, so a
//! literal depends only on which points variables of Y meet, and on how they are ordered and how far apart, up to
//! the greatest distance T₀. With k variables still to be chosen let T(k) = 2·T(k−1) + 1. If two choices
//! for x are at the same place relative to every point within T(k), and on the same side of points farther away, then
//! every choice of the next variable for the one has an answer for the other that agrees with it up to T(k−1): beside
//! the same neighbour, if one is within T(k−1), and else in the middle of the same gap, which is wider than 2·T(k−1) + 1 in
//! both or in neither. After the last choice the literals agree. (This is the game of Ehrenfeucht and Fraïssé on
//! the integers with points.) So the numbers at most T(k) + 1 away from a point stand for all.
//!
//! Of a float variable only comparisons with known numbers and keys are understood; the points and one number in each gap
//! stand for all.

use super::cube::{PointSource, Points};
use super::formula::{Node, OperandKind, Quantifier};
use super::linear::Linear;
use crate::BinaryOp;
use crate::limits::MOST_CUBE_NODES;
use crate::program::Builtin;

/// The points of the first of `open`, if its cube with these literals is understood. The others have no values yet either.
pub(super) fn integers(open: &[u32], literals: &[&Node]) -> Option<Points> {
    literals.iter().try_fold(MOST_CUBE_NODES, |room, literal| literal.fits(room))?;
    let mut walk = Walk { open: open.to_vec(), points: Points::default(), depth: 0, deepest: 0 };
    if !literals.iter().all(|literal| walk.truth(literal)) {
        return None;
    }
    let later = u32::try_from(open.len()).ok()?.checked_sub(1)?;
    walk.points.rounds = later.checked_add(walk.deepest)?;
    Some(walk.points)
}

/// The points of a float variable.
pub(super) fn floats(open: &[u32], literals: &[&Node]) -> Option<Points> {
    literals.iter().try_fold(MOST_CUBE_NODES, |room, literal| literal.fits(room))?;
    let slot = *open.first()?;
    let mut points = Points::default();
    literals.iter().all(|node| float_points(slot, open, node, &mut points)).then_some(points)
}

struct Walk {
    /// The variables of Y met so far.
    open: Vec<u32>,
    points: Points,
    depth: u32,
    deepest: u32,
}

impl Walk {
    /// Is the formula understood?
    fn truth(&mut self, node: &Node) -> bool {
        if node.is_free_of(&self.open) {
            return true;
        }
        match node {
            Node::Slot(_) | Node::Literal(_) | Node::Variable(_) => true,
            Node::Not(part) => self.truth(part),
            Node::Binary(op, kind, parts) => {
                let [left, right] = &**parts;
                match (op, kind) {
                    (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff, _)
                    | (BinaryOp::Equal | BinaryOp::Different, OperandKind::Bool) => {
                        self.truth(left) && self.truth(right)
                    }
                    (_, OperandKind::Int) => self.comparison(left, right),
                    _ => self.value(left) && self.value(right),
                }
            }
            Node::Quantified(quantifier) => self.quantified(quantifier),
            Node::Builtin(Builtin::In, parts) => match parts.as_slice() {
                [key, table] => self.key(table, key),
                _ => false,
            },
            _ => self.value(node),
        }
    }

    fn quantified(&mut self, quantifier: &Quantifier) -> bool {
        let is_understood =
            |(_, kind): &(u32, OperandKind)| matches!(kind, OperandKind::Int | OperandKind::Bool);
        if !quantifier.slots.iter().all(is_understood) {
            return false;
        }
        let count = quantifier.slots.len();
        self.open.extend(quantifier.slots.iter().map(|(slot, _)| *slot));
        self.depth += count as u32;
        self.deepest = self.deepest.max(self.depth);
        let is_understood = self.truth(&quantifier.body);
        self.depth -= count as u32;
        self.open.truncate(self.open.len() - count);
        is_understood
    }

    /// Does the value depend only on which points are met?
    fn value(&mut self, node: &Node) -> bool {
        if node.is_free_of(&self.open) {
            return true;
        }
        match node {
            Node::Index(parts) => self.read(&parts[0], &parts[1]),
            Node::Field(part, _) | Node::Length(part) | Node::Negate(part) => self.value(part),
            Node::Binary(
                BinaryOp::Add
                | BinaryOp::Subtract
                | BinaryOp::Multiply
                | BinaryOp::Divide
                | BinaryOp::Quotient
                | BinaryOp::Remainder,
                _,
                parts,
            ) => parts.iter().all(|part| self.value(part)),
            Node::Not(_) | Node::Binary(..) | Node::Quantified(_) => self.truth(node),
            Node::Builtin(Builtin::Get, parts) => match parts.as_slice() {
                [table, key] => self.key(table, key),
                _ => false,
            },
            Node::Builtin(Builtin::Cons | Builtin::Car | Builtin::Cdr | Builtin::Atom, parts) => {
                parts.iter().all(|part| self.value(part))
            }
            Node::Builtin(Builtin::In, _) => self.truth(node),
            _ => false,
        }
    }

    fn comparison(&mut self, left: &Node, right: &Node) -> bool {
        let Some(linear) = Linear::difference(left, right) else { return false };
        let (ours, rest) = linear.apart(&self.open);
        match ours.as_slice() {
            [] => rest.terms.iter().all(|(_, term)| self.value(term)),
            [(_, factor)] => self.threshold(*factor, &rest),
            [(_, 1), (_, -1)] | [(_, -1), (_, 1)] if rest.has_terms_free_of(&self.open) => {
                self.points.distances.push(rest.to_node());
                true
            }
            _ => false,
        }
    }

    /// factor · y + rest ⋈ 0, where at most one term of the rest is not known: a cell.
    fn threshold(&mut self, factor: i64, rest: &Linear<'_>) -> bool {
        let mut known = rest.clone();
        known.terms.retain(|(_, term)| term.is_free_of(&self.open));
        let mut unknown = rest.terms.iter().filter(|(_, term)| !term.is_free_of(&self.open));
        let (first, second) = (unknown.next(), unknown.next());
        let rest = known.to_node();
        match (first, second) {
            (None, _) => self.points.sources.push(PointSource::Zero { factor, rest }),
            (Some((scale, Node::Index(parts))), None) => {
                let [array, index] = &**parts;
                if !array.is_free_of(&self.open) || !self.read(array, index) {
                    return false;
                }
                let array = array.clone();
                let scale = *scale;
                self.points.sources.push(PointSource::Contents { array, factor, scale, rest });
            }
            _ => return false,
        }
        true
    }

    fn read(&mut self, array: &Node, index: &Node) -> bool {
        if let Node::Update(parts) = array
            && !array.is_free_of(&self.open)
        {
            // a{i <- v}[j] is v if i = j, and else a[j].
            let [array, at, value] = &**parts;
            return self.comparison(index, at) && self.value(value) && self.read(array, index);
        }
        if !array.is_free_of(&self.open) {
            return false;
        }
        let cells = |factor, rest| PointSource::Cells { array: array.clone(), factor, rest };
        self.position(index, cells)
    }

    fn key(&mut self, table: &Node, key: &Node) -> bool {
        let keys = |factor, rest| PointSource::Keys { table: table.clone(), factor, rest };
        table.is_free_of(&self.open) && self.position(key, keys)
    }

    /// An index or a key: ±y + rest, or something that depends only on points.
    fn position(&mut self, index: &Node, source: impl FnOnce(i64, Node) -> PointSource) -> bool {
        let Some(linear) = Linear::of(index) else { return false };
        let (ours, rest) = linear.apart(&self.open);
        match ours.as_slice() {
            [] => rest.terms.iter().all(|(_, term)| self.value(term)),
            [(_, factor @ (1 | -1))] if rest.has_terms_free_of(&self.open) => {
                self.points.sources.push(source(*factor, rest.to_node()));
                true
            }
            _ => false,
        }
    }
}

fn float_points(slot: u32, open: &[u32], node: &Node, points: &mut Points) -> bool {
    if node.is_free_of(&[slot]) {
        return true;
    }
    match node {
        Node::Binary(
            BinaryOp::Equal
            | BinaryOp::Different
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual,
            OperandKind::Float,
            parts,
        ) => match &**parts {
            [Node::Slot(_), other] | [other, Node::Slot(_)] if is_known(other, open) => {
                points.sources.push(PointSource::Number(other.clone()));
                true
            }
            _ => false,
        },
        Node::Builtin(Builtin::In | Builtin::Get, parts) => match parts.as_slice() {
            [Node::Slot(_), table] | [table, Node::Slot(_)] if is_known(table, open) => {
                points.sources.push(PointSource::Key(table.clone()));
                true
            }
            _ => false,
        },
        Node::Slot(_) => false,
        _ => node.parts().into_iter().all(|part| float_points(slot, open, part, points)),
    }
}

/// Is the value known once the variables before those that are open have values? Variables of quantifiers further in
/// have none then.
fn is_known(node: &Node, open: &[u32]) -> bool {
    let outermost = open.iter().min().copied().unwrap_or(u32::MAX);
    match node {
        Node::Slot(slot) => *slot < outermost && !open.contains(slot),
        _ => node.parts().into_iter().all(|part| is_known(part, open)),
    }
}
