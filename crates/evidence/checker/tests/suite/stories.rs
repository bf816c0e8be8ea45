//! Small circuits whose meaning is easy to get wrong, each with the evidence that a wrong
//! reading would accept.

use buttress_certificate::{Evidence, Lrat, Obligation};
use buttress_checker::{Claim, ProofFlaw, Rejection, TraceFlaw};
use buttress_circuit::{Circuit, Reset, Trace};
use buttress_prop::{Lit, Var};

use crate::common::certify::{Author, Reading};
use crate::common::{accept, finish, reject};

/// a = 0 → a; b = 0 → a; bad: b.
fn copy_register() -> Circuit {
    let mut circuit = Circuit::new();
    let a = circuit.add_latch(Reset::Value(false));
    let b = circuit.add_latch(Reset::Value(false));
    circuit.set_next(a, a.lit());
    circuit.set_next(b, a.lit());
    finish(circuit, b.lit())
}

fn trace(initial: &[bool], inputs: &[&[bool]]) -> Evidence {
    Evidence::Trace(Trace {
        initial: initial.to_vec(),
        inputs: inputs.iter().map(|step| step.to_vec()).collect(),
    })
}

fn proof_of(rejection: &Rejection) -> Obligation {
    match rejection {
        Rejection::Proof { obligation, .. } => *obligation,
        other => panic!("not about a proof: {other}"),
    }
}

#[test]
fn copy_register_needs_both_clauses() {
    let circuit = copy_register();
    let author = Author::new(&circuit);
    let [a, b] = [circuit.latches[0].var.lit(), circuit.latches[1].var.lit()];
    let certificate = author.inductive(&[vec![!a], vec![!b]]).expect("inductive");
    let checked = accept(&circuit, &certificate);
    assert_eq!((*checked.claim(), checked.property()), (Claim::Safe, 0));
    assert_eq!(checked.statistics().obligations, 3);
    assert!(checked.statistics().lrat_steps >= 3);
    // ¬b alone is not inductive, and 2-inductive only after a base of two steps.
    assert!(author.inductive(&[vec![!b]]).is_none());
    assert!(author.k_induction(&[], 1, false).is_none());
    let certificate = author.k_induction(&[vec![!a]], 1, false).expect("relative to ¬a");
    assert_eq!(accept(&circuit, &certificate).statistics().obligations, 4);
}

#[test]
fn simple_paths_make_a_loop_provable() {
    // a = 0 → a; b = 0 → a ∧ input; bad: a ∧ ¬b. Good states with a can repeat for ever before a
    // bad one, but there is only one of them.
    let mut circuit = Circuit::new();
    let a = circuit.add_latch(Reset::Value(false));
    let b = circuit.add_latch(Reset::Value(false));
    let input = circuit.add_input();
    let stay = circuit.add_and(a.lit(), input.lit());
    circuit.set_next(a, a.lit());
    circuit.set_next(b, stay.lit());
    let bad = circuit.add_and(a.lit(), !b.lit());
    let circuit = finish(circuit, bad.lit());
    let author = Author::new(&circuit);
    for depth in 1..4 {
        assert!(author.k_induction(&[], depth, false).is_none());
    }
    let certificate = author.k_induction(&[], 2, true).expect("two different good states");
    assert_eq!(*accept(&circuit, &certificate).claim(), Claim::Safe);
}

#[test]
fn a_last_step_without_successor_is_still_a_step() {
    // x = 0 → 1, constraint ¬x, bad: ¬x. Bad at once, and no second step is allowed.
    let mut circuit = Circuit::new();
    let x = circuit.add_latch(Reset::Value(false));
    circuit.set_next(x, Lit::TRUE);
    circuit.constraints.push(!x.lit());
    let circuit = finish(circuit, !x.lit());
    let author = Author::new(&circuit);
    let evidence = author.certificate(trace(&[false], &[&[]]));
    assert_eq!(*accept(&circuit, &evidence).claim(), Claim::Unsafe { depth: 0 });
    assert!(author.k_induction(&[], 1, false).is_none());
    let wrong = Author::reading(&circuit, Reading::ConstraintsBeyondTheEnd);
    let wrong = wrong.k_induction(&[], 1, false).expect("refutable when the end must go on");
    assert_eq!(proof_of(&reject(&circuit, &wrong)), Obligation::Base(0));
}

#[test]
fn constraints_hold_in_the_last_step_too() {
    // x = 0 → 1, constraint ¬x, bad: x. Never bad, because the constraint forbids that very step.
    let mut circuit = Circuit::new();
    let x = circuit.add_latch(Reset::Value(false));
    circuit.set_next(x, Lit::TRUE);
    circuit.constraints.push(!x.lit());
    let circuit = finish(circuit, x.lit());
    let author = Author::new(&circuit);
    let rejection = reject(&circuit, &author.certificate(trace(&[false], &[&[], &[]])));
    assert_eq!(rejection, Rejection::Trace(TraceFlaw::Constraint { step: 1, constraint: 0 }));
    accept(&circuit, &author.inductive(&[vec![!x.lit()]]).expect("inductive"));
    accept(&circuit, &author.inductive(&[]).expect("the constraint alone suffices"));
    accept(&circuit, &author.k_induction(&[], 1, false).expect("1-inductive"));
}

#[test]
fn constraints_hold_in_every_base_step() {
    // The input must be 1 in every step; bad: x, which an input 0 would set.
    let mut circuit = Circuit::new();
    let input = circuit.add_input();
    let x = circuit.add_latch(Reset::Value(false));
    circuit.set_next(x, !input.lit());
    circuit.constraints.push(input.lit());
    let circuit = finish(circuit, x.lit());
    let author = Author::new(&circuit);
    accept(&circuit, &author.k_induction(&[], 3, false).expect("3-inductive"));
    let rejection = reject(&circuit, &author.certificate(trace(&[false], &[&[false], &[true]])));
    assert_eq!(rejection, Rejection::Trace(TraceFlaw::Constraint { step: 0, constraint: 0 }));
}

#[test]
fn a_bad_signal_reads_the_inputs_of_its_step() {
    // x = 1 → 1; bad: x ∧ ¬input: bad in the first step for one of the two inputs.
    let mut circuit = Circuit::new();
    let input = circuit.add_input();
    let x = circuit.add_latch(Reset::Value(true));
    circuit.set_next(x, Lit::TRUE);
    let bad = circuit.add_and(x.lit(), input.lit());
    let circuit = finish(circuit, bad.lit());
    let author = Author::new(&circuit);
    let claim =
        *accept(&circuit, &author.certificate(trace(&[true], &[&[false], &[true]]))).claim();
    assert_eq!(claim, Claim::Unsafe { depth: 1 });
    let rejection = reject(&circuit, &author.certificate(trace(&[true], &[&[true], &[false]])));
    assert_eq!(rejection, Rejection::Trace(TraceFlaw::NotBad { step: 1 }));
    let wrong = Author::reading(&circuit, Reading::BadWithoutInputs);
    let wrong = wrong.inductive(&[vec![x.lit()]]).expect("safe while the input is 0");
    assert_eq!(proof_of(&reject(&circuit, &wrong)), Obligation::Safety);
}

#[test]
fn an_uninitialised_latch_has_both_values() {
    let mut circuit = Circuit::new();
    let x = circuit.add_latch(Reset::Free);
    circuit.set_next(x, Lit::FALSE);
    let circuit = finish(circuit, x.lit());
    let author = Author::new(&circuit);
    accept(&circuit, &author.certificate(trace(&[true], &[&[]])));
    let wrong = Author::reading(&circuit, Reading::FreeIsZero);
    let wrong = wrong.inductive(&[vec![!x.lit()]]).expect("safe from 0");
    assert_eq!(proof_of(&reject(&circuit, &wrong)), Obligation::Initiation);
}

#[test]
fn a_constant_reset_is_checked_in_a_trace() {
    let circuit = copy_register();
    let author = Author::new(&circuit);
    let rejection = reject(&circuit, &author.certificate(trace(&[false, true], &[&[]])));
    let Rejection::Trace(TraceFlaw::Reset { latch: 1, .. }) = rejection else {
        panic!("{rejection}")
    };
}

/// x resets to the input and keeps its value; bad: x ∧ ¬input, so never in a first pair.
fn reset_to_input() -> Circuit {
    let mut circuit = Circuit::new();
    let input = circuit.add_input();
    let x = circuit.add_latch(Reset::Signal(input.lit()));
    circuit.set_next(x, x.lit());
    let bad = circuit.add_and(x.lit(), !input.lit());
    finish(circuit, bad.lit())
}

#[test]
fn a_reset_signal_is_read_in_the_first_pair_alone() {
    let circuit = reset_to_input();
    let author = Author::new(&circuit);
    let evidence = author.certificate(trace(&[true], &[&[true], &[false]]));
    assert_eq!(*accept(&circuit, &evidence).claim(), Claim::Unsafe { depth: 1 });
    let rejection = reject(&circuit, &author.certificate(trace(&[true], &[&[false]])));
    assert_eq!(rejection, Rejection::Trace(TraceFlaw::Reset { latch: 0, var: Var(2) }));
    let wrong = Author::reading(&circuit, Reading::SignalIsZero);
    let wrong = wrong.inductive(&[vec![!Var(2).lit()]]).expect("safe from 0");
    assert_eq!(proof_of(&reject(&circuit, &wrong)), Obligation::Initiation);
}

#[test]
fn being_first_is_part_of_the_state_when_a_reset_reads_a_signal() {
    let circuit = reset_to_input();
    let author = Author::new(&circuit);
    for depth in 1..4 {
        assert!(author.k_induction(&[], depth, true).is_none());
    }
    let wrong = Author::reading(&circuit, Reading::PathWithoutFirst);
    let wrong = wrong.k_induction(&[], 1, true).expect("no two different states in a row");
    assert_eq!(proof_of(&reject(&circuit, &wrong)), Obligation::Step);
}

#[test]
fn clauses_may_speak_of_being_first() {
    // x resets to the input, then always is 0; bad: x ∧ ¬input. Safe: x is 1 in first pairs only.
    let mut circuit = Circuit::new();
    let input = circuit.add_input();
    let x = circuit.add_latch(Reset::Signal(input.lit()));
    circuit.set_next(x, Lit::FALSE);
    let bad = circuit.add_and(x.lit(), !input.lit());
    let circuit = finish(circuit, bad.lit());
    let author = Author::new(&circuit);
    let first = Var(circuit.vars() as u32).lit();
    let clauses = [vec![first, !x.lit()], vec![!first, !x.lit(), input.lit()]];
    accept(&circuit, &author.inductive(&clauses).expect("inductive"));
    accept(&circuit, &author.inductive(&[vec![!bad.lit()]]).expect("a gate literal"));
    let mut beyond = author.inductive(&clauses).expect("inductive");
    let Evidence::Inductive { invariant, .. } = &mut beyond.evidence else { panic!() };
    invariant.clauses.add(&[Var(circuit.vars() as u32 + 1).lit()]);
    let rejection = reject(&circuit, &beyond);
    assert!(matches!(rejection, Rejection::Clause { clause: 2, line: 8, .. }), "{rejection}");
}

#[test]
fn constant_bad_signals() {
    let author_of = |bad| finish(Circuit::new(), bad);
    let never = author_of(Lit::FALSE);
    let author = Author::new(&never);
    accept(&never, &author.inductive(&[]).expect("χ = true"));
    accept(&never, &author.k_induction(&[], 1, false).expect("1-inductive"));
    // Without latches all states are equal: a simple path of two states does not exist.
    accept(&never, &author.k_induction(&[], 2, true).expect("2-inductive"));
    assert_eq!(
        reject(&never, &author.certificate(trace(&[], &[&[]]))),
        Rejection::Trace(TraceFlaw::NotBad { step: 0 })
    );
    let always = author_of(Lit::TRUE);
    let author = Author::new(&always);
    accept(&always, &author.certificate(trace(&[], &[&[]])));
    assert!(author.inductive(&[]).is_none());
    assert!(author.k_induction(&[], 1, true).is_none());
}

#[test]
fn an_empty_invariant_is_refuted_by_its_empty_negation() {
    let circuit = finish(Circuit::new(), Lit::FALSE);
    let author = Author::new(&circuit);
    let mut certificate = author.inductive(&[]).expect("χ = true");
    let Evidence::Inductive { invariant, .. } = &mut certificate.evidence else { panic!() };
    // STEP(0) is one clause, INIT one, then NEG: the empty clause, 3.
    let step = invariant.initiation.step(0);
    assert_eq!((step.id, step.literals, step.hints), (4, &[][..], &[3][..]));
    // The empty clause must be hinted at; a proof may not just claim it.
    let mut hollow = Lrat::new();
    hollow.push(4, &[], &[]);
    invariant.initiation = hollow;
    let expected = Rejection::Proof {
        obligation: Obligation::Initiation,
        id: 4,
        line: 7,
        flaw: ProofFlaw::NoConflict,
    };
    assert_eq!(reject(&circuit, &certificate), expected);
    assert_eq!(
        expected.to_string(),
        "initiation: step 4 (line 7): the hints end without a conflict"
    );
}

#[test]
fn repeated_literals_and_tautologies_keep_their_place() {
    let circuit = copy_register();
    let author = Author::new(&circuit);
    let [a, b] = [circuit.latches[0].var.lit(), circuit.latches[1].var.lit()];
    let clauses = [vec![!a, !a], vec![a, !a], vec![!b, Lit::FALSE, !b], vec![Lit::TRUE]];
    accept(&circuit, &author.inductive(&clauses).expect("inductive"));
    accept(&circuit, &author.k_induction(&clauses, 2, true).expect("2-inductive"));
    // The empty clause is false: it does not hold in the first pair.
    assert!(author.inductive(&[vec![]]).is_none());
}

#[test]
fn contradictory_constraints_leave_no_computation() {
    let mut circuit = Circuit::new();
    let input = circuit.add_input();
    circuit.constraints.extend([input.lit(), !input.lit()]);
    let circuit = finish(circuit, Lit::TRUE);
    let author = Author::new(&circuit);
    accept(&circuit, &author.inductive(&[]).expect("nothing can happen"));
    accept(&circuit, &author.inductive(&[vec![]]).expect("not even a first pair"));
    for value in [false, true] {
        reject(&circuit, &author.certificate(trace(&[], &[&[value]])));
    }
}

#[test]
fn gates_may_repeat_and_contradict_their_inputs() {
    let mut circuit = Circuit::new();
    let input = circuit.add_input();
    let same = circuit.add_and(input.lit(), input.lit());
    let never = circuit.add_and(same.lit(), !input.lit());
    let zero = circuit.add_and(input.lit(), !input.lit());
    let either = circuit.add_and(!never.lit(), !zero.lit());
    let circuit = finish(circuit, !either.lit());
    accept(&circuit, &Author::new(&circuit).inductive(&[]).expect("combinational"));
}

#[test]
fn a_property_is_known_by_its_position_and_its_signal() {
    let mut circuit = Circuit::new();
    let x = circuit.add_latch(Reset::Value(false));
    circuit.set_next(x, x.lit());
    circuit.properties.push(buttress_circuit::Property { bad: !x.lit() });
    let circuit = finish(circuit, x.lit());
    let author = Author { property: 1, ..Author::new(&circuit) };
    let certificate = author.inductive(&[vec![!x.lit()]]).expect("inductive");
    assert_eq!(accept(&circuit, &certificate).property(), 1);
    let mut wrong = certificate.clone();
    wrong.property = 0;
    assert!(matches!(reject(&circuit, &wrong), Rejection::Bad { index: 0, .. }));
    wrong.property = 2;
    assert_eq!(reject(&circuit, &wrong), Rejection::Property { index: 2, properties: 2 });
    wrong.property = 0;
    wrong.bad = !x.lit();
    assert!(matches!(proof_of(&reject(&circuit, &wrong)), Obligation::Safety));
}

#[test]
fn k_induction_without_a_base_is_refused() {
    let circuit = copy_register();
    let mut certificate = Author::new(&circuit).k_induction(&[], 2, true).expect("2-inductive");
    let Evidence::KInduction { bases, .. } = &mut certificate.evidence else { panic!() };
    bases.clear();
    assert_eq!(reject(&circuit, &certificate), Rejection::NoBase);
}

#[test]
fn a_formula_that_is_too_large_is_refused_cleanly() {
    // Thirty thousand bases are cheap, but their simple path has 450 million pairs.
    let mut circuit = Circuit::new();
    let latches: Vec<Var> = (0..20).map(|_| circuit.add_latch(Reset::Value(false))).collect();
    latches.iter().for_each(|&latch| circuit.set_next(latch, Lit::FALSE));
    let circuit = finish(circuit, Lit::FALSE);
    let author = Author::new(&circuit);
    let stride = circuit.vars() as i32 + 1;
    let bases: Vec<Lrat> = (0..30_000)
        .map(|t: i32| {
            // STEP(0) INIT, 41 clauses for each LINK, one for each STEP, and the bad signal.
            let id = (1 + 21 + t * 42 + 1) as u32;
            let constant = if t == 0 { 1 } else { id - 1 };
            let mut proof = Lrat::new();
            proof.push(id + 1, &[], &[constant, id]);
            proof
        })
        .collect();
    assert_eq!(stride, 22);
    let evidence =
        Evidence::KInduction { invariant: None, simple_path: true, bases, step: Lrat::new() };
    let rejection = reject(&circuit, &author.certificate(evidence));
    assert_eq!(rejection, Rejection::TooLarge(Obligation::Step));
}
