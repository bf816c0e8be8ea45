//! EUF: congruence closure with explanations, undone level by level.
//!
//! Nodes are applications of symbols to nodes. Classes of equal nodes are kept with the classical
//! data: a root and a ring of members per class, the applications that use each node, a table of
//! signatures, and a *proof forest* whose edges say why two nodes were made equal. An explanation
//! is the path between two nodes in that forest. Later merges never change the path between two
//! nodes that are equal already, so an explanation stays what it was when the equality came about.
//!
//! Two nodes are ⊤ and ⊥. An equality atom is an application of [`Symbol::EQUAL`], whose signature
//! ignores the order of its arguments; it joins ⊤ when its arguments meet. So what follows for atoms
//! is what joins the classes of ⊤ and ⊥, and the one contradiction is that those two meet, or two
//! *values* (different numerals, applications of different constructors).
//! Source: Nieuwenhuis and Oliveras, Fast congruence closure and extensions, 2007.

use std::ops::Range;

mod explain;
mod table;

use table::Table;

/// A node, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(pub u32);

impl Node {
    /// ⊤
    pub const TRUE: Node = Node(0);
    /// ⊥
    pub const FALSE: Node = Node(1);
    const NONE: Node = Node(u32::MAX);

    /// Its position among the nodes.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A function symbol, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

impl Symbol {
    /// Equality between the two arguments.
    pub const EQUAL: Symbol = Symbol(0);
}

/// Why the caller made two nodes equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cause(pub u32);

/// Why two nodes are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edge {
    /// The caller said so.
    Given(Cause),
    /// Same symbol, equal arguments in turn.
    Congruence,
    /// Two equations whose arguments are equal crosswise.
    Crosswise,
    /// An equation, and ⊤: its arguments are equal.
    Reflexive,
}

/// Two nodes that must not be equal are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash(pub Node, pub Node);

#[derive(Clone, Debug)]
struct Data {
    symbol: Symbol,
    arguments: Range<u32>,
    root: Node,
    /// The next member of the class, in a ring.
    next: Node,
    size: u32,
    /// The edge of the proof forest towards the tree's root.
    parent: Node,
    edge: Edge,
    /// Applications with this node as an argument.
    uses: Vec<Node>,
    hash: u64,
    is_in_table: bool,
    /// At a root: a member that is a value.
    value: Node,
    /// At a root: a member that the caller has marked.
    mark: Node,
}

enum Undo {
    Merge { kept: Node, absorbed: Node, from: Node, to: Node },
    Value(Node),
    Mark(Node),
    Inserted(Node),
    Removed(Node, u64),
}

/// Classes of equal nodes.
#[derive(Default)]
pub struct Congruence {
    nodes: Vec<Data>,
    arguments: Vec<Node>,
    table: Table,
    undo: Vec<Undo>,
    levels: Vec<usize>,
    /// Nodes made above level 0, with that level: their signatures are entered anew after an undo.
    late: Vec<(Node, usize)>,
    /// Nodes marked above level 0, likewise.
    late_marks: Vec<(Node, usize)>,
    pending: Vec<(Node, Node, Edge)>,
    /// Pairs of marked nodes that have become equal.
    met: Vec<(Node, Node)>,
    /// Members that have joined ⊤ or ⊥.
    decided: Vec<Node>,
    stamps: Vec<u32>,
    explained: Vec<u32>,
    stamp: u32,
    merges: u64,
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
            self.enter(node);
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
    fn mark_class(&mut self, node: Node) {
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
                self.enter(node);
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

    fn join(&mut self, left: Node, right: Node, edge: Edge) -> Result<(), Clash> {
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
            let members = Members { congruence: self, start: absorbed, at: Some(absorbed) };
            let members: Vec<Node> = members.collect();
            self.decided.extend(members);
        } else if absorbed_value.0 < 2 {
            let members = Members { congruence: self, start: kept, at: Some(kept) };
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
                self.reenter(user);
            }
            if member == absorbed {
                break;
            }
            member = self.nodes[member.index()].next;
        }
        Ok(())
    }

    fn split(&mut self, kept: Node, absorbed: Node) {
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
    fn reverse_path(&mut self, node: Node) {
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

    /// An argument of `node` has a new root.
    fn reenter(&mut self, node: Node) {
        if !self.nodes[node.index()].is_in_table {
            // Another node with the same signature stands in the table for both.
            return;
        }
        let hash = self.nodes[node.index()].hash;
        self.table.remove(hash, node);
        self.nodes[node.index()].is_in_table = false;
        self.undo.push(Undo::Removed(node, hash));
        self.enter(node);
    }

    /// Enters the signature of `node` into the table, or finds that it is equal to another.
    fn enter(&mut self, node: Node) {
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

    fn signature_hash(&self, node: Node) -> u64 {
        let symbol = self.symbol(node);
        let roots = self.arguments(node).iter().map(|argument| u64::from(self.root(*argument).0));
        if symbol == Symbol::EQUAL {
            // Symmetric in the arguments.
            return table::mix(roots.map(|root| table::mix(0, root)).fold(0, u64::wrapping_add), 0);
        }
        roots.fold(u64::from(symbol.0) << 32, table::mix)
    }

    fn have_same_signature(&self, node: Node, other: Node) -> bool {
        self.symbol(node) == self.symbol(other)
            && (self.is_straight(node, other) || self.is_crosswise(node, other))
    }

    fn is_straight(&self, node: Node, other: Node) -> bool {
        let (left, right) = (self.arguments(node), self.arguments(other));
        left.len() == right.len()
            && left.iter().zip(right).all(|(left, right)| self.are_equal(*left, *right))
    }

    fn is_crosswise(&self, node: Node, other: Node) -> bool {
        if self.symbol(node) != Symbol::EQUAL || self.is_straight(node, other) {
            return false;
        }
        match (self.arguments(node), self.arguments(other)) {
            (&[a, b], &[c, d]) => self.are_equal(a, d) && self.are_equal(b, c),
            _ => false,
        }
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

#[cfg(test)]
mod tests;
