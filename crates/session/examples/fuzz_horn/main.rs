//! Random systems of Horn clauses, each verdict compared with an explicit-state oracle and with z3.
//!
//! Run it as `cargo xtask fuzz horn`; `--help` lists the options. A system on which something goes wrong is
//! shrunken and kept, with the answer that it should have where that is known. Evidence is also
//! damaged, and tried on systems with the opposite answer: the checker must not fall for it.

mod count;
mod damage;
mod fault;
mod ours;
mod peer;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use buttress_budget::Limits;
use buttress_session::{NumbersEngine, NumbersSettings};
use buttress_testkit::Random;
use buttress_testkit::horn::{self, Answer, Case, MIXES, Mix, explore, generate, shrink};

use count::Count;
use fault::{Fault, word};
use peer::Peer;

const USAGE: &str = "\
usage: cargo xtask fuzz horn [OPTIONS]

Random systems of Horn clauses over numbers. Verdicts are compared with an oracle that derives all facts, where
they are few, with what the generator knows, and with z3. Evidence is checked, damaged, and tried on
systems with the opposite answer. What goes wrong is shrunken and kept.

  --mix NAME     one mix, or several with commas (default: all in turn)
  --count N      how many systems (default 10000)
  --seed S       the first seed (default 0)
  --engine NAME  conjecture, affine, reach or portfolio, or several with commas, or all, in turn
                 (default portfolio)
  --plain        without reducing systems first
  --peer P       z3, a path to it, or none (default z3)
  --patience S   seconds for each question to the peer (default 2)
  --ask PERCENT  how often the peer is asked where the answer is known (default 5)
  --damage N     damaged copies of each piece of evidence (default 2)
  --jobs J       systems at the same time (default 1)
  --timeout S    seconds for each of our runs (default 5)
  --keep DIR     where to keep what goes wrong (default fuzz/kept/horn)
  --most N       shrink and keep so many faults of each mix, and only count the others (default 10)
  --print        print the system of --seed and --mix, and do nothing else

Exit: 0 all well; 1 a wrong verdict, rejected evidence, a panic, or accepted damage; 2 usage.
";

struct Contest {
    words: Vec<String>,
    mixes: Vec<Mix>,
    engines: Vec<NumbersEngine>,
    /// Are systems left as they are?
    plain: bool,
    timeout: Duration,
    /// Seconds for the peer.
    patience: u64,
    /// How often the peer is asked about what is known, in percent.
    ask: u64,
    /// Damaged copies of each piece of evidence.
    damage: u64,
    /// The most faults of a mix that are kept.
    most: u64,
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
            mixes: MIXES.to_vec(),
            engines: vec![NumbersEngine::Portfolio],
            plain: false,
            timeout: Duration::ZERO,
            patience: 0,
            ask: 0,
            damage: 0,
            most: 0,
            keep: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/kept/horn"),
        };
        contest.timeout = Duration::from_secs(contest.number("--timeout", 5)?);
        contest.patience = contest.number("--patience", 2)?;
        contest.ask = contest.number("--ask", 5)?;
        contest.damage = contest.number("--damage", 2)?;
        contest.most = contest.number("--most", 10)?;
        if let Some(folder) = contest.option("--keep") {
            contest.keep = PathBuf::from(folder);
        }
        contest.plain = contest.words.iter().any(|word| word == "--plain");
        match contest.option("--engine") {
            None => {}
            Some("all") => contest.engines = NumbersEngine::ALL.to_vec(),
            Some(names) => {
                let engine = |name: &str| {
                    let engine = NumbersEngine::ALL.into_iter().find(|kind| kind.name() == name);
                    engine.ok_or_else(|| format!("no such engine: {name}"))
                };
                contest.engines = names.split(',').map(engine).collect::<Result<_, _>>()?;
            }
        }
        if let Some(names) = contest.option("--mix") {
            let mix = |name: &str| {
                let mix = MIXES.iter().copied().find(|mix| mix.name == name);
                let all: Vec<&str> = MIXES.iter().map(|mix| mix.name).collect();
                mix.ok_or_else(|| format!("no such mix: {name}; there are {}", all.join(", ")))
            };
            contest.mixes = names.split(',').map(mix).collect::<Result<_, _>>()?;
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
            let case = generate(first, &self.mix(first));
            print!("{}", case.system.text(case.style));
            return Ok(0);
        }
        let peer =
            match self.option("--peer").unwrap_or("z3") {
                "none" => None,
                program => Some(Peer::new(program, self.patience).map_err(|error| {
                    format!("{program} cannot be started: {error} (--peer none)")
                })?),
            };
        // Our own panics are faults to be kept, not to be printed over and over.
        std::panic::set_hook(Box::new(|_| {}));
        let next = AtomicU64::new(0);
        let counts: Mutex<BTreeMap<&'static str, Count>> = Mutex::default();
        thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    loop {
                        let done = next.fetch_add(1, Ordering::Relaxed);
                        if done >= count {
                            return;
                        }
                        if done > 0 && done.is_multiple_of(1_000) {
                            eprintln!("{done} of {count}");
                        }
                        self.round(first.wrapping_add(done), peer.as_ref(), &counts);
                    }
                });
            }
        });
        let counts = counts.into_inner().unwrap_or_else(|lock| lock.into_inner());
        Ok(count::summary(&counts, first))
    }

    /// The mix that the system of a seed is of.
    fn mix(&self, seed: u64) -> Mix {
        self.mixes[(seed % self.mixes.len() as u64) as usize]
    }

    /// How the system of a seed is proved. Engines take turns by rounds of all mixes.
    fn settings(&self, seed: u64) -> NumbersSettings {
        let round = seed / self.mixes.len() as u64;
        NumbersSettings {
            engine: self.engines[(round % self.engines.len() as u64) as usize],
            seed,
            limits: Limits::none().with_timeout(self.timeout),
            reduce: !self.plain,
            ..NumbersSettings::default()
        }
    }

    fn round(&self, seed: u64, peer: Option<&Peer>, counts: &Mutex<BTreeMap<&'static str, Count>>) {
        let mix = self.mix(seed);
        let case = generate(seed, &mix);
        let mut count = Count { systems: 1, ..Count::default() };
        let fault = self.judge(&case, seed, peer, &mut count);
        count.faults = u64::from(fault.is_some());
        let faults = {
            let mut counts = counts.lock().unwrap_or_else(|lock| lock.into_inner());
            let total = counts.entry(mix.name).or_default();
            *total += count;
            total.faults
        };
        let Some(fault) = fault.filter(|_| faults <= self.most) else { return };
        let smaller = |system: &_| {
            // What the generator knew holds no longer.
            let case = Case { system: Clone::clone(system), known: None, style: case.style };
            self.judge(&case, seed, peer, &mut Count::default())
        };
        let small = shrink(&case.system, |system| {
            smaller(system).is_some_and(|found| found.kind() == fault.kind())
        });
        let fault = smaller(&small).filter(|found| found.kind() == fault.kind()).unwrap_or(fault);
        self.keep(seed, mix.name, &small.text(case.style), &fault);
    }

    fn judge(
        &self,
        case: &Case,
        seed: u64,
        peer: Option<&Peer>,
        count: &mut Count,
    ) -> Option<Fault> {
        let script = case.system.text(case.style);
        let mut random = Random::new(!seed);
        let explored = explore(&case.system, horn::Limits::default()).answer;
        let right = case.known.unwrap_or(explored);
        count.right.add(right);
        if explored != Answer::Open && explored != right {
            return Some(Fault::Oracle { oracle: explored, other: right, says: "the generator" });
        }
        let is_asked = right == Answer::Open || random.chance(self.ask as u32);
        let theirs = peer.filter(|_| is_asked).and_then(|peer| peer.answer(&script).ok());
        if let Some(theirs) = theirs {
            count.theirs.add(theirs);
            if theirs != Answer::Open && right != Answer::Open && theirs != right {
                return Some(Fault::Oracle { oracle: right, other: theirs, says: "z3" });
            }
        }
        let start = Instant::now();
        let ours = match ours::ours(&script, &self.settings(seed)) {
            Ok(ours) => ours,
            Err(fault) => return Some(fault),
        };
        count.ours.add(ours.answer);
        if ours.answer == Answer::Open {
            count.late += u64::from(start.elapsed() >= self.timeout);
            return None;
        }
        if right != Answer::Open {
            count.compared.0 += 1;
            if ours.answer != right {
                return Some(Fault::Wrong { ours: ours.answer, right, says: "the oracle" });
            }
        }
        if let Some(theirs) = theirs.filter(|theirs| *theirs != Answer::Open) {
            count.compared.1 += 1;
            if ours.answer != theirs {
                return Some(Fault::Wrong { ours: ours.answer, right: theirs, says: "z3" });
            }
        }
        let evidence = ours.evidence?;
        self.attack(case, &script, &evidence, ours.answer, &mut random, count).err()
    }

    /// Evidence is accepted as it is; damaged, it shows nothing wrong; and it shows nothing of a system
    /// with the opposite answer.
    fn attack(
        &self,
        case: &Case,
        script: &str,
        evidence: &str,
        answer: Answer,
        random: &mut Random,
        count: &mut Count,
    ) -> Result<(), Fault> {
        if damage::check(script, evidence)? != Some(answer) {
            return Err(Fault::Rejected("when the script is read again".to_owned()));
        }
        for _ in 0..self.damage {
            let damaged = damage::damaged(evidence, random);
            if damaged == evidence {
                continue;
            }
            count.damaged.0 += 1;
            match damage::check(script, &damaged)? {
                None => {}
                Some(claim) if claim == answer => count.damaged.1 += 1,
                Some(claim) => {
                    let what = format!("damaged evidence for {}:\n{damaged}", word(claim));
                    return Err(Fault::Accepted(what));
                }
            }
        }
        if self.damage > 0
            && let Some(other) = damage::opposite(&case.system, answer, random)
        {
            count.foreign += 1;
            let other = other.text(case.style);
            if damage::check_foreign(script, &other, evidence)?.is_some() {
                let what = format!("evidence for {} about:\n{other}", word(answer));
                return Err(Fault::Accepted(what));
            }
        }
        Ok(())
    }

    fn keep(&self, seed: u64, mix: &str, script: &str, fault: &Fault) {
        let path = self.keep.join(format!("{}_{seed}.smt2", mix.replace('-', "_")));
        let expected =
            fault.right().map_or(String::new(), |right| format!("; expect: {}\n", word(right)));
        let text = format!("; {fault}\n; mix {mix}, seed {seed}\n{expected}{script}");
        println!("{text}");
        match fs::create_dir_all(&self.keep).and_then(|()| fs::write(&path, text)) {
            Ok(()) => println!("kept: {}\n", path.display()),
            Err(error) => println!("{} cannot be written: {error}\n", path.display()),
        }
    }
}
