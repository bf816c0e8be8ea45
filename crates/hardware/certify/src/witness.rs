//! A strengthening as a witness circuit, the certificate format of the hardware model checking
//! competition.
//!
//! A witness is a circuit that simulates the model and whose own property is inductive. Its
//! inputs and latches name the literals of the model that they stand for, in the symbol table
//! (`l0 = 12`); those without a name are its own. Five formulas make it valid, with R, F, C, P for
//! resets, transition, constraints and property, primes for the witness, K for what is shared:
//!
//! - reset: R{K} ∧ C ⇒ R′{K} ∧ C′
//! - transition: F{K} ∧ C₀ ∧ C₁ ∧ C₀′ ⇒ F′{K} ∧ C₁′
//! - property: C ∧ C′ ⇒ (P′ ⇒ P)
//! - base: R′ ∧ C′ ⇒ P′
//! - step: P₀′ ∧ F′ ∧ C₀′ ∧ C₁′ ⇒ P₁′
//!
//! Here K is the model's part in the cone of the property, the constraints and the clauses, copied
//! as it is, which settles the first two. For inductive clauses P′ = χ ∧ P. For k-induction the
//! witness also remembers the last k − 1 pairs; see `Maker::history`.
//! Source: Yu, Biere and Heljanko, Progress in Certifying Hardware Model Checking Results.

use std::fmt;

use buttress_circuit::{Circuit, Cone, Latch, Node, Property, Reset, Strengthening, cone_of};
use buttress_prop::{Clause, IndexVec, Lit, Var};

use crate::Failure;

/// A witness circuit. Its inputs come first, then its latches, then its gates, without gaps, as the
/// format demands; its only property is the inductive one.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The circuit.
    pub circuit: Circuit,
    /// What its inputs and latches stand for.
    pub symbols: Vec<Symbol>,
}

/// The name of an input or latch of a witness that stands for a literal of the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Is it a latch, or an input?
    pub is_latch: bool,
    /// Its position among the inputs, or the latches.
    pub position: usize,
    /// The literal of the model.
    pub simulated: Lit,
}

impl Symbol {
    /// The name alone, `= 12`.
    pub fn name(&self) -> String {
        format!("= {}", self.simulated.code())
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = if self.is_latch { 'l' } else { 'i' };
        write!(f, "{letter}{} {}", self.position, self.name())
    }
}

/// The witness that a property of `circuit` holds for this reason.
///
/// k-induction over simple paths has no witness of this kind: `Failure::Unsupported`.
pub fn witness(
    circuit: &Circuit,
    property: usize,
    strengthening: &Strengthening,
) -> Result<Witness, Failure> {
    let Some(bad) = circuit.properties.get(property).map(|property| property.bad) else {
        return Err(Failure::NoProperty(property));
    };
    let (clauses, depth) = match strengthening {
        Strengthening::Clauses(clauses) => (clauses, 1),
        Strengthening::KInduction { simple_path: true, .. } => {
            return Err(Failure::Unsupported("a witness circuit for induction over simple paths"));
        }
        Strengthening::KInduction { clauses, depth, .. } => (clauses, (*depth).max(1)),
    };
    let literals = || clauses.iter().flat_map(|clause| clause.iter().copied());
    if let Some(foreign) = literals().find(|lit| lit.var().index() > circuit.vars()) {
        return Err(Failure::Foreign(foreign));
    }
    let own = literals().filter(|lit| lit.var().index() < circuit.vars());
    let roots = own.chain(circuit.constraints.iter().copied()).chain([bad]);
    let mut maker = Maker {
        model: circuit,
        cone: cone_of(circuit, roots),
        clauses,
        bad,
        reads_first: literals().any(|lit| lit.var().index() == circuit.vars()),
        witness: Circuit::new(),
        symbols: Vec::new(),
    };
    maker.history(depth);
    let Maker { witness, symbols, .. } = maker;
    match witness.finish() {
        Ok(circuit) => Ok(Witness { circuit, symbols }),
        // A copy of a circuit is a circuit.
        Err(_) => Err(Failure::Unsupported("a witness circuit for a malformed circuit")),
    }
}

struct Maker<'a> {
    model: &'a Circuit,
    cone: Cone,
    clauses: &'a [Clause],
    bad: Lit,
    reads_first: bool,
    witness: Circuit,
    symbols: Vec<Symbol>,
}

/// The model's signals in one remembered pair, as signals of the witness.
struct Copy {
    signals: IndexVec<Var, Lit>,
}

impl Copy {
    fn at(&self, lit: Lit) -> Lit {
        self.signals[lit.var()].negate_if(lit.is_negative())
    }
}

impl Maker<'_> {
    /// The model with the pairs before the present one, as far back as `depth` − 1 steps, and a
    /// bit for each that says whether there has been such a pair.
    ///
    /// P′ says of the present pair and of those there have been:
    /// 1. where there was a pair, there were those after it;
    /// 2. each is good and satisfies χ and the constraints;
    /// 3. each leads to the next;
    /// 4. a pair without one before it is a first pair.
    ///
    /// That is inductive: a new pair has `depth` good ones before it, so that it is good by the
    /// step of the k-induction, or fewer and a first one among them: then by the base.
    fn history(&mut self, depth: usize) {
        let mut leaves = vec![self.present()];
        for _ in 1..depth {
            let before = self.remembered();
            leaves.push(before);
        }
        // The bit of the oldest pair is needed to tell whether that pair is a first one.
        let last_bit = if self.reads_first { depth } else { depth - 1 };
        // There is a present pair.
        let mut exists = vec![Lit::TRUE];
        for _ in 0..last_bit {
            exists.push(self.witness.add_latch(Reset::Value(false)).lit());
        }
        let copies: Vec<Copy> = leaves.into_iter().map(|leaves| self.copied(leaves)).collect();
        self.connect(&copies, &exists);

        let mut property = Lit::TRUE;
        for (age, copy) in copies.iter().enumerate() {
            let mut facts = vec![!copy.at(self.bad)];
            let first = exists.get(age + 1).map_or(Lit::FALSE, |&before| !before);
            facts.extend(self.invariant(copy, first));
            if age > 0 {
                facts.push(exists[age - 1]);
                facts.extend(self.model.constraints.iter().map(|&lit| copy.at(lit)));
                facts.extend(self.transition(copy, &copies[age - 1]));
            }
            if let Some(&before) = exists.get(age + 1)
                && age + 1 < copies.len()
            {
                let reset = self.reset(copy);
                facts.push(self.or(before, reset));
            }
            let fact = self.conjunction(facts);
            let holds = self.or(!exists[age], fact);
            property = self.and(property, holds);
        }
        if let [.., younger, oldest] = exists[..] {
            let ordered = self.or(!oldest, younger);
            property = self.and(property, ordered);
        }
        let constraints = self.model.constraints.iter().map(|&lit| copies[0].at(lit));
        self.witness.constraints = constraints.collect();
        self.witness.properties = vec![Property { bad: !property }];
    }

    /// The latches of the cone, with their positions in the model.
    fn latches(&self) -> Vec<Latch> {
        let latches = self.model.latches.iter().copied();
        latches.filter(|latch| self.cone.contains(latch.var)).collect()
    }

    fn inputs(&self) -> Vec<Var> {
        let inputs = self.model.inputs.iter().copied();
        inputs.filter(|&input| self.cone.contains(input)).collect()
    }

    /// Inputs and latches that simulate those of the model.
    fn present(&mut self) -> IndexVec<Var, Lit> {
        let mut leaves = IndexVec::filled(Lit::FALSE, self.model.vars());
        for (position, input) in self.inputs().into_iter().enumerate() {
            leaves[input] = self.witness.add_input().lit();
            self.symbols.push(Symbol { is_latch: false, position, simulated: input.lit() });
        }
        for (position, latch) in self.latches().into_iter().enumerate() {
            leaves[latch.var] = self.witness.add_latch(Reset::Free).lit();
            self.symbols.push(Symbol { is_latch: true, position, simulated: latch.var.lit() });
        }
        leaves
    }

    /// Latches that remember a pair.
    fn remembered(&mut self) -> IndexVec<Var, Lit> {
        let mut leaves = IndexVec::filled(Lit::FALSE, self.model.vars());
        let latches = self.latches().into_iter().map(|latch| latch.var);
        for var in self.inputs().into_iter().chain(latches) {
            leaves[var] = self.witness.add_latch(Reset::Value(false)).lit();
        }
        leaves
    }

    /// The gates over these leaves.
    fn copied(&mut self, leaves: IndexVec<Var, Lit>) -> Copy {
        let mut copy = Copy { signals: leaves };
        for &gate in &self.model.ands {
            if let Node::And(left, right) = self.model.nodes[gate]
                && self.cone.contains(gate)
            {
                copy.signals[gate] = self.and(copy.at(left), copy.at(right));
            }
        }
        copy
    }

    /// Gives every latch of the witness its reset and its next value.
    fn connect(&mut self, copies: &[Copy], exists: &[Lit]) {
        let present = &copies[0];
        for (position, latch) in self.latches().into_iter().enumerate() {
            self.witness.set_next(present.at(latch.var.lit()).var(), present.at(latch.next));
            self.witness.latches[position].reset = match latch.reset {
                Reset::Signal(signal) => Reset::Signal(present.at(signal)),
                other => other,
            };
        }
        let latches = self.latches().into_iter().map(|latch| latch.var);
        for var in self.inputs().into_iter().chain(latches) {
            for ages in copies.windows(2) {
                let (younger, older) = (ages[0].at(var.lit()), ages[1].at(var.lit()));
                self.witness.set_next(older.var(), younger);
            }
        }
        for ages in exists.windows(2) {
            self.witness.set_next(ages[1].var(), ages[0]);
        }
    }

    /// χ in a pair, one signal for each clause.
    fn invariant(&mut self, copy: &Copy, first: Lit) -> Vec<Lit> {
        let clauses = self.clauses;
        let mut facts = Vec::with_capacity(clauses.len());
        for clause in clauses {
            let mut some = Lit::FALSE;
            for &lit in clause.iter() {
                let is_first = lit.var().index() == self.model.vars();
                let lit = if is_first { first.negate_if(lit.is_negative()) } else { copy.at(lit) };
                some = self.or(some, lit);
            }
            facts.push(some);
        }
        facts
    }

    /// Does `before` lead to the state of `after`?
    fn transition(&mut self, before: &Copy, after: &Copy) -> Vec<Lit> {
        let latches = self.latches().into_iter();
        latches.map(|latch| self.equal(after.at(latch.var.lit()), before.at(latch.next))).collect()
    }

    /// Is the pair a first one?
    fn reset(&mut self, copy: &Copy) -> Lit {
        let mut facts = Vec::new();
        for latch in self.latches() {
            let state = copy.at(latch.var.lit());
            match latch.reset {
                Reset::Free => {}
                Reset::Value(value) => facts.push(state.negate_if(!value)),
                Reset::Signal(signal) => facts.push(self.equal(state, copy.at(signal))),
            }
        }
        self.conjunction(facts)
    }

    fn conjunction(&mut self, facts: Vec<Lit>) -> Lit {
        facts.into_iter().fold(Lit::TRUE, |all, fact| self.and(all, fact))
    }

    fn and(&mut self, left: Lit, right: Lit) -> Lit {
        match (left, right) {
            (Lit::FALSE, _) | (_, Lit::FALSE) => Lit::FALSE,
            (Lit::TRUE, other) | (other, Lit::TRUE) => other,
            _ if left == right => left,
            _ if left == !right => Lit::FALSE,
            _ => self.witness.add_and(left, right).lit(),
        }
    }

    fn or(&mut self, left: Lit, right: Lit) -> Lit {
        !self.and(!left, !right)
    }

    fn equal(&mut self, left: Lit, right: Lit) -> Lit {
        let (both, neither) = (self.and(left, right), self.and(!left, !right));
        self.or(both, neither)
    }
}
