//! On random small circuits, what the checker accepts is true by explicit-state search, and
//! what is true can be certified.

use buttress_certificate::Evidence;
use buttress_checker::{Claim, check_circuit};
use buttress_circuit::{Circuit, Node, Reset};
use buttress_prop::{Lit, Random, Var};

use crate::common::accept;
use crate::common::certify::{Author, Reading};
use crate::common::oracle::{Oracle, explore};
use crate::common::random::{circuit, signal};

const CIRCUITS: u64 = 400;

#[test]
fn truths_are_certified_and_accepted() {
    let (mut safe, mut unsafe_) = (0, 0);
    for seed in 0..CIRCUITS {
        let circuit = circuit(&mut Random::new(seed));
        let bad = circuit.properties[0].bad;
        let oracle = explore(&circuit, bad);
        let author = Author::new(&circuit);
        match &oracle.counterexample {
            Some(trace) => {
                unsafe_ += 1;
                let certificate = author.certificate(Evidence::Trace(trace.clone()));
                let depth = trace.inputs.len() - 1;
                assert_eq!(*accept(&circuit, &certificate).claim(), Claim::Unsafe { depth });
                assert!(author.inductive(&oracle.strongest(&circuit)).is_none(), "seed {seed}");
            }
            None => {
                safe += 1;
                let clauses = oracle.strongest(&circuit);
                let certificate = author.inductive(&clauses).expect("the strongest invariant");
                assert_eq!(*accept(&circuit, &certificate).claim(), Claim::Safe);
                let certificate = author.k_induction(&clauses, 1, true).expect("relative to it");
                assert_eq!(*accept(&circuit, &certificate).claim(), Claim::Safe);
            }
        }
    }
    assert!(safe > 50 && unsafe_ > 50, "{safe} safe, {unsafe_} unsafe");
}

/// Clauses that an author may try: the negated bad signal and some others.
fn guesses(circuit: &Circuit, random: &mut Random) -> Vec<Vec<Lit>> {
    let first = Var(circuit.vars() as u32);
    let mut clauses = vec![vec![!circuit.properties[0].bad]];
    for _ in 0..random.below(3) {
        let mut clause = vec![signal(circuit, random), signal(circuit, random)];
        if random.below(3) == 0 {
            clause.push(first.lit_with(random.coin()));
        }
        clauses.push(clause);
    }
    clauses
}

/// Whatever an author offers under this reading; how many false claims were among it.
fn offer(reading: Reading, circuits: u64) -> usize {
    let mut lies = 0;
    for seed in 0..circuits {
        let mut random = Random::new(seed);
        let circuit = circuit(&mut random);
        let is_safe = explore(&circuit, circuit.properties[0].bad).counterexample.is_none();
        let author = Author::reading(&circuit, reading);
        let clauses = guesses(&circuit, &mut random);
        let offers = [
            author.inductive(&clauses),
            author.inductive(&clauses[1..]),
            author.k_induction(&[], 1, false),
            author.k_induction(&[], 1, true),
            author.k_induction(&[], 2, true),
            author.k_induction(&clauses[1..], 2, false),
        ];
        for certificate in offers.into_iter().flatten() {
            let is_accepted = check_circuit(&circuit, &certificate).is_ok();
            assert!(is_safe || !is_accepted, "{reading:?}, seed {seed}: a lie was accepted");
            if reading == Reading::Right {
                assert!(is_safe && is_accepted, "seed {seed}");
            }
            lies += usize::from(!is_safe);
        }
    }
    lies
}

#[test]
fn what_the_right_reading_proves_is_accepted_and_true() {
    assert_eq!(offer(Reading::Right, 2 * CIRCUITS), 0);
}

#[test]
fn what_a_wrong_reading_proves_falsely_is_rejected() {
    for reading in Reading::WRONG {
        assert!(offer(reading, 8 * CIRCUITS) > 0, "{reading:?} never lied: the test is idle");
    }
}

/// A copy with one signal changed, of the same sizes.
fn altered(circuit: &Circuit, random: &mut Random) -> Option<Circuit> {
    let mut circuit = circuit.clone();
    let lit = signal(&circuit, random);
    match random.below(4) {
        0 if !circuit.latches.is_empty() => {
            let index = random.below(circuit.latches.len());
            circuit.latches[index].next = lit;
        }
        1 if !circuit.latches.is_empty() => {
            let index = random.below(circuit.latches.len());
            let resets = [Reset::Free, Reset::Value(true), Reset::Value(false), Reset::Signal(lit)];
            circuit.latches[index].reset = resets[random.below(4)];
        }
        2 if !circuit.constraints.is_empty() => {
            circuit.constraints.pop();
        }
        _ => {
            let gate = *circuit.ands.first()?;
            let Node::And(left, _) = circuit.nodes[gate] else { return None };
            circuit.nodes[gate] = Node::And(left, !left);
            if lit.var() < gate {
                circuit.nodes[gate] = Node::And(left, lit);
            }
        }
    }
    circuit.finish().ok()
}

#[test]
fn evidence_for_one_circuit_does_not_pass_for_a_false_claim_about_another() {
    let mut tried = 0;
    for seed in 0..2 * CIRCUITS {
        let mut random = Random::new(seed);
        let circuit = circuit(&mut random);
        let bad = circuit.properties[0].bad;
        let oracle = explore(&circuit, bad);
        let author = Author::new(&circuit);
        let certificate = match &oracle.counterexample {
            Some(trace) => author.certificate(Evidence::Trace(trace.clone())),
            None => match author.inductive(&oracle.strongest(&circuit)) {
                Some(certificate) => certificate,
                None => panic!("seed {seed}: the strongest invariant is inductive"),
            },
        };
        for _ in 0..8 {
            let Some(other) = altered(&circuit, &mut random) else { continue };
            let is_accepted = check_circuit(&other, &certificate).is_ok();
            match &certificate.evidence {
                Evidence::Trace(trace) => {
                    assert_eq!(is_accepted, Oracle::replays(&other, bad, trace), "seed {seed}");
                }
                _ => {
                    let is_safe = explore(&other, bad).counterexample.is_none();
                    tried += usize::from(!is_safe);
                    assert!(is_safe || !is_accepted, "seed {seed}");
                }
            }
        }
    }
    assert!(tried > 50, "only {tried} false claims were tried");
}

/// Bytes of the text changed at random: whatever can be read and is accepted is true.
#[test]
fn damaged_texts_never_pass_for_a_false_claim() {
    let (mut read, mut accepted) = (0, 0);
    for seed in 0..120 {
        let mut random = Random::new(seed);
        let circuit = circuit(&mut random);
        let oracle = explore(&circuit, circuit.properties[0].bad);
        let is_safe = oracle.counterexample.is_none();
        // For an unsafe circuit the author lies by one of the wrong readings, if that helps.
        let readings = Reading::WRONG.into_iter().chain([Reading::Right]);
        let clauses = guesses(&circuit, &mut random);
        let mut texts: Vec<Vec<u8>> = readings
            .filter_map(|reading| Author::reading(&circuit, reading).inductive(&clauses))
            .map(|certificate| buttress_certificate::to_bytes(&certificate))
            .collect();
        texts.extend(oracle.counterexample.iter().map(|trace| {
            let evidence = Evidence::Trace(trace.clone());
            buttress_certificate::to_bytes(&Author::new(&circuit).certificate(evidence))
        }));
        for text in texts {
            for _ in 0..60 {
                let mut damaged = text.clone();
                for _ in 0..=random.below(3) {
                    damage(&mut damaged, &mut random);
                }
                let Ok(certificate) = buttress_certificate::read(&damaged) else { continue };
                read += 1;
                let Ok(checked) = check_circuit(&circuit, &certificate) else { continue };
                accepted += 1;
                assert_eq!(*checked.claim() == Claim::Safe, is_safe, "seed {seed}");
            }
        }
    }
    assert!(read > 1000 && accepted > 10, "{read} read, {accepted} accepted");
}

fn damage(text: &mut Vec<u8>, random: &mut Random) {
    if text.is_empty() {
        return;
    }
    let at = random.below(text.len());
    match random.below(5) {
        0 => text[at] = b"0123456789 -\n"[random.below(13)],
        1 => drop(text.remove(at)),
        2 => text.insert(at, b"0123456789 -\n"[random.below(13)]),
        // A whole line is lost, or stands twice.
        choice => {
            let is_end = |byte: &u8| *byte == b'\n';
            let start = text[..at].iter().rposition(is_end).map_or(0, |end| end + 1);
            let end = text[at..].iter().position(is_end).map_or(text.len(), |end| at + end + 1);
            if choice == 3 {
                text.drain(start..end);
            } else {
                let line = text[start..end].to_vec();
                text.splice(start..start, line);
            }
        }
    }
}
