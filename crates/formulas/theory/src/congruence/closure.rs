//! The classes of equal nodes.

use super::node::{Cause, Clash, Data, Edge, Node, Symbol, Undo};
use super::table::Table;

/// Classes of equal nodes.
#[derive(Default)]
pub struct Congruence {
    pub(super) nodes: Vec<Data>,
    pub(super) arguments: Vec<Node>,
    pub(super) table: Table,
    pub(super) undo: Vec<Undo>,
    pub(super) levels: Vec<usize>,
    /// Nodes made above level 0, with that level: their signatures are entered anew after an undo.
    pub(super) late: Vec<(Node, usize)>,
    /// Nodes marked above level 0, likewise.
    pub(super) late_marks: Vec<(Node, usize)>,
    pub(super) pending: Vec<(Node, Node, Edge)>,
    /// Pairs of marked nodes that have become equal.
    pub(super) met: Vec<(Node, Node)>,
    /// Members that have joined ⊤ or ⊥.
    pub(super) decided: Vec<Node>,
    pub(super) stamps: Vec<u32>,
    pub(super) explained: Vec<u32>,
    pub(super) stamp: u32,
    pub(super) merges: u64,
}

impl Congruence {
    /// ⊤ and ⊥ alone.
    pub fn new() -> Congruence {
        let mut congruence = Congruence::default();
        let (truth, falsity) = (Symbol(u32::MAX), Symbol(u32::MAX - 1));
        for symbol in [truth, falsity] {
            let node = congruence.add(symbol, &[]);
            congruence.nodes[node.index()].value = node;
        }
        congruence
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: ⊤ is always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many classes were merged so far.
    pub fn merges(&self) -> u64 {
        self.merges
    }

    /// A new node; the caller does not make the same application twice. Call [`Congruence::close`]
    /// before asking: it may be equal to others already.
    pub fn add(&mut self, symbol: Symbol, arguments: &[Node]) -> Node {
        let node = Node(self.nodes.len() as u32);
        let start = self.arguments.len() as u32;
        self.arguments.extend_from_slice(arguments);
        self.nodes.push(Data {
            symbol,
            arguments: start..self.arguments.len() as u32,
            root: node,
            next: node,
            size: 1,
            parent: Node::NONE,
            edge: Edge::Congruence,
            uses: Vec::new(),
            hash: 0,
            is_in_table: false,
            value: Node::NONE,
            mark: Node::NONE,
        });
        for (place, argument) in arguments.iter().enumerate() {
            if !arguments[..place].contains(argument) {
                self.nodes[argument.index()].uses.push(node);
            }
        }
        self.stamps.push(0);
        self.explained.push(0);
        if !arguments.is_empty() {
            self.insert_signature(node);
            if !self.levels.is_empty() {
                self.late.push((node, self.levels.len()));
            }
        }
        node
    }

    /// Makes a new node a value: a class with two values of different symbols is a contradiction.
    pub fn set_value(&mut self, node: Node) {
        debug_assert_eq!(self.nodes[node.index()].size, 1, "the node is new");
        self.nodes[node.index()].value = node;
    }

    /// Marks a node for good: when two classes with marked nodes are merged, the caller hears of it.
    pub fn set_mark(&mut self, node: Node) {
        self.mark_class(node);
        if !self.levels.is_empty() {
            self.late_marks.push((node, self.levels.len()));
        }
    }

    /// Marks the class of a node on the present level.
    pub(super) fn mark_class(&mut self, node: Node) {
        let root = self.root(node);
        match self.nodes[root.index()].mark {
            Node::NONE => {
                self.nodes[root.index()].mark = node;
                self.undo.push(Undo::Mark(root));
            }
            other if other != node => self.met.push((other, node)),
            _ => {}
        }
    }

    /// The representative of a node's class.
    pub fn root(&self, node: Node) -> Node {
        self.nodes[node.index()].root
    }

    /// Are two nodes equal?
    pub fn are_equal(&self, left: Node, right: Node) -> bool {
        self.root(left) == self.root(right)
    }

    /// The value in a node's class.
    pub fn value(&self, node: Node) -> Option<Node> {
        let value = self.nodes[self.root(node).index()].value;
        (value != Node::NONE).then_some(value)
    }

    /// The marked node that stands for a node's class.
    pub fn mark(&self, node: Node) -> Option<Node> {
        let mark = self.nodes[self.root(node).index()].mark;
        (mark != Node::NONE).then_some(mark)
    }

    /// The symbol of a node.
    pub fn symbol(&self, node: Node) -> Symbol {
        self.nodes[node.index()].symbol
    }

    /// The arguments of a node.
    pub fn arguments(&self, node: Node) -> &[Node] {
        let range = &self.nodes[node.index()].arguments;
        &self.arguments[range.start as usize..range.end as usize]
    }

    /// The applications that have this very node as an argument.
    pub fn uses(&self, node: Node) -> &[Node] {
        &self.nodes[node.index()].uses
    }

    /// The members of a node's class, the node first.
    pub fn class(&self, node: Node) -> Members<'_> {
        Members { congruence: self, start: node, at: Some(node) }
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.levels.push(self.undo.len());
    }

    /// Returns to `level` open levels.
    pub fn pop_to(&mut self, level: usize) {
        let Some(&start) = self.levels.get(level) else { return };
        self.levels.truncate(level);
        self.pending.clear();
        self.met.clear();
        self.decided.clear();
        while self.undo.len() > start {
            match self.undo.pop() {
                Some(Undo::Inserted(node)) => {
                    self.table.remove(self.nodes[node.index()].hash, node);
                    self.nodes[node.index()].is_in_table = false;
                }
                Some(Undo::Removed(node, hash)) => {
                    self.nodes[node.index()].hash = hash;
                    self.nodes[node.index()].is_in_table = true;
                    self.table.insert(hash, node);
                }
                Some(Undo::Value(root)) => self.nodes[root.index()].value = Node::NONE,
                Some(Undo::Mark(root)) => self.nodes[root.index()].mark = Node::NONE,
                Some(Undo::Merge { kept, absorbed, from, to }) => {
                    // A later merge, undone by now, may have turned the edge around.
                    let child = if self.nodes[from.index()].parent == to { from } else { to };
                    self.nodes[child.index()].parent = Node::NONE;
                    self.split(kept, absorbed);
                }
                None => break,
            }
        }
        for place in 0..self.late.len() {
            let (node, made) = self.late[place];
            if made > level {
                self.late[place].1 = level;
                self.insert_signature(node);
            }
        }
        self.late.retain(|(_, made)| *made > 0);
        for place in 0..self.late_marks.len() {
            let (node, made) = self.late_marks[place];
            if made > level {
                self.late_marks[place].1 = level;
                self.mark_class(node);
            }
        }
        self.late_marks.retain(|(_, made)| *made > 0);
    }

    /// Makes two nodes equal, for a cause of the caller; [`Congruence::close`] draws the conclusions.
    pub fn merge(&mut self, left: Node, right: Node, cause: Cause) {
        self.pending.push((left, right, Edge::Given(cause)));
    }

    /// Draws all conclusions from what was merged. A contradiction leaves the rest undone: the
    /// caller must return to a lower level.
    pub fn close(&mut self) -> Result<(), Clash> {
        let mut next = 0;
        while next < self.pending.len() {
            let (left, right, edge) = self.pending[next];
            next += 1;
            if self.are_equal(left, right) {
                continue;
            }
            if let Err(clash) = self.join(left, right, edge) {
                self.pending.clear();
                return Err(clash);
            }
        }
        self.pending.clear();
        Ok(())
    }

    /// Pairs of marked nodes that have become equal since the last call.
    pub fn take_met(&mut self, into: &mut Vec<(Node, Node)>) {
        into.append(&mut self.met);
    }

    /// Nodes that have joined ⊤ or ⊥ since the last call.
    pub fn take_decided(&mut self, into: &mut Vec<Node>) {
        into.append(&mut self.decided);
    }
}

/// The members of a class.
pub struct Members<'a> {
    congruence: &'a Congruence,
    start: Node,
    at: Option<Node>,
}

impl Iterator for Members<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        let node = self.at?;
        let next = self.congruence.nodes[node.index()].next;
        self.at = (next != self.start).then_some(next);
        Some(node)
    }
}
