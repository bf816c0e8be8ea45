//! All clauses in one flat vector of words.
//!
//! A clause is three header words and its literals. Invariant: a `ClauseRef` points at a header
//! until the next `collect`, which moves clauses and says where to.

use buttress_prop::Lit;

/// The place of a clause in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClauseRef(pub(crate) u32);

/// Whether and how a clause may be forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Given by the user; never forgotten.
    Given,
    /// Follows from the given clauses; forgotten when it does not help.
    Learnt,
    /// The query's own clause, or learnt from it; forgotten with the query.
    Temporary,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Arena {
    words: Vec<u32>,
    wasted: usize,
}

const HEADER: usize = 3;
const KIND_MASK: u32 = 3;
const DELETED: u32 = 4;
const USED: u32 = 8;
const MOVED: u32 = 16;
const LBD_SHIFT: u32 = 8;

impl Arena {
    pub(crate) fn alloc(&mut self, literals: &[Lit], kind: Kind, proof_id: u32) -> ClauseRef {
        let clause = ClauseRef(self.words.len() as u32);
        let kind = match kind {
            Kind::Given => 0,
            Kind::Learnt => 1,
            Kind::Temporary => 2,
        };
        self.words.extend([literals.len() as u32, kind, proof_id]);
        self.words.extend(literals.iter().map(|lit| lit.code()));
        clause
    }

    pub(crate) fn len(&self, clause: ClauseRef) -> usize {
        self.words[clause.0 as usize] as usize
    }

    #[inline]
    pub(crate) fn lit(&self, clause: ClauseRef, position: usize) -> Lit {
        Lit::from_code(self.words[clause.0 as usize + HEADER + position])
    }

    /// The literals as codes, to be read or reordered.
    #[inline]
    pub(crate) fn codes_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause.0 as usize;
        let len = self.words[start] as usize;
        &mut self.words[start + HEADER..start + HEADER + len]
    }

    #[inline]
    pub(crate) fn lits(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        let start = clause.0 as usize;
        let len = self.words[start] as usize;
        self.words[start + HEADER..start + HEADER + len].iter().map(|&code| Lit::from_code(code))
    }

    pub(crate) fn kind(&self, clause: ClauseRef) -> Kind {
        match self.words[clause.0 as usize + 1] & KIND_MASK {
            0 => Kind::Given,
            1 => Kind::Learnt,
            _ => Kind::Temporary,
        }
    }

    pub(crate) fn proof_id(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 2]
    }

    pub(crate) fn lbd(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1] >> LBD_SHIFT
    }

    pub(crate) fn set_lbd(&mut self, clause: ClauseRef, lbd: u32) {
        let word = &mut self.words[clause.0 as usize + 1];
        *word = *word & ((1 << LBD_SHIFT) - 1) | lbd.min(0xff_ffff) << LBD_SHIFT;
    }

    /// Marks the clause as met in an analysis since the last reduction.
    pub(crate) fn set_used(&mut self, clause: ClauseRef, used: bool) {
        let word = &mut self.words[clause.0 as usize + 1];
        *word = if used { *word | USED } else { *word & !USED };
    }

    pub(crate) fn is_used(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize + 1] & USED != 0
    }

    pub(crate) fn delete(&mut self, clause: ClauseRef) {
        self.wasted += HEADER + self.len(clause);
        self.words[clause.0 as usize + 1] |= DELETED;
    }

    pub(crate) fn is_deleted(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize + 1] & DELETED != 0
    }

    /// Is so much of the arena garbage that moving the rest pays?
    pub(crate) fn wants_collection(&self) -> bool {
        self.wasted * 4 > self.words.len() && self.wasted > 4096
    }

    /// Moves `clause` into `target`, once, and answers its new place.
    pub(crate) fn relocate(&mut self, clause: ClauseRef, target: &mut Arena) -> ClauseRef {
        let start = clause.0 as usize;
        if self.words[start + 1] & MOVED != 0 {
            return ClauseRef(self.words[start + 2]);
        }
        let moved = ClauseRef(target.words.len() as u32);
        let end = start + HEADER + self.len(clause);
        target.words.extend_from_slice(&self.words[start..end]);
        self.words[start + 1] |= MOVED;
        self.words[start + 2] = moved.0;
        moved
    }

    /// The size of the arena, garbage included.
    #[cfg(test)]
    pub(crate) fn words(&self) -> usize {
        self.words.len()
    }

    /// An empty arena with room for what is alive here.
    pub(crate) fn successor(&self) -> Arena {
        Arena { words: Vec::with_capacity(self.words.len() - self.wasted), wasted: 0 }
    }
}
