//! The reference: brute force over all pairs of small circuits.

use buttress_budget::{Budget, Limits};
use buttress_circuit::{Circuit, Node, Reset};
use buttress_hardware_reduce::{Reduced, Settings};
use buttress_prop::{Clause, Lit, Var};
use buttress_testkit::{Exploration, OracleVerdict, Random};

/// All pairs of a circuit, with the pseudo variable `first` as its last variable.
pub struct Pairs<'c> {
    circuit: &'c Circuit,
    /// The values of all variables and of `first`, for each pair.
    values: Vec<Vec<bool>>,
}

impl<'c> Pairs<'c> {
    pub fn new(circuit: &'c Circuit) -> Pairs<'c> {
        let width = 1 + circuit.latches.len() + circuit.inputs.len();
        let values = (0_usize..1 << width).map(|number| {
            let mut values = vec![false; circuit.vars() + 1];
            let latches = circuit.latches.iter().map(|latch| latch.var);
            let first = Var(circuit.vars() as u32);
            let sources = [first].into_iter().chain(latches).chain(circuit.inputs.clone());
            for (bit, var) in sources.enumerate() {
                values[var.index()] = number >> bit & 1 == 1;
            }
            for &var in &circuit.ands {
                if let Node::And(left, right) = circuit.nodes[var] {
                    values[var.index()] = value(&values, left) && value(&values, right);
                }
            }
            values
        });
        Pairs { circuit, values: values.collect() }
    }

    fn is_legal(&self, pair: usize) -> bool {
        self.circuit.constraints.iter().all(|&lit| value(&self.values[pair], lit))
    }

    fn is_first(&self, pair: usize) -> bool {
        let values = &self.values[pair];
        values[self.circuit.vars()]
            && self.circuit.latches.iter().all(|latch| match latch.reset {
                Reset::Free => true,
                Reset::Value(constant) => values[latch.var.index()] == constant,
                Reset::Signal(signal) => values[latch.var.index()] == value(values, signal),
            })
    }

    fn successors(&self, pair: usize) -> impl Iterator<Item = usize> + use<> {
        let mut state = 0;
        for (bit, latch) in self.circuit.latches.iter().enumerate() {
            state |= usize::from(value(&self.values[pair], latch.next)) << (bit + 1);
        }
        let shift = 1 + self.circuit.latches.len();
        (0..1 << self.circuit.inputs.len()).map(move |inputs| state | inputs << shift)
    }

    fn satisfies(&self, pair: usize, clauses: &[Clause]) -> bool {
        clauses.iter().all(|clause| clause.iter().any(|&lit| value(&self.values[pair], lit)))
    }

    /// Initiation and consecution, as a certificate's checker asks for them.
    pub fn is_inductive(&self, clauses: &[Clause]) -> bool {
        let legal = |pair: &usize| self.is_legal(*pair);
        (0..self.values.len()).filter(legal).all(|pair| {
            let holds = self.satisfies(pair, clauses);
            (holds || !self.is_first(pair))
                && (!holds
                    || self
                        .successors(pair)
                        .filter(legal)
                        .all(|successor| self.satisfies(successor, clauses)))
        })
    }
}

fn value(values: &[bool], lit: Lit) -> bool {
    values[lit.var().index()] != lit.is_negative()
}

/// The states that are never reached, as clauses: the strongest invariant over latches.
fn unreached(circuit: &Circuit, exploration: &Exploration) -> Vec<Clause> {
    let states = 0_usize..1 << circuit.latches.len();
    let clauses = states.map(|state| {
        let latches = circuit.latches.iter().enumerate();
        latches.map(|(bit, latch)| latch.var.lit_with(state >> bit & 1 == 0)).collect()
    });
    clauses.filter(|clause: &Clause| exploration.is_invariant(clause)).collect()
}

/// Clauses of up to three signals of any kind that hold in every pair that is reached.
fn some_invariants(circuit: &Circuit, exploration: &Exploration, seed: u64) -> Vec<Clause> {
    let mut random = Random::new(seed);
    let mut clauses = Vec::new();
    for _ in 0..60 {
        let signal = |random: &mut Random| {
            Var(random.below(circuit.vars()) as u32).lit().negate_if(random.coin())
        };
        let clause: Clause = (0..random.between(1, 3)).map(|_| signal(&mut random)).collect();
        if exploration.is_invariant(&clause) {
            clauses.push(clause);
        }
    }
    clauses
}

/// What was seen.
#[derive(Default, Debug)]
pub struct Census {
    pub safe: usize,
    pub violated: usize,
    pub constants: usize,
    pub merged_latches: usize,
    pub merged_gates: usize,
    pub fixed: usize,
    pub given_up: usize,
    pub split: usize,
    pub defined: usize,
    pub delays: usize,
}

/// Holds the reduced circuit's evidence against the user's circuit.
pub fn check(
    circuit: &Circuit,
    properties: &[usize],
    settings: &Settings,
    seed: u64,
    census: &mut Census,
) {
    let limits = Limits::none();
    let reduced = Reduced::new(circuit, properties, settings, &Budget::new(limits));
    let name = format!("seed {seed}, properties {properties:?}, {settings:?}");
    census.constants += reduced.counts.constant_latches;
    census.merged_latches += reduced.counts.merged_latches;
    census.merged_gates += reduced.counts.merged_gates;
    census.fixed += reduced.counts.fixed_inputs;
    census.given_up += reduced.counts.given_up;
    census.defined += reduced.counts.defined_inputs;
    census.delays += reduced.counts.delays;
    check_shape(&reduced.circuit, &name);
    let pairs = Pairs::new(circuit);
    assert!(pairs.is_inductive(reduced.facts()), "facts: {name}");
    let exploration = Exploration::new(&reduced.circuit).unwrap();
    let strongest = unreached(&reduced.circuit, &exploration);
    let back = |clauses: &[Clause]| -> Vec<Clause> {
        clauses.iter().flat_map(|clause| reduced.clause_back(clause)).collect()
    };
    let mut inductive = reduced.facts().to_vec();
    inductive.extend(back(&strongest));
    assert!(pairs.is_inductive(&inductive), "strongest: {name}");
    census.split += usize::from(
        (0..reduced.circuit.vars()).any(|index| reduced.origin(Var(index as u32)).is_none()),
    );
    // Anything that holds in the reduced circuit's pairs is implied in the user's.
    let others = back(&some_invariants(&reduced.circuit, &exploration, seed));
    for pair in (0..pairs.values.len()).filter(|&pair| pairs.is_legal(pair)) {
        if pairs.satisfies(pair, &inductive) {
            assert!(pairs.satisfies(pair, &others), "others: {name}");
        }
    }
    let theirs = Exploration::new(circuit).unwrap();
    for (property, &index) in reduced.circuit.properties.iter().zip(properties) {
        let bad = circuit.properties[index].bad;
        let answer = exploration.answer(property.bad);
        assert_eq!(answer, theirs.answer(bad), "{name}");
        match answer {
            OracleVerdict::Safe => {
                census.safe += 1;
                let mut safe = inductive.clone();
                safe.push(Clause::new([!bad]));
                assert!(pairs.is_inductive(&safe), "safe: {name}");
            }
            OracleVerdict::Unsafe { .. } => {
                census.violated += 1;
                let trace = exploration.trace(property.bad).unwrap();
                assert_eq!(reduced.trace_back(&trace).replay(circuit, bad), Ok(()), "{name}");
            }
        }
    }
}

/// What engines rely on.
pub fn check_shape(circuit: &Circuit, name: &str) {
    assert!(circuit.clone().finish().is_ok(), "{name}");
    assert!(circuit.latches.iter().all(|l| !matches!(l.reset, Reset::Signal(_))), "{name}");
    let bads = circuit.properties.iter().map(|property| property.bad);
    let roots = bads.chain(circuit.constraints.iter().copied());
    let cone = buttress_circuit::cone_of(circuit, roots);
    for index in 1..circuit.vars() {
        let var = Var(index as u32);
        assert!(cone.contains(var), "{name}: {var:?} is read by nothing");
        if let Node::And(left, right) = circuit.nodes[var] {
            assert!(left < right && right < var.lit(), "{name}: {var:?} is out of order");
        }
    }
    let mut gates: Vec<_> = circuit
        .ands
        .iter()
        .map(|&var| match circuit.nodes[var] {
            Node::And(left, right) => (left, right),
            other => panic!("{other:?} among the gates"),
        })
        .collect();
    gates.sort_unstable();
    gates.dedup();
    assert_eq!(gates.len(), circuit.ands.len(), "{name}: equal gates");
}
