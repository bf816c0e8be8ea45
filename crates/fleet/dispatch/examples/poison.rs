//! An enemy among the workers: `cargo run --release --features tools --example poison -- MESSAGES FILE…` (circuits).
//!
//! Two honest workers prove the properties of each file while somebody publishes clauses at random, honest clauses negated or said to hold longer
//! than they do, stale ones, oversized and malformed ones, and stores false verdicts, until so many messages were published. The verdicts must be
//! those that one process finds by itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use buttress_budget::Limits;
use buttress_dispatch::{
    COLLECT_INTERVAL, Design, DesignKind, Keys, Options, Outcome, Shift, Submission, Word, Worker,
    snapshot,
};
use buttress_exchange::{Cursor, Exchange, Memory};
use buttress_prop::Random;
use buttress_session::hardware;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let messages: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let files: Vec<String> = arguments.collect();
    let (mut sent_in_all, mut round, mut received) = (0, 0, 0);
    while sent_in_all < messages && !files.is_empty() {
        let file = &files[round % files.len()];
        round += 1;
        let bytes = std::fs::read(file).expect("the file can be read");
        let design = Design::new(bytes, DesignKind::Circuit).expect("a circuit");
        let alone = alone(&design.bytes);
        let (among, sent, heard) = among_enemies(&design, round as u64);
        sent_in_all += sent;
        received += heard;
        assert_eq!(among, alone, "{file}");
        println!("{file}: {} as alone; {sent} messages, {heard} received", among.len());
    }
    println!(
        "{sent_in_all} messages in {round} rounds, {received} of them received: no verdict changed"
    );
}

/// What one process finds.
fn alone(bytes: &[u8]) -> Vec<Word> {
    let settings = hardware::Settings::default();
    let report = hardware::prove(bytes, &settings, &hardware::Silent).expect("a circuit");
    let word = |property: &hardware::PropertyReport| match property.status {
        hardware::Status::Proved(_) => Word::Proved,
        hardware::Status::False(_) => Word::False,
        _ => Word::Unknown,
    };
    report.properties.iter().map(word).collect()
}

/// What a fleet finds in bad company; how many messages were published, and how many of them honest workers have read.
fn among_enemies(design: &Design, seed: u64) -> (Vec<Word>, u64, u64) {
    let exchange = Memory::new();
    let options = Options::default();
    let keys = Keys::new(design.digest, &options);
    let labels: Vec<String> = design.units.iter().map(|unit| unit.label.clone()).collect();
    let interrupt = Arc::new(AtomicBool::new(false));
    let sent_in_all = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for number in 0..2 {
            let (exchange, interrupt) = (&exchange, interrupt.clone());
            scope.spawn(move || {
                let worker = Worker {
                    exchange,
                    name: format!("honest-{number}"),
                    lease: Duration::from_secs(30),
                    limits: Limits::none(),
                    longest_job: None,
                    shift: Shift::Endless,
                    interrupt,
                    news: &|_| {},
                };
                worker.run().expect("memory is there");
            });
        }
        let (enemy_keys, enemy_labels, told_by) = (&keys, &labels, &sent_in_all);
        let (place, over) = (&exchange, interrupt.clone());
        scope.spawn(move || {
            let mut enemy = Enemy { random: Random::new(seed), cursor: Cursor::default() };
            while !over.load(Ordering::Relaxed) {
                for label in enemy_labels {
                    told_by.fetch_add(enemy.publish(place, enemy_keys, label), Ordering::Relaxed);
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        let what = (&keys, &labels[..]);
        let mut submission =
            Submission::hand_out(&exchange, design, ("file", &options), what, Limits::none())
                .expect("memory is there");
        let start = Instant::now();
        while !submission.is_done() {
            submission.collect().expect("memory is there");
            assert!(start.elapsed() < Duration::from_secs(600), "it takes too long");
            std::thread::sleep(COLLECT_INTERVAL);
        }
        let seen = snapshot(&exchange, Duration::ZERO).expect("memory is there");
        interrupt.store(true, Ordering::Relaxed);
        let word = |unit: usize| match submission.accepted(unit) {
            Some(accepted) => accepted.outcome.word,
            None => Word::Unknown,
        };
        let words = (0..labels.len()).map(word).collect();
        let heard = seen.workers.iter().map(|worker| worker.received).sum();
        (words, sent_in_all.load(Ordering::Relaxed), heard)
    })
}

struct Enemy {
    random: Random,
    cursor: Cursor,
}

impl Enemy {
    /// Publishes what an enemy would; how many messages.
    fn publish(&mut self, exchange: &dyn Exchange, keys: &Keys, label: &str) -> u64 {
        let honest = exchange.read(&keys.lemmas(label), &mut self.cursor, 50).unwrap_or_default();
        let mut records: Vec<Vec<u8>> = Vec::new();
        for record in honest.iter().filter(|record| record.windows(6).any(|it| it == b"honest")) {
            records.push(self.twisted(record));
            // Stale: as it was, once more.
            records.push(record.clone());
        }
        while records.len() < 400 {
            let record = self.made_up();
            records.push(record);
        }
        let sent = 2 * records.len() as u64;
        exchange.publish(&keys.lemmas(label), &records, 100_000).expect("memory is there");
        exchange.publish(&keys.absolute(), &records, 100_000).expect("memory is there");
        let words = [Word::Proved, Word::False];
        let verdict = Outcome {
            unit: label.to_owned(),
            word: words[self.random.below(2)],
            evidence: None,
            reason: None,
            code: None,
            engine: None,
            seconds: 0.0,
            worker: "enemy".to_owned(),
            job: String::new(),
        };
        exchange.settle(&keys.verdict(label), &verdict.encode()).expect("memory is there");
        sent
    }

    /// An honest clause with a literal negated or dropped, or said to hold for ever.
    fn twisted(&mut self, record: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(record).into_owned();
        let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        words[1] = "enemy".to_owned();
        let last = words.len() - 1;
        match self.random.below(3) {
            0 => words[0] = "inf".to_owned(),
            1 if last > 2 => {
                words.pop();
            }
            _ => {
                words[last] = match words[last].strip_prefix('-') {
                    Some(rest) => rest.to_owned(),
                    None => format!("-{}", words[last]),
                };
            }
        }
        words.join(" ").into_bytes()
    }

    fn made_up(&mut self) -> Vec<u8> {
        let random = &mut self.random;
        match random.below(20) {
            0 => (0..random.below(40)).map(|_| random.below(256) as u8).collect(),
            1 if random.below(50) == 0 => {
                format!("inf enemy{}", " 1 -2".repeat(2_000)).into_bytes()
            }
            _ => {
                let level = match random.below(3) {
                    0 => "inf".to_owned(),
                    1 => format!("o{}", random.below(12)),
                    _ => format!("f{}", random.below(12)),
                };
                let literals = (0..1 + random.below(3)).map(|_| {
                    let sign = if random.below(2) == 0 { "-" } else { "" };
                    format!(" {sign}{}", 1 + random.below(120))
                });
                format!("{level} enemy{}", literals.collect::<String>()).into_bytes()
            }
        }
    }
}
