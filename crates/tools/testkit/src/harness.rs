//! What contests have in common: options, rounds on several threads, tallies, what is kept, and a peer.
//!
//! A contest runs one round for each seed. Nothing here prints: a contest tells in its own words.

mod peer;

use std::any::Any;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::AddAssign;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

pub use peer::{Peer, located};

/// The words behind the name of a contest: `--name value`, and `--name`.
#[derive(Clone, Debug, Default)]
pub struct Options {
    words: Vec<String>,
}

/// One round for each seed, several at a time.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// How many.
    pub count: u64,
    /// The first seed.
    pub first: u64,
    /// How many at the same time.
    pub jobs: u64,
    /// After so many rounds, progress is told.
    pub every: u64,
}

/// Numbers of each mix, added up by several threads.
#[derive(Debug, Default)]
pub struct Tally<C> {
    counts: Mutex<BTreeMap<&'static str, C>>,
}

/// Where faulty cases are kept.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// The folder.
    pub folder: PathBuf,
    /// The most of a mix.
    pub most: u64,
}

impl Options {
    /// The words that the contest was called with.
    fn from_arguments() -> Options {
        Options::new(std::env::args().skip(1))
    }

    /// These words.
    pub fn new(words: impl IntoIterator<Item = String>) -> Options {
        Options { words: words.into_iter().collect() }
    }

    /// The word behind this one.
    pub fn value(&self, name: &str) -> Option<&str> {
        let position = self.words.iter().position(|word| word == name)?;
        self.words.get(position + 1).map(String::as_str)
    }

    /// The number behind this word, or the default.
    pub fn number(&self, name: &str, default: u64) -> Result<u64, String> {
        match self.value(name).map(str::parse) {
            None => Ok(default),
            Some(Ok(number)) => Ok(number),
            Some(Err(_)) => Err(format!("{name} wants a whole number")),
        }
    }

    /// Is the word there?
    pub fn has(&self, name: &str) -> bool {
        self.words.iter().any(|word| word == name)
    }

    /// `--count`, `--seed` and `--jobs`.
    pub fn rounds(&self, every: u64) -> Result<Rounds, String> {
        Ok(Rounds {
            count: self.number("--count", 10_000)?,
            first: self.number("--seed", 0)?,
            jobs: self.number("--jobs", 1)?.max(1),
            every,
        })
    }

    /// `--keep` and `--most`.
    pub fn shelf(&self, folder: PathBuf, most: u64) -> Result<Shelf, String> {
        let folder = self.value("--keep").map_or(folder, PathBuf::from);
        Ok(Shelf { folder, most: self.number("--most", most)? })
    }
}

impl Rounds {
    /// Runs them. Each thread begins with something of its own; the first that cannot is told of.
    pub fn run<T>(
        &self,
        begin: impl Fn() -> Result<T, String> + Sync,
        progress: impl Fn(u64) + Sync,
        round: impl Fn(u64, &mut T) + Sync,
    ) -> Result<(), String> {
        let next = AtomicU64::new(0);
        let worker = || {
            let mut own = begin()?;
            loop {
                let done = next.fetch_add(1, Ordering::Relaxed);
                if done >= self.count {
                    return Ok(());
                }
                if done > 0 && done.is_multiple_of(self.every) {
                    progress(done);
                }
                round(self.first.wrapping_add(done), &mut own);
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs).map(|_| scope.spawn(worker)).collect();
            let ended = workers.into_iter().map(|worker| {
                worker.join().unwrap_or_else(|payload| Err(panic_words(payload.as_ref())))
            });
            ended.fold(Ok(()), Result::and)
        })
    }
}

impl<C: AddAssign + Copy + Default> Tally<C> {
    /// Adds to the numbers of a mix; what they are now.
    pub fn add(&self, name: &'static str, count: C) -> C {
        let mut counts = self.counts.lock().unwrap_or_else(|lock| lock.into_inner());
        let total = counts.entry(name).or_default();
        *total += count;
        *total
    }

    /// All numbers.
    pub fn into_counts(self) -> BTreeMap<&'static str, C> {
        self.counts.into_inner().unwrap_or_else(|lock| lock.into_inner())
    }
}

impl Shelf {
    /// Keeps a script under the name of its mix and its seed; the path.
    pub fn keep(&self, mix: &str, seed: u64, text: &str) -> io::Result<PathBuf> {
        self.keep_as(mix, seed, "smt2", text)
    }

    /// Keeps a text with this suffix under the name of its mix and its seed; the path.
    pub fn keep_as(&self, mix: &str, seed: u64, suffix: &str, text: &str) -> io::Result<PathBuf> {
        let path = self.folder.join(format!("{}_{seed}.{suffix}", mix.replace('-', "_")));
        fs::create_dir_all(&self.folder)?;
        fs::write(&path, text)?;
        Ok(path)
    }
}

/// The main function of a contest: writes its usage, or runs it with the options; it answers with its number of faults.
pub fn run_contest(
    usage: &str,
    (out, err): (&mut dyn io::Write, &mut dyn io::Write),
    run: impl FnOnce(Options) -> Result<u64, String>,
) -> ExitCode {
    let options = Options::from_arguments();
    // Nobody may be reading, and the exit code says it, too.
    if options.has("--help") {
        let _ = out.write_all(usage.as_bytes());
        return ExitCode::SUCCESS;
    }
    let outcome = run(options);
    if let Err(message) = &outcome {
        let _ = writeln!(err, "error: {message}");
    }
    ExitCode::from(exit_code(&outcome))
}

/// How a contest ends: 0 without faults, 1 with some, 2 if it cannot be run.
fn exit_code(outcome: &Result<u64, String>) -> u8 {
    match outcome {
        Ok(0) => 0,
        Ok(_) => 1,
        Err(_) => 2,
    }
}

/// What a panic said.
pub fn panic_words(payload: &(dyn Any + Send)) -> String {
    let words = payload.downcast_ref::<String>().map(String::as_str);
    words.or(payload.downcast_ref::<&str>().copied()).unwrap_or("without words").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Options {
        Options::new(text.split(' ').map(str::to_owned))
    }

    #[test]
    fn options_are_words_and_numbers() {
        let options = options("--count 7 --seed x --plain");
        assert_eq!(options.number("--count", 1), Ok(7));
        assert_eq!(options.number("--jobs", 3), Ok(3));
        assert_eq!(options.number("--seed", 0), Err("--seed wants a whole number".to_owned()));
        assert!(options.has("--plain") && options.value("--plain").is_none());
    }

    #[test]
    fn every_seed_has_its_round() {
        let rounds = options("--count 100 --seed 5 --jobs 3").rounds(10).unwrap();
        let (tally, calls) = (Tally::<u64>::default(), AtomicU64::new(0));
        let count = |_| {
            calls.fetch_add(1, Ordering::Relaxed);
        };
        let outcome = rounds.run(
            || Ok(()),
            count,
            |seed, ()| {
                tally.add("sum", seed);
            },
        );
        assert_eq!(outcome, Ok(()));
        assert_eq!(tally.into_counts()["sum"], (5..105).sum());
        assert_eq!(calls.into_inner(), 9);
    }

    #[test]
    fn a_thread_that_cannot_begin_is_told_of() {
        let rounds = options("--count 4 --jobs 2").rounds(10).unwrap();
        let outcome = rounds.run(|| Err::<(), _>("no peer".to_owned()), |_| {}, |_, ()| {});
        assert_eq!(exit_code(&outcome.map(|()| 0)), 2);
    }
}
