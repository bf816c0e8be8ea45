//! The LRAT log: every derived clause with the clauses that make it follow by unit propagation.
//!
//! Given clauses are numbered 1, 2, … in the order they were added; derived clauses follow them,
//! whatever the order in which clauses were added and derived.

use buttress_prop::Lit;

/// A clause in the log: given clauses count from 0, derived ones carry the top bit.
pub(crate) type ProofId = u32;

/// Clauses outside a logging solver all carry this.
pub(crate) const NO_PROOF: ProofId = u32::MAX;
const DERIVED: u32 = 1 << 31;

/// One derived clause, in LRAT numbering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofStep {
    /// Its number.
    pub id: u64,
    /// The clause.
    pub clause: Vec<Lit>,
    /// Clauses that are unit in turn under its negation; the last one is falsified.
    pub hints: Vec<u64>,
}

/// Why a query failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Two assumptions contradict each other.
    Contradiction,
    /// A given clause, by its number, says that the assumptions cannot hold together.
    Given(u64),
    /// The last of these steps does.
    Derived(Vec<ProofStep>),
}

/// The log of one solver.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// The tags of the given clauses.
    given: Vec<u32>,
    literals: Vec<Lit>,
    literal_ends: Vec<usize>,
    hints: Vec<ProofId>,
    hint_ends: Vec<usize>,
    empty: Option<ProofId>,
    /// Steps and given clauses that were told of by `new_sources`, as bits.
    told_steps: Vec<u64>,
    told_given: Vec<u64>,
}

impl Proof {
    pub(crate) fn give(&mut self, tag: u32) -> ProofId {
        self.given.push(tag);
        self.given.len() as ProofId - 1
    }

    /// The tag of the given clause with this number, which counts from 1.
    pub fn tag(&self, number: u64) -> Option<u32> {
        self.given.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
    }

    pub(crate) fn derive(
        &mut self,
        clause: impl IntoIterator<Item = Lit>,
        hints: impl IntoIterator<Item = ProofId>,
    ) -> ProofId {
        let id = DERIVED | self.literal_ends.len() as u32;
        let before = self.literals.len();
        self.literals.extend(clause);
        if self.literals.len() == before && self.empty.is_none() {
            self.empty = Some(id);
        }
        self.literal_ends.push(self.literals.len());
        self.hints.extend(hints);
        self.hint_ends.push(self.hints.len());
        id
    }

    /// A given clause that is empty refutes by itself.
    pub(crate) fn derive_empty_from(&mut self, id: ProofId) {
        self.derive([], [id]);
    }

    /// The number of given clauses.
    pub fn given(&self) -> u64 {
        self.given.len() as u64
    }

    fn range(ends: &[usize], index: usize) -> std::ops::Range<usize> {
        let start = if index == 0 { 0 } else { ends[index - 1] };
        start..ends[index]
    }

    /// The steps that the derivation of the empty clause needs, in order, densely numbered
    /// after the given clauses; nothing if the empty clause was not derived.
    pub fn refutation(&self) -> Option<Vec<ProofStep>> {
        self.empty.map(|empty| self.derivation(empty))
    }

    pub(crate) fn empty(&self) -> Option<ProofId> {
        self.empty
    }

    pub(crate) fn failure(&self, id: ProofId) -> Failure {
        if id & DERIVED == 0 {
            Failure::Given(u64::from(id) + 1)
        } else {
            Failure::Derived(self.derivation(id))
        }
    }

    /// The tags of the given clauses on which a clause rests, each once, in the order in which they were given.
    pub(crate) fn sources(&self, id: ProofId) -> Vec<u32> {
        let mut sources: Vec<ProofId> = Vec::new();
        if id & DERIVED == 0 {
            sources.push(id);
        } else {
            for step in self.needed(id) {
                let hints = self.hints[Proof::range(&self.hint_ends, step as usize)].iter();
                sources.extend(hints.filter(|hint| **hint & DERIVED == 0));
            }
            sources.sort_unstable();
            sources.dedup();
        }
        sources.into_iter().map(|given| self.given[given as usize]).collect()
    }

    /// The tags of the given clauses on which a clause rests and on which no clause rests that was asked about before. Each step is looked
    /// at once in all these questions.
    pub(crate) fn new_sources(&mut self, id: ProofId) -> Vec<u32> {
        self.told_steps.resize(self.literal_ends.len().div_ceil(64), 0);
        self.told_given.resize(self.given.len().div_ceil(64), 0);
        let mut sources = Vec::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let is_given = id & DERIVED == 0;
            let place = (id & !DERIVED) as usize;
            let told = if is_given { &mut self.told_given } else { &mut self.told_steps };
            let (word, bit) = (&mut told[place / 64], 1 << (place % 64));
            if *word & bit != 0 {
                continue;
            }
            *word |= bit;
            if is_given {
                sources.push(self.given[place]);
            } else {
                open.extend_from_slice(&self.hints[Proof::range(&self.hint_ends, place)]);
            }
        }
        sources
    }

    /// The places of the steps that lead to a derived clause, in order. The way goes back from the
    /// clause, so that a short derivation at the end of a long log takes little time.
    fn needed(&self, id: ProofId) -> Vec<u32> {
        let last = id & !DERIVED;
        let mut is_marked = vec![0_u64; last as usize / 64 + 1];
        let mut needed = Vec::new();
        let mut open = vec![last];
        while let Some(step) = open.pop() {
            let word = &mut is_marked[step as usize / 64];
            let bit = 1 << (step % 64);
            if *word & bit != 0 {
                continue;
            }
            *word |= bit;
            needed.push(step);
            let hints = self.hints[Proof::range(&self.hint_ends, step as usize)].iter();
            open.extend(hints.filter(|hint| **hint & DERIVED != 0).map(|hint| hint & !DERIVED));
        }
        needed.sort_unstable();
        needed
    }

    /// The steps that lead to a derived clause.
    fn derivation(&self, id: ProofId) -> Vec<ProofStep> {
        let needed = self.needed(id);
        let first = self.given() + 1;
        let number = |hint: ProofId| {
            if hint & DERIVED == 0 {
                return u64::from(hint) + 1;
            }
            let place = needed.binary_search(&(hint & !DERIVED));
            first + place.expect("a step's hints are needed with it") as u64
        };
        let step = |(place, &step): (usize, &u32)| ProofStep {
            id: first + place as u64,
            hints: {
                let hints = &self.hints[Proof::range(&self.hint_ends, step as usize)];
                hints.iter().map(|hint| number(*hint)).collect()
            },
            clause: self.literals[Proof::range(&self.literal_ends, step as usize)].to_vec(),
        };
        needed.iter().enumerate().map(step).collect()
    }
}
