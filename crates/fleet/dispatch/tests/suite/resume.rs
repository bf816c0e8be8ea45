//! Submitters that go and come back, and submitters that meet.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use buttress_budget::Limits;
use buttress_dispatch::{
    Design, DesignKind, Keys, Options, Shift, Submission, Word, Worker, WorkerNews, cancel, drain,
    results, snapshot,
};
use buttress_exchange::{Exchange, Memory};

use crate::fleet::{example, verdicts, with_workers};

const LEASE: Duration = Duration::from_secs(30);

#[test]
fn what_was_found_is_there_for_whoever_comes_later() {
    let exchange = Memory::new();
    let bytes = example("hardware/peterson.aag");
    with_workers(&exchange, 1, LEASE, || {
        verdicts(&exchange, bytes.clone(), DesignKind::Circuit, &Options::default())
    });
    // No worker is there any more.
    let later = verdicts(&exchange, bytes, DesignKind::Circuit, &Options::default());
    assert_eq!(later, [("0".to_owned(), Word::Proved)]);
    let found = results(&exchange, &Limits::none(), |_, _| true).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].units[0].accepted.as_ref().unwrap().outcome.word, Word::Proved);
}

#[test]
fn two_submitters_of_one_design_share_its_work() {
    let exchange = Memory::new();
    let design = Design::new(example("hardware/fifo.aag"), DesignKind::Circuit).unwrap();
    let options = Options::default();
    let keys = Keys::new(design.digest, &options);
    let labels: Vec<String> = design.units.iter().map(|unit| unit.label.clone()).collect();
    let submit = |file: &str| {
        let what = (&keys, &labels[..]);
        Submission::hand_out(&exchange, &design, (file, &options), what, Limits::none()).unwrap()
    };
    let first = submit("mine.aag");
    let jobs = exchange.queue().unwrap().waiting.len();
    let second = submit("mine.aag");
    assert_eq!(exchange.queue().unwrap().waiting.len(), jobs);
    for mut submission in [first, second] {
        with_workers(&exchange, 1, LEASE, || {
            while !submission.is_done() {
                submission.collect().unwrap();
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        assert!((0..labels.len()).all(|unit| submission.accepted(unit).is_some()));
    }
}

#[test]
fn a_cancelled_design_is_left_alone_and_a_drained_fleet_ends() {
    let exchange = Memory::new();
    let design = Design::new(example("hardware/peterson.aag"), DesignKind::Circuit).unwrap();
    let options = Options::default();
    let keys = Keys::new(design.digest, &options);
    let what = (&keys, &["0".to_owned()][..]);
    let limits = Limits::none();
    Submission::hand_out(&exchange, &design, ("p", &options), what, limits).unwrap();
    let seen = snapshot(&exchange, Duration::ZERO).unwrap();
    assert_eq!(seen.designs[0].units[0].state, "waiting");
    assert_eq!(cancel(&exchange, |_, file| file == "other").unwrap(), 0);
    assert_eq!(cancel(&exchange, |_, file| file == "p").unwrap(), 1);
    assert!(exchange.queue().unwrap().waiting.is_empty());
    assert!(snapshot(&exchange, Duration::ZERO).unwrap().designs.is_empty());
    drain(&exchange, false).unwrap();
    // A worker that finds the fleet drained ends by itself.
    with_workers(&exchange, 2, LEASE, || ());
    assert!(snapshot(&exchange, Duration::ZERO).unwrap().is_drained);
    drain(&exchange, true).unwrap();
    assert!(!snapshot(&exchange, Duration::ZERO).unwrap().is_drained);
}

#[test]
fn a_worker_that_panics_lets_go_of_its_job() {
    let exchange = Arc::new(Memory::new());
    let bytes = example("hardware/peterson.aag");
    let (options, lease) = (Options::default(), Duration::from_secs(1));
    let design = Design::new(bytes.clone(), DesignKind::Circuit).unwrap();
    let keys = Keys::new(design.digest, &options);
    let labels: Vec<String> = design.units.iter().map(|unit| unit.label.clone()).collect();
    let what = (&keys, &labels[..]);
    Submission::hand_out(&*exchange, &design, ("file", &options), what, Limits::none()).unwrap();
    let (ended, end) = channel();
    let shared = exchange.clone();
    std::thread::spawn(move || {
        let worker = Worker {
            exchange: &*shared,
            name: "clumsy".to_owned(),
            lease,
            limits: Limits::none(),
            longest_job: None,
            shift: Shift::Endless,
            interrupt: Arc::default(),
            news: &|news| assert!(!matches!(news, WorkerNews::Answered(_)), "on purpose"),
        };
        let has_panicked = catch_unwind(AssertUnwindSafe(|| worker.run())).is_err();
        let _ = ended.send(has_panicked);
    });
    assert_eq!(end.recv_timeout(Duration::from_secs(60)), Ok(true), "it panics, and goes");
    let found = with_workers(&*exchange, 1, lease, || {
        verdicts(&*exchange, bytes, DesignKind::Circuit, &options)
    });
    assert_eq!(found, [("0".to_owned(), Word::Proved)]);
}
