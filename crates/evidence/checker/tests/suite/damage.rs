//! Damaged certificates. The proofs come without a spare part (every step, literal and hint
//! is needed), so each damage must be noticed, and at the damaged place or after it.

use buttress_certificate::{Certificate, Evidence, Lrat, Obligation};
use buttress_checker::{Claim, ProofFlaw, Rejection, check_circuit};
use buttress_circuit::{Circuit, Reset, Trace};
use buttress_prop::{Cnf, Lit};

use crate::common::certify::{Author, Text};
use crate::common::oracle::Oracle;
use crate::common::{accept, finish, reject, twin, with};

/// Two bits that count 0, 1, 2, 0, … while the input allows; bad: both are 1.
fn counter() -> Circuit {
    let mut circuit = Circuit::new();
    let go = circuit.add_input().lit();
    let low = circuit.add_latch(Reset::Value(false));
    let high = circuit.add_latch(Reset::Value(false));
    let is_zero = circuit.add_and(!low.lit(), !high.lit()).lit();
    let up = circuit.add_and(is_zero, go).lit();
    let hold_low = circuit.add_and(low.lit(), !go).lit();
    let none = circuit.add_and(!up, !hold_low).lit();
    let carry = circuit.add_and(low.lit(), go).lit();
    let hold_high = circuit.add_and(high.lit(), !go).lit();
    let neither = circuit.add_and(!carry, !hold_high).lit();
    circuit.set_next(low, !none);
    circuit.set_next(high, !neither);
    let bad = circuit.add_and(low.lit(), high.lit()).lit();
    finish(circuit, bad)
}

/// Certificates of every kind for the counter, none with anything superfluous.
fn certificates(circuit: &Circuit) -> Vec<Certificate> {
    let author = Author::new(circuit);
    let [low, high] = [circuit.latches[0].var.lit(), circuit.latches[1].var.lit()];
    let clause = vec![!low, !high];
    let all = [
        author.inductive(std::slice::from_ref(&clause)),
        author.k_induction(&[], 1, false),
        author.k_induction(&[], 2, true),
        author.k_induction(&[clause], 2, false),
    ];
    all.into_iter().map(|made| made.expect("provable")).collect()
}

/// The evidence with the proof of one obligation replaced.
fn replace(evidence: &Evidence, obligation: Obligation, proof: Lrat) -> Evidence {
    let mut evidence = evidence.clone();
    let place = match (&mut evidence, obligation) {
        (Evidence::Inductive { safety, .. }, Obligation::Safety) => safety,
        (Evidence::KInduction { bases, .. }, Obligation::Base(depth)) => &mut bases[depth],
        (Evidence::KInduction { step, .. }, Obligation::Step) => step,
        (Evidence::Inductive { invariant, .. }, Obligation::Initiation)
        | (Evidence::KInduction { invariant: Some(invariant), .. }, Obligation::Initiation) => {
            &mut invariant.initiation
        }
        (Evidence::Inductive { invariant, .. }, Obligation::Consecution)
        | (Evidence::KInduction { invariant: Some(invariant), .. }, Obligation::Consecution) => {
            &mut invariant.consecution
        }
        other => panic!("no such proof: {other:?}"),
    };
    *place = proof;
    evidence
}

type Steps = Vec<(u32, Vec<i32>, Vec<u32>)>;

fn steps(proof: &Lrat) -> Steps {
    proof.iter().map(|step| (step.id, step.literals.to_vec(), step.hints.to_vec())).collect()
}

fn proof(steps: &Steps) -> Lrat {
    let mut proof = Lrat::new();
    steps.iter().for_each(|(id, literals, hints)| proof.push(*id, literals, hints));
    proof
}

/// For every proof of every certificate: its steps, and how a damaged one is judged.
fn for_each_proof(mut visit: impl FnMut(Steps, &dyn Fn(&Steps) -> Result<(), Rejection>)) {
    let circuit = counter();
    for certificate in certificates(&circuit) {
        accept(&circuit, &certificate);
        for (obligation, original) in certificate.evidence.proofs() {
            let judge = |damaged: &Steps| {
                let evidence = replace(&certificate.evidence, obligation, proof(damaged));
                let judged = check_circuit(&circuit, &with(&certificate, evidence));
                if let Err(Rejection::Proof { obligation: found, .. }) = &judged {
                    assert_eq!(*found, obligation, "the damaged proof is named");
                }
                judged.map(drop)
            };
            visit(steps(original), &judge);
        }
    }
}

/// A proof may speak of every variable of its formula, to the last one, and of no other.
#[test]
fn the_last_variable_is_the_last() {
    let circuit = counter();
    let [inductive, _, simple, _] = &certificates(&circuit)[..] else { panic!("four") };
    let per_step = circuit.vars() as i32 + 1;
    let of_both = [inductive, simple].map(|certificate| {
        certificate
            .evidence
            .proofs()
            .into_iter()
            .map(move |(obligation, _)| (certificate, obligation))
    });
    for (certificate, obligation) in of_both.into_iter().flatten() {
        let last = match obligation {
            // One clause to be selected.
            Obligation::Initiation => per_step + 1,
            Obligation::Consecution => 2 * per_step + 1,
            Obligation::Safety => per_step,
            // Three pairs of states, each with the differences of two latches and of being first.
            Obligation::Step => 3 * per_step + 3 * 3,
            Obligation::Base(depth) => (depth as i32 + 1) * per_step,
        };
        let proofs = certificate.evidence.proofs();
        let (_, original) = proofs.iter().find(|(found, _)| *found == obligation).expect("it");
        let judge = |literal: i32| {
            let mut longer = steps(original);
            let (id, _, hints) = longer.pop().expect("a step");
            longer.push((id, vec![literal], hints.clone()));
            longer.push((id + 1, Vec::new(), hints));
            let evidence = replace(&certificate.evidence, obligation, proof(&longer));
            check_circuit(&circuit, &with(certificate, evidence)).map(drop)
        };
        for literal in [last, -last, last + 1, -last - 1] {
            let flaw = match judge(literal) {
                Err(Rejection::Proof { flaw, .. }) => Some(flaw),
                other => other.map(|()| None).expect("nothing else is damaged"),
            };
            // Otherwise the clause is weaker than the empty one, or its hints are more than enough.
            let is_outside = flaw == Some(ProofFlaw::Literal(literal));
            assert_eq!(is_outside, literal.abs() > last, "{obligation}: {literal}");
        }
    }
}

#[test]
fn ids_in_gaps_name_no_clause() {
    for_each_proof(|original, judge| {
        let start = original[0].0;
        let wider = |id: u32| if id < start { id } else { start + 3 * (id - start) };
        let mut spread = original.clone();
        for (id, _, hints) in &mut spread {
            *id = wider(*id);
            hints.iter_mut().for_each(|hint| *hint = wider(*hint));
        }
        assert_eq!(judge(&spread), Ok(()));
        for index in 0..spread.len() {
            for place in 0..spread[index].2.len() {
                let hint = spread[index].2[place];
                // The id that a step would have if there were no gaps.
                for other in [start + (hint.max(start) - start) / 3, hint + 1] {
                    if hint < start || spread.iter().any(|(id, ..)| *id == other) {
                        continue;
                    }
                    let mut damaged = spread.clone();
                    damaged[index].2[place] = other;
                    match judge(&damaged).expect_err("no such step") {
                        Rejection::Proof { flaw, .. } => {
                            assert_eq!(flaw, ProofFlaw::NoClause(other))
                        }
                        other => panic!("{other}"),
                    }
                }
            }
        }
    });
}

#[test]
fn no_step_can_be_spared() {
    for_each_proof(|original, judge| {
        for index in 0..original.len() {
            let mut damaged = original.clone();
            damaged.remove(index);
            let rejection = judge(&damaged).expect_err("a step is missing");
            if index + 1 == original.len() {
                assert!(matches!(rejection, Rejection::Unfinished { .. }), "{rejection}");
            }
        }
    });
}

#[test]
fn no_literal_can_be_spared_or_turned() {
    for_each_proof(|original, judge| {
        for (index, (_, literals, _)) in original.iter().enumerate() {
            for position in 0..literals.len() {
                let mut damaged = original.clone();
                damaged[index].1.remove(position);
                judge(&damaged).expect_err("a literal is missing");
                let mut damaged = original.clone();
                damaged[index].1[position] *= -1;
                judge(&damaged).expect_err("a literal is turned");
                let mut damaged = original.clone();
                damaged[index].1[position] = 1_000_000;
                let Err(Rejection::Proof { id, flaw, .. }) = judge(&damaged) else { panic!() };
                assert_eq!((id, flaw), (original[index].0, ProofFlaw::Literal(1_000_000)));
                let mut damaged = original.clone();
                let literal = -damaged[index].1[position];
                damaged[index].1.push(literal);
                let Err(Rejection::Proof { id, flaw, .. }) = judge(&damaged) else { panic!() };
                assert_eq!((id, flaw), (original[index].0, ProofFlaw::Tautology(literal)));
            }
        }
    });
}

#[test]
fn no_hint_can_be_spared_or_added() {
    for_each_proof(|original, judge| {
        for (index, (id, _, hints)) in original.iter().enumerate() {
            for position in 0..hints.len() {
                let mut damaged = original.clone();
                damaged[index].2.remove(position);
                let Err(Rejection::Proof { id: found, .. }) = judge(&damaged) else { panic!() };
                assert_eq!(found, *id, "the damaged step is named");
                for wrong in [0, *id, *id + 1, u32::MAX] {
                    let mut damaged = original.clone();
                    damaged[index].2[position] = wrong;
                    let Err(Rejection::Proof { flaw, .. }) = judge(&damaged) else { panic!() };
                    assert_eq!(flaw, ProofFlaw::NoClause(wrong));
                }
            }
            let mut damaged = original.clone();
            let last = *hints.last().expect("hints");
            damaged[index].2.push(last);
            let Err(Rejection::Proof { flaw, .. }) = judge(&damaged) else { panic!() };
            assert_eq!(flaw, ProofFlaw::AfterConflict(last));
        }
    });
}

#[test]
fn ids_must_increase_and_nothing_follows_the_empty_clause() {
    for_each_proof(|original, judge| {
        for index in 0..original.len() {
            let before = if index == 0 { original[0].0 - 1 } else { original[index - 1].0 };
            for wrong in [0, 1, before] {
                let mut damaged = original.clone();
                damaged[index].0 = wrong;
                let Err(Rejection::Proof { flaw, .. }) = judge(&damaged) else { panic!() };
                assert_eq!(flaw, ProofFlaw::Id(before));
            }
        }
        let mut damaged = original.clone();
        let (id, _, hints) = original.last().expect("a step").clone();
        damaged.push((id + 1, Vec::new(), hints));
        let Err(Rejection::Proof { flaw, .. }) = judge(&damaged) else { panic!() };
        assert_eq!(flaw, ProofFlaw::AfterEmpty);
        judge(&Vec::new()).expect_err("no proof at all");
    });
}

#[test]
fn ids_may_leave_gaps() {
    let circuit = counter();
    let certificate = &certificates(&circuit)[0];
    let mut evidence = certificate.evidence.clone();
    for (obligation, original) in certificate.evidence.proofs() {
        let start = original.ids()[0];
        let spread =
            |id: u32| if id < start { id } else { start + 7 * (id - start) * (id - start) };
        let wide: Steps = steps(original)
            .into_iter()
            .map(|(id, literals, hints)| {
                (spread(id), literals, hints.into_iter().map(spread).collect())
            })
            .collect();
        evidence = replace(&evidence, obligation, proof(&wide));
    }
    accept(&circuit, &with(certificate, evidence));
}

/// Every hint of a proof replaced by every other id: the checker and its slow twin agree.
#[test]
fn changed_hints_are_judged_as_the_slow_twin_judges_them() {
    let circuit = counter();
    let [low, high] = [circuit.latches[0].var.lit(), circuit.latches[1].var.lit()];
    let clauses = [vec![!low, !high]];
    let author = Author::new(&circuit);
    let certificate = author.inductive(&clauses).expect("inductive");
    let mut text = Text::new(&author, 2);
    text.step(0);
    text.inv(&clauses, 0);
    text.link(0);
    text.step(1);
    text.neg(&clauses, 1);
    let Evidence::Inductive { invariant, .. } = &certificate.evidence else { panic!() };
    let original = steps(&invariant.consecution);
    let mut accepted = 0;
    for index in 0..original.len() {
        for position in 0..original[index].2.len() {
            for hint in 0..=original.last().expect("a step").0 {
                let mut damaged = original.clone();
                damaged[index].2[position] = hint;
                let damaged = proof(&damaged);
                let expected = twin::refutes(&text.clauses, &damaged);
                let evidence = replace(&certificate.evidence, Obligation::Consecution, damaged);
                let judged = check_circuit(&circuit, &with(&certificate, evidence));
                assert_eq!(judged.is_ok(), expected, "step {index}, hint {position} = {hint}");
                accepted += usize::from(expected);
            }
        }
    }
    assert!(accepted > 0, "the unchanged hints are among them");
}

#[test]
fn no_clause_of_the_invariant_can_change() {
    // a = 0 → a; b = 0 → a; bad: b. Both clauses are needed, and each literal of them.
    let mut circuit = Circuit::new();
    let a = circuit.add_latch(Reset::Value(false)).lit();
    let b = circuit.add_latch(Reset::Value(false)).lit();
    circuit.set_next(a.var(), a);
    circuit.set_next(b.var(), a);
    let circuit = finish(circuit, b);
    let original = [vec![!a], vec![!b]];
    let certificate = Author::new(&circuit).inductive(&original).expect("inductive");
    let Evidence::Inductive { invariant, safety } = &certificate.evidence else { panic!() };
    let damages: [&[Vec<Lit>]; 9] = [
        &[vec![!a]],
        &[vec![!b]],
        &[],
        &[vec![], vec![!b]],
        &[vec![!a], vec![]],
        &[vec![a], vec![!b]],
        &[vec![!a], vec![b]],
        &[vec![!a], vec![!a]],
        &[vec![!b], vec![!b]],
    ];
    for damage in damages {
        let mut clauses = Cnf::new();
        damage.iter().for_each(|clause| clauses.add(clause));
        let invariant = buttress_certificate::Invariant { clauses, ..invariant.clone() };
        let evidence = Evidence::Inductive { invariant, safety: safety.clone() };
        reject(&circuit, &with(&certificate, evidence));
    }
}

#[test]
fn sizes_and_the_bad_signal_cannot_change() {
    let circuit = counter();
    for certificate in certificates(&circuit) {
        for change in 0..4 {
            let mut damaged = certificate.clone();
            let model = &mut damaged.model;
            *[&mut model.max_var, &mut model.inputs, &mut model.latches, &mut model.ands]
                [change] += 1;
            assert!(matches!(reject(&circuit, &damaged), Rejection::Size { .. }));
        }
        let mut damaged = certificate.clone();
        damaged.bad = !damaged.bad;
        assert!(matches!(reject(&circuit, &damaged), Rejection::Bad { .. }));
    }
}

#[test]
fn the_kind_cannot_change() {
    // a = 0 → a; b = 0 → a ∧ input; bad: a ∧ ¬b. Provable by simple paths of two good states.
    let mut circuit = Circuit::new();
    let [a, b] = [Reset::Value(false); 2].map(|reset| circuit.add_latch(reset).lit());
    let input = circuit.add_input().lit();
    let stay = circuit.add_and(a, input).lit();
    circuit.set_next(a.var(), a);
    circuit.set_next(b.var(), stay);
    let bad = circuit.add_and(a, !b).lit();
    let circuit = finish(circuit, bad);
    let certificate = Author::new(&circuit).k_induction(&[], 2, true).expect("2-inductive");
    accept(&circuit, &certificate);
    let Evidence::KInduction { bases, step, .. } = &certificate.evidence else { panic!() };
    for (simple_path, depth) in [(false, 2), (true, 1), (false, 1)] {
        let (bases, step) = (bases[..depth].to_vec(), step.clone());
        let evidence = Evidence::KInduction { invariant: None, simple_path, bases, step };
        reject(&circuit, &with(&certificate, evidence));
    }
    let (invariant, safety) = (Default::default(), step.clone());
    reject(&circuit, &with(&certificate, Evidence::Inductive { invariant, safety }));
}

#[test]
fn a_flipped_bit_of_a_trace_is_noticed() {
    // A lock that opens after the inputs 1, 0, 1; the constraint forbids both inputs at once.
    let mut circuit = Circuit::new();
    let [key, other] = [circuit.add_input().lit(), circuit.add_input().lit()];
    let [one, two] = [
        circuit.add_latch(Reset::Value(false)).lit(),
        circuit.add_latch(Reset::Value(false)).lit(),
    ];
    let start = circuit.add_and(key, !other).lit();
    circuit.set_next(one.var(), start);
    let second = circuit.add_and(one, !key).lit();
    let second = circuit.add_and(second, other).lit();
    circuit.set_next(two.var(), second);
    let both = circuit.add_and(key, other).lit();
    circuit.constraints.push(!both);
    let open = circuit.add_and(two, start).lit();
    let circuit = finish(circuit, open);
    let trace = Trace {
        initial: vec![false, false],
        inputs: vec![vec![true, false], vec![false, true], vec![true, false]],
    };
    let certificate = Author::new(&circuit).certificate(Evidence::Trace(trace.clone()));
    assert_eq!(*accept(&circuit, &certificate).claim(), Claim::Unsafe { depth: 2 });
    let check = |damaged: Trace| {
        assert!(!Oracle::replays(&circuit, open, &damaged), "every bit matters here");
        reject(&circuit, &with(&certificate, Evidence::Trace(damaged)));
    };
    for latch in 0..2 {
        let mut damaged = trace.clone();
        damaged.initial[latch] ^= true;
        check(damaged);
    }
    for step in 0..3 {
        for input in 0..2 {
            let mut damaged = trace.clone();
            damaged.inputs[step][input] ^= true;
            check(damaged);
        }
        let mut damaged = trace.clone();
        damaged.inputs.remove(step);
        check(damaged);
    }
    for damaged in [
        Trace { initial: vec![false], ..trace.clone() },
        Trace { initial: vec![false; 3], ..trace.clone() },
        Trace { inputs: Vec::new(), ..trace.clone() },
        Trace { inputs: vec![vec![true]; 3], ..trace.clone() },
        Trace { inputs: vec![vec![true, false, false]; 3], ..trace.clone() },
    ] {
        reject(&circuit, &with(&certificate, Evidence::Trace(damaged)));
    }
}

#[test]
fn rejections_name_the_line_of_the_text() {
    let circuit = counter();
    let certificate = &certificates(&circuit)[3];
    for (obligation, original) in certificate.evidence.proofs() {
        for index in 0..original.len() {
            let mut damaged = steps(original);
            damaged[index].2.insert(0, 4_000_000_000);
            let evidence = replace(&certificate.evidence, obligation, proof(&damaged));
            let damaged = with(certificate, evidence);
            let text = String::from_utf8(buttress_certificate::to_bytes(&damaged)).expect("ASCII");
            let line = 1 + text.lines().position(|line| line.contains("4000000000")).expect("it");
            let expected = format!(
                "{obligation}: step {} (line {line}): hint 4000000000 names no earlier clause",
                original.step(index).id
            );
            assert_eq!(reject(&circuit, &damaged).to_string(), expected);
        }
    }
}
