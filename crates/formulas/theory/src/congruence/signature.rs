//! Signatures: a symbol and the roots of its arguments. Nodes with one signature are equal.

use super::closure::Congruence;
use super::node::{Edge, Node, Symbol, Undo};
use super::table;

impl Congruence {
    /// An argument of `node` has a new root.
    pub(super) fn rehash(&mut self, node: Node) {
        if !self.nodes[node.index()].is_in_table {
            // Another node with the same signature stands in the table for both.
            return;
        }
        let hash = self.nodes[node.index()].hash;
        self.table.remove(hash, node);
        self.nodes[node.index()].is_in_table = false;
        self.undo.push(Undo::Removed(node, hash));
        self.insert_signature(node);
    }

    /// Puts the signature of `node` into the table, or finds that it is equal to another.
    pub(super) fn insert_signature(&mut self, node: Node) {
        if self.nodes[node.index()].symbol == Symbol::EQUAL {
            let [left, right] = *self.arguments(node) else { return };
            if self.are_equal(left, right) {
                self.pending.push((node, Node::TRUE, Edge::Reflexive));
                return;
            }
        }
        let hash = self.signature_hash(node);
        let twin = self.table.candidates(hash).find(|&other| self.have_same_signature(node, other));
        if let Some(twin) = twin {
            let edge =
                if self.is_crosswise(node, twin) { Edge::Crosswise } else { Edge::Congruence };
            self.pending.push((node, twin, edge));
            return;
        }
        self.nodes[node.index()].hash = hash;
        self.nodes[node.index()].is_in_table = true;
        self.table.insert(hash, node);
        self.undo.push(Undo::Inserted(node));
    }

    pub(super) fn signature_hash(&self, node: Node) -> u64 {
        let symbol = self.symbol(node);
        let roots = self.arguments(node).iter().map(|argument| u64::from(self.root(*argument).0));
        if symbol == Symbol::EQUAL {
            // Symmetric in the arguments.
            return table::mix(roots.map(|root| table::mix(0, root)).fold(0, u64::wrapping_add), 0);
        }
        roots.fold(u64::from(symbol.0) << 32, table::mix)
    }

    pub(super) fn have_same_signature(&self, node: Node, other: Node) -> bool {
        self.symbol(node) == self.symbol(other)
            && (self.is_straight(node, other) || self.is_crosswise(node, other))
    }

    pub(super) fn is_straight(&self, node: Node, other: Node) -> bool {
        let (left, right) = (self.arguments(node), self.arguments(other));
        left.len() == right.len()
            && left.iter().zip(right).all(|(left, right)| self.are_equal(*left, *right))
    }

    pub(super) fn is_crosswise(&self, node: Node, other: Node) -> bool {
        if self.symbol(node) != Symbol::EQUAL || self.is_straight(node, other) {
            return false;
        }
        match (self.arguments(node), self.arguments(other)) {
            (&[a, b], &[c, d]) => self.are_equal(a, d) && self.are_equal(b, c),
            _ => false,
        }
    }
}
