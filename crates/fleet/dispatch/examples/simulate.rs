//! A large fleet out of a small one's logs: `cargo run --release --features tools --example simulate -- LOG…` (of `buttress worker --log`).
//!
//! Every simulated worker replays the log of a real one from a moment of its own: when it sent how many clauses, how much it worked, what a clause of
//! others cost it. A server answers requests one after the other, each at a price; a worker reads what others have sent, and looks at no more of it
//! than its share of effort allows. Time goes in ticks of a tenth of a second, which is how often workers talk.
//!
//! The prices are those measured for Redis 7.0 (`docs/results-fleet.md`); they can be changed with `--request`, `--write` and `--read`, in microseconds.

use std::collections::BTreeMap;

/// Ticks in a second.
const TICKS: usize = 10;
/// Seconds that are simulated, after as many to fill the queues.
const SECONDS: usize = 60;
/// The share of effort that clauses of others may cost.
const SHARE: f64 = 0.1;
/// Seconds of a lease.
const LEASE: usize = 30;

/// What the server takes for things, in microseconds.
struct Prices {
    request: f64,
    write: f64,
    read: f64,
}

/// What one worker did, second by second, while it had a job.
#[derive(Clone, Debug, Default)]
struct Trace {
    sent: Vec<f64>,
    /// Effort of its own per second.
    speed: f64,
}

fn main() {
    let mut prices = Prices { request: 15.0, write: 5.0, read: 0.75 };
    let mut logs = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse().ok()).expect("a number");
        match word.as_str() {
            "--request" => prices.request = number(),
            "--write" => prices.write = number(),
            "--read" => prices.read = number(),
            _ => logs.push(std::fs::read_to_string(&word).expect("the log can be read")),
        }
    }
    let (traces, cost) = read(&logs);
    let count = traces.len() as f64;
    let sent: f64 =
        traces.iter().map(|trace| trace.sent.iter().sum::<f64>() / trace.sent.len() as f64).sum();
    println!(
        "{} traces, {:.1} clauses a second each, {cost:.0} effort for a clause of others",
        traces.len(),
        sent / count
    );
    println!(
        "| workers | on one property | server busy | answers late by | clauses offered to each, 1/s | looked at, 1/s | part looked at |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|");
    // Groups of eight, and all on one property.
    for (workers, group) in [(2, 2), (8, 8), (64, 8), (64, 64), (512, 8), (512, 512)] {
        let row = simulate(&traces, cost, workers, group, &prices);
        println!("| {workers} | {group} | {row} |");
    }
}

/// The traces in the logs, and the effort that a clause of others has cost on average.
fn read(logs: &[String]) -> (Vec<Trace>, f64) {
    let mut traces = Vec::new();
    let (mut examined, mut effort) = (0.0, 0.0);
    for log in logs {
        // By worker: the time and figures of its last line; figures begin anew with every job.
        let mut last: BTreeMap<&str, (f64, [f64; 6])> = BTreeMap::new();
        let mut by_worker: BTreeMap<&str, (Trace, f64, f64)> = BTreeMap::new();
        for line in log.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [time, worker, event, rest @ ..] = &words[..] else { continue };
            let Ok(time) = time.parse::<f64>() else { continue };
            match *event {
                "begins" | "helps" => {
                    last.insert(worker, (time, [0.0; 6]));
                }
                "exchanged" if rest.len() == 6 => {
                    let figures: Vec<f64> = rest.iter().filter_map(|it| it.parse().ok()).collect();
                    let Ok(figures) = <[f64; 6]>::try_from(figures) else { continue };
                    let (before, known) = last.get(worker).copied().unwrap_or((time, [0.0; 6]));
                    let seconds = (time - before).max(0.1);
                    let (trace, worked, lasted) = by_worker.entry(worker).or_default();
                    trace.sent.push((figures[0] - known[0]) / seconds);
                    examined += figures[2] - known[2];
                    effort += figures[4] - known[4];
                    *worked += figures[5] - known[5];
                    *lasted += seconds;
                    last.insert(worker, (time, figures));
                }
                _ => {}
            }
        }
        for (mut trace, worked, lasted) in by_worker.into_values() {
            trace.speed = worked / f64::max(lasted, 0.1);
            traces.push(trace);
        }
    }
    assert!(!traces.is_empty(), "the logs tell of no exchange");
    (traces, effort / f64::max(examined, 1.0))
}

/// One row: `workers` in groups that work on one property each.
fn simulate(traces: &[Trace], cost: f64, workers: usize, group: usize, prices: &Prices) -> String {
    let groups = workers.div_ceil(group);
    // Where each worker is in its trace: spread evenly.
    let trace = |worker: usize| &traces[worker % traces.len()];
    let rate = |worker: usize, second: usize| {
        let sent = &trace(worker).sent;
        sent[(second + 7 * worker) % sent.len()]
    };
    let mut stream = vec![0.0; groups];
    let mut met = vec![0.0; workers];
    let mut waiting = vec![0.0; workers];
    let (mut backlog, mut busy, mut late) = (0.0, 0.0, 0.0);
    let (mut offered, mut looked) = (0.0, 0.0);
    for tick in 0..2 * SECONDS * TICKS {
        let second = tick / TICKS;
        let is_counted = second >= SECONDS;
        let mut work = 0.0;
        for worker in 0..workers {
            let news = rate(worker, second) / TICKS as f64;
            stream[worker / group] += news;
            // A publication if there is something, and two reads.
            work += prices.request * if news > 0.0 { 3.0 } else { 2.0 } + prices.write * news;
            if tick % TICKS == worker % TICKS {
                // A sign of life, and a look at each verdict.
                work += 2.0 * prices.request;
            }
            if tick % (LEASE * TICKS / 3) == worker % (LEASE * TICKS / 3) {
                work += prices.request;
            }
        }
        for worker in 0..workers {
            let news = stream[worker / group] - met[worker];
            met[worker] = stream[worker / group];
            work += prices.read * news;
            let others = news * (group as f64 - 1.0) / group as f64;
            waiting[worker] += others;
            let able = trace(worker).speed * SHARE / cost.max(1.0) / TICKS as f64;
            let now = waiting[worker].min(able);
            waiting[worker] = (waiting[worker] - now).min(20_000.0);
            if is_counted {
                offered += others;
                looked += now;
            }
        }
        backlog += work;
        let done = f64::min(backlog, 1e6 / TICKS as f64);
        backlog -= done;
        if is_counted {
            busy += done;
            late += backlog / 1000.0;
        }
    }
    let per_worker = (workers * SECONDS) as f64;
    format!(
        "{:.0} % | {:.0} ms | {:.0} | {:.0} | {:.0} %",
        busy / (SECONDS as f64 * 1e4),
        late / (SECONDS * TICKS) as f64,
        offered / per_worker,
        looked / per_worker,
        100.0 * looked / offered.max(1e-9)
    )
}
