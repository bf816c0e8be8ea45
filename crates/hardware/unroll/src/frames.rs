//! Time frames: the signals of a circuit in each step, as signals of one graph.
//!
//! Nothing is unrolled before it is asked for. Forward, frame t is the t-th (state, input) pair
//! of a computation, and a latch *is* its next-state signal one frame earlier. Backward,
//! frame d is the pair d transitions before the last one, and a latch is a leaf, to be equated
//! with its next-state signal in frame d + 1 once that frame is there.

use std::collections::HashMap;
use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Circuit, Node, Reset};
use buttress_prop::{IndexVec, Lit, Var};

use crate::formula::Formula;
use crate::limits::DENSE_FRAMES;

/// In which direction frames are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    /// From the first states onward.
    Forward,
    /// From the last pair back.
    Backward,
}

/// The frames of a circuit, as far as they were asked for.
pub(crate) struct Frames {
    circuit: Arc<Circuit>,
    direction: Direction,
    /// Gates with several readers, or read by latches, constraints or properties.
    shared: IndexVec<Var, bool>,
    tables: Vec<Table>,
    /// Inputs and latches that became leaves, for each frame, in the order it happened.
    leaves: Vec<Vec<(Var, Lit)>>,
    stack: Vec<(usize, Var)>,
}

/// The signals of one frame that were asked for.
enum Table {
    /// For frames in use; `OPEN` where nothing was asked.
    Dense(IndexVec<Var, Lit>),
    /// For old frames, of which inputs and latches are kept; gates are found again by hashing.
    Sparse(HashMap<Var, Lit>),
}

const OPEN: Lit = Lit::from_code(u32::MAX);
impl Table {
    fn get(&self, lit: Lit) -> Option<Lit> {
        let value = match self {
            Table::Dense(values) => values[lit.var()],
            Table::Sparse(values) => values.get(&lit.var()).copied().unwrap_or(OPEN),
        };
        (value != OPEN).then(|| value.negate_if(lit.is_negative()))
    }

    fn set(&mut self, var: Var, value: Lit) {
        match self {
            Table::Dense(values) => values[var] = value,
            Table::Sparse(values) => {
                values.insert(var, value);
            }
        }
    }

    fn make_sparse(&mut self, circuit: &Circuit) {
        if let Table::Dense(values) = self {
            let latches = circuit.latches.iter().map(|latch| latch.var);
            let leaves = latches.chain(circuit.inputs.iter().copied());
            let kept = leaves.map(|var| (var, values[var])).filter(|&(_, value)| value != OPEN);
            *self = Table::Sparse(kept.collect());
        }
    }
}

/// What a signal needs before it can be had.
enum Need {
    Nothing(Lit),
    /// This variable in this frame.
    Signal(usize, Var),
}

impl Frames {
    pub(crate) fn new(circuit: Arc<Circuit>, direction: Direction) -> Frames {
        let mut readers = IndexVec::<Var, u8>::filled(0, circuit.vars());
        let mut read = |lit: Lit, by: u8| {
            let count = &mut readers[lit.var()];
            *count = count.saturating_add(by);
        };
        for &var in &circuit.ands {
            if let Node::And(left, right) = circuit.nodes[var] {
                read(left, 1);
                read(right, 1);
            }
        }
        for latch in &circuit.latches {
            read(latch.next, 2);
        }
        circuit.constraints.iter().for_each(|&lit| read(lit, 2));
        let shared = readers.iter().map(|&count| count > 1).collect();
        let (tables, leaves, stack) = (Vec::new(), Vec::new(), Vec::new());
        Frames { circuit, direction, shared, tables, leaves, stack }
    }

    /// How many frames there are.
    pub(crate) fn len(&self) -> usize {
        self.tables.len()
    }

    /// Opens the next frame.
    pub(crate) fn open(&mut self) {
        self.tables.push(Table::Dense(IndexVec::filled(OPEN, self.circuit.vars())));
        self.leaves.push(Vec::new());
        if let Some(old) = self.tables.len().checked_sub(DENSE_FRAMES + 1) {
            self.tables[old].make_sparse(&self.circuit);
        }
    }

    /// The inputs and latches of a frame that are leaves.
    pub(crate) fn leaves(&self, frame: usize) -> &[(Var, Lit)] {
        &self.leaves[frame]
    }

    /// The signal `lit` in a frame that is open. What is interrupted goes on where it stopped.
    pub(crate) fn at(
        &mut self,
        lit: Lit,
        frame: usize,
        formula: &mut Formula,
        budget: &Budget,
    ) -> Result<Lit, Exhausted> {
        if let Some(value) = self.tables[frame].get(lit) {
            return Ok(value);
        }
        if self.direction == Direction::Forward {
            formula.settle();
        }
        self.stack.clear();
        self.stack.push((frame, lit.var()));
        let mut found = OPEN;
        while let Some(&(frame, var)) = self.stack.last() {
            budget.spend(1)?;
            if self.tables[frame].get(var.lit()).is_none() {
                match self.need(frame, var, formula) {
                    Need::Signal(frame, var) => {
                        self.stack.push((frame, var));
                        continue;
                    }
                    Need::Nothing(value) => {
                        found = value;
                        self.tables[frame].set(var, value);
                    }
                }
            }
            self.stack.pop();
        }
        Ok(found.negate_if(lit.is_negative()))
    }

    fn need(&mut self, frame: usize, var: Var, formula: &mut Formula) -> Need {
        match self.circuit.nodes[var] {
            Node::False | Node::Unused => Need::Nothing(Lit::FALSE),
            Node::Input => Need::Nothing(self.leaf(frame, var, formula)),
            Node::And(left, right) => {
                let Some(one) = self.tables[frame].get(left) else {
                    return Need::Signal(frame, left.var());
                };
                if one == Lit::FALSE {
                    return Need::Nothing(Lit::FALSE);
                }
                let Some(other) = self.tables[frame].get(right) else {
                    return Need::Signal(frame, right.var());
                };
                let both = formula.graph.and(one, other);
                if self.shared[var] {
                    formula.graph.share(both.var());
                }
                Need::Nothing(both)
            }
            Node::Latch(index) => {
                let latch = self.circuit.latches[index as usize];
                let (source, signal) = match (self.direction, latch.reset) {
                    (Direction::Backward, _) => {
                        return Need::Nothing(self.leaf(frame, var, formula));
                    }
                    (Direction::Forward, _) if frame > 0 => (frame - 1, latch.next),
                    (_, Reset::Value(value)) => {
                        return Need::Nothing(Lit::FALSE.negate_if(value));
                    }
                    (_, Reset::Free) => return Need::Nothing(self.leaf(frame, var, formula)),
                    (_, Reset::Signal(signal)) => (frame, signal),
                };
                match self.tables[source].get(signal) {
                    Some(value) => Need::Nothing(formula.simplified(value)),
                    None => Need::Signal(source, signal.var()),
                }
            }
        }
    }

    fn leaf(&mut self, frame: usize, var: Var, formula: &mut Formula) -> Lit {
        let leaf = formula.graph.leaf();
        self.leaves[frame].push((var, leaf));
        leaf
    }
}
