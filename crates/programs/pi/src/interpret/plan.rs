//! How a quantified formula is decided: by cubes, each with guards that bound its variables.
//!
//! `exists x̄. F` asks for a witness of F, `forall x̄. F` for one of ¬F. The formula to witness is a conjunction of
//! literals and alternatives. Linear literals over the variables are *atoms*: they bound them, at run time, by the
//! values that the rest of the state has. If they do so for all variables nothing else need be known about the formula: all
//! values within the bounds are tried. If not, alternatives are split, a cube for each, until they do or none is
//! left. Variables that are still unbounded need representatives: see `points`.
//!
//! Exactness: the cubes together are equivalent to the formula to witness, because a cube holds all its literals, as
//! atoms, as the source of a variable, or in `residue`.

use super::cube::{Atom, Choice, Cube, Literal, Source};
use super::formula::{Node, OperandKind};
use super::linear::Linear;
use super::points;
use crate::BinaryOp;
use crate::limits::MOST_CUBES;
use crate::program::Builtin;

/// The cubes of a quantified formula.
pub(super) fn cubes(is_forall: bool, slots: &[(u32, OperandKind)], body: &Node) -> Vec<Cube> {
    let mut conjunction = Conjunction::default();
    conjunction.add(body, !is_forall);
    let mut cubes = vec![];
    let mut pending = vec![conjunction];
    while let Some(mut conjunction) = pending.pop() {
        let outline = Outline::new(slots, &conjunction.literals);
        let has_room = cubes.len() + pending.len() < MOST_CUBES;
        if !outline.is_bounded() && has_room && !conjunction.alternatives.is_empty() {
            let alternative = conjunction.alternatives.remove(0);
            for (node, is_positive) in alternative.sides() {
                let mut side = conjunction.clone();
                side.add(node, is_positive);
                pending.push(side);
            }
        } else {
            cubes.push(outline.cube(conjunction));
        }
    }
    cubes
}

#[derive(Clone, Default)]
struct Conjunction<'a> {
    literals: Vec<(&'a Node, bool)>,
    alternatives: Vec<Alternative<'a>>,
}

/// A disjunction: a node that holds, or does not.
#[derive(Clone, Copy)]
struct Alternative<'a> {
    node: &'a Node,
    is_positive: bool,
}

impl<'a> Alternative<'a> {
    fn sides(self) -> Vec<(&'a Node, bool)> {
        match self.node {
            Node::Binary(op, _, parts) => {
                let left = (*op != BinaryOp::Implies) == self.is_positive;
                vec![(&parts[0], left), (&parts[1], self.is_positive)]
            }
            other => vec![(other, self.is_positive)],
        }
    }
}

impl<'a> Conjunction<'a> {
    fn add(&mut self, node: &'a Node, is_positive: bool) {
        match node {
            Node::Not(part) => self.add(part, !is_positive),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), _, parts) => {
                if (*op == BinaryOp::And) == is_positive {
                    // l ∧ r; ¬(l ∨ r); ¬(l → r)
                    self.add(&parts[0], is_positive != (*op == BinaryOp::Implies));
                    self.add(&parts[1], is_positive);
                } else {
                    self.alternatives.push(Alternative { node, is_positive });
                }
            }
            _ => self.literals.push((node, is_positive)),
        }
    }
}

/// An atom by slots: Σ coefficient · slot + rest ≤ 0, or = 0.
struct Bounding<'a> {
    coefficients: Vec<(u32, i64)>,
    rest: Linear<'a>,
    is_equation: bool,
}

/// What the literals of a conjunction say about where values come from.
struct Outline<'a> {
    slots: Vec<u32>,
    kinds: Vec<OperandKind>,
    atoms: Vec<Bounding<'a>>,
    sources: Vec<Option<Source>>,
    rest: Vec<(&'a Node, bool)>,
    /// Has the variable a lower and an upper bound?
    bounds: Vec<[bool; 2]>,
}

impl<'a> Outline<'a> {
    fn new(slots: &[(u32, OperandKind)], literals: &[(&'a Node, bool)]) -> Outline<'a> {
        let mut outline = Outline {
            slots: slots.iter().map(|(slot, _)| *slot).collect(),
            kinds: slots.iter().map(|(_, kind)| *kind).collect(),
            atoms: vec![],
            sources: vec![None; slots.len()],
            rest: vec![],
            bounds: vec![[false; 2]; slots.len()],
        };
        for (node, is_positive) in literals {
            if !outline.guard(node, *is_positive) {
                outline.rest.push((node, *is_positive));
            }
        }
        outline.propagate();
        outline
    }

    /// Takes a literal as an atom or as the source of a variable, if it can be one.
    fn guard(&mut self, node: &'a Node, is_positive: bool) -> bool {
        match node {
            Node::Binary(op, OperandKind::Int, parts) => self.atom(*op, is_positive, parts),
            Node::Binary(BinaryOp::Equal, _, parts) if is_positive => self.equation(parts),
            Node::Binary(BinaryOp::Different, _, parts) if !is_positive => self.equation(parts),
            Node::Builtin(Builtin::In, parts) if is_positive => {
                let [Node::Slot(slot), table] = parts.as_slice() else { return false };
                table.is_free_of(&self.slots) && self.source(*slot, Source::Keys(table.clone()))
            }
            _ => false,
        }
    }

    fn equation(&mut self, parts: &'a [Node; 2]) -> bool {
        let [left, right] = parts;
        [(left, right), (right, left)].into_iter().any(|(side, other)| match side {
            Node::Slot(slot) if other.is_free_of(&self.slots) => {
                self.source(*slot, Source::Exactly(other.clone()))
            }
            _ => false,
        })
    }

    fn source(&mut self, slot: u32, source: Source) -> bool {
        let position = self.slots.iter().position(|known| *known == slot);
        match position {
            Some(position) if self.sources[position].is_none() => {
                self.sources[position] = Some(source);
                self.bounds[position] = [true; 2];
                true
            }
            _ => false,
        }
    }

    fn atom(&mut self, op: BinaryOp, is_positive: bool, parts: &'a [Node; 2]) -> bool {
        let [left, right] = parts;
        let op = if is_positive { op } else { op.negated() };
        let (greater, smaller, gap) = match op {
            BinaryOp::LessEqual | BinaryOp::Equal => (left, right, 0),
            BinaryOp::Less => (left, right, 1),
            BinaryOp::GreaterEqual => (right, left, 0),
            BinaryOp::Greater => (right, left, 1),
            _ => return false,
        };
        let Some(linear) = Linear::difference(greater, smaller) else { return false };
        let (ours, mut rest) = linear.apart(&self.slots);
        if ours.is_empty() || !rest.has_terms_free_of(&self.slots) {
            return false;
        }
        let Some(constant) = rest.constant.checked_add(gap) else { return false };
        rest.constant = constant;
        let is_equation = op == BinaryOp::Equal;
        self.atoms.push(Bounding { coefficients: ours, rest, is_equation });
        true
    }

    /// Which variables get bounds from atoms, perhaps by way of other variables?
    fn propagate(&mut self) {
        for (position, kind) in self.kinds.iter().enumerate() {
            if *kind == OperandKind::Bool {
                self.bounds[position] = [true; 2];
            }
        }
        let position = |slots: &[u32], slot: u32| slots.iter().position(|known| *known == slot);
        loop {
            let mut has_changed = false;
            for Bounding { coefficients, is_equation, .. } in &self.atoms {
                for (slot, coefficient) in coefficients {
                    for sign in [1, -1] {
                        if sign == -1 && !is_equation {
                            continue;
                        }
                        // sign · (c·x + others + rest) ≤ 0 bounds c·x from above by a lower bound of the others.
                        let others_are_bounded = coefficients
                            .iter()
                            .filter(|(other, _)| other != slot)
                            .all(|(other, factor)| {
                                let is_upper_needed = sign * factor.signum() < 0;
                                position(&self.slots, *other).is_some_and(|other| {
                                    self.bounds[other][usize::from(is_upper_needed)]
                                })
                            });
                        let is_upper = usize::from(sign * coefficient.signum() > 0);
                        if others_are_bounded
                            && let Some(at) = position(&self.slots, *slot)
                            && !self.bounds[at][is_upper]
                        {
                            self.bounds[at][is_upper] = true;
                            has_changed = true;
                        }
                    }
                }
            }
            if !has_changed {
                return;
            }
        }
    }

    fn is_bounded(&self) -> bool {
        self.bounds.iter().all(|bounds| *bounds == [true; 2])
    }

    /// The cube of the whole conjunction.
    fn cube(self, conjunction: Conjunction<'a>) -> Cube {
        let mut order: Vec<usize> = (0..self.slots.len()).collect();
        // The sort is stable: the order of the text stays among the bounded ones and among the others.
        order.sort_by_key(|position| self.bounds[*position] != [true; 2]);
        let ordered: Vec<u32> = order.iter().map(|position| self.slots[*position]).collect();
        let place = |slot: u32| ordered.iter().position(|known| *known == slot);
        let alternatives = conjunction.alternatives.iter().map(|a| (a.node, a.is_positive));
        let all: Vec<&Node> =
            conjunction.literals.iter().copied().chain(alternatives.clone()).map(|l| l.0).collect();
        let atoms: Vec<Atom> = self
            .atoms
            .iter()
            .map(|Bounding { coefficients, rest, is_equation }| Atom {
                coefficients: coefficients
                    .iter()
                    .filter_map(|(slot, factor)| Some((place(*slot)?, *factor)))
                    .collect(),
                rest: rest.to_node(),
                is_equation: *is_equation,
            })
            .collect();
        let variables = order
            .iter()
            .enumerate()
            .map(|(rank, position)| {
                let own = |atom: &Atom| atom.coefficients.iter().any(|(other, _)| *other == rank);
                let source = match &self.sources[*position] {
                    Some(source) => source.clone(),
                    None => match self.kinds[*position] {
                        OperandKind::Int => {
                            Source::Integers(points::integers(&ordered[rank..], &all))
                        }
                        OperandKind::Float => {
                            Source::Floats(points::floats(&ordered[rank..], &all))
                        }
                        OperandKind::Bool => Source::Truths,
                        OperandKind::Other => Source::Nowhere,
                    },
                };
                let atoms = (0..atoms.len()).filter(|atom| own(&atoms[*atom])).collect();
                Choice { slot: ordered[rank], source, atoms }
            })
            .collect();
        let mut residue = vec![vec![]; ordered.len() + 1];
        for (node, is_positive) in self.rest.iter().copied().chain(alternatives) {
            // The number of variables that must have values: those up to the last one that occurs.
            let last =
                (0..ordered.len()).rev().find(|rank| !node.is_free_of(&ordered[*rank..=*rank]));
            let level = last.map_or(0, |rank| rank + 1);
            residue[level].push(Literal { node: node.clone(), is_positive });
        }
        Cube { variables, atoms, residue }
    }
}
