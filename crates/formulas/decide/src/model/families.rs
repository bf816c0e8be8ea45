//! Families: arrays that must agree almost everywhere.

use buttress_logic::{IdMap, Op, Terms};
use buttress_theory::arrays::only_write;
use buttress_theory::congruence::Node;
use buttress_theory::graph::Graph;
use buttress_theory::weak::{Readings, Weak};

/// Classes of arrays that writes connect, and their reads.
pub(super) struct Families {
    weak: Weak,
    /// What the classes read of which that does not follow because they are nothing but a write.
    readings: Readings,
    /// A constant array, or the default, of each family.
    pub(super) defaults: IdMap<Node, Node>,
    /// The classes of each family …
    pub(super) classes: IdMap<Node, Vec<Node>>,
    /// … those of them that are not just a write …
    pub(super) members: IdMap<Node, Vec<Node>>,
    /// … and all writes.
    pub(super) stores: IdMap<Node, Vec<Node>>,
}

impl Families {
    pub(super) fn of(terms: &Terms, graph: &Graph) -> Families {
        let congruence = &graph.congruence;
        let weak = Weak::of(graph);
        let is_member = |root: Node| only_write(terms, graph, root).is_none();
        let readings = weak.readings(is_member);
        let mut families = Families {
            weak,
            readings,
            defaults: IdMap::default(),
            classes: IdMap::default(),
            members: IdMap::default(),
            stores: IdMap::default(),
        };
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
        for array in &graph.arrays {
            let root = congruence.root(*array);
            if root != *array {
                continue;
            }
            let family = families.find(root);
            families.classes.entry(family).or_default().push(root);
            if is_member(root) {
                families.members.entry(family).or_default().push(root);
            }
        }
        for store in &graph.stores {
            let family = families.find(congruence.root(*store));
            families.stores.entry(family).or_default().push(*store);
        }
        families
    }

    /// The family of a class.
    pub(super) fn find(&self, root: Node) -> Node {
        self.weak.family(root)
    }

    /// What a class reads that is not just a write: indices and values.
    pub(super) fn readings(&self, root: Node) -> &[(Node, Node)] {
        self.readings.get(&root).map_or(&[], Vec::as_slice)
    }
}
