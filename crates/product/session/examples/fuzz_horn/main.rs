//! Random systems of Horn clauses, each answer compared with an explicit-state oracle and with z3.
//!
//! Run it as `cargo xtask fuzz horn`; `--help` lists the options. A system on which something goes wrong is
//! shrunken and kept, with the answer that it should have where that is known. Evidence is also
//! damaged, and tried on systems with the opposite answer: the checker must not fall for it.

mod count;
mod damage;
mod fault;
mod ours;
mod peer;
mod replay;
mod task;

use std::io::{stderr, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use buttress_budget::Limits;
use buttress_session::numbers;
use buttress_testkit::Random;
use buttress_testkit::harness::{Options, Shelf, Tally, run_contest};
use buttress_testkit::horn::{
    Case, HornOracleVerdict, MIXES, Mix, STRUCTURED_MIXES, generate, shrink,
};

use count::Count;
use fault::Fault;
use peer::Peer;
use task::Task;

const USAGE: &str = "\
usage: cargo xtask fuzz horn [OPTIONS]

Random systems of Horn clauses over numbers. Verdicts are compared with an oracle that derives all facts, where
they are few, with what the generator knows, and with z3. Evidence is checked, damaged, and tried on
systems with the opposite answer. What goes wrong is shrunken and kept.

  --task NAME    prove; terminates: claims are compared with the cycles among all facts, and computations that come
                 back are replayed; invariants: these are evaluated at the facts that the oracle derives, and
                 z3 says whether they are inductive (default prove)
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
  --keep DIR     where to keep what goes wrong (default fuzz/kept/horn, or with the name of the task)
  --most N       shrink and keep so many faults of each mix, and only count the others (default 10)
  --print        print the system of --seed and --mix, and do nothing else

Exit: 0 all well; 1 a wrong answer, rejected evidence, a panic, or accepted damage; 2 usage.
";

struct Contest {
    options: Options,
    task: Task,
    mixes: Vec<Mix>,
    engines: Vec<numbers::EngineKind>,
    /// Are systems left as they are?
    plain: bool,
    timeout: Duration,
    /// Seconds for the peer.
    patience: u64,
    /// How often the peer is asked about what is known, in percent.
    ask: u64,
    /// Damaged copies of each piece of evidence.
    damage: u64,
    shelf: Shelf,
}

fn main() -> ExitCode {
    run_contest(USAGE, (&mut stdout(), &mut stderr()), |options| Contest::new(options)?.run())
}

impl Contest {
    fn new(options: Options) -> Result<Contest, String> {
        let name = options.value("--task").unwrap_or(Task::Prove.name());
        let task = Task::ALL.into_iter().find(|task| task.name() == name);
        let task = task.ok_or_else(|| format!("no such task: {name}"))?;
        let mut engines = vec![numbers::EngineKind::Portfolio];
        match options.value("--engine") {
            None => {}
            Some("all") => engines = numbers::EngineKind::ALL.to_vec(),
            Some(names) => {
                let engine = |name: &str| {
                    let engine =
                        numbers::EngineKind::ALL.into_iter().find(|kind| kind.name() == name);
                    engine.ok_or_else(|| format!("no such engine: {name}"))
                };
                engines = names.split(',').map(engine).collect::<Result<_, _>>()?;
            }
        }
        let mut mixes = MIXES.to_vec();
        // Only `prove` knows datatypes and arrays.
        if task == Task::Prove {
            mixes.extend(STRUCTURED_MIXES);
        }
        let known = mixes.clone();
        if let Some(names) = options.value("--mix") {
            let mix = |name: &str| {
                let mix = known.iter().copied().find(|mix| mix.name == name);
                let all: Vec<&str> = known.iter().map(|mix| mix.name).collect();
                mix.ok_or_else(|| format!("no such mix: {name}; there are {}", all.join(", ")))
            };
            mixes = names.split(',').map(mix).collect::<Result<_, _>>()?;
        }
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/kept");
        Ok(Contest {
            timeout: Duration::from_secs(options.number("--timeout", 5)?),
            patience: options.number("--patience", 2)?,
            ask: options.number("--ask", 5)?,
            damage: options.number("--damage", 2)?,
            plain: options.has("--plain"),
            shelf: options.shelf(kept.join(task.folder()), 10)?,
            options,
            task,
            mixes,
            engines,
        })
    }

    /// Runs it; the number of faults.
    fn run(&self) -> Result<u64, String> {
        let rounds = self.options.rounds(1_000)?;
        if self.options.has("--print") {
            let case = self.case(rounds.first);
            print!("{}", case.system.text(case.style));
            return Ok(0);
        }
        let peer =
            match self.options.value("--peer").unwrap_or("z3") {
                "none" => None,
                program => Some(Peer::new(program, self.patience).map_err(|error| {
                    format!("{program} cannot be started: {error} (--peer none)")
                })?),
            };
        // Our own panics are faults to be kept, not to be printed over and over.
        std::panic::set_hook(Box::new(|_| {}));
        let tally = Tally::default();
        rounds.run(
            || Ok(()),
            |done| eprintln!("{done} of {}", rounds.count),
            |seed, ()| self.round(seed, peer.as_ref(), &tally),
        )?;
        Ok(count::summary(self.task, &tally.into_counts(), rounds.first))
    }

    /// The mix that the system of a seed is of.
    fn mix(&self, seed: u64) -> Mix {
        self.mixes[(seed % self.mixes.len() as u64) as usize]
    }

    /// The system of a seed.
    fn case(&self, seed: u64) -> Case {
        self.task.asked(generate(seed, &self.mix(seed)), seed)
    }

    /// How the system of a seed is proved. Engines take turns by rounds of all mixes.
    fn settings(&self, seed: u64) -> numbers::Settings {
        let round = seed / self.mixes.len() as u64;
        numbers::Settings {
            engine: self.engines[(round % self.engines.len() as u64) as usize],
            seed,
            limits: Limits::none().with_timeout(self.timeout),
            reduce: !self.plain,
            ..numbers::Settings::default()
        }
    }

    fn round(&self, seed: u64, peer: Option<&Peer>, tally: &Tally<Count>) {
        let (mix, case) = (self.mix(seed), self.case(seed));
        let mut count = Count { systems: 1, ..Count::default() };
        let fault = self.judge(&case, seed, peer, &mut count);
        count.faults = u64::from(fault.is_some());
        let faults = tally.add(mix.name, count).faults;
        let Some(fault) = fault.filter(|_| faults <= self.shelf.most) else { return };
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
        let judged = match self.task {
            Task::Prove | Task::Terminates => self.judge_verdict(case, seed, peer, count),
            Task::Invariants => self.judge_invariants(case, seed, peer, count),
        };
        judged.err()
    }

    fn judge_verdict(
        &self,
        case: &Case,
        seed: u64,
        peer: Option<&Peer>,
        count: &mut Count,
    ) -> Result<(), Fault> {
        let task = self.task;
        let script = case.system.text(case.style);
        let mut random = Random::new(!seed);
        let right = self.right(case)?;
        count.right.add(right);
        // The peer knows nothing of termination.
        let is_asked = task == Task::Prove
            && (right == HornOracleVerdict::Open || random.chance(self.ask as u32));
        let theirs = peer.filter(|_| is_asked).and_then(|peer| peer.answer(&script).ok());
        if let Some(theirs) = theirs {
            count.theirs.add(theirs);
            if theirs != HornOracleVerdict::Open
                && right != HornOracleVerdict::Open
                && theirs != right
            {
                let (oracle, other) = (task.word(right), task.word(theirs));
                return Err(Fault::Oracle { oracle, other, says: "z3" });
            }
        }
        let start = Instant::now();
        let settings = self.settings(seed);
        let ours = match task {
            Task::Terminates => ours::ends(&script, &settings)?,
            Task::Prove | Task::Invariants => ours::prove(&script, &settings)?,
        };
        count.ours.add(ours.answer);
        if ours.answer == HornOracleVerdict::Open {
            count.late += u64::from(start.elapsed() >= self.timeout);
            return Ok(());
        }
        count.compared.0 += self.compare(ours.answer, right, "the oracle")?;
        count.compared.1 +=
            self.compare(ours.answer, theirs.unwrap_or(HornOracleVerdict::Open), "z3")?;
        if let Some(lasso) = &ours.lasso {
            replay::lasso(&case.system, lasso).map_err(Fault::States)?;
            count.tried.1 += lasso.derivation.steps.len() as u64;
        }
        match ours.evidence {
            Some(evidence) => {
                self.attack(case, &script, &evidence, ours.answer, &mut random, count)
            }
            None => Ok(()),
        }
    }

    /// The right answer, as far as it is known.
    fn right(&self, case: &Case) -> Result<HornOracleVerdict, Fault> {
        let explored = self.task.oracle(&case.system);
        // What the generator knows is about safety.
        let known = case.known.filter(|_| self.task != Task::Terminates);
        let right = known.unwrap_or(explored);
        if explored != HornOracleVerdict::Open && explored != right {
            let (oracle, other) = (self.task.word(explored), self.task.word(right));
            return Err(Fault::Oracle { oracle, other, says: "the generator" });
        }
        Ok(right)
    }

    /// Compares two answers, if both are; how many that was.
    fn compare(
        &self,
        ours: HornOracleVerdict,
        right: HornOracleVerdict,
        says: &'static str,
    ) -> Result<u64, Fault> {
        if ours == HornOracleVerdict::Open || right == HornOracleVerdict::Open {
            return Ok(0);
        }
        let (ours_word, right_word) = (self.task.word(ours), self.task.word(right));
        match ours == right {
            true => Ok(1),
            false => Err(Fault::Wrong { ours: ours_word, right: right_word, says }),
        }
    }

    fn judge_invariants(
        &self,
        case: &Case,
        seed: u64,
        peer: Option<&Peer>,
        count: &mut Count,
    ) -> Result<(), Fault> {
        let script = case.system.text(case.style);
        let right = self.right(case)?;
        count.right.add(right);
        let start = Instant::now();
        let report = ours::invariants(&script, &self.settings(seed))?;
        // That invariants suffice is a claim of safety, where there is a property.
        let has_query = case.system.clauses.iter().any(|clause| clause.head.is_none());
        let answer = match report.suffices.filter(|_| has_query) {
            Some(true) => HornOracleVerdict::Safe,
            Some(false) => HornOracleVerdict::Unsafe,
            None => HornOracleVerdict::Open,
        };
        count.ours.add(answer);
        count.late += u64::from(start.elapsed() >= self.timeout);
        count.compared.0 += self.compare(answer, right, "the oracle")?;
        if report.definitions.is_empty() {
            return Ok(());
        }
        let conjuncts = report.definitions.iter().map(|definition| definition.conjuncts.len());
        count.tried.0 += conjuncts.sum::<usize>() as u64;
        let explored = self.task.explored(&case.system);
        let states = replay::invariants(&case.system, &explored, &report.definitions);
        count.tried.1 += states.map_err(Fault::States)?;
        let is_asked = Random::new(!seed).chance(self.ask as u32);
        if let Some(peer) = peer.filter(|_| is_asked) {
            let obligations = replay::obligations(&case.system, &report.definitions);
            let theirs = peer.answer(&obligations).unwrap_or(HornOracleVerdict::Open);
            count.theirs.add(theirs);
            count.compared.1 +=
                self.compare(HornOracleVerdict::Safe, theirs, "z3, of the clauses,")?;
        }
        Ok(())
    }

    /// Evidence is accepted as it is; damaged, it shows nothing wrong; and it shows nothing of a system
    /// with the opposite answer.
    fn attack(
        &self,
        case: &Case,
        script: &str,
        evidence: &str,
        answer: HornOracleVerdict,
        random: &mut Random,
        count: &mut Count,
    ) -> Result<(), Fault> {
        let task = self.task;
        if damage::check(task, script, evidence)? != Some(answer) {
            return Err(Fault::Rejected("when the script is read again".to_owned()));
        }
        for _ in 0..self.damage {
            let damaged = damage::damaged(evidence, random);
            if damaged == evidence {
                continue;
            }
            count.damaged.0 += 1;
            match damage::check(task, script, &damaged)? {
                None => {}
                Some(claim) if claim == answer => count.damaged.1 += 1,
                Some(claim) => {
                    let what = format!("damaged evidence for {}:\n{damaged}", task.word(claim));
                    return Err(Fault::Accepted(what));
                }
            }
        }
        if self.damage > 0
            && let Some(other) = damage::opposite(task, &case.system, answer, random)
        {
            count.foreign += 1;
            let other = other.text(case.style);
            if damage::check_foreign(task, script, &other, evidence)?.is_some() {
                let what = format!("evidence for {} about:\n{other}", task.word(answer));
                return Err(Fault::Accepted(what));
            }
        }
        Ok(())
    }

    fn keep(&self, seed: u64, mix: &str, script: &str, fault: &Fault) {
        let expected = fault.right().map_or(String::new(), |right| format!("; expect: {right}\n"));
        let text = format!("; {fault}\n; mix {mix}, seed {seed}\n{expected}{script}");
        println!("{text}");
        match self.shelf.keep(mix, seed, &text) {
            Ok(path) => println!("kept: {}\n", path.display()),
            Err(error) => println!("it cannot be kept: {error}\n"),
        }
    }
}
