//! Two classes become one, and two again.

use super::closure::Congruence;
use super::node::{Clash, Edge, Node, Undo};

impl Congruence {
    pub(super) fn join(&mut self, left: Node, right: Node, edge: Edge) -> Result<(), Clash> {
        self.merges += 1;
        let (left_root, right_root) = (self.root(left), self.root(right));
        let is_left_smaller =
            self.nodes[left_root.index()].size < self.nodes[right_root.index()].size;
        let (from, to, absorbed, kept) = if is_left_smaller {
            (left, right, left_root, right_root)
        } else {
            (right, left, right_root, left_root)
        };
        self.reverse_path(from);
        self.nodes[from.index()].parent = to;
        self.nodes[from.index()].edge = edge;
        // ⊤ and ⊥ are values: what joins them is decided.
        let kept_value = self.nodes[kept.index()].value;
        let absorbed_value = self.nodes[absorbed.index()].value;
        if kept_value.0 < 2 {
            let members = self.class(absorbed);
            let members: Vec<Node> = members.collect();
            self.decided.extend(members);
        } else if absorbed_value.0 < 2 {
            let members = self.class(kept);
            let members: Vec<Node> = members.collect();
            self.decided.extend(members);
        }
        let mut member = absorbed;
        loop {
            self.nodes[member.index()].root = kept;
            member = self.nodes[member.index()].next;
            if member == absorbed {
                break;
            }
        }
        let (kept_next, absorbed_next) =
            (self.nodes[kept.index()].next, self.nodes[absorbed.index()].next);
        self.nodes[kept.index()].next = absorbed_next;
        self.nodes[absorbed.index()].next = kept_next;
        self.nodes[kept.index()].size += self.nodes[absorbed.index()].size;
        self.undo.push(Undo::Merge { kept, absorbed, from, to });
        let mut clash = None;
        match (kept_value, absorbed_value) {
            (_, Node::NONE) => {}
            (Node::NONE, value) => {
                self.nodes[kept.index()].value = value;
                self.undo.push(Undo::Value(kept));
            }
            (kept_value, value) => {
                let (one, other) = (&self.nodes[kept_value.index()], &self.nodes[value.index()]);
                if one.symbol != other.symbol {
                    clash = Some(Clash(kept_value, value));
                }
            }
        }
        match (self.nodes[kept.index()].mark, self.nodes[absorbed.index()].mark) {
            (_, Node::NONE) => {}
            (Node::NONE, mark) => {
                self.nodes[kept.index()].mark = mark;
                self.undo.push(Undo::Mark(kept));
            }
            (mark, other) => self.met.push((mark, other)),
        }
        if let Some(clash) = clash {
            return Err(clash);
        }
        // The absorbed class now lies in the ring from kept's old neighbour on; walk it by its
        // own former ring: absorbed_next … absorbed.
        let mut member = absorbed_next;
        loop {
            for place in 0..self.nodes[member.index()].uses.len() {
                let user = self.nodes[member.index()].uses[place];
                self.rehash(user);
            }
            if member == absorbed {
                break;
            }
            member = self.nodes[member.index()].next;
        }
        Ok(())
    }

    pub(super) fn split(&mut self, kept: Node, absorbed: Node) {
        let (kept_next, absorbed_next) =
            (self.nodes[kept.index()].next, self.nodes[absorbed.index()].next);
        self.nodes[kept.index()].next = absorbed_next;
        self.nodes[absorbed.index()].next = kept_next;
        self.nodes[kept.index()].size -= self.nodes[absorbed.index()].size;
        let mut member = absorbed;
        loop {
            self.nodes[member.index()].root = absorbed;
            member = self.nodes[member.index()].next;
            if member == absorbed {
                break;
            }
        }
    }

    /// Makes `node` the root of its tree in the proof forest.
    pub(super) fn reverse_path(&mut self, node: Node) {
        let mut at = node;
        let (mut parent, mut edge) = (Node::NONE, Edge::Congruence);
        while at != Node::NONE {
            let data = &mut self.nodes[at.index()];
            let (next, next_edge) = (data.parent, data.edge);
            data.parent = parent;
            data.edge = edge;
            (parent, edge) = (at, next_edge);
            at = next;
        }
    }
}
