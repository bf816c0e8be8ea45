//! Which arrays, functions and variables meet.
//!
//! Arrays meet if they are compared, written from one another, or chosen between; what is read from
//! arrays, held in fields, or passed to functions may be any array of its sort, so all those of one
//! sort count as meeting. An array and a variable meet if the one is read at the other; two
//! variables if a guard compares them.

use std::collections::HashMap;

use buttress_logic::{Bound, Function, Op, Sort, Term, Terms};

/// What may meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Node {
    /// A constant array, or an array constant.
    Array(Term),
    /// Arrays of this sort that are not named: elements, fields, results.
    Unnamed(Sort),
    /// A function at a place of its arguments.
    Place(Function, usize),
    /// A universal variable.
    Universal(Bound),
}

/// Disjoint sets of nodes.
#[derive(Clone, Default, Debug)]
pub(super) struct Classes {
    parents: HashMap<Node, Node>,
}

impl Classes {
    /// The node that stands for all those that this one meets.
    pub(super) fn find(&mut self, node: Node) -> Node {
        let root = self.root(node);
        let mut here = node;
        while here != root {
            let next = self.parents.insert(here, root).unwrap_or(root);
            here = next;
        }
        root
    }

    /// The same, with nothing remembered.
    pub(super) fn root(&self, node: Node) -> Node {
        let mut root = node;
        while let Some(parent) = self.parents.get(&root)
            && *parent != root
        {
            root = *parent;
        }
        root
    }

    pub(super) fn join(&mut self, left: Node, right: Node) {
        let (left, right) = (self.find(left), self.find(right));
        if left != right {
            self.parents.insert(left, right);
        }
    }

    /// The node of an array: writes and choices have that of the array they start from.
    pub(super) fn node_of_array(terms: &Terms, array: Term) -> Node {
        let mut term = array;
        loop {
            match (terms.op(term), terms.arguments(term)) {
                (Op::Store, [written, ..]) => term = *written,
                (Op::Ite, [_, then, _]) => term = *then,
                (Op::Apply(_) | Op::Witness(_), []) | (Op::ConstantArray, _) => {
                    return Node::Array(term);
                }
                _ => return Node::Unnamed(terms.sort_of(term)),
            }
        }
    }

    /// The term is passed on: if it is an array, it may turn up wherever unnamed ones do.
    pub(super) fn escape(&mut self, terms: &Terms, term: Term) {
        let sort = terms.sort_of(term);
        if terms.array_parts(sort).is_some() {
            let node = Classes::node_of_array(terms, term);
            self.join(node, Node::Unnamed(sort));
        }
    }
}
