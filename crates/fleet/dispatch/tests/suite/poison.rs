//! Hostile company: whatever is published, verdicts do not change.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use buttress_dispatch::{Design, DesignKind, Keys, Options, Outcome, Word};
use buttress_exchange::{Digest, Exchange, JobId, Memory};
use buttress_prop::Random;

use crate::fleet::{example, verdicts, with_workers};

/// A message as an enemy might send it.
fn message(latches: usize, random: &mut Random) -> Vec<u8> {
    match random.below(8) {
        // Malformed.
        0 => (0..random.below(40)).map(|_| random.below(256) as u8).collect(),
        1 => b"inf".to_vec(),
        // Oversized.
        2 if random.below(100) == 0 => format!("inf enemy{}", " 1".repeat(200_000)).into_bytes(),
        _ => {
            let level = match random.below(4) {
                0 => "inf".to_owned(),
                1 => format!("o{}", random.below(30)),
                _ => format!("f{}", random.below(30)),
            };
            let literals = (0..1 + random.below(3)).map(|_| {
                let sign = if random.below(2) == 0 { "-" } else { "" };
                format!(" {sign}{}", 1 + random.below(latches + 1))
            });
            format!("{level} enemy{}", literals.collect::<String>()).into_bytes()
        }
    }
}

/// A verdict as an enemy might store it.
fn false_verdict(unit: &str, evidence: Option<Digest>, random: &mut Random) -> Vec<u8> {
    let words = [Word::Proved, Word::False, Word::Sat, Word::Unknown];
    match random.below(4) {
        0 => b"{\"unit\":".to_vec(),
        _ => Outcome {
            unit: unit.to_owned(),
            word: words[random.below(words.len())],
            evidence: evidence.map(|digest| digest.to_string()),
            reason: None,
            code: None,
            engine: None,
            seconds: 0.0,
            worker: "enemy".to_owned(),
            job: String::new(),
        }
        .encode(),
    }
}

#[test]
fn an_enemy_changes_no_verdict() {
    let files = ["peterson", "fifo", "traffic_light", "mod_counter", "deep_counter"];
    for file in files {
        let bytes = example(&format!("hardware/{file}.aag"));
        let options = Options::default();
        let design = Design::new(bytes.clone(), DesignKind::Circuit).unwrap();
        let honest = {
            let exchange = Memory::new();
            with_workers(&exchange, 2, Duration::from_secs(30), || {
                verdicts(&exchange, bytes.clone(), DesignKind::Circuit, &options)
            })
        };
        let exchange = Memory::new();
        let keys = Keys::new(design.digest, &options);
        let is_over = AtomicBool::new(false);
        let published = AtomicU64::new(0);
        let among_enemies = std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut random = Random::new(7);
                let nonsense = exchange.put(b"buttress-certificate nonsense").unwrap();
                // A job that is none, and one whose design nobody has.
                exchange.enqueue(&JobId("enemy".to_owned()), b"\xff").unwrap();
                while !is_over.load(Ordering::Relaxed) {
                    for unit in &design.units {
                        let records: Vec<Vec<u8>> =
                            (0..200).map(|_| message(40, &mut random)).collect();
                        published.fetch_add(records.len() as u64, Ordering::Relaxed);
                        exchange.publish(&keys.lemmas(&unit.label), &records, 100_000).unwrap();
                        exchange.publish(&keys.absolute(), &records, 100_000).unwrap();
                        let evidence = (random.below(2) == 0).then_some(nonsense);
                        let verdict = false_verdict(&unit.label, evidence, &mut random);
                        exchange.settle(&keys.verdict(&unit.label), &verdict).unwrap();
                        let answered = unit.label.clone().into_bytes();
                        exchange
                            .publish(&keys.answered(), &[answered, b"?".to_vec()], 100)
                            .unwrap();
                        exchange.note(&keys.bounds(), &unit.label, b"999999999999999999").unwrap();
                    }
                    std::thread::sleep(Duration::from_millis(3));
                }
            });
            let found = with_workers(&exchange, 2, Duration::from_secs(30), || {
                verdicts(&exchange, bytes.clone(), DesignKind::Circuit, &options)
            });
            is_over.store(true, Ordering::Relaxed);
            found
        });
        assert_eq!(among_enemies, honest, "{file}");
        assert!(published.load(Ordering::Relaxed) > 0);
    }
}
