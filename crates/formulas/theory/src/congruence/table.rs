//! The signature table: nodes by the hash of their signature, chained in place.
//!
//! The one who asks compares signatures; the table only narrows the search. Chains live in one
//! vector by node, so that entering and leaving neither allocates nor frees.

use super::node::Node;

/// Nodes by hash.
pub(super) struct Table {
    heads: Vec<u32>,
    /// The next node in the chain of each node.
    next: Vec<u32>,
    len: usize,
    /// The hash of each node in the table, to move it when the table grows.
    hashes: Vec<u64>,
}

const END: u32 = u32::MAX;

impl Default for Table {
    fn default() -> Table {
        Table { heads: vec![END; 64], next: Vec::new(), len: 0, hashes: Vec::new() }
    }
}

/// Folds a word into a hash.
pub(super) fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    product as u64 ^ (product >> 64) as u64
}

impl Table {
    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.heads.len() - 1)
    }

    pub(super) fn insert(&mut self, hash: u64, node: Node) {
        if self.len >= self.heads.len() {
            self.grow();
        }
        if self.next.len() <= node.index() {
            self.next.resize(node.index() + 1, END);
            self.hashes.resize(node.index() + 1, 0);
        }
        let bucket = self.bucket(hash);
        self.next[node.index()] = self.heads[bucket];
        self.hashes[node.index()] = hash;
        self.heads[bucket] = node.0;
        self.len += 1;
    }

    pub(super) fn remove(&mut self, hash: u64, node: Node) {
        let bucket = self.bucket(hash);
        let after = self.next[node.index()];
        let mut at = self.heads[bucket];
        if at == node.0 {
            self.heads[bucket] = after;
        } else {
            while at != END && self.next[at as usize] != node.0 {
                at = self.next[at as usize];
            }
            debug_assert_ne!(at, END, "only what is in the table is removed");
            self.next[at as usize] = after;
        }
        self.len -= 1;
    }

    pub(super) fn candidates(&self, hash: u64) -> impl Iterator<Item = Node> + '_ {
        let mut at = self.heads[self.bucket(hash)];
        std::iter::from_fn(move || {
            while at != END {
                let node = at;
                at = self.next[at as usize];
                if self.hashes[node as usize] == hash {
                    return Some(Node(node));
                }
            }
            None
        })
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.heads);
        self.heads = vec![END; old.len() * 2];
        for head in old {
            let mut at = head;
            while at != END {
                let after = self.next[at as usize];
                let bucket = self.bucket(self.hashes[at as usize]);
                self.next[at as usize] = self.heads[bucket];
                self.heads[bucket] = at;
                at = after;
            }
        }
    }
}
