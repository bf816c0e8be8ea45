//! Random linear programs: the exact simplex against z3, and every answer against its own certificate.
//!
//! Run it as `cargo xtask fuzz lp`; `--help` lists the options. A program on which something goes wrong is
//! shrunken and kept.

mod count;
mod evidence;
mod ours;
mod theirs;

use std::io::{stderr, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

use buttress_testkit::harness::{Options, Peer, Shelf, Tally, panic_words, run_contest};
use buttress_testkit::lp::{LP_MIXES, LinearProgram, LpMix, linear_program, shrink};

use count::Count;
use ours::LpAnswer;

const USAGE: &str = "\
usage: cargo xtask fuzz lp [OPTIONS]

Random linear programs over the rationals. What the simplex says (infeasible, the optimum, unbounded) is
compared with z3. Points, Farkas multipliers, dual bounds and rays are checked by exact sums. Half of the
programs are solved from a warm start, after others were taken back. What goes wrong is shrunken and kept.

  --mix NAME     one mix, or several with commas (default: all in turn)
  --count N      how many programs (default 10000)
  --seed S       the first seed (default 0)
  --peer P       z3, a path to it, or none (default z3)
  --patience MS  milliseconds for each question to the peer (default 2000)
  --jobs J       programs at the same time (default 1)
  --keep DIR     where to keep what goes wrong (default fuzz/kept/lp)
  --most N       shrink and keep so many faults of each mix, and only count the others (default 10)
  --print        print the program of --seed and --mix, and do nothing else

Exit: 0 all well; 1 a wrong answer, a certificate that does not add up, or a panic; 2 usage.
";

struct Contest {
    options: Options,
    mixes: Vec<LpMix>,
    shelf: Shelf,
    /// Milliseconds for a question to the peer.
    patience: u64,
}

fn main() -> ExitCode {
    run_contest(USAGE, (&mut stdout(), &mut stderr()), |options| Contest::new(options)?.run())
}

impl Contest {
    fn new(options: Options) -> Result<Contest, String> {
        let mut mixes = LP_MIXES.to_vec();
        if let Some(names) = options.value("--mix") {
            let mix = |name: &str| {
                let mix = LP_MIXES.iter().copied().find(|mix| mix.name == name);
                let all: Vec<&str> = LP_MIXES.iter().map(|mix| mix.name).collect();
                mix.ok_or_else(|| format!("no such mix: {name}; there are {}", all.join(", ")))
            };
            mixes = names.split(',').map(mix).collect::<Result<_, _>>()?;
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/kept/lp");
        let shelf = options.shelf(folder, 10)?;
        let patience = options.number("--patience", 2_000)?;
        Ok(Contest { options, mixes, shelf, patience })
    }

    /// Runs it; the number of faults.
    fn run(&self) -> Result<u64, String> {
        let rounds = self.options.rounds(2_000)?;
        if self.options.has("--print") {
            print!("{}", linear_program(rounds.first, &self.mix(rounds.first)).script(true));
            return Ok(0);
        }
        // A peer that is not there is not asked, and that is said before and after.
        let is_there = self.peer().is_ok_and(|peer| peer.is_some());
        let missing = "no peer: only certificates are checked";
        if !is_there {
            eprintln!("{missing}");
        }
        // Our own panics are faults to be kept, not to be printed over and over.
        std::panic::set_hook(Box::new(|_| {}));
        let tally = Tally::default();
        rounds.run(
            || if is_there { self.peer() } else { Ok(None) },
            |done| eprintln!("{done} of {}", rounds.count),
            |seed, peer| self.round(seed, peer, &tally),
        )?;
        let faults = count::summary(&tally.into_counts(), rounds.first);
        if !is_there {
            println!("{missing}");
        }
        Ok(faults)
    }

    fn peer(&self) -> Result<Option<Peer>, String> {
        let program = self.options.value("--peer").unwrap_or("z3");
        if program == "none" {
            return Ok(None);
        }
        let peer = Peer::start(program, self.patience);
        peer.map(Some).map_err(|error| format!("{program} cannot be started: {error}"))
    }

    /// The mix that the program of a seed is of.
    fn mix(&self, seed: u64) -> LpMix {
        self.mixes[(seed % self.mixes.len() as u64) as usize]
    }

    fn round(&self, seed: u64, peer: &mut Option<Peer>, tally: &Tally<Count>) {
        let mix = self.mix(seed);
        let program = linear_program(seed, &mix);
        let mut count = Count { programs: 1, ..Count::default() };
        let fault = self.judge(&program, seed, peer, &mut count);
        count.faults = u64::from(fault.is_some());
        let total = tally.add(mix.name, count);
        let Some(fault) = fault.filter(|_| total.faults <= self.shelf.most) else { return };
        let small = shrink(&program, |smaller| {
            self.judge(smaller, seed, peer, &mut Count::default()).is_some()
        });
        let fault = self.judge(&small, seed, peer, &mut Count::default()).unwrap_or(fault);
        let fault = fault.replace('\n', " ");
        let text = format!("; {fault}\n; mix {}, seed {seed}\n{}", mix.name, small.script(true));
        println!("{text}");
        match self.shelf.keep(mix.name, seed, &text) {
            Ok(path) => println!("kept: {}\n", path.display()),
            Err(error) => println!("it cannot be kept: {error}\n"),
        }
    }

    /// What is wrong with our answer, if anything.
    fn judge(
        &self,
        program: &LinearProgram,
        seed: u64,
        peer: &mut Option<Peer>,
        count: &mut Count,
    ) -> Option<String> {
        let ours = match catch_unwind(AssertUnwindSafe(|| ours::answer(program, seed, count))) {
            Ok(Ok(ours)) => ours,
            Ok(Err(fault)) => return Some(fault),
            Err(payload) => return Some(format!("panic: {}", panic_words(payload.as_ref()))),
        };
        match &ours {
            LpAnswer::Infeasible => count.infeasible += 1,
            LpAnswer::Bounded { .. } => count.bounded += 1,
            LpAnswer::Unbounded => count.unbounded += 1,
        }
        // The process does not survive every `reset`; a new one is asked again.
        for _ in 0..2 {
            match peer.as_mut().map(|peer| theirs::answer(peer, program)) {
                None => return None,
                Some(Ok(None)) => return None,
                Some(Ok(Some(theirs))) => {
                    count.compared += 1;
                    return (ours != theirs).then(|| format!("said {ours}; z3 says {theirs}"));
                }
                Some(Err(_)) => *peer = self.peer().ok().flatten(),
            }
        }
        None
    }
}
