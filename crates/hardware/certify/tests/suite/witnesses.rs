//! Witness circuits meet the five conditions of their format.
//!
//! Base and step say that the witness's own property is inductive as it stands, so they are
//! certified and checked like any other. The simulation conditions are tried on all
//! pairs of the model with random values for what the witness adds.

use buttress_budget::Budget;
use buttress_checker::check_circuit;
use buttress_circuit::{Circuit, Property, Reset, Simulation, Strengthening, Verdict};
use buttress_hardware_certify::{Failure, Settings, Witness, certify, witness};
use buttress_prop::{Clause, Lit, Var};
use buttress_testkit::{Exploration, OracleVerdict, Random, Shape, generate};

fn shape() -> Shape {
    Shape { latches: 4, inputs: 2, gates: 15, properties: 1, ..Shape::default() }
}

fn check_witness(model: &Circuit, witness: &Witness, seed: u64) {
    check_inductive(&witness.circuit, seed);
    check_numbering(&witness.circuit);
    check_simulation(model, witness, seed);
}

/// Base and step.
fn check_inductive(circuit: &Circuit, seed: u64) {
    let verdict = Verdict::Safe(Strengthening::Clauses(Vec::new()));
    let certificate = certify(circuit, 0, &verdict, Settings::default(), &Budget::unlimited());
    let certificate = certificate.unwrap_or_else(|failure| panic!("seed {seed}: {failure}"));
    assert!(check_circuit(circuit, &certificate).is_ok(), "seed {seed}");
}

fn check_numbering(circuit: &Circuit) {
    let latches = circuit.latches.iter().map(|latch| latch.var);
    let vars = circuit.inputs.iter().copied().chain(latches).chain(circuit.ands.iter().copied());
    assert!(vars.enumerate().all(|(index, var)| var == Var(index as u32 + 1)));
}

/// Reset, transition and property.
fn check_simulation(model: &Circuit, witness: &Witness, seed: u64) {
    let mut random = Random::new(seed);
    let (latches, inputs) = (model.latches.len(), model.inputs.len());
    for pair in 0..1_usize << (latches + inputs) {
        let bits: Vec<bool> = (0..latches + inputs).map(|bit| pair >> bit & 1 == 1).collect();
        let mut ours = Simulation::new(model);
        ours.load(model, &bits[..latches], &bits[latches..]);
        let circuit = &witness.circuit;
        let mut state: Vec<bool> = circuit.latches.iter().map(|_| random.coin()).collect();
        let mut input: Vec<bool> = circuit.inputs.iter().map(|_| random.coin()).collect();
        for symbol in &witness.symbols {
            let side = if symbol.is_latch { &mut state } else { &mut input };
            side[symbol.position] = ours.value(symbol.simulated);
        }
        let mut theirs = Simulation::new(circuit);
        theirs.load(circuit, &state, &input);
        for symbol in witness.symbols.iter().filter(|symbol| symbol.is_latch) {
            let one = model.latch(symbol.simulated.var()).unwrap();
            let other = circuit.latches[symbol.position];
            assert_eq!(ours.value(one.next), theirs.value(other.next), "seed {seed}");
            match (one.reset, other.reset) {
                (Reset::Signal(one), Reset::Signal(other)) => {
                    assert_eq!(ours.value(one), theirs.value(other), "seed {seed}");
                }
                (one, other) => assert_eq!(one, other, "seed {seed}"),
            }
        }
        let all = |simulation: &Simulation, circuit: &Circuit| {
            circuit.constraints.iter().all(|&lit| simulation.value(lit))
        };
        assert_eq!(all(&ours, model), all(&theirs, circuit), "seed {seed}");
        let is_good = !theirs.value(circuit.properties[0].bad);
        assert!(!is_good || !ours.value(model.properties[0].bad), "seed {seed}");
    }
}

/// For each pair that is not reached, the clause that excludes it: inductive together.
fn exact_invariant(circuit: &Circuit, exploration: &Exploration) -> Vec<Clause> {
    let latches = circuit.latches.iter().map(|latch| latch.var);
    let vars: Vec<Var> = latches.chain(circuit.inputs.iter().copied()).collect();
    let excluding = |pair: u32| -> Clause {
        vars.iter().enumerate().map(|(bit, var)| var.lit_with(pair >> bit & 1 == 0)).collect()
    };
    let clauses = (0..1 << vars.len()).map(excluding);
    clauses.filter(|clause| exploration.is_invariant(clause)).collect()
}

#[test]
fn inductive_clauses_make_a_witness() {
    let mut made = 0;
    for seed in 0..400 {
        let circuit = generate(seed, &shape());
        let exploration = Exploration::new(&circuit).unwrap();
        if exploration.answers(&circuit)[0] == OracleVerdict::Safe {
            let clauses = exact_invariant(&circuit, &exploration);
            let witness = witness(&circuit, 0, &Strengthening::Clauses(clauses)).unwrap();
            check_witness(&circuit, &witness, seed);
            made += 1;
        }
    }
    assert!(made > 100);
}

#[test]
fn k_inductions_make_a_witness_with_a_history() {
    let mut made = [0; 8];
    for seed in 0..1500 {
        let circuit = generate(seed, &shape());
        let exploration = Exploration::new(&circuit).unwrap();
        if exploration.answers(&circuit)[0] != OracleVerdict::Safe {
            continue;
        }
        for (depth, made) in made.iter_mut().enumerate().skip(1) {
            let strengthening =
                Strengthening::KInduction { clauses: Vec::new(), depth, simple_path: false };
            let verdict = Verdict::Safe(strengthening.clone());
            let budget = Budget::unlimited();
            if certify(&circuit, 0, &verdict, Settings::default(), &budget).is_ok() {
                let witness = witness(&circuit, 0, &strengthening).unwrap();
                check_witness(&circuit, &witness, seed);
                *made += 1;
                break;
            }
        }
    }
    assert!(made[1] > 100 && made[2] > 15 && made[3..].iter().sum::<usize>() > 5, "{made:?}");
}

/// A latch that starts as the input and keeps its value, one that is set at first only, one that
/// is set once these disagree with the input in the first pair, and copies of that one.
fn reset_by_input(copies: usize) -> (Circuit, Vec<Clause>) {
    let mut circuit = Circuit::new();
    let input = circuit.add_input().lit();
    let kept = circuit.add_latch(Reset::Signal(input));
    circuit.set_next(kept, kept.lit());
    let was_first = circuit.add_latch(Reset::Value(true));
    circuit.set_next(was_first, Lit::FALSE);
    let differs = circuit.add_and(!kept.lit(), input);
    let mut signal = circuit.add_and(was_first.lit(), differs.lit());
    for _ in 0..=copies {
        let latch = circuit.add_latch(Reset::Value(false));
        circuit.set_next(latch, signal.lit());
        signal = latch;
    }
    circuit.properties.push(Property { bad: signal.lit() });
    let first = Var(circuit.vars() as u32).lit();
    let clauses =
        vec![Clause::new([!was_first.lit(), first]), Clause::new([!first, kept.lit(), !input])];
    (circuit.finish().unwrap(), clauses)
}

#[test]
fn clauses_on_the_first_pair_need_a_latch_of_their_own() {
    let (circuit, clauses) = reset_by_input(0);
    let witness_of_clauses = witness(&circuit, 0, &Strengthening::Clauses(clauses)).unwrap();
    assert_eq!(witness_of_clauses.circuit.latches.len(), circuit.latches.len() + 1);
    check_witness(&circuit, &witness_of_clauses, 0);
    for copies in 0..3 {
        let (circuit, clauses) = reset_by_input(copies);
        let strengthening =
            Strengthening::KInduction { clauses, depth: copies + 1, simple_path: false };
        let witness = witness(&circuit, 0, &strengthening).unwrap();
        check_witness(&circuit, &witness, 0);
    }
}

#[test]
fn symbols_name_the_literals_of_the_model() {
    // Two latches before the input, and a gate between; the third latch is outside the cone.
    let mut circuit = Circuit::new();
    let one = circuit.add_latch(Reset::Value(false));
    let other = circuit.add_latch(Reset::Value(false));
    let aside = circuit.add_latch(Reset::Value(true));
    let input = circuit.add_input();
    let gate = circuit.add_and(one.lit(), input.lit());
    circuit.set_next(one, gate.lit());
    circuit.set_next(other, one.lit());
    circuit.set_next(aside, other.lit());
    circuit.properties.push(Property { bad: other.lit() });
    let circuit = circuit.finish().unwrap();
    let clauses = vec![Clause::new([!one.lit()])];
    let witness = witness(&circuit, 0, &Strengthening::Clauses(clauses)).unwrap();
    let symbols: Vec<String> = witness.symbols.iter().map(ToString::to_string).collect();
    assert_eq!(symbols, ["i0 = 8", "l0 = 2", "l1 = 4"]);
    check_witness(&circuit, &witness, 0);
}

#[test]
fn simple_paths_have_no_witness() {
    let (circuit, _) = reset_by_input(0);
    let strengthening =
        Strengthening::KInduction { clauses: Vec::new(), depth: 2, simple_path: true };
    assert!(matches!(witness(&circuit, 0, &strengthening), Err(Failure::Unsupported(_))));
    let clauses = Strengthening::Clauses(vec![Clause::new([Var(99).lit()])]);
    assert_eq!(witness(&circuit, 0, &clauses).unwrap_err(), Failure::Foreign(Var(99).lit()));
    assert_eq!(witness(&circuit, 3, &clauses).unwrap_err(), Failure::NoProperty(3));
}
