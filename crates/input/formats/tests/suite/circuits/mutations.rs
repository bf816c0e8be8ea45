//! Damaged files: no panic, no hang, no memory beyond what the file's size allows.

use std::time::{Duration, Instant};

use super::random::{bits, model};
use buttress_circuit::Trace;
use buttress_formats::aiger::{read, write_ascii, write_binary};
use buttress_formats::{Diagnostic, dimacs, witness};
use buttress_prop::Random;

/// Numbers that a header should not be believed for, and other strange words.
const STRANGE: [&str; 12] = [
    "4294967295",
    "4294967296",
    "4000000000",
    "2147483647",
    "1048577",
    "0",
    "1",
    "-1",
    "x",
    "\n",
    "c",
    "",
];

/// One to four random changes: bytes, cuts, repeats, and numbers replaced by strange ones.
fn mutated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        if bytes.is_empty() {
            return bytes;
        }
        let at = random.below(bytes.len());
        // Half of the changes go to the header, where they matter most.
        let at = if random.coin() { at.min(24) } else { at };
        match random.below(7) {
            0 => bytes[at] = random.below(256) as u8,
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes.truncate(at),
            3 => drop(bytes.remove(at)),
            4 => bytes.insert(at, b"0123456789 \ncb\x80\xff"[random.below(16)]),
            5 => {
                let end = at + random.below(bytes.len() - at + 1).min(20);
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let is_digit = |byte: &u8| byte.is_ascii_digit();
                let start = at - bytes[..at].iter().rev().take_while(|byte| is_digit(byte)).count();
                let end = at + bytes[at..].iter().take_while(|byte| is_digit(byte)).count();
                let word = STRANGE[random.below(STRANGE.len())];
                bytes.splice(start..end, word.bytes());
            }
        }
    }
    bytes
}

/// Every problem has a sentence and a position inside the file.
fn check_problems(problems: &[Diagnostic], bytes: &[u8]) {
    assert!(!problems.is_empty() && problems.len() <= 21);
    for problem in problems {
        assert!(!problem.message.is_empty() && problem.offset <= bytes.len(), "{problem:?}");
        assert!(problem.message.len() < 300, "{problem:?}");
    }
}

/// What is accepted can be written and read again; what is not is told.
fn check_aiger(bytes: &[u8]) -> bool {
    let started = Instant::now();
    let accepted = match read(bytes) {
        Ok(model) => {
            assert!(model.circuit.vars() <= (1 << 20) + bytes.len() + 1);
            let copies = [write_ascii(&model), write_binary(&model)];
            for copy in copies {
                // The copy may be refused only for being too short for its variables.
                if let Err(problems) = read(&copy) {
                    let code = problems[0].code;
                    assert_eq!(code, buttress_formats::Code::TooLarge, "{problems:?}");
                }
            }
            true
        }
        Err(problems) => {
            check_problems(&problems, bytes);
            false
        }
    };
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    accepted
}

#[test]
fn mutated_models_are_read_or_refused() {
    let (mut accepted, mut refused) = (0, 0);
    // A hundred thousand files.
    for seed in 0..5000 {
        let mut random = Random::new(seed);
        let original = model(&mut random);
        for bytes in [write_ascii(&original), write_binary(&original)] {
            for _ in 0..10 {
                match check_aiger(&mutated(&bytes, &mut random)) {
                    true => accepted += 1,
                    false => refused += 1,
                }
            }
        }
    }
    assert!(accepted > 5_000 && refused > 30_000, "accepted {accepted}, refused {refused}");
}

#[test]
fn every_truncation_is_read_or_refused() {
    for seed in 0..40 {
        let original = model(&mut Random::new(seed));
        for bytes in [write_ascii(&original), write_binary(&original)] {
            for end in 0..bytes.len() {
                check_aiger(&bytes[..end]);
            }
        }
    }
}

#[test]
fn random_bytes_behind_a_plausible_header_are_read_or_refused() {
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let magic = if random.coin() { "aag" } else { "aig" };
        let [inputs, latches, ands] = [0; 3].map(|_| random.below(4));
        let vars = inputs + latches + ands;
        let rest: Vec<String> = (0..5).map(|_| random.below(3).to_string()).collect();
        let mut bytes = format!(
            "{magic} {vars} {inputs} {latches} {} {ands} {}\n",
            rest[0],
            rest[1..].join(" ")
        )
        .into_bytes();
        for _ in 0..random.below(60) {
            bytes.push(b"0123456789\n\n\n  ilbc\x02\x01"[random.below(21)]);
        }
        check_aiger(&bytes);
    }
}

#[test]
fn headers_that_promise_too_much_cost_nothing() {
    let started = Instant::now();
    for magic in ["aag", "aig"] {
        for field in 0..9 {
            let mut fields = ["0"; 9].map(str::to_string);
            for huge in ["4000000000", "2147483647", "1073741824"] {
                fields[field] = huge.to_string();
                fields[0] = huge.to_string();
                assert!(read(format!("{magic} {}\n", fields.join(" ")).as_bytes()).is_err());
                if field > 2 && field != 4 {
                    fields[0] = "0".to_string();
                    assert!(read(format!("{magic} {}\n0\n", fields.join(" ")).as_bytes()).is_err());
                }
            }
        }
    }
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
}

#[test]
fn mutated_witnesses_are_read_or_refused() {
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let circuit = model(&mut random).circuit;
        if circuit.properties.is_empty() {
            continue;
        }
        let inputs = (0..3).map(|_| bits(&mut random, circuit.inputs.len())).collect();
        let trace = Trace { initial: bits(&mut random, circuit.latches.len()), inputs };
        let text = witness::Witness::violated(0, trace).write();
        let bytes = mutated(text.as_bytes(), &mut random);
        match witness::read(&bytes, &circuit) {
            Ok(witnesses) => assert!(!witnesses.is_empty()),
            Err(problems) => check_problems(&problems, &bytes),
        }
    }
}

#[test]
fn mutated_formulas_are_read_or_refused() {
    let text = "c a formula\np cnf 5 4\n1 -2 0\n3 4 -5 0\n0\n-1 0\n";
    for seed in 0..5000 {
        let bytes = mutated(text.as_bytes(), &mut Random::new(seed));
        if let Err(problems) = dimacs::read(&bytes) {
            check_problems(&problems, &bytes);
        }
    }
}
