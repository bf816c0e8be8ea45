//! Finite maps from values to values, shared and canonical.
//!
//! A map is a search tree over its keys in which the priority of a key, a fixed scramble of its
//! number, decreases downwards. So equal maps have equal trees, and since equal trees are stored
//! once, equal maps have equal numbers; an update shares all but a short path with the old map.
//! The depth of a tree is logarithmic in expectation, which is why the functions here may recur.
//!
//! A map keeps its keys in one [`Order`] from the empty map on; whoever uses it knows which.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::kind::{Map, Value, ValueKind};
use crate::id_map::IdHasher;

/// How the keys of a map are ordered.
#[derive(Clone, Copy)]
pub(crate) enum Order<'a> {
    /// By their places in the store.
    Place,
    /// By size, as numbers; the kinds of all values tell which numbers they are.
    Size(&'a [ValueKind]),
}

impl Order<'_> {
    fn compare(self, left: Value, right: Value) -> Ordering {
        let Order::Size(kinds) = self else { return left.cmp(&right) };
        match (&kinds[left.index()], &kinds[right.index()]) {
            _ if left == right => Ordering::Equal,
            (ValueKind::Number(_, left), ValueKind::Number(_, right)) => left.cmp(right),
            _ => left.cmp(&right),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    key: Value,
    value: Value,
    left: Map,
    right: Map,
}

/// The store of maps: node n is at position n − 1, with the number of its keys.
#[derive(Clone, Default, Debug)]
pub(crate) struct Maps {
    nodes: Vec<(Node, u64)>,
    shared: HashMap<Node, Map, BuildHasherDefault<IdHasher>>,
}

impl Maps {
    fn node(&self, map: Map) -> Option<&Node> {
        let position = map.0.checked_sub(1)?;
        self.nodes.get(position as usize).map(|(node, _)| node)
    }

    /// The number of keys.
    pub(crate) fn len(&self, map: Map) -> u64 {
        map.0.checked_sub(1).map_or(0, |position| self.nodes[position as usize].1)
    }

    /// Some key of the map.
    pub(crate) fn root(&self, map: Map) -> Option<Value> {
        self.node(map).map(|node| node.key)
    }

    /// What the map has at a key.
    pub(crate) fn get(&self, order: Order<'_>, mut map: Map, key: Value) -> Option<Value> {
        while let Some(node) = self.node(map) {
            match order.compare(key, node.key) {
                Ordering::Less => map = node.left,
                Ordering::Equal => return Some(node.value),
                Ordering::Greater => map = node.right,
            }
        }
        None
    }

    /// What the map has at the last of its keys for which `is_before` holds: it holds of all keys
    /// up to some place in their order, and of none after.
    pub(crate) fn last_before(
        &self,
        mut map: Map,
        is_before: impl Fn(Value) -> bool,
    ) -> Option<Value> {
        let mut found = None;
        while let Some(node) = self.node(map) {
            if is_before(node.key) {
                found = Some(node.value);
                map = node.right;
            } else {
                map = node.left;
            }
        }
        found
    }

    /// The pairs of the map, keys ascending.
    pub(crate) fn pairs(&self, mut map: Map) -> Vec<(Value, Value)> {
        let mut pairs = Vec::new();
        let mut stack = Vec::new();
        loop {
            while let Some(node) = self.node(map) {
                stack.push(node);
                map = node.left;
            }
            let Some(node) = stack.pop() else { return pairs };
            pairs.push((node.key, node.value));
            map = node.right;
        }
    }

    /// The map with `value` at `key`.
    pub(crate) fn insert(&mut self, order: Order<'_>, map: Map, key: Value, value: Value) -> Map {
        let Some(&node) = self.node(map) else {
            return self.make(Node { key, value, left: Map::EMPTY, right: Map::EMPTY });
        };
        if node.key == key {
            return self.make(Node { value, ..node });
        }
        if priority(key) > priority(node.key) {
            let (left, right) = self.split(order, map, key);
            return self.make(Node { key, value, left, right });
        }
        if order.compare(key, node.key) == Ordering::Less {
            let left = self.insert(order, node.left, key, value);
            self.make(Node { left, ..node })
        } else {
            let right = self.insert(order, node.right, key, value);
            self.make(Node { right, ..node })
        }
    }

    /// The map without `key`.
    pub(crate) fn remove(&mut self, order: Order<'_>, map: Map, key: Value) -> Map {
        let Some(&node) = self.node(map) else { return map };
        match order.compare(key, node.key) {
            Ordering::Equal => self.merge(node.left, node.right),
            Ordering::Less => {
                let left = self.remove(order, node.left, key);
                self.make(Node { left, ..node })
            }
            Ordering::Greater => {
                let right = self.remove(order, node.right, key);
                self.make(Node { right, ..node })
            }
        }
    }

    /// The parts of a map below and above a key.
    fn split(&mut self, order: Order<'_>, map: Map, key: Value) -> (Map, Map) {
        let Some(&node) = self.node(map) else { return (map, map) };
        match order.compare(key, node.key) {
            Ordering::Equal => (node.left, node.right),
            Ordering::Less => {
                let (left, right) = self.split(order, node.left, key);
                (left, self.make(Node { left: right, ..node }))
            }
            Ordering::Greater => {
                let (left, right) = self.split(order, node.right, key);
                (self.make(Node { right: left, ..node }), right)
            }
        }
    }

    /// The union of two maps, all keys of the first below those of the second.
    fn merge(&mut self, low: Map, high: Map) -> Map {
        let Some(&below) = self.node(low) else { return high };
        let Some(&above) = self.node(high) else { return low };
        if priority(below.key) > priority(above.key) {
            let right = self.merge(below.right, high);
            self.make(Node { right, ..below })
        } else {
            let left = self.merge(low, above.left);
            self.make(Node { left, ..above })
        }
    }

    fn make(&mut self, node: Node) -> Map {
        if let Some(map) = self.shared.get(&node) {
            return *map;
        }
        let count = 1 + self.len(node.left) + self.len(node.right);
        self.nodes.push((node, count));
        let map = Map(self.nodes.len() as u32);
        self.shared.insert(node, map);
        map
    }
}

/// Different for different keys: an odd factor and shifts lose nothing.
fn priority(key: Value) -> u64 {
    let mut word = u64::from(key.0) + 1;
    word = (word ^ (word >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The same pairs in any order of insertion and removal are the same map.
    #[test]
    fn equal_maps_have_one_number() {
        let order = Order::Place;
        let mut maps = Maps::default();
        let mut word = 1_u64;
        let mut seen: HashMap<Vec<(Value, Value)>, Map> = HashMap::new();
        for _ in 0..2_000 {
            let mut map = Map::EMPTY;
            let mut plain = BTreeMap::new();
            for _ in 0..12 {
                word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let key = Value((word >> 60) as u32 % 5);
                let value = Value((word >> 50) as u32 % 2);
                if (word >> 40).is_multiple_of(3) {
                    map = maps.remove(order, map, key);
                    plain.remove(&key);
                } else {
                    map = maps.insert(order, map, key, value);
                    plain.insert(key, value);
                }
                assert_eq!(maps.len(map), plain.len() as u64);
                assert_eq!(maps.get(order, map, key), plain.get(&key).copied());
            }
            let pairs: Vec<_> = plain.into_iter().collect();
            assert_eq!(maps.pairs(map), pairs);
            assert_eq!(*seen.entry(pairs).or_insert(map), map);
        }
        assert!(seen.len() > 100);
    }
}
