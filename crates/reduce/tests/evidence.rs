//! Evidence about the reduced circuit, mapped back, is evidence about the user's circuit.
//!
//! The judge is brute force over all pairs of small random circuits, with an evaluator of
//! its own: a pair is (first, state, inputs), and a clause set is checked by its definition.

use buttress_budget::{Budget, Limits};
use buttress_prop::{Clause, Lit, Var};
use buttress_reduce::{Correspondence, Reduced, Settings};
use buttress_system::{Circuit, Node, Property, Reset, Trace};
use buttress_testkit::{Answer, Exploration, Random, Shape, generate};

/// All pairs of a circuit, with the pseudo variable `first` as its last variable.
struct Pairs<'c> {
    circuit: &'c Circuit,
    /// The values of all variables and of `first`, for each pair.
    values: Vec<Vec<bool>>,
}

impl<'c> Pairs<'c> {
    fn new(circuit: &'c Circuit) -> Pairs<'c> {
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
    fn is_inductive(&self, clauses: &[Clause]) -> bool {
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

#[derive(Default, Debug)]
struct Census {
    safe: usize,
    violated: usize,
    constants: usize,
    merged_latches: usize,
    merged_gates: usize,
    fixed: usize,
    given_up: usize,
    split: usize,
}

fn check(
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
            Answer::Safe => {
                census.safe += 1;
                let mut safe = inductive.clone();
                safe.push(Clause::new([!bad]));
                assert!(pairs.is_inductive(&safe), "safe: {name}");
            }
            Answer::Unsafe { .. } => {
                census.violated += 1;
                let trace = exploration.trace(property.bad).unwrap();
                assert_eq!(reduced.trace_back(&trace).replay(circuit, bad), Ok(()), "{name}");
            }
        }
    }
}

/// What engines rely on.
fn check_shape(circuit: &Circuit, name: &str) {
    assert!(circuit.clone().finish().is_ok(), "{name}");
    assert!(circuit.latches.iter().all(|l| !matches!(l.reset, Reset::Signal(_))), "{name}");
    let bads = circuit.properties.iter().map(|property| property.bad);
    let roots = bads.chain(circuit.constraints.iter().copied());
    let cone = buttress_system::cone_of(circuit, roots);
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

fn bounds(effort: u64, effort_per_query: u64, steps: usize) -> Option<Correspondence> {
    Some(Correspondence { effort, effort_per_query, gate_limit: 1_000, steps })
}

fn survey(settings: &Settings, shape: &Shape, seeds: std::ops::Range<u64>) -> Census {
    let mut census = Census::default();
    for seed in seeds {
        let circuit = generate(seed, shape);
        let all: Vec<usize> = (0..circuit.properties.len()).collect();
        check(&circuit, &all, settings, seed, &mut census);
        if all.len() > 1 {
            check(&circuit, &all[1..2], settings, seed, &mut census);
        }
    }
    census
}

fn small() -> Shape {
    Shape { latches: 5, inputs: 3, special_latch: 50, ..Shape::default() }
}

#[test]
fn cheap_reductions() {
    let census = survey(&Settings::CHEAP, &small(), 0..3_000);
    assert!(census.safe > 500 && census.violated > 500, "{census:?}");
    assert!(census.constants > 300 && census.fixed > 50 && census.split > 300, "{census:?}");
}

#[test]
fn equal_latches() {
    let settings = Settings { gates: None, ..Settings::default() };
    let census = survey(&settings, &small(), 3_000..5_000);
    assert!(census.merged_latches > 200 && census.given_up == 0, "{census:?}");
}

#[test]
fn equal_signals() {
    let census = survey(&Settings::default(), &small(), 5_000..7_000);
    assert!(census.merged_gates > 500 && census.given_up == 0, "{census:?}");
    // Without help from the cheap steps, and with classes that simulation hardly refined.
    let settings =
        Settings { constants: false, latches: None, gates: bounds(1_000_000, 10_000, 1) };
    let census = survey(&settings, &small(), 7_000..9_000);
    assert!(census.merged_gates > 500 && census.merged_latches > 200, "{census:?}");
}

#[test]
fn running_out_is_harmless() {
    let settings =
        Settings { constants: true, latches: bounds(40, 10_000, 4), gates: bounds(150, 25, 4) };
    let census = survey(&settings, &small(), 9_000..10_500);
    assert!(census.given_up > 200 && census.merged_gates > 50, "{census:?}");
}

/// A constraint must not be simplified away by what follows from it.
#[test]
fn a_constraint_survives_its_own_consequences() {
    let mut circuit = Circuit::new();
    let (x, y) = (circuit.add_input().lit(), circuit.add_input().lit());
    let latch = circuit.add_latch(Reset::Value(false));
    let neither = circuit.add_and(!x, !y).lit();
    let also_neither = circuit.add_and(neither, !x).lit();
    circuit.set_next(latch, also_neither);
    circuit.constraints.push(!neither);
    for bad in [also_neither, latch.lit(), neither] {
        circuit.properties.push(Property { bad });
    }
    let circuit = circuit.finish().unwrap();
    let mut census = Census::default();
    check(&circuit, &[0, 1, 2], &Settings::default(), 0, &mut census);
    assert_eq!(census.safe, 3);
}

/// Two counters that count alike, one of them upside down: only signals of both prove it.
#[test]
fn two_counters_that_count_alike_are_one() {
    let mut circuit = Circuit::new();
    let enable = circuit.add_input().lit();
    let counters: Vec<Vec<Lit>> = [false, true]
        .map(|is_negated| {
            let latches: Vec<Var> =
                (0..4).map(|_| circuit.add_latch(Reset::Value(is_negated))).collect();
            let bits: Vec<Lit> =
                latches.iter().map(|var| var.lit().negate_if(is_negated)).collect();
            let mut carry = enable;
            for (&latch, &bit) in latches.iter().zip(&bits) {
                let both = circuit.add_and(bit, carry).lit();
                let neither = circuit.add_and(!bit, !carry).lit();
                let flipped = circuit.add_and(!both, !neither).lit();
                circuit.set_next(latch, flipped.negate_if(is_negated));
                carry = both;
            }
            bits
        })
        .into();
    let differ = circuit.add_and(counters[0][3], !counters[1][3]).lit();
    circuit.properties.push(Property { bad: differ });
    let circuit = circuit.finish().unwrap();
    let reduced = Reduced::new(&circuit, &[0], &Settings::default(), &Budget::unlimited());
    assert_eq!(reduced.circuit.properties[0].bad, Lit::FALSE);
    assert_eq!(reduced.counts.after.latches, 0);
    assert_eq!(reduced.counts.merged_latches, 4);
    let mut facts = reduced.facts().to_vec();
    facts.push(Clause::new([!differ]));
    assert!(Pairs::new(&circuit).is_inductive(&facts));
}

/// What no simulation will see: a wide conjunction that is possible in the first pair alone.
#[test]
fn a_rare_first_pair_is_not_overlooked() {
    let mut circuit = Circuit::new();
    let first = circuit.add_latch(Reset::Value(true));
    let mut wide = first.lit();
    for _ in 0..40 {
        let input = circuit.add_input().lit();
        wide = circuit.add_and(wide, input).lit();
    }
    circuit.properties.push(Property { bad: wide });
    let circuit = circuit.finish().unwrap();
    let reduced = Reduced::new(&circuit, &[0], &Settings::default(), &Budget::unlimited());
    let small = &reduced.circuit;
    let trace = Trace { initial: vec![true], inputs: vec![vec![true; 40]] };
    assert_eq!(trace.replay(small, small.properties[0].bad), Ok(()));
    assert_eq!(reduced.trace_back(&trace).replay(&circuit, wide), Ok(()));
}

#[test]
fn without_time_the_circuit_is_still_normalised() {
    let limits = Limits::none().with_timeout(std::time::Duration::ZERO);
    let circuit = generate(3, &small());
    let reduced = Reduced::new(&circuit, &[0], &Settings::default(), &Budget::new(limits));
    check_shape(&reduced.circuit, "no time");
    assert_eq!(reduced.counts.merged_gates, 0);
}
