//! Which reductions are tried, and how far they go.

/// What is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Remove predicates that lead to no query, and arguments that no query depends on. Switch it off to
    /// discover invariants without a property.
    pub cone: bool,
    /// Resolve predicates away as long as the number of clauses grows by no more than this
    /// each time; none to keep them.
    pub blocks: Option<usize>,
    /// Leave a predicate alone if the clauses that come in its place would have more terms than this.
    pub size: usize,
    /// Make one clause of all clauses with the same premises and conclusion, by disjunction.
    /// Fewer clauses suit engines that ask a solver; paths of their own suit engines that
    /// take polyhedra.
    pub merge: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { cone: true, blocks: Some(0), size: 20_000, merge: false }
    }
}
