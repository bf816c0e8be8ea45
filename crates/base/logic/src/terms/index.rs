//! The index of a store: terms by the hash of what they are made of.
//!
//! Open addressing with linear probing in one flat table, so that a look-up touches few lines of memory and a copy of the store
//! is a copy of bytes. Nothing is ever removed.

use super::term::Term;

/// A slot: a part of the hash, and the number of the term plus one; 0 is free.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    tag: u32,
    term: u32,
}

/// Terms by hash.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// As many as a power of two, at most three quarters of them taken.
    slots: Vec<Slot>,
    count: usize,
}

impl Index {
    /// The term of this hash that is meant.
    pub(super) fn find(&self, hash: u64, is_meant: impl Fn(Term) -> bool) -> Option<Term> {
        if self.slots.is_empty() {
            return None;
        }
        let tag = tag(hash);
        let mut place = self.place(tag);
        loop {
            let slot = self.slots[place];
            if slot.term == 0 {
                return None;
            }
            let term = Term(slot.term.wrapping_sub(1));
            if slot.tag == tag && is_meant(term) {
                return Some(term);
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
    }

    /// Adds a term that is not there.
    pub(super) fn insert(&mut self, hash: u64, term: Term) {
        if 4 * (self.count + 1) > 3 * self.slots.len() {
            self.grow();
        }
        self.count += 1;
        self.put(Slot { tag: tag(hash), term: term.0 + 1 });
    }

    /// Where the search for a tag begins. The table has at most 2³² slots, so that the tag tells all there is to know.
    fn place(&self, tag: u32) -> usize {
        tag as usize & (self.slots.len() - 1)
    }

    fn put(&mut self, slot: Slot) {
        let mut place = self.place(slot.tag);
        while self.slots[place].term != 0 {
            place = (place + 1) & (self.slots.len() - 1);
        }
        self.slots[place] = slot;
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(64);
        let old = std::mem::replace(&mut self.slots, vec![Slot::default(); size]);
        old.into_iter().filter(|slot| slot.term != 0).for_each(|slot| self.put(slot));
    }
}

/// Both halves of a hash in one.
fn tag(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_inserted_is_found_and_nothing_else() {
        let mut index = Index::default();
        // Hashes that collide often, in tags and in places.
        let hash = |number: u32| u64::from(number % 97) * 64;
        assert_eq!(index.find(hash(5), |_| true), None);
        for number in 0..1000 {
            index.insert(hash(number), Term(number));
        }
        for number in 0..1000 {
            assert_eq!(index.find(hash(number), |term| term.0 == number), Some(Term(number)));
            assert_eq!(index.find(hash(number), |term| term.0 == number + 97_000), None);
        }
        assert_eq!(index.find(3, |_| true), None);
    }
}
