//! Random scripts through whole sessions, each answer compared with brute force and with z3.
//!
//! Run it as `cargo xtask fuzz smt`; `--help` lists the options. A script on which something goes wrong
//! is shrunken and kept, with the answers that it should have where they are known.

mod count;
mod fault;
mod suite;

use std::io::{stderr, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use buttress_formats::smtlib::Error;
use buttress_session::formulas;
use buttress_testkit::harness::{Options, Peer, Shelf, Tally, panic_words, run_contest};
use buttress_testkit::shrink_script;

use count::Count;
use fault::Fault;
use suite::{Case, SUITES, Source};

const USAGE: &str = "\
usage: cargo xtask fuzz smt [OPTIONS]

Random scripts, each answer compared with z3 and, where domains are tiny, with brute force. Wrong
answers, rejected evidence, unexpected unknowns and panics are shrunken and kept.

  --suite NAME   ground (without quantifiers), fragments (array properties), outside (just outside of
                 them), tables (hashtables and partial arrays), sorts (how many values
                 datatypes have), several with commas, or all
                 (default ground)
  --mix NAME     one mix of the suite (default: all in turn)
  --count N      how many scripts (default 10000)
  --seed S       the first seed (default 0)
  --peer P       z3, a path to it, or none (default z3)
  --patience MS  milliseconds for each check of the peer (default 5000, with quantifiers 1000)
  --jobs J       scripts at the same time (default 1)
  --timeout S    seconds for each of our checks (default 20, with quantifiers 5)
  --keep DIR     where to keep what goes wrong (default fuzz/kept)
  --most N       shrink and keep so many faults of each mix, and only count the others (default 20)
  --print        print the script of --seed and --mix, and do nothing else

Inside the fragments every script has an answer, so that unknown is a fault there.
";

/// What we answered.
#[derive(Default)]
struct Ours {
    answers: Vec<&'static str>,
    /// Why an answer does not stand.
    rejection: Option<String>,
    /// A command that failed.
    refusal: Option<String>,
    /// Why there is no answer.
    reason: Option<String>,
}

struct Contest {
    options: Options,
    mixes: Vec<Source>,
    timeout: Duration,
    /// Milliseconds for a check of the peer.
    patience: u64,
    shelf: Shelf,
}

fn main() -> ExitCode {
    run_contest(USAGE, (&mut stdout(), &mut stderr()), |options| Contest::new(options)?.run())
}

impl Contest {
    fn new(options: Options) -> Result<Contest, String> {
        let suite = options.value("--suite").unwrap_or("ground").to_owned();
        let suites = if suite == "all" { SUITES.join(",") } else { suite };
        let mut mixes = Vec::new();
        for name in suites.split(',') {
            let found = Source::suite(name);
            if found.is_empty() {
                return Err(format!("no such suite: {name}; there are {}", SUITES.join(", ")));
            }
            mixes.extend(found);
        }
        let is_ground = mixes.iter().all(|mix| matches!(mix, Source::Ground(_)));
        let (timeout, patience) = if is_ground { (20, 5_000) } else { (5, 1_000) };
        if let Some(name) = options.value("--mix") {
            let names: Vec<&str> = mixes.iter().map(Source::name).collect();
            if !names.contains(&name) {
                return Err(format!("no such mix; the suite has {}", names.join(", ")));
            }
            mixes.retain(|mix| mix.name() == name);
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/kept");
        Ok(Contest {
            timeout: Duration::from_secs(options.number("--timeout", timeout)?),
            patience: options.number("--patience", patience)?,
            shelf: options.shelf(folder, 20)?,
            options,
            mixes,
        })
    }

    /// Runs it; the number of faults.
    fn run(&self) -> Result<u64, String> {
        let rounds = self.options.rounds(2_000)?;
        if self.options.has("--print") {
            print!("{}", self.source(rounds.first).case(rounds.first).script);
            return Ok(0);
        }
        // Our own panics are faults to be kept, not to be printed over and over.
        std::panic::set_hook(Box::new(|_| {}));
        let tally = Tally::default();
        rounds.run(
            || self.peer(),
            |done| eprintln!("{done} of {}", rounds.count),
            |seed, peer| self.round(seed, peer, &tally),
        )?;
        Ok(count::summary(&tally.into_counts(), rounds.first))
    }

    fn peer(&self) -> Result<Option<Peer>, String> {
        let program = self.options.value("--peer").unwrap_or("z3");
        if program == "none" {
            return Ok(None);
        }
        Peer::start(program, self.patience)
            .map(Some)
            .map_err(|error| format!("{program} cannot be started: {error} (--peer none)"))
    }

    /// The mix that the script of a seed is of.
    fn source(&self, seed: u64) -> Source {
        self.mixes[(seed % self.mixes.len() as u64) as usize]
    }

    fn round(&self, seed: u64, peer: &mut Option<Peer>, tally: &Tally<Count>) {
        let source = self.source(seed);
        let case = source.case(seed);
        let mut count = Count { scripts: 1, ..Count::default() };
        let fault = self.judge(&case, &source, peer, &mut count);
        if let Some(fault) = &fault {
            count.faults = 1;
            count.open = u64::from(matches!(fault, Fault::Unknown { .. }));
        }
        let faults = tally.add(source.name(), count).faults;
        let Some(fault) = fault.filter(|_| faults <= self.shelf.most) else { return };
        // A twin does not shrink along, nor does a known answer: nothing could be compared.
        if case.twin.is_some() || case.answer.is_some() {
            return self.keep(seed, &source, &case.script, &fault);
        }
        let small = shrink_script(&case.script, |candidate| {
            let found = self.smaller(candidate, &source, peer);
            found.is_some_and(|found| found.kind() == fault.kind())
        });
        let last = self.smaller(&small, &source, peer);
        self.keep(seed, &source, &small, &last.unwrap_or(fault));
    }

    /// The fault of a smaller script that may stand for a larger one.
    fn smaller(&self, script: &str, source: &Source, peer: &mut Option<Peer>) -> Option<Fault> {
        if !source.keeps(script) {
            return None;
        }
        let case = Case { script: script.to_owned(), twin: None, answer: None };
        let mut fault = self.judge(&case, source, peer, &mut Count::default())?;
        // A script that has lost its bounds has models that brute force does not see.
        match &mut fault {
            Fault::Wrong { right, says: "brute force", .. } if right == "unsat" => {
                let theirs = self.theirs(&case, peer);
                theirs.first().is_some_and(|answer| answer == right).then_some(fault)
            }
            Fault::Unknown { right, .. } if source.is_forced() => {
                *right = self.theirs(&case, peer).first().cloned().unwrap_or_default();
                Some(fault)
            }
            _ => Some(fault),
        }
    }

    fn judge(
        &self,
        case: &Case,
        source: &Source,
        peer: &mut Option<Peer>,
        count: &mut Count,
    ) -> Option<Fault> {
        let start = Instant::now();
        let ours = match catch_unwind(AssertUnwindSafe(|| self.ours(&case.script))) {
            Ok(ours) => ours,
            Err(payload) => return Some(Fault::Panic(panic_words(payload.as_ref()))),
        };
        ours.answers.iter().for_each(|answer| count.ours.add(answer));
        count.late += u64::from(start.elapsed() >= self.timeout && ours.reason.is_some());
        if let Some(why) = ours.refusal {
            return Some(Fault::Refused(why));
        }
        if let Some(why) = ours.rejection {
            return Some(Fault::Rejected(why));
        }
        let forced = case.answer.or_else(|| source.forced(&case.script));
        if let (Some(right), Some(ours)) = (forced, ours.answers.first()) {
            count.forced += 1;
            if *ours != right && *ours != "unknown" {
                return Some(Fault::Wrong { ours, right: right.to_owned(), says: "brute force" });
            }
        }
        let is_known = source.is_forced() && forced.is_some();
        let theirs = if is_known { Vec::new() } else { self.theirs(case, peer) };
        theirs.iter().for_each(|answer| count.theirs.add(answer));
        for (ours, theirs) in ours.answers.iter().zip(&theirs) {
            let is_answer = |word: &str| ["sat", "unsat"].contains(&word);
            if is_answer(ours) && is_answer(theirs) {
                count.compared += 1;
                if ours != theirs {
                    return Some(Fault::Wrong { ours, right: theirs.clone(), says: "z3" });
                }
            }
        }
        if ours.answers.contains(&"unknown") && !source.may_be_unknown() {
            let right = forced.map(str::to_owned).or(theirs.first().cloned()).unwrap_or_default();
            return Some(Fault::Unknown { right, why: ours.reason.unwrap_or_default() });
        }
        None
    }

    /// What the peer answers; nothing where it does not understand the script.
    fn theirs(&self, case: &Case, peer: &mut Option<Peer>) -> Vec<String> {
        let script = case.twin.as_deref().unwrap_or(&case.script);
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
        let settings =
            formulas::Settings { check_timeout: Some(self.timeout), ..Default::default() };
        let mut repl = formulas::Repl::new(settings);
        let mut ours = Ours::default();
        repl.feed(script.as_bytes(), &mut ours);
        repl.finish(&mut ours);
        ours
    }

    fn keep(&self, seed: u64, source: &Source, script: &str, fault: &Fault) {
        let name = source.name();
        let expected = fault.right().map_or(String::new(), |right| format!("; expect: {right}\n"));
        let text = format!("; {fault}\n; mix {name}, seed {seed}\n{expected}{script}");
        println!("{text}");
        match self.shelf.keep(name, seed, &text) {
            Ok(path) => println!("kept: {}\n", path.display()),
            Err(error) => println!("it cannot be kept: {error}\n"),
        }
    }
}

impl formulas::Listener for Ours {
    fn response(&mut self, _: &str) {}

    fn error(&mut self, error: &Error) {
        self.refusal.get_or_insert_with(|| error.to_string());
    }

    fn checked(&mut self, report: &formulas::CheckReport) {
        self.answers.push(report.answer());
        if let Some(reason) = report.reason() {
            self.reason.get_or_insert(reason);
        }
        if let formulas::CheckStatus::Rejected { claimed, why, .. } = &report.status {
            self.rejection.get_or_insert_with(|| format!("claimed {claimed}: {why}"));
        }
    }
}
