//! Nodes, and what is known of each.

use std::ops::Range;

/// A node, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(pub u32);

impl Node {
    /// ⊤
    pub const TRUE: Node = Node(0);
    /// ⊥
    pub const FALSE: Node = Node(1);
    pub(super) const NONE: Node = Node(u32::MAX);

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
pub(super) enum Edge {
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

/// A node's place in its class, in the proof forest and in the table.
#[derive(Clone, Debug)]
pub(super) struct Data {
    pub(super) symbol: Symbol,
    pub(super) arguments: Range<u32>,
    pub(super) root: Node,
    /// The next member of the class, in a ring.
    pub(super) next: Node,
    pub(super) size: u32,
    /// The edge of the proof forest towards the tree's root.
    pub(super) parent: Node,
    pub(super) edge: Edge,
    /// Applications with this node as an argument.
    pub(super) uses: Vec<Node>,
    pub(super) hash: u64,
    pub(super) is_in_table: bool,
    /// At a root: a member that is a value.
    pub(super) value: Node,
    /// At a root: a member that the caller has marked.
    pub(super) mark: Node,
}

/// What a step back takes back.
pub(super) enum Undo {
    Merge { kept: Node, absorbed: Node, from: Node, to: Node },
    Value(Node),
    Mark(Node),
    Inserted(Node),
    Removed(Node, u64),
}
