//! Random families of sorts: the sizes that terms, values and the checker give them, against enumeration.
//!
//! Run it as `cargo xtask fuzz sorts`; `--help` lists the options.

#[path = "../../tests/suite/sizes/enumeration.rs"]
mod enumeration;

use std::io::{stderr, stdout};
use std::ops::AddAssign;
use std::process::ExitCode;

use buttress_testkit::harness::{Options, Tally, run_contest};
use buttress_testkit::{Enumerated, sort_family};

const USAGE: &str = "\
usage: cargo xtask fuzz sorts [OPTIONS]

Random families of datatypes and arrays over universes of given sizes. The number of values of each sort
is counted by building them; what the store of terms, the values of a model and the checker say is
compared with that, and so are the values that a model lists.

  --count N   how many families (default 10000)
  --seed S    the first seed (default 0)
  --jobs J    families at the same time (default 1)
  --print     print the family of --seed, and do nothing else

Exit: 0 all well; 1 a wrong size; 2 usage.
";

#[derive(Clone, Copy, Default)]
struct Count {
    sorts: u64,
    counted: u64,
    endless: u64,
    faults: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.sorts += other.sorts;
        self.counted += other.counted;
        self.endless += other.endless;
        self.faults += other.faults;
    }
}

fn main() -> ExitCode {
    run_contest(USAGE, (&mut stdout(), &mut stderr()), |options| run(&options))
}

/// Runs it; the number of faults.
fn run(options: &Options) -> Result<u64, String> {
    let rounds = options.rounds(5_000)?;
    if options.has("--print") {
        println!("{:#?}", sort_family(rounds.first));
        return Ok(0);
    }
    let tally = Tally::default();
    rounds.run(
        || Ok(()),
        |done| eprintln!("{done} of {}", rounds.count),
        |seed, ()| {
            let family = sort_family(seed);
            let counts = family.counts();
            let is_counted = |count: &&Enumerated| matches!(count, Enumerated::All(_));
            let faults = enumeration::faults(&family);
            for fault in &faults {
                println!("seed {seed}: {fault}");
            }
            let count = Count {
                sorts: counts.len() as u64,
                counted: counts.iter().filter(is_counted).count() as u64,
                endless: counts.iter().filter(|count| **count == Enumerated::Endless).count()
                    as u64,
                faults: u64::from(!faults.is_empty()),
            };
            tally.add("families", count);
        },
    )?;
    let total = tally.into_counts().get("families").copied().unwrap_or_default();
    println!(
        "{} families, {} sorts: {} counted exactly, {} infinite, {} faulty families",
        rounds.count, total.sorts, total.counted, total.endless, total.faults
    );
    Ok(total.faults)
}
