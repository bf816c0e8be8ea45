//! A term is a number.

/// A term, by its number in the store: a term's arguments have smaller numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub u32);

impl Term {
    /// ⊤
    pub const TRUE: Term = Term(0);
    /// ⊥
    pub const FALSE: Term = Term(1);

    /// Its position in the store.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
