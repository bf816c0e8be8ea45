//! Others who work on the same file elsewhere, and what is said between them.
//!
//! Clauses travel over the latches of the file, told by their position in it, because reductions differ. Nothing that is heard is believed:
//! see `clausal::Pool` and `FrameSequence::offer`.

/// Others who work on the same file.
pub trait Peers: Send + Sync {
    /// Tells what was found here. Does not wait.
    fn export(&self, lemmas: Vec<Lemma>);

    /// What was found elsewhere since the last call. Does not wait.
    fn import(&self) -> Vec<Lemma>;

    /// What listening has cost so far, in all.
    fn report_cost(&self, cost: ImportCost);

    /// No computation with fewer steps is bad, for the property at this position in the file.
    fn report_depth(&self, property: usize, depth: usize);
}

/// What listening to others has cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportCost {
    /// Clauses of others that were looked at. In a pool a clause counts once for every pass.
    pub examined: u64,
    /// Those that were shown and taken.
    pub taken: u64,
    /// The effort that this has cost.
    pub effort: u64,
    /// The effort of the engines' own work.
    pub worked: u64,
}

/// A clause that somebody has, or says that he has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lemma {
    /// The property, by its position in the file, whose ¬bad the clause leans on; none if it leans on nothing.
    pub property: Option<usize>,
    /// How far it holds.
    pub level: Level,
    /// The clause: one of the latches has the value told here.
    pub literals: Vec<LatchLiteral>,
}

/// How far a clause holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// In computations of at most so many steps.
    Frame(usize),
    /// It should hold so far: somebody tries to exclude the states that it excludes, and cannot.
    Obligation(usize),
    /// Always, as long as nothing bad has happened.
    Forever,
}

/// A latch has a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LatchLiteral {
    /// The position of the latch in the file.
    pub latch: usize,
    /// The value.
    pub value: bool,
}
