//! The text format: what is printed can be read, and what is damaged is told by its line.

use buttress_certificate::{
    Certificate, CertificateError, Evidence, Invariant, Lrat, Sizes, is_certificate, read, to_bytes,
};
use buttress_circuit::Trace;
use buttress_prop::{Cnf, Lit};

fn lits(codes: &[u32]) -> Vec<Lit> {
    codes.iter().map(|&code| Lit::from_code(code)).collect()
}

fn proof(start: u32) -> Lrat {
    let mut proof = Lrat::new();
    proof.push(start, &[-3, 4], &[5, 9, 1]);
    proof.push(start + 1, &[i32::MAX, -i32::MAX], &[u32::MAX]);
    proof.push(start + 5, &[], &[start]);
    proof
}

fn invariant() -> Invariant {
    let mut clauses = Cnf::new();
    clauses.add(&lits(&[12, 7, 7]));
    clauses.add(&[]);
    clauses.add(&lits(&[u32::MAX]));
    Invariant { clauses, initiation: proof(17), consecution: proof(23) }
}

fn certificate(evidence: Evidence) -> Certificate {
    let model = Sizes { max_var: 9, inputs: 2, latches: 3, ands: 4 };
    Certificate { model, property: 1, bad: Lit::from_code(13), evidence }
}

fn all() -> Vec<Certificate> {
    let trace = |initial: &[bool], inputs: &[&[bool]]| {
        let inputs = inputs.iter().map(|step| step.to_vec()).collect();
        Evidence::Trace(Trace { initial: initial.to_vec(), inputs })
    };
    let k_induction = |invariant, simple_path| Evidence::KInduction {
        invariant,
        simple_path,
        bases: vec![proof(30), Lrat::new()],
        step: proof(40),
    };
    [
        Evidence::Inductive { invariant: invariant(), safety: proof(50) },
        Evidence::Inductive { invariant: Invariant::default(), safety: Lrat::new() },
        k_induction(None, false),
        k_induction(Some(invariant()), true),
        trace(&[false, true, false], &[&[true, false], &[false, false]]),
        trace(&[], &[&[], &[]]),
        trace(&[true], &[]),
    ]
    .map(certificate)
    .to_vec()
}

#[test]
fn what_is_printed_is_read() {
    for certificate in all() {
        let text = to_bytes(&certificate);
        assert!(is_certificate(&text));
        assert_eq!(read(&text).as_ref(), Ok(&certificate));
        // Other systems end their lines otherwise.
        let text = String::from_utf8(text).expect("ASCII").replace('\n', "\r\n");
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&certificate));
    }
}

#[test]
fn the_text_is_as_documented() {
    let mut clauses = Cnf::new();
    clauses.add(&lits(&[7, 12]));
    clauses.add(&lits(&[9]));
    let step = |id, literals: &[i32], hints: &[u32]| {
        let mut proof = Lrat::new();
        proof.push(id, literals, hints);
        proof
    };
    let initiation = step(17, &[-3, 4], &[5, 9, 1]);
    let invariant = Invariant { clauses, initiation, consecution: step(20, &[], &[3, 4]) };
    let evidence = Evidence::Inductive { invariant, safety: step(9, &[], &[8]) };
    let expected = "buttress-certificate 1\nmodel 9 2 3 4\nproperty 1 13\nkind inductive\n\
                    clauses 2\n7 12\n9\nproof initiation 1\n17 -3 4 0 5 9 1 0\n\
                    proof consecution 1\n20 0 3 4 0\nproof safety 1\n9 0 8 0\nend\n";
    assert_eq!(String::from_utf8(to_bytes(&certificate(evidence))).as_deref(), Ok(expected));
    let trace = Trace { initial: vec![false, true], inputs: vec![vec![true], vec![false]] };
    let expected = "buttress-certificate 1\nmodel 9 2 3 4\nproperty 1 13\nkind trace\n\
                    initial 01\ninputs 2\n1\n0\nend\n";
    let text = to_bytes(&certificate(Evidence::Trace(trace)));
    assert_eq!(String::from_utf8(text).as_deref(), Ok(expected));
}

#[test]
fn every_shortened_text_is_refused() {
    for certificate in all() {
        let text = to_bytes(&certificate);
        for length in 0..text.len() {
            match read(&text[..length]) {
                // Only the last end of line may be missing.
                Ok(_) => assert_eq!(length, text.len() - 1),
                Err(error) => drop(error.to_string()),
            }
        }
    }
}

/// Does reading `text` fail with this message?
fn fails(text: &str, message: &str) {
    let error = read(text.as_bytes()).expect_err("not a certificate");
    assert_eq!(error.to_string(), message);
}

#[test]
fn errors_name_the_line() {
    let head = "buttress-certificate 1\nmodel 9 2 3 4\nproperty 1 13\n";
    fails("", "line 1: expected `buttress-certificate 1`: this is not a certificate");
    fails("aag 1 2 3", "line 1: expected `buttress-certificate 1`: this is not a certificate");
    fails(
        "buttress-certificate 2\n",
        "line 1: certificate version \"2\" is not known, only version 1 is",
    );
    fails(
        "buttress-certificate 1\nmodel 9 2 3\n",
        "line 2: expected `model` and numbers, found \"model 9 2 3\"",
    );
    fails(head, "line 4: the certificate ends where `kind` is expected");
    let kinds = "`kind inductive`, `kind k-induction K`, `kind k-induction K simple-path` with K at \
                 least 1, or `kind trace`";
    for kind in ["kind", "kind k-induction 0", "kind k-induction", "kind trace 1", "sort trace"] {
        let text = format!("{head}{kind}\nclauses 0\n");
        fails(&text, &format!("line 4: expected {kinds}, found \"{kind}\""));
    }
    let trace = format!("{head}kind trace\n");
    fails(
        &format!("{trace}initial 0x1\n"),
        "line 5: expected 0 or 1 for each value, found \"0x1\"",
    );
    fails(
        &format!("{trace}initial 001\ninputs 2\n01\n"),
        "line 8: the certificate ends where a line of input values is expected",
    );
    fails(&format!("{trace}initial 001\ninputs 1\n01\nend\nend\n"), "line 9: text after `end`");
    let proof = format!("{head}kind inductive\nclauses 1\n7\nproof initiation 1\n");
    for (step, message) in [
        ("", "expected a proof step `id literals 0 hints 0`, found \"\""),
        ("5 1 0 2", "expected a proof step `id literals 0 hints 0`, found \"5 1 0 2\""),
        ("5 0 2 0 7", "expected a proof step `id literals 0 hints 0`, found \"5 0 2 0 7\""),
        ("5 0 -2 0", "expected the id of a clause, found \"-2\""),
        ("5 -0 0", "expected a literal, found \"-0\""),
        ("5 2147483648 0 1 0", "expected a literal, found \"2147483648\""),
        ("4294967296 0 1 0", "expected a step id, found \"4294967296\""),
        ("x\u{7f} 0 1 0", "expected a step id, found \"x\\x7f\""),
    ] {
        fails(&format!("{proof}{step}\n"), &format!("line 8: {message}"));
    }
    fails(
        &format!("{head}kind inductive\nclauses 1\n7 -2\n"),
        "line 6: expected a literal code, found \"-2\"",
    );
    fails(
        &format!("{head}kind inductive\nclauses 0\nproof safety 0\n"),
        "line 6: expected `proof initiation` and a number, found \"proof safety 0\"",
    );
}

#[test]
fn huge_counts_cost_nothing() {
    let head = "buttress-certificate 1\nmodel 9 2 3 4\nproperty 1 13\nkind ";
    for tail in [
        "inductive\nclauses 4294967295\n7\n",
        "inductive\nclauses 0\nproof initiation 4294967295\n5 0 1 0\n",
        "k-induction 4294967295\nclauses 0\nproof base 0 0\nproof base 1 0\n",
        "trace\ninitial 000\ninputs 4294967295\n01\n",
    ] {
        let error = read(format!("{head}{tail}").as_bytes()).expect_err("cut short");
        assert!(matches!(error, CertificateError::Truncated { .. }), "{error}");
    }
}

/// Bytes changed at random: an answer, never a panic; and what is read prints again.
#[test]
fn mutated_texts_are_read_or_refused() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % bound
    };
    let texts: Vec<Vec<u8>> = all().iter().map(to_bytes).collect();
    let alphabet = b"0123456789 -\n\r\tkindclauseproof\x00\xff";
    let (mut fine, mut refused) = (0, 0);
    for round in 0..60_000 {
        let mut text = texts[round % texts.len()].clone();
        for _ in 0..=below(4) {
            let at = below(text.len());
            match below(4) {
                0 => text[at] = alphabet[below(alphabet.len())],
                1 => drop(text.remove(at)),
                2 => text.insert(at, alphabet[below(alphabet.len())]),
                _ => {
                    let other = &texts[below(texts.len())];
                    let from = below(other.len());
                    let to = (from + below(30)).min(other.len());
                    text.splice(at..at, other[from..to].iter().copied());
                }
            }
        }
        match read(&text) {
            Ok(certificate) => {
                fine += 1;
                assert_eq!(read(&to_bytes(&certificate)), Ok(certificate));
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains("line "));
            }
        }
    }
    assert!(fine > 1000 && refused > 1000, "{fine} read, {refused} refused");
}
