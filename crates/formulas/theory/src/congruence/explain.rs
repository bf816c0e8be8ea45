//! Why two nodes are equal: the causes along the path between them in the proof forest.

use super::closure::Congruence;
use super::node::{Cause, Edge, Node};

impl Congruence {
    /// The causes that make two equal nodes equal, each once, appended to `causes`.
    pub fn explain(&mut self, left: Node, right: Node, causes: &mut Vec<Cause>) {
        debug_assert!(self.are_equal(left, right), "only equal nodes have an explanation");
        let before = causes.len();
        self.stamp += 1;
        let explained = self.stamp;
        let mut due = vec![(left, right)];
        while let Some((left, right)) = due.pop() {
            if left == right {
                continue;
            }
            let meeting = self.meeting(left, right);
            for start in [left, right] {
                let mut at = start;
                while at != meeting {
                    let parent = self.nodes[at.index()].parent;
                    if std::mem::replace(&mut self.explained[at.index()], explained) != explained {
                        self.explain_edge(at, parent, &mut due, causes);
                    }
                    at = parent;
                }
            }
        }
        let added = &mut causes[before..];
        added.sort_unstable();
        causes.dedup();
    }

    fn explain_edge(
        &self,
        node: Node,
        parent: Node,
        due: &mut Vec<(Node, Node)>,
        causes: &mut Vec<Cause>,
    ) {
        let (arguments, others) = (self.arguments(node), self.arguments(parent));
        match self.nodes[node.index()].edge {
            Edge::Given(cause) => causes.push(cause),
            Edge::Congruence => {
                due.extend(arguments.iter().copied().zip(others.iter().copied()));
            }
            Edge::Crosswise => {
                due.extend(arguments.iter().copied().zip(others.iter().rev().copied()));
            }
            Edge::Reflexive => {
                // One of the two is ⊤, which has no arguments.
                let equation = if arguments.is_empty() { others } else { arguments };
                if let [left, right] = equation {
                    due.push((*left, *right));
                }
            }
        }
    }

    /// The first node that the paths from two nodes to the root of their tree share.
    fn meeting(&mut self, left: Node, right: Node) -> Node {
        self.stamp += 1;
        let seen = self.stamp;
        let mut at = left;
        while at != Node::NONE {
            self.stamps[at.index()] = seen;
            at = self.nodes[at.index()].parent;
        }
        let mut at = right;
        while self.stamps[at.index()] != seen {
            at = self.nodes[at.index()].parent;
        }
        at
    }
}
