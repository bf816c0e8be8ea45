//! Certificates of random small circuits are accepted by the independent checker.

use buttress_budget::{Budget, Limits};
use buttress_certificate::{Certificate, Evidence, Obligation};
use buttress_checker::{Claim, check_circuit};
use buttress_circuit::{Circuit, CircuitUnknown, Property, Reset, Strengthening, Trace, Verdict};
use buttress_hardware_certify::{Failure, Settings, certify, certify_needed};
use buttress_prop::{Clause, Lit, Var};
use buttress_testkit::{Exploration, OracleVerdict, Random, Shape, generate};

fn shape() -> Shape {
    Shape { latches: 4, inputs: 2, gates: 15, properties: 2, ..Shape::default() }
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

fn certified(circuit: &Circuit, property: usize, verdict: &Verdict) -> Certificate {
    let budget = Budget::unlimited();
    certify(circuit, property, verdict, Settings::default(), &budget).expect("a true verdict")
}

fn only_needed(
    circuit: &Circuit,
    property: usize,
    clauses: &[Clause],
    efforts: (u64, u64),
) -> Result<(Vec<Clause>, Certificate), Failure> {
    let budget = Budget::unlimited();
    certify_needed(circuit, property, clauses, efforts, Settings::default(), &budget)
}

fn safe(clauses: &[Clause]) -> Verdict {
    Verdict::Safe(Strengthening::Clauses(clauses.to_vec()))
}

#[test]
fn exact_invariants_are_certified_and_minimised() {
    let (mut proved, mut all, mut fewer) = (0, 0, 0);
    for seed in 0..600 {
        let circuit = generate(seed, &shape());
        let exploration = Exploration::new(&circuit).unwrap();
        for (property, answer) in exploration.answers(&circuit).into_iter().enumerate() {
            let bad = circuit.properties[property].bad;
            let verdict = match answer {
                OracleVerdict::Unsafe { .. } => Verdict::Unsafe(exploration.trace(bad).unwrap()),
                OracleVerdict::Safe => safe(&exact_invariant(&circuit, &exploration)),
            };
            let certificate = certified(&circuit, property, &verdict);
            let checked = check_circuit(&circuit, &certificate);
            match answer {
                OracleVerdict::Unsafe { depth } => {
                    assert_eq!(*checked.unwrap().claim(), Claim::Unsafe { depth });
                    continue;
                }
                OracleVerdict::Safe => {
                    assert_eq!(*checked.unwrap().claim(), Claim::Safe, "seed {seed}");
                }
            }
            proved += 1;
            let Verdict::Safe(Strengthening::Clauses(clauses)) = verdict else { unreachable!() };
            for efforts in [(0, 0), (200, 500), (u64::MAX, u64::MAX)] {
                let (small, certificate) =
                    only_needed(&circuit, property, &clauses, efforts).unwrap();
                assert_eq!(check_circuit(&circuit, &certificate).unwrap().claim(), &Claim::Safe);
                // The clauses that were kept suffice by themselves.
                let certificate = certified(&circuit, property, &safe(&small));
                assert!(check_circuit(&circuit, &certificate).is_ok(), "seed {seed}");
                assert!(small.len() <= clauses.len());
                if efforts.0 == u64::MAX {
                    all += clauses.iter().map(|clause| clause.len()).sum::<usize>();
                    fewer += small.iter().map(|clause| clause.len()).sum::<usize>();
                }
            }
        }
    }
    assert!(proved > 200);
    assert!(fewer * 10 < all, "{fewer} of {all} literals are left");
}

/// What is wrong is not certified; in particular not by leaving a clause out.
#[test]
fn false_claims_are_refused() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..600 {
        let circuit = generate(seed, &shape());
        let exploration = Exploration::new(&circuit).unwrap();
        let mut random = Random::new(seed);
        let mut clauses = exact_invariant(&circuit, &exploration);
        if !clauses.is_empty() {
            clauses.swap_remove(random.below(clauses.len()));
        }
        let budget = Budget::unlimited();
        match certify(&circuit, 0, &safe(&clauses), Settings::default(), &budget) {
            Ok(certificate) => {
                assert_eq!(exploration.answers(&circuit)[0], OracleVerdict::Safe, "seed {seed}");
                assert!(check_circuit(&circuit, &certificate).is_ok(), "seed {seed}");
                accepted += 1;
            }
            Err(Failure::NotInductive { obligation, .. }) => {
                assert_ne!(obligation, Obligation::Safety);
                refused += 1;
            }
            Err(other) => panic!("seed {seed}: {other}"),
        }
        // Leaving out what is not needed may leave out what is wrong.
        match only_needed(&circuit, 0, &clauses, (u64::MAX, 500)) {
            Ok((_, certificate)) => {
                assert_eq!(exploration.answers(&circuit)[0], OracleVerdict::Safe, "seed {seed}");
                assert!(check_circuit(&circuit, &certificate).is_ok(), "seed {seed}");
            }
            Err(Failure::NotInductive { .. }) => {
                assert!(
                    certify(&circuit, 0, &safe(&clauses), Settings::default(), &budget).is_err()
                );
            }
            Err(other) => panic!("seed {seed}: {other}"),
        }
    }
    assert!(refused > 100 && accepted > 100, "{refused} {accepted}");
}

/// The least k for which k-induction can be certified is one that the checker accepts.
#[test]
fn k_inductions_are_certified() {
    let (mut plain, mut simple, mut with_clauses) = (0, 0, 0);
    for seed in 0..500 {
        let circuit = generate(seed, &shape());
        let exploration = Exploration::new(&circuit).unwrap();
        let answer = exploration.answers(&circuit)[0];
        // Some clauses of one state variable that are inductive by themselves.
        let literals = circuit.latches.iter().flat_map(|latch| [latch.var.lit(), !latch.var.lit()]);
        let clauses: Vec<Clause> = literals
            .map(|lit| Clause::new([lit]))
            .filter(|clause| {
                let mut shown = circuit.clone();
                shown.properties = vec![Property { bad: !clause[0] }];
                let budget = Budget::unlimited();
                certify(&shown, 0, &safe(&[]), Settings::default(), &budget).is_ok()
            })
            .collect();
        for simple_path in [false, true] {
            for clauses in [Vec::new(), clauses.clone()] {
                for depth in 1..8 {
                    let verdict = Verdict::Safe(Strengthening::KInduction {
                        clauses: clauses.clone(),
                        depth,
                        simple_path,
                    });
                    let budget = Budget::unlimited();
                    match certify(&circuit, 0, &verdict, Settings::default(), &budget) {
                        Ok(certificate) => {
                            assert_eq!(answer, OracleVerdict::Safe, "seed {seed}");
                            let checked = check_circuit(&circuit, &certificate);
                            assert!(checked.is_ok(), "seed {seed}: {checked:?}");
                            plain += 1;
                            simple += usize::from(simple_path && depth > 1);
                            with_clauses += usize::from(!clauses.is_empty());
                            break;
                        }
                        Err(Failure::NotInductive { obligation, .. }) => match obligation {
                            Obligation::Base(time) => {
                                assert_eq!(
                                    answer,
                                    OracleVerdict::Unsafe { depth: time },
                                    "seed {seed}"
                                );
                                break;
                            }
                            obligation => assert_eq!(obligation, Obligation::Step, "seed {seed}"),
                        },
                        Err(other) => panic!("seed {seed}: {other}"),
                    }
                }
            }
        }
    }
    assert!(plain > 300 && simple > 30 && with_clauses > 30, "{plain} {simple} {with_clauses}");
}

/// A latch that starts as the input and keeps its value, one that is set at first only, and one
/// that is bad: set once the two others and the input disagree in the first pair.
fn reset_by_input() -> (Circuit, Lit) {
    let mut circuit = Circuit::new();
    let input = circuit.add_input().lit();
    let kept = circuit.add_latch(Reset::Signal(input));
    circuit.set_next(kept, kept.lit());
    let was_first = circuit.add_latch(Reset::Value(true));
    circuit.set_next(was_first, Lit::FALSE);
    let bad = circuit.add_latch(Reset::Value(false));
    let differs = circuit.add_and(!kept.lit(), input);
    let differs_at_first = circuit.add_and(was_first.lit(), differs.lit());
    circuit.set_next(bad, differs_at_first.lit());
    circuit.properties.push(Property { bad: bad.lit() });
    let first = Var(circuit.vars() as u32).lit();
    (circuit.finish().unwrap(), first)
}

#[test]
fn clauses_may_speak_of_the_first_pair() {
    let (circuit, first) = reset_by_input();
    let (input, kept, was_first) = (Var(1).lit(), Var(2).lit(), Var(3).lit());
    let clauses = [Clause::new([!was_first, first]), Clause::new([!first, kept, !input])];
    let certificate = certified(&circuit, 0, &safe(&clauses));
    assert!(check_circuit(&circuit, &certificate).is_ok());
    assert_eq!(only_needed(&circuit, 0, &clauses, (u64::MAX, 0)).unwrap().0.len(), 2);
    // Without the first clause nothing follows.
    let verdict = safe(&clauses[1..]);
    let refused = certify(&circuit, 0, &verdict, Settings::default(), &Budget::unlimited());
    let failing = Failure::NotInductive { obligation: Obligation::Consecution, clause: Some(1) };
    assert_eq!(refused, Err(failing));
}

#[test]
fn what_is_no_verdict_gets_no_certificate() {
    let (circuit, first) = reset_by_input();
    let refused = |property, verdict: &Verdict, budget: &Budget| {
        certify(&circuit, property, verdict, Settings::default(), budget).unwrap_err()
    };
    let unlimited = Budget::unlimited();
    let unknown = Verdict::Unknown(CircuitUnknown::Bound(3));
    assert_eq!(refused(0, &unknown, &unlimited), Failure::NoVerdict);
    assert_eq!(refused(1, &safe(&[]), &unlimited), Failure::NoProperty(1));
    let beyond = Var(first.var().0 + 1).lit();
    let foreign = safe(&[Clause::new([beyond])]);
    assert_eq!(refused(0, &foreign, &unlimited), Failure::Foreign(beyond));
    let trace = Trace { initial: vec![true, true], inputs: vec![vec![true]] };
    assert!(matches!(refused(0, &Verdict::Unsafe(trace), &unlimited), Failure::Trace(_)));
    let spent = Budget::with_effort(Limits::none(), 0);
    assert!(matches!(refused(0, &safe(&[]), &spent), Failure::Exhausted(_)));
}

/// The numbering of clauses outside the cone is kept, though they never reach the solver.
#[test]
fn signals_outside_the_cone_count_in_the_numbering() {
    let (small, first) = reset_by_input();
    let mut circuit = small.clone();
    let mut signal = Var(1).lit();
    for _ in 0..5 {
        let latch = circuit.add_latch(Reset::Signal(signal));
        signal = circuit.add_and(latch.lit(), signal).lit();
        circuit.set_next(latch, signal);
    }
    let moved = Var(circuit.vars() as u32).lit();
    let clauses =
        [Clause::new([!Var(3).lit(), moved]), Clause::new([!moved, Var(2).lit(), !Var(1).lit()])];
    let certificate = certified(&circuit, 0, &safe(&clauses));
    assert!(check_circuit(&circuit, &certificate).is_ok());
    let (_, needed) = only_needed(&circuit, 0, &clauses, (u64::MAX, 0)).unwrap();
    assert!(check_circuit(&circuit, &needed).is_ok());
    let Evidence::Inductive { invariant, .. } = certificate.evidence else { panic!() };
    let (before, after) = (first.code(), moved.code());
    assert!(before < after && invariant.consecution.ids()[0] > 60);
}
