//! A fleet for tests: an exchange, some workers in threads, and a submitter who waits for his verdicts.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use buttress_budget::Limits;
use buttress_dispatch::{
    COLLECT_INTERVAL, Design, DesignKind, Keys, Options, Shift, Submission, Word, Worker,
};
use buttress_exchange::Exchange;

/// The bytes of an example.
pub fn example(path: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples");
    std::fs::read(root.join(path)).expect("the example is there")
}

/// Runs `work` while so many workers work.
pub fn with_workers<T>(
    exchange: &dyn Exchange,
    count: usize,
    lease: Duration,
    work: impl FnOnce() -> T,
) -> T {
    let interrupt = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        for number in 0..count {
            let interrupt = interrupt.clone();
            scope.spawn(move || {
                let worker = Worker {
                    exchange,
                    name: format!("worker-{number}"),
                    lease,
                    limits: Limits::none(),
                    longest_job: None,
                    shift: Shift::Endless,
                    interrupt,
                    news: &|_| {},
                };
                worker.run().expect("the exchange is there");
            });
        }
        let result = work();
        interrupt.store(true, Ordering::Relaxed);
        result
    })
}

/// All units of a file handed out and collected: label and verdict.
pub fn verdicts(
    exchange: &dyn Exchange,
    bytes: Vec<u8>,
    kind: DesignKind,
    options: &Options,
) -> Vec<(String, Word)> {
    let design = Design::new(bytes, kind).expect("the file can be read");
    let keys = Keys::new(design.digest, options);
    let labels: Vec<String> = design.units.iter().map(|unit| unit.label.clone()).collect();
    let mut submission = loop {
        let handed_out = Submission::hand_out(
            exchange,
            &design,
            ("file", options),
            (&keys, &labels),
            Limits::none(),
        );
        match handed_out {
            Ok(submission) => break submission,
            Err(error) => assert!(error.may_pass(), "{error}"),
        }
        std::thread::sleep(COLLECT_INTERVAL);
    };
    let start = Instant::now();
    let mut done = Vec::new();
    while !submission.is_done() {
        match submission.collect() {
            Ok(news) => done.extend(news),
            Err(error) => assert!(error.may_pass(), "{error}"),
        }
        assert!(start.elapsed() < Duration::from_secs(300), "{:?}", submission.progress());
        std::thread::sleep(COLLECT_INTERVAL);
    }
    let word = |unit: usize| match (submission.accepted(unit), submission.ended(unit)) {
        (Some(accepted), None) => accepted.outcome.word,
        (None, Some(outcome)) => outcome.word,
        both => panic!("{both:?}"),
    };
    (0..labels.len()).map(|unit| (labels[unit].clone(), word(unit))).collect()
}
