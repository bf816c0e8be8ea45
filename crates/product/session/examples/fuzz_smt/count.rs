//! The numbers of a contest, and their table.

use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Answers by their words.
#[derive(Clone, Copy, Default)]
pub struct Answers {
    pub sat: u64,
    pub unsat: u64,
    /// No answer, for whatever reason.
    pub unknown: u64,
}

/// What is known of a contest so far.
#[derive(Clone, Copy, Default)]
pub struct Count {
    pub scripts: u64,
    pub ours: Answers,
    /// Checks of ours that took all the time there was.
    pub late: u64,
    /// What the peer answered, where it was asked.
    pub theirs: Answers,
    /// Checks that both answered.
    pub compared: u64,
    /// Scripts of which brute force knew the answer.
    pub forced: u64,
    pub faults: u64,
    /// Of these, answers `unknown` where there should be one.
    pub open: u64,
}

impl Answers {
    pub fn add(&mut self, answer: &str) {
        match answer {
            "sat" => self.sat += 1,
            "unsat" => self.unsat += 1,
            _ => self.unknown += 1,
        }
    }
}

impl AddAssign for Answers {
    fn add_assign(&mut self, other: Answers) {
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.scripts += other.scripts;
        self.ours += other.ours;
        self.late += other.late;
        self.theirs += other.theirs;
        self.compared += other.compared;
        self.forced += other.forced;
        self.faults += other.faults;
        self.open += other.open;
    }
}

/// Prints the table; the number of faults.
pub fn summary(counts: &BTreeMap<&'static str, Count>, first: u64) -> u64 {
    println!(
        "| mix | scripts | sat | unsat | unknown | late | peer: sat | unsat | unknown | compared \
         | brute force | faults | of these unknown |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut total = Count::default();
    for (name, count) in counts {
        row(name, count);
        total += *count;
    }
    row("all", &total);
    println!("{} scripts from seed {first}: {} faults", total.scripts, total.faults);
    total.faults
}

fn row(name: &str, count: &Count) {
    let Count { scripts, ours, late, theirs, compared, forced, faults, open } = count;
    println!(
        "| {name} | {scripts} | {} | {} | {} | {late} | {} | {} | {} | {compared} | {forced} \
         | {faults} | {open} |",
        ours.sat, ours.unsat, ours.unknown, theirs.sat, theirs.unsat, theirs.unknown
    );
}
