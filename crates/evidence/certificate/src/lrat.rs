//! An LRAT refutation, stored flat: proofs run to millions of steps.

/// The steps of a refutation, in order. Any list of steps is a value; only the checker says
/// whether it refutes something.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lrat {
    ids: Vec<u32>,
    literals: Vec<i32>,
    literal_ends: Vec<usize>,
    hints: Vec<u32>,
    hint_ends: Vec<usize>,
}

/// One step: a clause, and the clauses whose propagation shows that it follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step<'a> {
    /// The number by which later steps name this clause.
    pub id: u32,
    /// The clause, in DIMACS literals.
    pub literals: &'a [i32],
    /// The ids of earlier clauses, in the order of propagation; the last one is conflicting.
    pub hints: &'a [u32],
}

impl Lrat {
    /// No steps.
    pub fn new() -> Lrat {
        Lrat::default()
    }

    /// Appends a step. Literals are DIMACS literals, so none of them may be 0.
    pub fn push(&mut self, id: u32, literals: &[i32], hints: &[u32]) {
        debug_assert!(!literals.contains(&0));
        self.literals.extend_from_slice(literals);
        self.hints.extend_from_slice(hints);
        self.close(id);
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Are there no steps?
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The ids of the steps, in order.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// The step at position `index`.
    ///
    /// Panics when there is none.
    pub fn step(&self, index: usize) -> Step<'_> {
        Step { id: self.ids[index], literals: self.literals(index), hints: self.hints(index) }
    }

    /// The steps in order.
    pub fn iter(&self) -> impl Iterator<Item = Step<'_>> {
        (0..self.len()).map(|index| self.step(index))
    }

    fn literals(&self, index: usize) -> &[i32] {
        let start = if index == 0 { 0 } else { self.literal_ends[index - 1] };
        &self.literals[start..self.literal_ends[index]]
    }

    fn hints(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.hint_ends[index - 1] };
        &self.hints[start..self.hint_ends[index]]
    }

    /// Adds a literal to the step that the next `close` ends.
    pub(crate) fn push_literal(&mut self, literal: i32) {
        self.literals.push(literal);
    }

    /// Adds a hint to the step that the next `close` ends.
    pub(crate) fn push_hint(&mut self, hint: u32) {
        self.hints.push(hint);
    }

    /// Ends a step: everything pushed since the last one belongs to it.
    pub(crate) fn close(&mut self, id: u32) {
        self.ids.push(id);
        self.literal_ends.push(self.literals.len());
        self.hint_ends.push(self.hints.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_back_as_pushed() {
        let mut proof = Lrat::new();
        assert!(proof.is_empty());
        proof.push(5, &[1, -2], &[3, 4]);
        proof.push(9, &[], &[5]);
        let steps: Vec<Step> = proof.iter().collect();
        assert_eq!(steps[0], Step { id: 5, literals: &[1, -2], hints: &[3, 4] });
        assert_eq!(steps[1], Step { id: 9, literals: &[], hints: &[5] });
        assert_eq!((proof.len(), proof.ids()), (2, &[5, 9][..]));
    }
}
