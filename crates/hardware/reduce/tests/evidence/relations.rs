//! Circuits in which a monitor latch carries a relation.

use buttress_budget::Budget;
use buttress_circuit::{Circuit, Property, Reset};
use buttress_hardware_reduce::{Reduced, Settings};
use buttress_prop::{Lit, Var};
use buttress_testkit::Random;

use crate::brute_force::{Census, check};

/// a ⇔ b
fn equal(circuit: &mut Circuit, a: Lit, b: Lit) -> Lit {
    let one = circuit.add_and(a, !b).lit();
    let other = circuit.add_and(!a, b).lit();
    circuit.add_and(!one, !other).lit()
}

fn conjunction(circuit: &mut Circuit, literals: &[Lit]) -> Lit {
    literals.iter().fold(Lit::TRUE, |all, &lit| circuit.add_and(all, lit).lit())
}

/// started ? later : first
fn choice(circuit: &mut Circuit, started: Lit, later: Lit, first: Lit) -> Lit {
    let one = circuit.add_and(started, !later).lit();
    let other = circuit.add_and(!started, !first).lit();
    circuit.add_and(!one, !other).lit()
}

/// A random relational circuit; `flaws` is the chance, in percent, of each broken condition.
fn relational(seed: u64, flaws: u32) -> Circuit {
    let mut random = Random::new(seed);
    let random = &mut random;
    let mut circuit = Circuit::new();
    let inputs: Vec<Lit> = (0..4).map(|_| circuit.add_input().lit()).collect();
    let is_first = random.coin();
    let started = circuit.add_latch(Reset::Value(is_first != random.chance(flaws)));
    let state: Vec<Var> = (0..random.between(1, 3))
        .map(|_| {
            circuit.add_latch(match random.below(4) {
                0 => Reset::Free,
                1 => Reset::Signal(inputs[random.below(4)]),
                value => Reset::Value(value == 2),
            })
        })
        .collect();
    let monitor = circuit.add_latch(match random.below(3) {
        0 => Reset::Free,
        value => Reset::Value(value == 1),
    });
    let started_next = if random.chance(flaws) { inputs[0] } else { Lit::TRUE };
    circuit.set_next(started, started_next.negate_if(is_first));
    let started = started.lit().negate_if(is_first);
    let mut signals: Vec<Lit> = state.iter().map(|var| var.lit()).chain([started]).collect();
    signals.push(inputs[3]);
    if random.chance(30) {
        signals.push(inputs[random.below(4)]);
    }
    for _ in 0..random.between(1, 4) {
        let (a, b) = (random.pick(&signals).unwrap(), random.pick(&signals).unwrap());
        let gate = circuit.add_and(a.negate_if(random.coin()), b.negate_if(random.coin()));
        signals.push(gate.lit());
    }
    for &latch in &state {
        let pool = if random.chance(80) { &inputs } else { &signals };
        let next = random.pick(pool).unwrap();
        circuit.set_next(latch, next.negate_if(random.chance(20)));
    }
    let m = monitor.lit().negate_if(random.chance(30));
    let mut parts = [const { Vec::new() }; 3];
    for _ in 0..random.between(1, 5) {
        let part = &mut parts[random.below(3)];
        let input = inputs[random.below(3)].negate_if(random.chance(20));
        let value = random.pick(&signals).unwrap().negate_if(random.coin());
        part.push(match random.below(5) {
            0 => value,
            1 => input,
            _ => equal(&mut circuit, input, value),
        });
    }
    if !random.chance(flaws) {
        let kept = random.below(2);
        parts[kept].push(m);
    }
    let [later, always, first] = parts.map(|part| conjunction(&mut circuit, &part));
    let chosen = choice(&mut circuit, started, later, first);
    let next = circuit.add_and(chosen, always).lit();
    circuit.set_next(monitor, next.negate_if(m.is_negative()));
    for _ in 0..random.between(1, 2) {
        let mut conjuncts = vec![random.pick(&signals).unwrap().negate_if(random.coin())];
        conjuncts.push(random.pick(&signals).unwrap().negate_if(random.coin()));
        if !random.chance(flaws) {
            conjuncts.push(m);
        }
        let bad = conjunction(&mut circuit, &conjuncts);
        circuit.properties.push(Property { bad });
    }
    if random.chance(25) {
        let constraint = random.pick(&signals).unwrap().negate_if(random.coin());
        circuit.constraints.push(constraint);
    }
    circuit.finish().unwrap()
}

fn collect_census(settings: &Settings, flaws: u32, seeds: std::ops::Range<u64>) -> Census {
    let mut census = Census::default();
    for seed in seeds {
        let circuit = relational(seed, flaws);
        let all: Vec<usize> = (0..circuit.properties.len()).collect();
        check(&circuit, &all, settings, seed, &mut census);
        if all.len() > 1 {
            check(&circuit, &all[1..2], settings, seed, &mut census);
        }
    }
    census
}

#[test]
fn relations_become_functions() {
    let census = collect_census(&Settings::CHEAP, 0, 0..1_500);
    assert!(census.defined > 700 && census.delays > 300, "{census:?}");
    assert!(census.safe > 300 && census.violated > 300, "{census:?}");
}

#[test]
fn functions_and_equal_signals() {
    let census = collect_census(&Settings::default(), 0, 1_500..2_500);
    assert!(census.defined > 400 && census.merged_gates > 200, "{census:?}");
}

#[test]
fn near_relations_keep_their_answers() {
    let census = collect_census(&Settings::default(), 30, 2_500..4_000);
    assert!(census.defined > 50, "{census:?}");
}

/// What may be wrong with a relation.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Flaw {
    None,
    MonitorForgets,
    BadWithoutMonitor,
    OneOfTwoBadsWithoutMonitor,
    BadReadsInput,
    ConstraintReadsInput,
    StartedMayWait,
    StartedFromTheBeginning,
    Cyclic,
}

/// x′ = i, where the monitor asks for i ⇔ ¬x ∧ j in later pairs; bad is m ∧ x.
fn flawed(flaw: Flaw) -> Circuit {
    let mut circuit = Circuit::new();
    let (i, j) = (circuit.add_input().lit(), circuit.add_input().lit());
    let started = circuit.add_latch(Reset::Value(flaw == Flaw::StartedFromTheBeginning));
    let m = circuit.add_latch(Reset::Value(false));
    let x = circuit.add_latch(Reset::Value(false));
    circuit.set_next(x, i);
    let start = if flaw == Flaw::StartedMayWait { j } else { Lit::TRUE };
    circuit.set_next(started, start);
    let read = if flaw == Flaw::Cyclic { i } else { !x.lit() };
    let value = circuit.add_and(read, j).lit();
    let relation = equal(&mut circuit, i, value);
    let kept = if flaw == Flaw::MonitorForgets { Lit::TRUE } else { m.lit() };
    let later = circuit.add_and(relation, kept).lit();
    let next = choice(&mut circuit, started.lit(), later, Lit::TRUE);
    circuit.set_next(m, next);
    let shown = if flaw == Flaw::BadReadsInput { i } else { x.lit() };
    let is_monitored = flaw != Flaw::BadWithoutMonitor;
    let bad = circuit.add_and(if is_monitored { m.lit() } else { Lit::TRUE }, shown).lit();
    circuit.properties.push(Property { bad });
    if flaw == Flaw::OneOfTwoBadsWithoutMonitor {
        circuit.properties.push(Property { bad: x.lit() });
    }
    if flaw == Flaw::ConstraintReadsInput {
        let neither = circuit.add_and(!i, !j).lit();
        circuit.constraints.push(!neither);
    }
    circuit.finish().unwrap()
}

#[test]
fn each_condition_is_checked() {
    let defined = |flaw| {
        let circuit = flawed(flaw);
        let all: Vec<usize> = (0..circuit.properties.len()).collect();
        let mut census = Census::default();
        check(&circuit, &all, &Settings::CHEAP, 0, &mut census);
        census.defined
    };
    assert_eq!(defined(Flaw::None), 1);
    let keeps_differences = |flaw| {
        let circuit = flawed(flaw);
        Reduced::new(&circuit, &[0], &Settings::CHEAP, &Budget::unlimited()).keeps_differences()
    };
    assert!(!keeps_differences(Flaw::None) && keeps_differences(Flaw::Cyclic));
    for flaw in [
        Flaw::MonitorForgets,
        Flaw::BadWithoutMonitor,
        Flaw::OneOfTwoBadsWithoutMonitor,
        Flaw::BadReadsInput,
        Flaw::ConstraintReadsInput,
        Flaw::StartedMayWait,
        Flaw::StartedFromTheBeginning,
        Flaw::Cyclic,
    ] {
        assert_eq!(defined(flaw), 0, "{flaw:?}");
    }
}
