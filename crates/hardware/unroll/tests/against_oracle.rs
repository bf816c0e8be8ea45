//! Both engines against the explicit-state oracle on small random circuits, in tiny turns.
//!
//! Evidence is checked by exhaustive search: traces are replayed, and the step case of a
//! k-induction is explored pair by pair.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted, Limits};
use buttress_circuit::{Circuit, CircuitUnknown, Reset, Simulation, Strengthening, Verdict};
use buttress_prop::{Clause, Lit};
use buttress_testkit::{Exploration, OracleVerdict, Shape, generate};
use buttress_unroll::{Bmc, BmcOutcome, BmcSettings, KInduction, KInductionSettings, Stride};

/// Runs in turns that start tiny, so that engines are interrupted everywhere, and grow.
fn in_turns<T>(mut run: impl FnMut(&Budget) -> Result<T, Exhausted>) -> T {
    let mut effort = 25;
    loop {
        match run(&Budget::with_effort(Limits::none(), effort)) {
            Ok(result) => return result,
            Err(exhausted) => assert_eq!(exhausted, Exhausted::Effort),
        }
        effort += effort / 4;
    }
}

fn bads(circuit: &Circuit) -> Vec<Lit> {
    circuit.properties.iter().map(|property| property.bad).collect()
}

const BOUND: usize = 40;

#[test]
fn bmc_finds_exactly_the_shortest_counterexamples() {
    let mut violated = 0;
    for seed in 0..1500 {
        let circuit = Arc::new(generate(seed, &Shape::default()));
        let expected = Exploration::new(&circuit).unwrap().answers(&circuit);
        let settings = BmcSettings { bound: Some(BOUND), seed, ..BmcSettings::default() };
        let mut bmc = Bmc::new(circuit.clone(), bads(&circuit), settings);
        let mut found = vec![None; expected.len()];
        loop {
            match in_turns(|budget| bmc.run(budget)) {
                BmcOutcome::Unsafe { property, trace } => {
                    let bad = circuit.properties[property].bad;
                    assert_eq!(trace.replay(&circuit, bad), Ok(()), "seed {seed}");
                    assert_eq!(found[property], None, "seed {seed}");
                    found[property] = Some(trace.depth());
                    violated += 1;
                }
                BmcOutcome::Settled => break,
                BmcOutcome::Bound(bound) => {
                    assert_eq!(bound, BOUND);
                    break;
                }
            }
        }
        for (found, expected) in found.into_iter().zip(expected) {
            let expected = match expected {
                OracleVerdict::Unsafe { depth } if depth <= BOUND => Some(depth),
                _ => None,
            };
            assert_eq!(found, expected, "seed {seed}");
        }
    }
    assert!(violated > 500);
}

/// How each property is violated, with a bound that cuts strides short.
fn in_strides(circuit: &Arc<Circuit>, seed: u64) -> Vec<Option<usize>> {
    let settings = BmcSettings { bound: Some(BOUND), stride: Stride::Growing, seed };
    let mut bmc = Bmc::new(circuit.clone(), bads(circuit), settings);
    let mut found = vec![None; circuit.properties.len()];
    loop {
        match in_turns(|budget| bmc.run(budget)) {
            BmcOutcome::Unsafe { property, trace } => {
                let bad = circuit.properties[property].bad;
                assert_eq!(trace.replay(circuit, bad), Ok(()), "seed {seed}");
                assert_eq!(found[property], None, "seed {seed}");
                assert!(trace.depth() <= BOUND);
                found[property] = Some(trace.depth());
            }
            BmcOutcome::Settled => break,
            BmcOutcome::Bound(bound) => {
                assert_eq!(bound, BOUND);
                break;
            }
        }
    }
    found
}

#[test]
fn strides_find_every_counterexample_and_not_always_the_shortest() {
    let (mut violated, mut longer) = (0, 0);
    for seed in 0..1500 {
        let circuit = Arc::new(generate(seed, &Shape::default()));
        let expected = Exploration::new(&circuit).unwrap().answers(&circuit);
        let found = in_strides(&circuit, seed);
        for (found, expected) in found.into_iter().zip(expected) {
            match (found, expected) {
                (Some(found), OracleVerdict::Unsafe { depth }) => {
                    assert!(found >= depth, "seed {seed}");
                    violated += 1;
                    longer += usize::from(found > depth);
                }
                (None, OracleVerdict::Unsafe { depth }) => assert!(depth > BOUND, "seed {seed}"),
                (None, OracleVerdict::Safe) => {}
                (Some(_), OracleVerdict::Safe) => panic!("seed {seed}: no such computation"),
            }
        }
    }
    assert!(violated > 500 && longer > 0, "{violated} {longer}");
}

#[test]
fn strides_ask_few_questions() {
    let circuit = Arc::new(counter(5));
    let settings = BmcSettings { stride: Stride::Growing, ..BmcSettings::default() };
    let mut bmc = Bmc::new(circuit.clone(), bads(&circuit), settings);
    let Ok(BmcOutcome::Unsafe { trace, .. }) = bmc.run(&Budget::unlimited()) else { panic!() };
    assert!(trace.depth() >= 31);
    assert!(bmc.queries() < 12, "{}", bmc.queries());
}

#[test]
fn a_retired_property_is_not_reported() {
    let mut circuit = Circuit::new();
    let input = circuit.add_input().lit();
    let circuit = Arc::new(circuit.finish().unwrap());
    let mut bmc = Bmc::new(circuit, vec![input, !input], BmcSettings::default());
    bmc.retire(0);
    let budget = Budget::unlimited();
    assert!(matches!(bmc.run(&budget), Ok(BmcOutcome::Unsafe { property: 1, .. })));
    assert_eq!(bmc.run(&budget), Ok(BmcOutcome::Settled));
}

#[test]
fn bmc_ends_when_no_computation_goes_on() {
    // The constraint allows one step and no more.
    let mut circuit = Circuit::new();
    let latch = circuit.add_latch(Reset::Value(false));
    circuit.set_next(latch, Lit::TRUE);
    circuit.constraints.push(!latch.lit());
    let circuit = Arc::new(circuit.finish().unwrap());
    let mut bmc = Bmc::new(circuit, vec![latch.lit()], BmcSettings::default());
    assert_eq!(bmc.run(&Budget::unlimited()), Ok(BmcOutcome::Bound(1)));
}

#[test]
fn depths_proved_elsewhere_are_skipped() {
    let circuit = Arc::new(counter(5));
    let bad = circuit.properties[0].bad;
    let mut bmc = Bmc::new(circuit.clone(), vec![bad], BmcSettings::default());
    bmc.assume_free_below(20);
    let Ok(BmcOutcome::Unsafe { trace, .. }) = bmc.run(&Budget::unlimited()) else { panic!() };
    assert_eq!(trace.depth(), 31);
    assert_eq!(trace.replay(&circuit, bad), Ok(()));
}

/// Counts up when the input says so; bad when all bits are set and the input is true.
fn counter(bits: usize) -> Circuit {
    let mut circuit = Circuit::new();
    let input = circuit.add_input().lit();
    let mut carry = input;
    for _ in 0..bits {
        let latch = circuit.add_latch(Reset::Value(false));
        let both = circuit.add_and(latch.lit(), carry).lit();
        let neither = circuit.add_and(!latch.lit(), !carry).lit();
        let next = circuit.add_and(!both, !neither).lit();
        circuit.set_next(latch, next);
        carry = both;
    }
    circuit.properties.push(buttress_circuit::Property { bad: carry });
    circuit.finish().unwrap()
}

#[test]
fn deep_counterexamples_are_reached() {
    let circuit = Arc::new(counter(8));
    let bad = circuit.properties[0].bad;
    let mut bmc = Bmc::new(circuit.clone(), vec![bad], BmcSettings::default());
    let Ok(BmcOutcome::Unsafe { trace, .. }) = bmc.run(&Budget::unlimited()) else { panic!() };
    assert_eq!(trace.depth(), 255);
    assert_eq!(trace.replay(&circuit, bad), Ok(()));
}

/// Every (state, input) pair of a small circuit, for one bad signal.
struct Pairs {
    latches: usize,
    inputs: usize,
    allowed: Vec<bool>,
    bad: Vec<bool>,
    next: Vec<usize>,
}

impl Pairs {
    fn new(circuit: &Circuit, bad: Lit, clauses: &[Clause]) -> Pairs {
        let (latches, inputs) = (circuit.latches.len(), circuit.inputs.len());
        let mut pairs = Pairs { latches, inputs, allowed: vec![], bad: vec![], next: vec![] };
        let bits = |number: usize, count: usize| -> Vec<bool> {
            (0..count).map(|bit| number >> bit & 1 == 1).collect()
        };
        let mut simulation = Simulation::new(circuit);
        for pair in 0..1 << (latches + inputs) {
            simulation.load(circuit, &bits(pair, latches), &bits(pair >> latches, inputs));
            let value = |lit: &Lit| simulation.value(*lit);
            let allowed = circuit.constraints.iter().all(value)
                && clauses.iter().all(|clause| clause.iter().any(value));
            pairs.allowed.push(allowed);
            pairs.bad.push(value(&bad));
            let nexts = circuit.latches.iter().enumerate();
            let next = nexts.map(|(bit, latch)| usize::from(value(&latch.next)) << bit).sum();
            pairs.next.push(next);
        }
        pairs
    }

    /// The allowed pairs over a state.
    fn over(&self, state: usize) -> impl Iterator<Item = usize> {
        let pairs = (0..1 << self.inputs).map(move |inputs| state | inputs << self.latches);
        pairs.filter(|&pair| self.allowed[pair])
    }

    /// Is every path of `good` good pairs followed by good pairs only?
    fn step_holds(&self, good: usize) -> bool {
        let states = 1 << self.latches;
        let mut reached = vec![true; states];
        for _ in 0..good {
            let mut after = vec![false; states];
            for state in (0..states).filter(|&state| reached[state]) {
                for pair in self.over(state).filter(|&pair| !self.bad[pair]) {
                    after[self.next[pair]] = true;
                }
            }
            reached = after;
        }
        (0..states).all(|state| !reached[state] || self.over(state).all(|pair| !self.bad[pair]))
    }

    /// The same for paths of pairwise different states, where only the first may come again if
    /// `repeats_first`.
    fn simple_step_holds(&self, good: usize, repeats_first: bool) -> bool {
        let states = 1 << self.latches;
        (0..states).all(|start| {
            let used = if repeats_first { 0 } else { 1 << start };
            self.no_simple_path_is_bad(start, used, good)
        })
    }

    fn no_simple_path_is_bad(&self, state: usize, used: u64, good: usize) -> bool {
        self.over(state).all(|pair| match good {
            0 => !self.bad[pair],
            _ => {
                let next = self.next[pair];
                self.bad[pair]
                    || used >> next & 1 == 1
                    || self.no_simple_path_is_bad(next, used | 1 << next, good - 1)
            }
        })
    }
}

fn small_shape() -> Shape {
    Shape { latches: 3, inputs: 2, gates: 12, properties: 1, ..Shape::default() }
}

#[test]
fn k_induction_decides_every_property_with_evidence_that_holds() {
    let (mut simple, mut deep) = (0, 0);
    for seed in 0..3000 {
        let circuit = Arc::new(generate(seed, &small_shape()));
        let bad = circuit.properties[0].bad;
        let expected = Exploration::new(&circuit).unwrap().answer(bad);
        let settings = KInductionSettings { seed, ..KInductionSettings::default() };
        let mut engine = KInduction::new(circuit.clone(), bad, settings);
        match in_turns(|budget| engine.run(budget)) {
            Verdict::Unsafe(trace) => {
                assert_eq!(trace.replay(&circuit, bad), Ok(()), "seed {seed}");
                assert_eq!(expected, OracleVerdict::Unsafe { depth: trace.depth() }, "seed {seed}");
            }
            Verdict::Safe(Strengthening::KInduction { clauses, depth, simple_path }) => {
                assert_eq!(expected, OracleVerdict::Safe, "seed {seed}");
                assert!(clauses.is_empty());
                let pairs = Pairs::new(&circuit, bad, &[]);
                let signals = circuit.latches.iter().any(|l| matches!(l.reset, Reset::Signal(_)));
                if simple_path {
                    assert!(pairs.simple_step_holds(depth, signals), "seed {seed}");
                    simple += 1;
                } else {
                    assert!(pairs.step_holds(depth), "seed {seed}");
                }
                let fewer_fail = depth == 1 || !pairs.simple_step_holds(depth - 1, signals);
                assert!(fewer_fail, "seed {seed}: depth {depth} is not least");
                deep += usize::from(depth > 2);
            }
            other => panic!("seed {seed}: {other:?}"),
        }
        // The same answer again.
        assert!(matches!(
            (expected, engine.run(&Budget::unlimited()).unwrap()),
            (OracleVerdict::Safe, Verdict::Safe(_))
                | (OracleVerdict::Unsafe { .. }, Verdict::Unsafe(_))
        ));
    }
    assert!(simple > 20 && deep > 20, "{simple} {deep}");
}

#[test]
fn without_simple_paths_the_least_k_is_found() {
    let mut proved = 0;
    for seed in 0..1500 {
        let circuit = Arc::new(generate(seed, &Shape { properties: 1, ..Shape::default() }));
        let bad = circuit.properties[0].bad;
        let expected = Exploration::new(&circuit).unwrap().answer(bad);
        let settings = KInductionSettings { simple_path: false, bound: Some(10), seed };
        let mut engine = KInduction::new(circuit.clone(), bad, settings);
        let verdict = in_turns(|budget| engine.run(budget));
        let pairs = Pairs::new(&circuit, bad, &[]);
        let least = (1..=10).find(|&good| pairs.step_holds(good));
        match (expected, verdict) {
            (OracleVerdict::Unsafe { depth }, Verdict::Unsafe(trace)) if depth < 10 => {
                assert_eq!(trace.depth(), depth);
            }
            (OracleVerdict::Unsafe { depth }, Verdict::Unknown(CircuitUnknown::Bound(9))) => {
                assert!(depth >= 10)
            }
            (OracleVerdict::Safe, Verdict::Unknown(CircuitUnknown::Bound(9))) => {
                assert_eq!(least, None)
            }
            (OracleVerdict::Safe, Verdict::Safe(strengthening)) => {
                let Strengthening::KInduction { depth, simple_path, .. } = strengthening else {
                    panic!("seed {seed}")
                };
                assert_eq!((Some(depth), simple_path), (least, false), "seed {seed}");
                proved += 1;
            }
            (expected, verdict) => panic!("seed {seed}: {expected:?} {verdict:?}"),
        }
    }
    assert!(proved > 300);
}

#[test]
fn invariants_from_outside_shorten_the_induction() {
    let mut shortened = 0;
    for seed in 0..800 {
        let shape = Shape { signal_reset: 0, ..small_shape() };
        let circuit = Arc::new(generate(seed, &shape));
        let bad = circuit.properties[0].bad;
        let exploration = Exploration::new(&circuit).unwrap();
        if exploration.answer(bad) != OracleVerdict::Safe {
            continue;
        }
        // All clauses that exclude one unreachable state each: inductive together.
        let state_clause = |state: usize| -> Clause {
            let latches = circuit.latches.iter().enumerate();
            latches.map(|(bit, latch)| latch.var.lit_with(state >> bit & 1 == 0)).collect()
        };
        let clauses: Vec<Clause> = (0..1 << circuit.latches.len())
            .map(state_clause)
            .filter(|clause| exploration.is_invariant(clause))
            .collect();
        let run = |clauses: &[Clause], late: bool| {
            let mut engine = KInduction::new(circuit.clone(), bad, KInductionSettings::default());
            if late {
                // The clauses arrive while the engine is at work.
                let _ = engine.run(&Budget::with_effort(Limits::none(), 60));
            }
            clauses.iter().for_each(|clause| engine.assume_invariant(clause.clone()));
            engine.run(&Budget::unlimited()).unwrap()
        };
        let plain = run(&[], false);
        let Verdict::Safe(Strengthening::KInduction { depth: plain_depth, .. }) = plain else {
            panic!("seed {seed}");
        };
        for late in [false, true] {
            let verdict = run(&clauses, late);
            let Verdict::Safe(Strengthening::KInduction { clauses: listed, depth, simple_path }) =
                verdict
            else {
                panic!("seed {seed}");
            };
            let pairs = Pairs::new(&circuit, bad, &listed);
            assert!(!simple_path || late);
            if !simple_path {
                assert!(pairs.step_holds(depth), "seed {seed}");
            }
            if !late {
                assert_eq!(depth, 1, "seed {seed}");
                shortened += usize::from(plain_depth > 1);
            }
        }
    }
    assert!(shortened > 20);
}
