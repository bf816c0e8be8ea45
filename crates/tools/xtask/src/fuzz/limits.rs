//! `cargo xtask fuzz limits`: do time and memory limits hold, on inputs made to be slow or large?
//!
//! Each round runs one command with a limit of one second and of 200 MB. It fails if the run takes over a second of CPU time more,
//! over 1.25 times the memory, or ends with anything but the exit codes 0 to 3. What fails is kept.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use buttress_testkit::{Heavy, heavy};

use crate::measure::{Allowance, Measured, measure};

const TIMEOUT: f64 = 1.0;
const MEMORY: u64 = 200;
/// A run may end so many CPU seconds late.
const LATE: f64 = 1.0;

const USAGE: &str = "\
usage: cargo xtask fuzz limits [--count N] [--seed S] [--jobs J] [--program FILE] [--keep DIR] [--strict]

  --count N       rounds [default: 200]
  --seed S        the first seed [default: 1]
  --jobs J        rounds at a time [default: 1]
  --program FILE  what to run [default: the release build]
  --strict        a run that has to be ended by the net, because nothing polls, fails
  --keep DIR      where the files of rounds that fail are kept [default: target/limits]
";

/// What was asked.
struct Options {
    count: u64,
    seed: u64,
    jobs: u64,
    program: Option<PathBuf>,
    keep: PathBuf,
    /// Does a run fail that ends in the net?
    is_strict: bool,
}

/// What is counted of one kind of input.
#[derive(Default)]
struct Tally {
    rounds: u64,
    failed: u64,
    /// Ended by the net instead of by polling.
    caught: u64,
    /// By exit code.
    codes: [u64; 4],
    cpu: f64,
    memory: u64,
}

/// Runs the contest; true when every limit held.
pub fn run(root: &Path, words: &[&str]) -> Result<bool, String> {
    let options = match Options::read(root, words)? {
        Some(options) => options,
        None => {
            print!("{USAGE}");
            return Ok(true);
        }
    };
    let program = match &options.program {
        Some(program) => program.clone(),
        None => built(root)?,
    };
    let (next, tallies) = (AtomicU64::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(|| rounds(&options, &program, &next, &tallies));
        }
    });
    let tallies = tallies.into_inner().unwrap_or_default();
    Ok(print_tallies(&tallies))
}

fn rounds(
    options: &Options,
    program: &Path,
    next: &AtomicU64,
    tallies: &Mutex<BTreeMap<&'static str, Tally>>,
) {
    loop {
        let round = next.fetch_add(1, Ordering::Relaxed);
        if round >= options.count {
            return;
        }
        let seed = options.seed + round;
        let heavy = heavy(seed);
        let folder = options.keep.join(seed.to_string());
        let outcome = judged(&heavy, &folder, program, options.is_strict);
        let (measured, problem) = match outcome {
            Ok(outcome) => outcome,
            Err(error) => {
                println!("seed {seed}: cannot be run: {error}");
                continue;
            }
        };
        if let Some(problem) = &problem {
            println!("seed {seed}: {}: {problem}: {}", heavy.kind, heavy.arguments.join(" "));
        } else {
            // Only what fails is kept; that a folder cannot be removed hurts nobody.
            let _ = fs::remove_dir_all(&folder);
        }
        let Ok(mut tallies) = tallies.lock() else { return };
        tallies.entry(heavy.kind).or_default().add(&measured, problem.is_some());
        if (round + 1).is_multiple_of(500) {
            let failed: u64 = tallies.values().map(|tally| tally.failed).sum();
            println!("{} rounds, {failed} failed", round + 1);
        }
    }
}

/// Runs a command, and says what is wrong with how it ended.
fn judged(
    heavy: &Heavy,
    folder: &Path,
    program: &Path,
    is_strict: bool,
) -> std::io::Result<(Measured, Option<String>)> {
    fs::create_dir_all(folder)?;
    for (name, bytes) in &heavy.files {
        fs::write(folder.join(name), bytes)?;
    }
    let is_file = |word: &String| heavy.files.iter().any(|(name, _)| name == word);
    let mut arguments: Vec<String> = Vec::new();
    for word in &heavy.arguments {
        arguments.push(if is_file(word) {
            folder.join(word).display().to_string()
        } else {
            word.clone()
        });
    }
    let limits = [format!("--timeout={TIMEOUT}"), format!("--memory={MEMORY}M")];
    arguments.extend(limits);
    let allowance = Allowance { cpu: 20, wall: 60, memory: 16 << 10 };
    let measured = measure(&program.display().to_string(), &arguments, allowance)?;
    let problem = match &measured {
        run if run.cpu > TIMEOUT + LATE => Some(format!("{:.2} s of CPU time", run.cpu)),
        run if run.memory * 4 > MEMORY * 5 => Some(format!("{} MB", run.memory)),
        run if !matches!(run.code, Some(0..=3)) => Some(format!("exit code {:?}", run.code)),
        run if is_strict && is_caught(run) => Some("caught by the net".to_owned()),
        _ => None,
    };
    Ok((measured, problem))
}

fn print_tallies(tallies: &BTreeMap<&'static str, Tally>) -> bool {
    println!(
        "{:26} {:>6} {:>6} {:>6}  {:>27}  {:>6} {:>5}",
        "kind", "rounds", "failed", "net", "exit codes 0, 1, 2, 3", "CPU s", "MB"
    );
    let mut all = Tally::default();
    for (kind, tally) in tallies {
        println!("{}", tally.line(kind));
        all.rounds += tally.rounds;
        all.failed += tally.failed;
        all.caught += tally.caught;
        (0..4).for_each(|code| all.codes[code] += tally.codes[code]);
        all.cpu = all.cpu.max(tally.cpu);
        all.memory = all.memory.max(tally.memory);
    }
    println!("{}", all.line("all"));
    all.failed == 0
}

/// Was the run ended by the net, and not by its own polling? Its last words say so.
fn is_caught(run: &Measured) -> bool {
    let is_last = |line: &str| line.contains(": unknown: ") || line.contains("\"unknown\": \"");
    run.text.lines().any(|line| is_last(line) && line.contains("limit reached"))
}

impl Tally {
    fn add(&mut self, run: &Measured, is_failed: bool) {
        self.rounds += 1;
        self.failed += u64::from(is_failed);
        self.caught += u64::from(is_caught(run));
        if let Some(code @ 0..=3) = run.code {
            self.codes[code as usize] += 1;
        }
        self.cpu = self.cpu.max(run.cpu);
        self.memory = self.memory.max(run.memory);
    }

    fn line(&self, kind: &str) -> String {
        let [proved, refuted, refused, unknown] = self.codes;
        format!(
            "{kind:26} {:>6} {:>6} {:>6}  {proved:>6} {refuted:>6} {refused:>6} {unknown:>6}  {:>6.2} {:>5}",
            self.rounds, self.failed, self.caught, self.cpu, self.memory
        )
    }
}

impl Options {
    /// None if help is wanted.
    fn read(root: &Path, words: &[&str]) -> Result<Option<Options>, String> {
        let keep = root.join("target").join("limits");
        let mut options =
            Options { count: 200, seed: 1, jobs: 1, program: None, keep, is_strict: false };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if matches!(*word, "--help" | "-h") {
                return Ok(None);
            }
            if *word == "--strict" {
                options.is_strict = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{word} wants a value\n\n{USAGE}"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("no number: {value}"));
            match *word {
                "--count" => options.count = number()?,
                "--seed" => options.seed = number()?,
                "--jobs" => options.jobs = number()?.max(1),
                "--program" => options.program = Some(PathBuf::from(value)),
                "--keep" => options.keep = PathBuf::from(value),
                _ => return Err(format!("no such option: {word}\n\n{USAGE}")),
            }
        }
        Ok(Some(options))
    }
}

/// The program as it is shipped.
fn built(root: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--release", "--package", "buttress"])
        .current_dir(root)
        .status();
    match built {
        Ok(status) if status.success() => Ok(root.join("target/release/buttress")),
        _ => Err("the program cannot be built".to_owned()),
    }
}
