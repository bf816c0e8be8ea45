//! Mutants of proved programs, each verdict compared with runs of the interpreter.
//!
//! Run it as `cargo xtask fuzz pi`; `--help` lists the options. A mutant on which something goes wrong is kept.

mod count;
mod judge;

use std::fs;
use std::io::{stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use buttress_testkit::Mutant;
use buttress_testkit::harness::{Options, Shelf, Tally, run_contest};

use count::Count;
use judge::{Judge, Judgement, sensible};

const USAGE: &str = "\
usage: cargo xtask fuzz pi [OPTIONS]

Programs with one token replaced, deleted or doubled; those that make no sense are passed over. Where all of a
mutant is proved, the interpreter executes it on random inputs and must find nothing. Else it is counted whether
a failing run, a state, or nothing is shown; runs are replayed. Where no run is shown, a longer search on other inputs tells
whether one was missed; a mutant on which it finds none is likely right, with annotations that are too weak.

  --dir DIR      programs that are proved (default examples/programs)
  --count N      how many mutants (default 500)
  --seed S       the first seed (default 0)
  --inputs N     random inputs on which mutants that are proved are executed, after the tiny ones, for each
                 function (default 1000)
  --runs N       runs that are tried to confirm a failure (default 10000)
  --hunted N     random inputs, for each function, in the search for runs that were missed (default 50000)
  --jobs J       mutants at the same time (default 1)
  --timeout S    seconds for each mutant (default 20)
  --keep DIR     where to keep what goes wrong (default fuzz/kept)
  --most N       keep so many faults of each program, and only count the others (default 10)
  --print        print the mutant of --seed, and do nothing else
  --verbose      tell every mutant that is not proved

Exit: 0 all well; 1 a wrong verdict, rejected evidence or a panic, less than 95 % of the mutants that some run violates are called
false, or less than 95 % of what is reported comes with a run or a state; 2 usage.
";

/// Of the mutants that some run violates so many are called false, and of those that are reported so many come with a run or
/// a state, in percent.
const BAR: u64 = 95;

struct Contest {
    options: Options,
    /// Names and texts.
    programs: Vec<(&'static str, String)>,
    judge: Judge,
    shelf: Shelf,
}

fn main() -> ExitCode {
    run_contest(USAGE, (&mut stdout(), &mut stderr()), |options| Contest::new(options)?.run())
}

impl Contest {
    fn new(options: Options) -> Result<Contest, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let folder = options.value("--dir").map_or(root.join("examples/programs"), PathBuf::from);
        Ok(Contest {
            programs: programs(&folder)?,
            judge: Judge {
                timeout: Some(Duration::from_secs(options.number("--timeout", 20)?)),
                inputs: options.number("--inputs", 1_000)?,
                runs: options.number("--runs", 10_000)?,
                hunted: options.number("--hunted", 50_000)?,
            },
            shelf: options.shelf(root.join("fuzz/kept"), 10)?,
            options,
        })
    }

    /// Runs it; the number of faults.
    fn run(&self) -> Result<u64, String> {
        let mut rounds = self.options.rounds(50)?;
        rounds.count = self.options.number("--count", 500)?;
        if self.options.has("--print") {
            let (_, text) = self.program(rounds.first);
            let mutant = sensible(rounds.first, text).ok_or("no mutant makes sense")?;
            print!("{}", mutant.text);
            return Ok(0);
        }
        // Our own panics are faults to be kept, not to be printed over and over.
        std::panic::set_hook(Box::new(|_| {}));
        let tally = Tally::default();
        rounds.run(
            || Ok(()),
            |done| eprintln!("{done} of {}", rounds.count),
            |seed, ()| self.round(seed, &tally),
        )?;
        let total = count::summary(&tally.into_counts());
        let few = total.explained() < BAR || total.refuted() < BAR;
        if few {
            println!("less than {BAR} % are called false, or come with a run or a state");
        }
        println!("{} mutants from seed {}: {} faults", total.mutants, rounds.first, total.faults);
        Ok(total.faults + u64::from(few))
    }

    /// The program that the mutant of a seed comes from.
    fn program(&self, seed: u64) -> (&'static str, &str) {
        let (name, text) = &self.programs[(seed % self.programs.len() as u64) as usize];
        (name, text)
    }

    fn round(&self, seed: u64, tally: &Tally<Count>) {
        let (name, text) = self.program(seed);
        let Some(mutant) = sensible(seed, text) else { return };
        let judgement = self.judge.judge(&mutant.text);
        let mut count = Count::default();
        count.add(&judgement);
        let faults = tally.add(name, count).faults;
        let label = format!("{name}, seed {seed}, {}", description(&mutant));
        match &judgement {
            Judgement::Fault(why) if faults <= self.shelf.most => {
                self.keep(seed, name, &mutant, why);
            }
            Judgement::Fault(why) => println!("{label}: FAULT: {why}"),
            Judgement::Proved { .. } => {}
            other if self.options.has("--verbose") => println!("{label}: {other:?}"),
            _ => {}
        }
    }

    fn keep(&self, seed: u64, name: &str, mutant: &Mutant, why: &str) {
        let text =
            format!("// {}\n// {}\n{}", why.replace('\n', " "), description(mutant), mutant.text);
        println!("{text}");
        match self.shelf.keep_as(name, seed, "pi", &text) {
            Ok(path) => println!("kept: {}\n", path.display()),
            Err(error) => println!("it cannot be kept: {error}\n"),
        }
    }
}

fn description(mutant: &Mutant) -> String {
    let Mutant { line, was, is, .. } = mutant;
    format!("line {line}: `{was}` is now `{is}`")
}

/// The programs of a folder, sorted by name.
fn programs(folder: &Path) -> Result<Vec<(&'static str, String)>, String> {
    let explain = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let mut programs = Vec::new();
    for entry in fs::read_dir(folder).map_err(explain)? {
        let path = entry.map_err(explain)?.path();
        if path.extension().is_some_and(|suffix| suffix == "pi") {
            let text = fs::read_to_string(&path).map_err(explain)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            // Tallies are by names that live as long as the contest.
            programs.push((&*name.leak(), text));
        }
    }
    programs.sort();
    match programs.is_empty() {
        true => Err(format!("no programs in {}", folder.display())),
        false => Ok(programs),
    }
}
