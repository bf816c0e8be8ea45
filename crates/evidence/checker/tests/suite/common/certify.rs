//! The obligations a second time, by plain vectors, under the right reading of the
//! specification or a wrong one; and certificates made from them.

use buttress_certificate::{Certificate, Evidence, Invariant, Lrat, Sizes};
use buttress_circuit::{Circuit, Node, Reset};
use buttress_prop::{Cnf, Lit, Var};

use super::refuter::refute;

/// How somebody may read the specification. All but the first are wrong, and make some
/// obligation easier to refute than it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    Right,
    /// A base demands that the computation can go on for one more step.
    ConstraintsBeyondTheEnd,
    /// Consecution demands that step 1 can go on.
    ConsecutionGoesOn,
    /// An uninitialised latch starts as 0.
    FreeIsZero,
    /// A reset signal is read as a 0.
    SignalIsZero,
    /// The bad signal is read with all inputs 0.
    BadWithoutInputs,
    /// `first` is no part of the state, though a reset reads a signal.
    PathWithoutFirst,
    /// Consecution and the step of k-induction start in a first pair.
    StartsInInit,
    /// Safety is asked of first pairs alone.
    SafetyInInit,
    /// Only the first clause of χ is asked for.
    OneClause,
    /// The base for depth 0 is missing: it is asked about a later step instead.
    BaseSkipsFirst,
}

impl Reading {
    pub const WRONG: [Reading; 10] = [
        Reading::ConstraintsBeyondTheEnd,
        Reading::ConsecutionGoesOn,
        Reading::FreeIsZero,
        Reading::SignalIsZero,
        Reading::BadWithoutInputs,
        Reading::PathWithoutFirst,
        Reading::StartsInInit,
        Reading::SafetyInInit,
        Reading::OneClause,
        Reading::BaseSkipsFirst,
    ];
}

/// Writes and refutes the obligations of one property of a circuit.
pub struct Author<'a> {
    pub circuit: &'a Circuit,
    pub property: usize,
    pub reading: Reading,
}

impl<'a> Author<'a> {
    pub fn new(circuit: &'a Circuit) -> Author<'a> {
        Author { circuit, property: 0, reading: Reading::Right }
    }

    pub fn reading(circuit: &'a Circuit, reading: Reading) -> Author<'a> {
        Author { circuit, property: 0, reading }
    }

    fn bad(&self) -> Lit {
        self.circuit.properties[self.property].bad
    }

    pub fn certificate(&self, evidence: Evidence) -> Certificate {
        let model = Sizes::of(self.circuit);
        Certificate { model, property: self.property, bad: self.bad(), evidence }
    }

    pub fn inductive(&self, clauses: &[Vec<Lit>]) -> Option<Certificate> {
        let invariant = self.invariant(clauses)?;
        let mut safety = Text::new(self, 1);
        safety.step(0);
        safety.inv(clauses, 0);
        if self.reading == Reading::SafetyInInit {
            safety.init();
        }
        safety.bad(0);
        let safety = refute(&safety.clauses)?;
        Some(self.certificate(Evidence::Inductive { invariant, safety }))
    }

    pub fn k_induction(
        &self,
        clauses: &[Vec<Lit>],
        depth: usize,
        simple_path: bool,
    ) -> Option<Certificate> {
        let invariant = if clauses.is_empty() { None } else { Some(self.invariant(clauses)?) };
        let bases: Option<Vec<Lrat>> = (0..depth).map(|t| self.base(t)).collect();
        let bases = bases?;
        let mut step = Text::new(self, depth + 1);
        step.step(0);
        step.inv(clauses, 0);
        if self.reading == Reading::StartsInInit {
            step.init();
        }
        for u in 1..=depth {
            step.link(u - 1);
            step.step(u);
            step.inv(clauses, u);
        }
        for u in 0..depth {
            let good = step.lit(!self.bad(), u);
            step.clauses.push(vec![good]);
        }
        step.bad(depth);
        if simple_path {
            for j in 1..=depth {
                for i in 0..j {
                    step.diff(i, j);
                }
            }
        }
        let step = refute(&step.clauses)?;
        Some(self.certificate(Evidence::KInduction { invariant, simple_path, bases, step }))
    }

    fn base(&self, t: usize) -> Option<Lrat> {
        let mut base = Text::new(self, t + 1);
        base.step(0);
        base.init();
        for u in 1..=t {
            base.link(u - 1);
            base.step(u);
        }
        match self.reading {
            Reading::ConstraintsBeyondTheEnd => {
                base.link(t);
                base.step(t + 1);
            }
            Reading::BaseSkipsFirst if t == 0 => return self.base(1),
            _ => {}
        }
        base.bad(t);
        refute(&base.clauses)
    }

    fn invariant(&self, clauses: &[Vec<Lit>]) -> Option<Invariant> {
        let mut initiation = Text::new(self, 1);
        initiation.step(0);
        initiation.init();
        initiation.neg(clauses, 0);
        let initiation = refute(&initiation.clauses)?;
        let goes_on = self.reading == Reading::ConsecutionGoesOn;
        let mut consecution = Text::new(self, if goes_on { 3 } else { 2 });
        consecution.step(0);
        consecution.inv(clauses, 0);
        if self.reading == Reading::StartsInInit {
            consecution.init();
        }
        consecution.link(0);
        consecution.step(1);
        if goes_on {
            consecution.link(1);
            consecution.step(2);
        }
        consecution.neg(clauses, 1);
        let consecution = refute(&consecution.clauses)?;
        let mut cnf = Cnf::new();
        clauses.iter().for_each(|clause| cnf.add(clause));
        Some(Invariant { clauses: cnf, initiation, consecution })
    }
}

/// The clauses of one obligation.
pub struct Text<'a> {
    author: &'a Author<'a>,
    auxiliaries: i32,
    pub clauses: Vec<Vec<i32>>,
}

impl<'a> Text<'a> {
    pub fn new(author: &'a Author<'a>, steps: usize) -> Text<'a> {
        let width = author.circuit.nodes.len() + 1;
        Text { author, auxiliaries: (steps * width) as i32, clauses: Vec::new() }
    }

    fn lit(&self, lit: Lit, t: usize) -> i32 {
        let width = self.author.circuit.nodes.len() + 1;
        let variable = (t * width + lit.var().0 as usize + 1) as i32;
        if lit.is_negative() { -variable } else { variable }
    }

    fn first(&self, t: usize) -> i32 {
        self.lit(Var(self.author.circuit.nodes.len() as u32).lit(), t)
    }

    pub fn step(&mut self, t: usize) {
        let circuit = self.author.circuit;
        self.clauses.push(vec![self.lit(Lit::TRUE, t)]);
        let mut gates = circuit.ands.clone();
        gates.sort_unstable();
        for gate in gates {
            let Node::And(a, b) = circuit.nodes[gate] else { panic!("a gate") };
            let (o, a, b) = (self.lit(gate.lit(), t), self.lit(a, t), self.lit(b, t));
            self.clauses.extend([vec![-o, a], vec![-o, b], vec![o, -a, -b]]);
        }
        for &constraint in &circuit.constraints {
            self.clauses.push(vec![self.lit(constraint, t)]);
        }
    }

    pub fn init(&mut self) {
        self.clauses.push(vec![self.first(0)]);
        for latch in &self.author.circuit.latches {
            let x = self.lit(latch.var.lit(), 0);
            match (latch.reset, self.author.reading) {
                (Reset::Free, Reading::FreeIsZero) => self.clauses.push(vec![-x]),
                (Reset::Signal(_), Reading::SignalIsZero) => self.clauses.push(vec![-x]),
                (Reset::Value(value), _) => self.clauses.push(vec![if value { x } else { -x }]),
                (Reset::Free, _) => {}
                (Reset::Signal(signal), _) => {
                    let r = self.lit(signal, 0);
                    self.clauses.extend([vec![-x, r], vec![x, -r]]);
                }
            }
        }
    }

    pub fn link(&mut self, t: usize) {
        for latch in &self.author.circuit.latches {
            let (x, n) = (self.lit(latch.var.lit(), t + 1), self.lit(latch.next, t));
            self.clauses.extend([vec![-x, n], vec![x, -n]]);
        }
        self.clauses.push(vec![-self.first(t + 1)]);
    }

    pub fn inv(&mut self, clauses: &[Vec<Lit>], t: usize) {
        for clause in clauses {
            self.clauses.push(clause.iter().map(|&lit| self.lit(lit, t)).collect());
        }
    }

    pub fn neg(&mut self, clauses: &[Vec<Lit>], t: usize) {
        let mut any = Vec::new();
        for clause in clauses {
            self.auxiliaries += 1;
            for &lit in clause {
                self.clauses.push(vec![-self.auxiliaries, -self.lit(lit, t)]);
            }
            any.push(self.auxiliaries);
        }
        if self.author.reading == Reading::OneClause {
            any.truncate(1);
        }
        self.clauses.push(any);
    }

    pub fn bad(&mut self, t: usize) {
        if self.author.reading == Reading::BadWithoutInputs {
            for input in &self.author.circuit.inputs {
                self.clauses.push(vec![-self.lit(input.lit(), t)]);
            }
        }
        self.clauses.push(vec![self.lit(self.author.bad(), t)]);
    }

    pub fn diff(&mut self, i: usize, j: usize) {
        let circuit = self.author.circuit;
        let roots = circuit.constraints.iter().copied().chain([self.author.bad()]);
        let cone = buttress_circuit::cone_of(circuit, roots);
        let latches: Vec<_> =
            circuit.latches.iter().filter(|latch| cone.contains(latch.var)).collect();
        let lit = |var: Var| (self.lit(var.lit(), i), self.lit(var.lit(), j));
        let mut pairs: Vec<(i32, i32)> = latches.iter().map(|latch| lit(latch.var)).collect();
        let reads_signal = latches.iter().any(|latch| matches!(latch.reset, Reset::Signal(_)));
        if reads_signal && self.author.reading != Reading::PathWithoutFirst {
            pairs.push((self.first(i), self.first(j)));
        }
        let mut any = Vec::new();
        for (x, y) in pairs {
            self.auxiliaries += 1;
            let d = self.auxiliaries;
            self.clauses.extend([vec![-d, x, y], vec![-d, -x, -y]]);
            any.push(d);
        }
        self.clauses.push(any);
    }
}
