//! Random scripts through whole dialogues, each answer compared with brute force and with z3.
//!
//! Run it as `cargo xtask fuzz smt`; `--help` lists the options. A script on which something goes wrong
//! is shrunken and kept, with the answers that it should have where they are known.

mod peer;
mod shrink;

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use buttress_budget::Limits;
use buttress_formats::smtlib::{Command, Error, Reader, Script};
use buttress_logic::{Term, Terms};
use buttress_session::{Audience, CheckReport, CheckStatus, Dialogue, SolveSettings};
use buttress_testkit::{BOUNDED_MIXES, Domains, Found, MIXES, Mix, brute_force, formula};

use peer::Peer;

const USAGE: &str = "\
usage: cargo xtask fuzz smt [OPTIONS]

Random scripts, each answer compared with z3 and, where domains are tiny, with brute force. Wrong
answers, rejected evidence, unexpected unknowns and panics are shrunken and kept.

  --count N      how many scripts (default 10000)
  --seed S       the first seed (default 0)
  --mix NAME     one mix of theories (default: all in turn)
  --peer P       z3, a path to it, or none (default z3)
  --jobs J       scripts at the same time (default 1)
  --timeout S    seconds for each of our checks (default 20)
  --keep DIR     where to keep what goes wrong (default fuzz/kept)
  --print        print the script of --seed and --mix, and do nothing else
";

/// What is known of a contest so far.
#[derive(Default)]
struct Count {
    scripts: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    /// Checks that the peer answered too.
    compared: u64,
    /// Scripts that brute force decided.
    forced: u64,
    faults: u64,
}

/// What our dialogue said.
#[derive(Default)]
struct Ours {
    answers: Vec<&'static str>,
    /// Why an answer does not stand.
    rejection: Option<String>,
    /// A command that failed.
    refusal: Option<String>,
}

struct Contest {
    words: Vec<String>,
    mixes: Vec<Mix>,
    timeout: Duration,
    keep: PathBuf,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help") {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match Contest::new(words).and_then(|contest| contest.run()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

impl Contest {
    fn new(words: Vec<String>) -> Result<Contest, String> {
        let mut contest = Contest {
            words,
            mixes: MIXES.iter().chain(&BOUNDED_MIXES).copied().collect(),
            timeout: Duration::ZERO,
            keep: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/kept"),
        };
        contest.timeout = Duration::from_secs(contest.number("--timeout", 20)?);
        if let Some(folder) = contest.option("--keep") {
            contest.keep = PathBuf::from(folder);
        }
        if let Some(name) = contest.option("--mix").map(str::to_owned) {
            contest.mixes.retain(|mix| mix.name == name);
        }
        if contest.mixes.is_empty() {
            let names = MIXES.iter().chain(&BOUNDED_MIXES).map(|mix| mix.name);
            let names: Vec<&str> = names.collect();
            return Err(format!("no such mix; there are {}", names.join(", ")));
        }
        Ok(contest)
    }

    fn option(&self, name: &str) -> Option<&str> {
        let position = self.words.iter().position(|word| word == name)?;
        self.words.get(position + 1).map(String::as_str)
    }

    fn number(&self, name: &str, default: u64) -> Result<u64, String> {
        match self.option(name).map(str::parse) {
            None => Ok(default),
            Some(Ok(number)) => Ok(number),
            Some(Err(_)) => Err(format!("{name} wants a whole number")),
        }
    }

    /// Runs it; the number of faults.
    fn run(&self) -> Result<u64, String> {
        let (count, first) = (self.number("--count", 10_000)?, self.number("--seed", 0)?);
        let jobs = self.number("--jobs", 1)?.max(1);
        if self.words.iter().any(|word| word == "--print") {
            print!("{}", self.script(first).0);
            return Ok(0);
        }
        // Our own panics are faults to be kept, not to be printed over and over.
        std::panic::set_hook(Box::new(|_| {}));
        let next = AtomicU64::new(0);
        let counts: Mutex<BTreeMap<&'static str, Count>> = Mutex::default();
        let failed: Mutex<Option<String>> = Mutex::default();
        thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    let mut peer = match self.peer() {
                        Ok(peer) => peer,
                        Err(message) => {
                            *failed.lock().unwrap_or_else(|lock| lock.into_inner()) = Some(message);
                            return;
                        }
                    };
                    loop {
                        let done = next.fetch_add(1, Ordering::Relaxed);
                        if done >= count {
                            return;
                        }
                        if done > 0 && done.is_multiple_of(2_000) {
                            eprintln!("{done} of {count}");
                        }
                        self.round(first.wrapping_add(done), &mut peer, &counts);
                    }
                });
            }
        });
        if let Some(message) = failed.into_inner().unwrap_or_else(|lock| lock.into_inner()) {
            return Err(message);
        }
        let counts = counts.into_inner().unwrap_or_else(|lock| lock.into_inner());
        Ok(summary(&counts, first))
    }

    fn peer(&self) -> Result<Option<Peer>, String> {
        let program = self.option("--peer").unwrap_or("z3");
        if program == "none" {
            return Ok(None);
        }
        Peer::start(program, 5_000)
            .map(Some)
            .map_err(|error| format!("{program} cannot be started: {error} (--peer none)"))
    }

    /// The script of a seed, and the mix that it is of.
    fn script(&self, seed: u64) -> (String, Mix) {
        let mixes = self.mixes.len() as u64;
        let mix = self.mixes[(seed % mixes) as usize];
        (formula(seed, &mix), mix)
    }

    fn round(
        &self,
        seed: u64,
        peer: &mut Option<Peer>,
        counts: &Mutex<BTreeMap<&'static str, Count>>,
    ) {
        let (script, mix) = self.script(seed);
        let mut count = Count { scripts: 1, ..Count::default() };
        let fault = self.judge(&script, &mix, peer, &mut count);
        if let Some(fault) = fault {
            count.faults = 1;
            let small = shrink::shrink(&script, |candidate| {
                let found = self.judge(candidate, &mix, peer, &mut Count::default());
                found.is_some_and(|found| found.kind() == fault.kind())
            });
            let last = self.judge(&small, &mix, peer, &mut Count::default());
            self.keep(seed, &mix, &small, &last.unwrap_or(fault));
        }
        let mut counts = counts.lock().unwrap_or_else(|lock| lock.into_inner());
        let total = counts.entry(mix.name).or_default();
        total.scripts += count.scripts;
        total.sat += count.sat;
        total.unsat += count.unsat;
        total.unknown += count.unknown;
        total.compared += count.compared;
        total.forced += count.forced;
        total.faults += count.faults;
    }

    fn judge(
        &self,
        script: &str,
        mix: &Mix,
        peer: &mut Option<Peer>,
        count: &mut Count,
    ) -> Option<Fault> {
        let ours = match catch_unwind(AssertUnwindSafe(|| self.ours(script))) {
            Ok(ours) => ours,
            Err(payload) => {
                let words = payload.downcast_ref::<String>().map(String::as_str);
                let words = words.or(payload.downcast_ref::<&str>().copied());
                return Some(Fault::Panic(words.unwrap_or("without words").to_owned()));
            }
        };
        for answer in &ours.answers {
            match *answer {
                "sat" => count.sat += 1,
                "unsat" => count.unsat += 1,
                _ => count.unknown += 1,
            }
        }
        if let Some(why) = ours.refusal {
            return Some(Fault::Refused(why));
        }
        if let Some(why) = ours.rejection {
            return Some(Fault::Rejected(why));
        }
        let theirs = self.theirs(script, peer);
        for (ours, theirs) in ours.answers.iter().zip(&theirs) {
            let is_answer = |word: &str| ["sat", "unsat"].contains(&word);
            if is_answer(ours) && is_answer(theirs) {
                count.compared += 1;
                if ours != theirs {
                    return Some(Fault::Wrong { ours, right: theirs.clone(), says: "z3" });
                }
            }
        }
        if mix.bounded
            && let (Some(right), Some(ours)) = (forced(script), ours.answers.first())
        {
            count.forced += 1;
            if *ours != right && *ours != "unknown" {
                return Some(Fault::Wrong { ours, right: right.to_owned(), says: "brute force" });
            }
        }
        if ours.answers.contains(&"unknown") && !mix.nonlinear {
            let right = theirs.first().cloned().unwrap_or_default();
            return Some(Fault::Unknown(right));
        }
        None
    }

    /// What the peer answers; nothing where it does not understand the script.
    fn theirs(&self, script: &str, peer: &mut Option<Peer>) -> Vec<String> {
        // The process does not survive every `reset`; a new one is asked again.
        for _ in 0..2 {
            match peer.as_mut().map(|peer| peer.answers(script)) {
                None => break,
                Some(Ok(answers)) => return answers.unwrap_or_default(),
                Some(Err(_)) => *peer = self.peer().ok().flatten(),
            }
        }
        Vec::new()
    }

    fn ours(&self, script: &str) -> Ours {
        let settings = SolveSettings {
            seed: 0,
            limits: Limits::none(),
            check_timeout: Some(self.timeout),
            check: true,
            tables: false,
        };
        let mut dialogue = Dialogue::new(settings);
        let mut ours = Ours::default();
        dialogue.hear(script.as_bytes(), &mut ours);
        dialogue.finish(&mut ours);
        ours
    }

    fn keep(&self, seed: u64, mix: &Mix, script: &str, fault: &Fault) {
        let path = self.keep.join(format!("{}_{seed}.smt2", mix.name.replace('-', "_")));
        let expected = match fault {
            Fault::Wrong { right, .. } | Fault::Unknown(right) if !right.is_empty() => {
                format!("; expect: {right}\n")
            }
            _ => String::new(),
        };
        let text = format!("; {fault}\n; mix {}, seed {seed}\n{expected}{script}", mix.name);
        println!("{text}");
        match fs::create_dir_all(&self.keep).and_then(|()| fs::write(&path, text)) {
            Ok(()) => println!("kept: {}\n", path.display()),
            Err(error) => println!("{} cannot be written: {error}\n", path.display()),
        }
    }
}

/// What went wrong.
enum Fault {
    Wrong {
        ours: &'static str,
        right: String,
        says: &'static str,
    },
    /// Evidence of ours was not accepted.
    Rejected(String),
    Unknown(String),
    Panic(String),
    /// A command failed.
    Refused(String),
}

impl Fault {
    /// Shrinking stays with one kind of fault.
    fn kind(&self) -> u8 {
        match self {
            Fault::Wrong { .. } => 0,
            Fault::Rejected(_) => 1,
            Fault::Unknown(_) => 2,
            Fault::Panic(_) => 3,
            Fault::Refused(_) => 4,
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Wrong { ours, right, says } => write!(f, "answered {ours}; {says} says {right}"),
            Fault::Rejected(why) => write!(f, "not accepted: {}", why.replace('\n', " ")),
            Fault::Refused(why) => write!(f, "a command failed: {}", why.replace('\n', " ")),
            Fault::Unknown(_) => write!(f, "answered unknown"),
            Fault::Panic(words) => write!(f, "panic: {}", words.replace('\n', " ")),
        }
    }
}

impl Audience for Ours {
    fn response(&mut self, _: &str) {}

    fn error(&mut self, error: &Error) {
        self.refusal.get_or_insert_with(|| error.to_string());
    }

    fn checked(&mut self, report: &CheckReport) {
        self.answers.push(report.answer());
        if let CheckStatus::Rejected { claimed, why, .. } = &report.status {
            self.rejection.get_or_insert_with(|| format!("claimed {claimed}: {why}"));
        }
    }
}

/// The answer of brute force to the first check of a script.
fn forced(script: &str) -> Option<&'static str> {
    let (mut names, mut terms) = (Script::new(), Terms::new());
    let mut reader = Reader::of(script.as_bytes());
    while let Some(Ok(sexpr)) = reader.next_command() {
        if let Command::CheckSat = names.command(&mut terms, &sexpr).ok()? {
            let assertions: Vec<Term> =
                names.assertions().iter().map(|assertion| assertion.formula).collect();
            return match brute_force(&terms, &assertions, &Domains::TINY) {
                Found::Sat(_) => Some("sat"),
                Found::Unsat => Some("unsat"),
                Found::Unknown => None,
            };
        }
    }
    None
}

fn summary(counts: &BTreeMap<&'static str, Count>, first: u64) -> u64 {
    println!("| mix | scripts | sat | unsat | unknown | compared | brute force | faults |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut sums = (0, 0);
    for (name, count) in counts {
        let Count { scripts, sat, unsat, unknown, compared, forced, faults } = count;
        println!(
            "| {name} | {scripts} | {sat} | {unsat} | {unknown} | {compared} | {forced} | {faults} |"
        );
        sums = (sums.0 + scripts, sums.1 + faults);
    }
    println!("{} scripts from seed {first}: {} faults", sums.0, sums.1);
    sums.1
}
