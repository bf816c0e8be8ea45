//! Every kind of file that can be proved can be handed out.

use std::time::Duration;

use buttress_dispatch::{Design, DesignKind, Keys, Options, Word};
use buttress_exchange::{Cursor, Exchange, Memory};

use crate::fleet::{example, verdicts, with_workers};

/// The verdicts of a file, by two workers.
fn by_two(path: &str, kind: DesignKind, options: &Options) -> Vec<Word> {
    let exchange = Memory::new();
    let verdicts = with_workers(&exchange, 2, Duration::from_secs(30), || {
        verdicts(&exchange, example(path), kind, options)
    });
    verdicts.into_iter().map(|(_, word)| word).collect()
}

#[test]
fn circuits_property_by_property() {
    let options = Options::default();
    let circuit = DesignKind::Circuit;
    assert_eq!(by_two("hardware/peterson.aag", circuit, &options), [Word::Proved]);
    assert_eq!(by_two("hardware/deep_counter.aag", circuit, &options), [Word::False]);
    let several = by_two("hardware/fifo.aag", circuit, &options);
    assert!(!several.is_empty() && several.iter().all(|word| word.is_evident()), "{several:?}");
}

#[test]
fn what_a_proof_leans_on_is_told_at_its_end() {
    let (exchange, options) = (Memory::new(), Options::default());
    let bytes = example("hardware/peterson.aag");
    let design = Design::new(bytes.clone(), DesignKind::Circuit).unwrap();
    with_workers(&exchange, 1, Duration::from_secs(30), || {
        verdicts(&exchange, bytes, DesignKind::Circuit, &options)
    });
    let stream = Keys::new(design.digest, &options).absolute();
    let records = exchange.read(&stream, &mut Cursor::default(), 1000).unwrap();
    assert!(!records.is_empty(), "clauses that hold for every property are told");
}

#[test]
fn systems_over_numbers() {
    let options = Options::default();
    assert_eq!(by_two("numbers/s1.smt2", DesignKind::Numbers, &options), [Word::Proved]);
    assert_eq!(by_two("numbers/overrun.smt2", DesignKind::Numbers, &options), [Word::False]);
}

#[test]
fn programs_function_by_function() {
    let options = Options::default();
    let program = DesignKind::Program;
    let proved = by_two("programs/BubbleSort.pi", program, &options);
    assert!(proved.iter().all(|word| *word == Word::Proved), "{proved:?}");
    let ends = Options { termination: Some(true), ..Options::default() };
    assert_eq!(by_two("programs/Ackermann.pi", program, &ends), [Word::Proved]);
}

#[test]
fn scripts_check_by_check() {
    let script = b"(set-logic QF_LIA)(declare-const x Int)(assert (> x 2))(check-sat)(push 1)
        (assert (< x 3))(check-sat)(pop 1)(assert (< (* 2 x) 8))(check-sat)(exit)(check-sat)";
    let exchange = Memory::new();
    let verdicts = with_workers(&exchange, 2, Duration::from_secs(30), || {
        verdicts(&exchange, script.to_vec(), DesignKind::Script, &Options::default())
    });
    let words: Vec<Word> = verdicts.into_iter().map(|(_, word)| word).collect();
    assert_eq!(words, [Word::Sat, Word::Unsat, Word::Sat]);
}

#[test]
fn limits_end_in_unknown_and_nonsense_does_too() {
    let hasty = Options { timeout: Some(0.0), ..Options::default() };
    assert_eq!(by_two("hardware/peterson.aag", DesignKind::Circuit, &hasty), [Word::Unknown]);
    let strange = Options { engine: Some("steam".to_owned()), ..Options::default() };
    assert_eq!(by_two("hardware/peterson.aag", DesignKind::Circuit, &strange), [Word::Unknown]);
}
