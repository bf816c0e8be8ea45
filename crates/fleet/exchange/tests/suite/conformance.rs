//! What every home of an exchange promises, asked of all three.

use std::collections::BTreeSet;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use buttress_exchange::{Cursor, Digest, Exchange, ExchangeError, JobId, Key, Lease};

use crate::homes::Home;

/// Each story is told in each home.
macro_rules! in_all_homes {
    ($($story:ident),* $(,)?) => {
        mod memory { $(#[test] fn $story() { super::with_home(super::Home::memory(), super::$story); })* }
        mod folder { $(#[test] fn $story() { super::with_home(super::Home::folder(), super::$story); })* }
        mod redis { $(#[test] fn $story() { super::with_home(super::Home::redis(), super::$story); })* }
    };
}

in_all_homes!(
    blobs_come_back,
    streams_have_an_order_and_late_readers,
    streams_keep_the_newest,
    long_records_are_dropped,
    many_writers_lose_nothing,
    a_job_is_added_once,
    one_of_many_adds_a_job,
    jobs_are_taken_in_order,
    a_job_has_one_taker,
    a_silent_worker_loses_its_job,
    a_renewed_job_stays,
    withdrawn_jobs_are_noticed,
    the_first_to_settle_wins,
    retracted_values_are_gone,
    notes_are_replaced,
    what_is_too_large_is_refused,
    strange_names,
    it_describes_itself,
);

fn with_home(home: Option<Home>, story: fn(&Home)) {
    // The one who could not make the home has said so.
    if let Some(home) = home {
        story(&home);
    }
}

/// Long enough that no slow machine loses a job by accident.
const LONG: Duration = Duration::from_secs(60);
/// Short enough to wait for.
const SHORT: Duration = Duration::from_millis(400);

fn key(word: &str) -> Key {
    Key::new(&["{m}", "p0", word])
}

fn id(word: &str) -> JobId {
    JobId(word.to_owned())
}

fn records(words: &[&str]) -> Vec<Vec<u8>> {
    words.iter().map(|word| word.as_bytes().to_owned()).collect()
}

/// All records from the cursor on, in steps.
fn read_all(
    exchange: &dyn Exchange,
    stream: &Key,
    cursor: &mut Cursor,
    step: usize,
) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    loop {
        let batch = exchange.read(stream, cursor, step).unwrap();
        assert!(batch.len() <= step);
        if batch.is_empty() {
            return all;
        }
        all.extend(batch);
    }
}

/// Takes a job as a worker does: asking again and again, for a while.
fn take_patiently(exchange: &dyn Exchange, worker: &str, lease: Duration) -> Option<Lease> {
    let begin = Instant::now();
    while begin.elapsed() < lease * 10 {
        if let Some(lease) = exchange.take(worker, lease).unwrap() {
            return Some(lease);
        }
        thread::sleep(Duration::from_millis(20));
    }
    None
}

fn blobs_come_back(home: &Home) {
    let (one, other) = (home.open(), home.open());
    for bytes in [&b"a model"[..], b"", &[0, 255, 13, 10], &vec![7; 1 << 20]] {
        let digest = one.put(bytes).unwrap();
        assert_eq!(digest, Digest::of(bytes));
        assert_eq!(one.put(bytes).unwrap(), digest);
        assert_eq!(other.get(digest, bytes.len()).unwrap().as_deref(), Some(bytes));
    }
    assert_eq!(other.get(Digest::of(b"never stored"), 100).unwrap(), None);
    let error = ExchangeError::TooLarge { size: 7, most: 6 };
    assert_eq!(other.get(Digest::of(b"a model"), 6), Err(error));
}

fn streams_have_an_order_and_late_readers(home: &Home) {
    let (writer, reader) = (home.open(), home.open());
    let (lemmas, mut cursor) = (key("lemma"), Cursor::default());
    assert_eq!(reader.read(&lemmas, &mut cursor, 10).unwrap(), records(&[]));
    writer.publish(&lemmas, &records(&["a", "b", "c"]), 1000).unwrap();
    writer.publish(&lemmas, &[], 1000).unwrap();
    assert_eq!(reader.read(&lemmas, &mut cursor, 2).unwrap(), records(&["a", "b"]));
    writer.publish(&lemmas, &records(&["", "d"]), 1000).unwrap();
    let kept = cursor.clone();
    assert_eq!(reader.read(&lemmas, &mut cursor, 10).unwrap(), records(&["c", "", "d"]));
    assert_eq!(reader.read(&lemmas, &mut cursor, 10).unwrap(), records(&[]));
    assert_eq!(home.open().read(&lemmas, &mut kept.clone(), 1).unwrap(), records(&["c"]));
    let late = read_all(&*home.open(), &lemmas, &mut Cursor::default(), 2);
    assert_eq!(late, records(&["a", "b", "c", "", "d"]));
    assert_eq!(reader.read(&key("other"), &mut Cursor::default(), 10).unwrap(), records(&[]));
    assert_eq!(reader.read(&lemmas, &mut Cursor::default(), 0).unwrap(), records(&[]));
}

fn streams_keep_the_newest(home: &Home) {
    let (writer, reader) = (home.open(), home.open());
    let (lemmas, keep) = (key("lemma"), 200);
    let record = |number: usize| number.to_string().into_bytes();
    let mut early = Cursor::default();
    for batch in 0..30 {
        let batch: Vec<Vec<u8>> = (100 * batch..100 * (batch + 1)).map(record).collect();
        writer.publish(&lemmas, &batch, keep).unwrap();
        if early == Cursor::default() {
            assert_eq!(reader.read(&lemmas, &mut early, 10).unwrap().len(), 10);
        }
    }
    let kept = read_all(&*reader, &lemmas, &mut Cursor::default(), 70);
    assert!(kept.len() >= keep && kept.len() <= 2 * keep, "{} of about {keep}", kept.len());
    let newest: Vec<Vec<u8>> = (3000 - kept.len()..3000).map(record).collect();
    assert_eq!(kept, newest);
    // One who was too slow goes on with what is left.
    assert_eq!(read_all(&*reader, &lemmas, &mut early, 1000), newest);
    // More at once than are kept.
    let flood: Vec<Vec<u8>> = (0..1000).map(record).collect();
    writer.publish(&key("flood"), &flood, keep).unwrap();
    let kept = read_all(&*reader, &key("flood"), &mut Cursor::default(), 1000);
    assert!(kept.len() >= keep && kept.len() <= 2 * keep, "{} of about {keep}", kept.len());
    assert_eq!(kept.last(), Some(&record(999)));
}

fn long_records_are_dropped(home: &Home) {
    let exchange = home.open();
    let long = vec![b'x'; (1 << 17) + 1];
    let longest = vec![b'y'; 1 << 17];
    let batch = [b"a".to_vec(), long.clone(), longest.clone(), long, b"b".to_vec()];
    exchange.publish(&key("lemma"), &batch, 100).unwrap();
    let kept = read_all(&*exchange, &key("lemma"), &mut Cursor::default(), 1);
    assert_eq!(kept, [b"a".to_vec(), longest, b"b".to_vec()]);
}

fn many_writers_lose_nothing(home: &Home) {
    const WRITERS: usize = 6;
    const EACH: usize = 300;
    let lemmas = key("lemma");
    let read = thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (exchange, lemmas) = (home.open(), &lemmas);
            scope.spawn(move || {
                for number in 0..EACH {
                    let record = format!("{writer} {number}").into_bytes();
                    exchange.publish(lemmas, &[record], 100_000).unwrap();
                }
            });
        }
        // Read while they write.
        let (exchange, mut cursor, mut read) = (home.open(), Cursor::default(), Vec::new());
        let begin = Instant::now();
        while read.len() < WRITERS * EACH && begin.elapsed() < LONG {
            read.extend(exchange.read(&lemmas, &mut cursor, 50).unwrap());
        }
        read
    });
    assert_eq!(read.len(), WRITERS * EACH);
    for writer in 0..WRITERS {
        let prefix = format!("{writer} ");
        let texts = read.iter().map(|record| String::from_utf8(record.clone()).unwrap());
        let own: Vec<String> = texts.filter(|text| text.starts_with(&prefix)).collect();
        let expected: Vec<String> = (0..EACH).map(|n| format!("{writer} {n}")).collect();
        assert_eq!(own, expected);
    }
}

fn a_job_is_added_once(home: &Home) {
    let (one, other) = (home.open(), home.open());
    assert!(one.enqueue(&id("a"), b"first").unwrap());
    assert!(!other.enqueue(&id("a"), b"second").unwrap(), "it waits");
    let lease = one.take("w", LONG).unwrap().unwrap();
    assert_eq!((lease.job.as_slice(), lease.deliveries), (&b"first"[..], 1));
    assert!(!other.enqueue(&id("a"), b"second").unwrap(), "it runs");
    assert!(one.finish(&lease).unwrap());
    assert!(other.enqueue(&id("a"), b"third").unwrap(), "it is done");
    assert_eq!(other.queue().unwrap().waiting.len(), 1);
}

fn one_of_many_adds_a_job(home: &Home) {
    let begin = Barrier::new(8);
    let added = thread::scope(|scope| {
        let one = || {
            let (exchange, begin) = (home.open(), &begin);
            scope.spawn(move || {
                begin.wait();
                exchange.enqueue(&id("a"), b"job").unwrap()
            })
        };
        let all: Vec<_> = (0..8).map(|_| one()).collect();
        all.into_iter().map(|one| one.join().unwrap()).filter(|added| *added).count()
    });
    assert_eq!(added, 1);
    assert_eq!(home.open().queue().unwrap().waiting.len(), 1);
}

fn jobs_are_taken_in_order(home: &Home) {
    let exchange = home.open();
    assert_eq!(exchange.take("w", LONG).unwrap(), None);
    let names: Vec<String> = (0..12).map(|number| format!("job {number}")).collect();
    for name in &names {
        assert!(exchange.enqueue(&id(name), name.as_bytes()).unwrap());
    }
    let waiting = |exchange: &dyn Exchange| -> Vec<String> {
        exchange.queue().unwrap().waiting.into_iter().map(|job| job.id.0).collect()
    };
    assert_eq!(waiting(&*exchange), names);
    for (number, name) in names.iter().enumerate() {
        let lease = exchange.take("ann", LONG).unwrap().unwrap();
        assert_eq!((&lease.id.0, lease.job.as_slice()), (name, name.as_bytes()));
        assert_eq!(waiting(&*exchange), names[number + 1..]);
    }
    let running = exchange.queue().unwrap().running;
    assert_eq!(running.len(), names.len());
    assert!(running.iter().all(|job| job.worker.as_deref() == Some("ann")));
    assert_eq!(exchange.take("w", LONG).unwrap(), None);
}

fn a_job_has_one_taker(home: &Home) {
    const JOBS: usize = 40;
    let exchange = home.open();
    for number in 0..JOBS {
        exchange.enqueue(&id(&number.to_string()), b"job").unwrap();
    }
    let begin = Barrier::new(6);
    let taken: Vec<String> = thread::scope(|scope| {
        let worker = |number: usize| {
            let (exchange, begin) = (home.open(), &begin);
            scope.spawn(move || {
                begin.wait();
                let mut taken = Vec::new();
                while let Some(lease) = exchange.take(&format!("w{number}"), LONG).unwrap() {
                    taken.push(lease.id.0.clone());
                    assert!(exchange.finish(&lease).unwrap());
                }
                taken
            })
        };
        let workers: Vec<_> = (0..6).map(worker).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert_eq!(taken.len(), JOBS);
    assert_eq!(taken.iter().collect::<BTreeSet<_>>().len(), JOBS);
    assert_eq!(exchange.queue().unwrap().running.len(), 0);
}

fn a_silent_worker_loses_its_job(home: &Home) {
    let (silent, heir) = (home.open(), home.open());
    silent.enqueue(&id("a"), b"job").unwrap();
    let lost = silent.take("silent", SHORT).unwrap().unwrap();
    silent.enqueue(&id("b"), b"job").unwrap();
    let other = heir.take("heir", SHORT).unwrap().unwrap();
    assert_eq!(other.id, id("b"), "a is held");
    assert!(heir.finish(&other).unwrap());
    let lease = take_patiently(&*heir, "heir", SHORT).expect("the job of the silent one");
    assert_eq!((&lease.id, lease.deliveries, lease.job.as_slice()), (&id("a"), 2, &b"job"[..]));
    assert!(!silent.renew(&lost).unwrap());
    assert!(!silent.finish(&lost).unwrap());
    assert_eq!(heir.queue().unwrap().running[0].worker.as_deref(), Some("heir"));
    assert!(heir.renew(&lease).unwrap());
    assert!(heir.finish(&lease).unwrap());
    assert!(!heir.finish(&lease).unwrap());
    assert!(!heir.renew(&lease).unwrap());
    // The same name takes its own lost job: the old lease is lost all the same.
    heir.enqueue(&id("c"), b"job").unwrap();
    let old = heir.take("heir", SHORT).unwrap().unwrap();
    let new = take_patiently(&*heir, "heir", SHORT).expect("its own");
    assert!(!heir.renew(&old).unwrap() && !heir.finish(&old).unwrap());
    assert!(heir.finish(&new).unwrap());
}

fn a_renewed_job_stays(home: &Home) {
    let lease = Duration::from_millis(1500);
    let (holder, other) = (home.open(), home.open());
    holder.enqueue(&id("a"), b"job").unwrap();
    let held = holder.take("holder", lease).unwrap().unwrap();
    let begin = Instant::now();
    while begin.elapsed() < lease * 2 {
        assert!(holder.renew(&held).unwrap());
        assert_eq!(other.take("other", lease).unwrap(), None);
        thread::sleep(lease / 15);
    }
    assert!(holder.finish(&held).unwrap());
}

fn withdrawn_jobs_are_noticed(home: &Home) {
    let (worker, customer) = (home.open(), home.open());
    for name in ["running", "waiting", "other"] {
        customer.enqueue(&id(name), b"job").unwrap();
    }
    let lease = worker.take("w", LONG).unwrap().unwrap();
    customer.withdraw(&[id("running"), id("waiting"), id("unknown")]).unwrap();
    assert!(!worker.renew(&lease).unwrap());
    assert!(!worker.finish(&lease).unwrap());
    let queue = customer.queue().unwrap();
    assert_eq!((queue.waiting.len(), queue.running.len()), (1, 0));
    assert_eq!(worker.take("w", LONG).unwrap().unwrap().id, id("other"));
    assert!(customer.enqueue(&id("running"), b"again").unwrap());
    assert_eq!(worker.take("w", LONG).unwrap().unwrap().job, b"again");
    assert!(!worker.finish(&lease).unwrap(), "the old lease is not one of the new job");
}

fn the_first_to_settle_wins(home: &Home) {
    let verdict = key("verdict");
    assert_eq!(home.open().settled(&verdict).unwrap(), None);
    let begin = Barrier::new(8);
    let answers: Vec<Vec<u8>> = thread::scope(|scope| {
        let writer = |number: u8| {
            let (exchange, begin, verdict) = (home.open(), &begin, &verdict);
            scope.spawn(move || {
                begin.wait();
                exchange.settle(verdict, &[number; 100]).unwrap()
            })
        };
        let writers: Vec<_> = (0..8).map(writer).collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    let stands = home.open().settled(&verdict).unwrap().unwrap();
    assert!(stands.len() == 100 && answers.iter().all(|answer| *answer == stands));
    assert_eq!(home.open().settle(&key("empty"), b"").unwrap(), b"");
    assert_eq!(home.open().settle(&key("empty"), b"late").unwrap(), b"");
}

fn retracted_values_are_gone(home: &Home) {
    let (exchange, verdict) = (home.open(), key("verdict"));
    exchange.retract(&verdict, b"anything").unwrap();
    exchange.settle(&verdict, b"safe").unwrap();
    exchange.retract(&verdict, b"unsafe").unwrap();
    assert_eq!(exchange.settled(&verdict).unwrap().unwrap(), b"safe");
    exchange.retract(&verdict, b"safe").unwrap();
    assert_eq!(exchange.settled(&verdict).unwrap(), None);
    assert_eq!(exchange.settle(&verdict, b"unsafe").unwrap(), b"unsafe");
}

fn notes_are_replaced(home: &Home) {
    let (one, other) = (home.open(), home.open());
    let workers = key("workers");
    let notes = |exchange: &dyn Exchange| {
        let mut notes = exchange.notes(&workers).unwrap();
        notes.sort();
        notes
            .into_iter()
            .map(|(field, value)| format!("{field}={}", value.len()))
            .collect::<Vec<_>>()
    };
    assert_eq!(notes(&*one), [""; 0]);
    one.erase(&workers, "nobody").unwrap();
    one.note(&workers, "ann", b"1").unwrap();
    other.note(&workers, "bob", b"").unwrap();
    one.note(&workers, "ann", b"22").unwrap();
    assert_eq!(notes(&*other), ["ann=2", "bob=0"]);
    other.erase(&workers, "ann").unwrap();
    assert_eq!(notes(&*one), ["bob=0"]);
    assert_eq!(one.notes(&key("others")).unwrap(), []);
}

fn what_is_too_large_is_refused(home: &Home) {
    let exchange = home.open();
    let large = vec![0; (1 << 20) + 1];
    let name = "n".repeat(5000);
    let too_large = |error: ExchangeError| matches!(error, ExchangeError::TooLarge { .. });
    assert!(too_large(exchange.enqueue(&id("a"), &large).unwrap_err()));
    assert!(too_large(exchange.enqueue(&id(&name), b"").unwrap_err()));
    assert!(too_large(exchange.settle(&key("v"), &large).unwrap_err()));
    assert!(too_large(exchange.note(&key("t"), "f", &large).unwrap_err()));
    assert!(too_large(exchange.note(&key("t"), &name, b"").unwrap_err()));
    assert!(too_large(exchange.take(&name, LONG).unwrap_err()));
    assert_eq!(exchange.queue().unwrap().waiting.len(), 0);
}

fn strange_names(home: &Home) {
    let exchange = home.open();
    let long = "long ".repeat(100);
    let names = ["", ".", "..", "a/b", "a~b", "a:b", "a+b", "näme", "%", "line\nbreak", &long];
    for name in names {
        assert!(exchange.enqueue(&id(name), name.as_bytes()).unwrap(), "{name}");
        exchange.note(&key("t"), name, name.as_bytes()).unwrap();
        assert_eq!(exchange.settle(&key(name), name.as_bytes()).unwrap(), name.as_bytes());
        let stream = Key::new(&["stream", name]);
        exchange.publish(&stream, &records(&[name]), 10).unwrap();
        let read = exchange.read(&stream, &mut Cursor::default(), 10).unwrap();
        assert_eq!(read, records(&[name]));
    }
    for name in names {
        let lease = exchange.take("wörker/1~x", LONG).unwrap().unwrap();
        assert_eq!((lease.id.0.as_str(), lease.job.as_slice()), (name, name.as_bytes()));
        assert_eq!(exchange.queue().unwrap().running[0].worker.as_deref(), Some("wörker/1~x"));
        assert!(exchange.renew(&lease).unwrap() && exchange.finish(&lease).unwrap());
    }
    let notes = exchange.notes(&key("t")).unwrap();
    assert_eq!(notes.len(), names.len());
    assert!(notes.iter().all(|(field, value)| field.as_bytes() == value.as_slice()));
}

fn it_describes_itself(home: &Home) {
    let words = home.open().describe().unwrap();
    assert!(words.len() > 10 && !words.contains("warning"), "{words}");
}
