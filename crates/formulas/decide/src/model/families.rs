//! Families: arrays that must agree almost everywhere.

use buttress_logic::{IdMap, Op, Terms};
use buttress_theory::arrays::watched;
use buttress_theory::congruence::Node;
use buttress_theory::graph::Graph;

/// Classes of arrays that writes connect, and their reads.
pub(super) struct Families {
    parent: IdMap<Node, Node>,
    /// The reads of each class of arrays.
    pub(super) reads: IdMap<Node, Vec<Node>>,
    /// A constant array, or the default, of each family.
    pub(super) defaults: IdMap<Node, Node>,
    /// The classes of each family, without those that follow from others.
    pub(super) members: IdMap<Node, Vec<Node>>,
    /// The writes between these classes.
    pub(super) stores: IdMap<Node, Vec<Node>>,
}

impl Families {
    pub(super) fn of(terms: &Terms, graph: &Graph) -> Families {
        let congruence = &graph.congruence;
        let mut families = Families {
            parent: IdMap::default(),
            reads: IdMap::default(),
            defaults: IdMap::default(),
            members: IdMap::default(),
            stores: IdMap::default(),
        };
        for store in &graph.stores {
            let array = congruence.arguments(*store)[0];
            let one = families.find(congruence.root(*store));
            let other = families.find(congruence.root(array));
            if one != other {
                families.parent.insert(one, other);
            }
        }
        for select in &graph.selects {
            let array = congruence.root(congruence.arguments(*select)[0]);
            families.reads.entry(array).or_default().push(*select);
        }
        for constant in &graph.constants {
            let family = families.find(congruence.root(*constant));
            families.defaults.insert(family, congruence.arguments(*constant)[0]);
        }
        for array in &graph.arrays {
            for user in congruence.uses(*array) {
                if terms.op(graph.term(*user)) == Op::Default {
                    let family = families.find(congruence.root(*array));
                    families.defaults.entry(family).or_insert(*user);
                }
            }
        }
        // What is only a write, to which nothing must be carried, follows from the written array.
        let watched = watched(terms, graph);
        let follows = |root: Node| watched.get(&root) == Some(&false);
        for array in &graph.arrays {
            let root = congruence.root(*array);
            let family = families.find(root);
            let members = families.members.entry(family).or_default();
            if root == *array && !follows(root) {
                members.push(root);
            }
        }
        for store in &graph.stores {
            let root = congruence.root(*store);
            if !follows(root) {
                let family = families.find(root);
                families.stores.entry(family).or_default().push(*store);
            }
        }
        families
    }

    pub(super) fn find(&self, root: Node) -> Node {
        let mut at = root;
        while let Some(parent) = self.parent.get(&at) {
            at = *parent;
        }
        at
    }
}
