//! How many clauses per second an exchange carries: one producer, four consumers, in batches as workers send them.
//!
//! `throughput ADDRESS RATE SECONDS`: the producer publishes `RATE` records of 40 to 200 bytes per second, a batch every 50 ms, and each consumer
//! reads every 50 ms; with the rate `max` nobody waits. Latency is from before `publish` to after `read`. CPU time is that of the client
//! alone, and known on Linux only; a server's is not in it.

use std::error::Error;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use buttress_exchange::{Address, Cursor, Exchange, Key};

const CONSUMERS: usize = 4;
const BEAT: Duration = Duration::from_millis(50);
const KEEP: usize = 200_000;
/// The records of a batch when nobody waits.
const BATCH: usize = 1000;

/// What one thread did.
struct Tally {
    records: usize,
    seconds: f64,
    cpu: Option<Duration>,
    /// Of each batch, of its first record.
    latencies: Vec<Duration>,
}

impl Tally {
    fn print(&self, name: &str) {
        let rate = self.records as f64 / self.seconds;
        let cpu = match self.cpu {
            Some(cpu) => format!(
                "CPU {:5.1} %, {:5.2} us per record",
                100.0 * cpu.as_secs_f64() / self.seconds,
                1e6 * cpu.as_secs_f64() / self.records.max(1) as f64
            ),
            None => "CPU unknown".to_owned(),
        };
        let mut sorted = self.latencies.clone();
        sorted.sort();
        let at = |part: usize| sorted.get((sorted.len().max(1) - 1) * part / 100);
        let latency = match (at(50), at(99)) {
            (Some(half), Some(most)) => format!(", latency {half:.1?} median, {most:.1?} 99 %"),
            _ => String::new(),
        };
        println!("{name}: {} records, {rate:.0} per second, {cpu}{latency}", self.records);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, rate, seconds] = arguments.as_slice() else {
        return Err("usage: throughput ADDRESS RATE|max SECONDS".into());
    };
    let address = Address::from_argument(address)?;
    let rate: Option<usize> = if rate == "max" { None } else { Some(rate.parse()?) };
    let time = Duration::from_secs(seconds.parse()?);
    // A memory is one for all; of anything else each worker has its own view.
    let shared: Arc<dyn Exchange> = Arc::from(address.open(None)?);
    println!("{}", shared.describe()?);
    let open = || -> buttress_exchange::Result<Arc<dyn Exchange>> {
        if address.is_memory() { Ok(shared.clone()) } else { address.open(None).map(Arc::from) }
    };
    let stream = Key::new(&["throughput", &std::process::id().to_string(), "lemma"]);
    let (begin, done) = (Instant::now(), AtomicBool::new(false));
    thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        let (stream, done) = (&stream, &done);
        let mut consumers = Vec::new();
        for _ in 0..CONSUMERS {
            let exchange = open()?;
            let pace = rate.map(|_| BEAT);
            consumers.push(scope.spawn(move || consume(&*exchange, stream, begin, done, pace)));
        }
        let produced = produce(&*open()?, stream, begin, time, rate);
        done.store(true, Ordering::SeqCst);
        produced?.print("producer  ");
        for (number, consumer) in consumers.into_iter().enumerate() {
            let tally = consumer.join().map_err(|_| "a consumer panicked")?;
            tally?.print(&format!("consumer {number}"));
        }
        Ok(())
    })
}

fn produce(
    exchange: &dyn Exchange,
    stream: &Key,
    begin: Instant,
    time: Duration,
    rate: Option<usize>,
) -> buttress_exchange::Result<Tally> {
    let cpu = cpu_time();
    let start = Instant::now();
    let (mut records, mut beats) = (0, 0);
    while start.elapsed() < time {
        let batch = match rate {
            // All that are due by now.
            Some(rate) => (rate as f64 * start.elapsed().as_secs_f64()) as usize - records,
            None => BATCH,
        };
        let now = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(0).to_be_bytes();
        let record = |number: usize| {
            let mut record = now.to_vec();
            record.resize(40 + number * 7919 % 161, b'x');
            record
        };
        let batch: Vec<Vec<u8>> = (records..records + batch).map(record).collect();
        exchange.publish(stream, &batch, KEEP)?;
        records += batch.len();
        beats += 1;
        if rate.is_some() {
            thread::sleep((BEAT * beats).saturating_sub(start.elapsed()));
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let cpu = cpu.and_then(|before| Some(cpu_time()? - before));
    Ok(Tally { records, seconds, cpu, latencies: Vec::new() })
}

fn consume(
    exchange: &dyn Exchange,
    stream: &Key,
    begin: Instant,
    done: &AtomicBool,
    pace: Option<Duration>,
) -> buttress_exchange::Result<Tally> {
    let cpu = cpu_time();
    let start = Instant::now();
    let mut cursor = Cursor::default();
    let (mut records, mut latencies) = (0, Vec::new());
    loop {
        // Asked before reading, so that the last records are read.
        let is_last = done.load(Ordering::SeqCst);
        let batch = exchange.read(stream, &mut cursor, 10_000)?;
        let now = begin.elapsed();
        if let Some(sent) = batch.first().and_then(|record| record.first_chunk::<8>()) {
            latencies.push(now.saturating_sub(Duration::from_nanos(u64::from_be_bytes(*sent))));
        }
        records += batch.len();
        if batch.is_empty() && is_last {
            break;
        }
        if batch.is_empty() {
            thread::sleep(pace.unwrap_or(Duration::from_millis(1)));
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let cpu = cpu.and_then(|before| Some(cpu_time()? - before));
    Ok(Tally { records, seconds, cpu, latencies })
}

/// The CPU time of this thread, where the system tells.
fn cpu_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
