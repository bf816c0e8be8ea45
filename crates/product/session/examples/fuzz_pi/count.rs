//! The numbers of a contest, and their table.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::judge::Judgement;

/// What is known of a contest so far.
#[derive(Clone, Copy, Default)]
pub struct Count {
    /// Mutants that make sense.
    pub mutants: u64,
    /// Those that are still proved.
    pub proved: u64,
    /// Runs of these on random inputs, none of which may fail.
    pub runs: u64,
    /// Reported with a failing run that was replayed.
    pub confirmed: u64,
    /// Reported with a state that the annotations allow.
    pub open: u64,
    /// Not called false although a longer search finds a run.
    pub missed: u64,
    /// Reported, and nothing is shown.
    pub unknown: u64,
    /// What must not be.
    pub faults: u64,
}

impl Count {
    /// Counts one mutant.
    pub fn add(&mut self, judgement: &Judgement) {
        self.mutants += 1;
        match judgement {
            Judgement::Proved { runs } => {
                self.proved += 1;
                self.runs += runs;
            }
            Judgement::Confirmed => self.confirmed += 1,
            Judgement::Open => self.open += 1,
            Judgement::Missed(_) => self.missed += 1,
            Judgement::Unknown(_) => self.unknown += 1,
            Judgement::Fault(_) => self.faults += 1,
        }
    }

    /// Of the mutants that are reported, how many come with a run or a state, in percent.
    pub fn explained(&self) -> u64 {
        let shown = self.confirmed + self.open;
        (100 * shown).checked_div(shown + self.missed + self.unknown).unwrap_or(100)
    }

    /// Of the mutants that a run is known to violate, how many are called false, in percent.
    pub fn refuted(&self) -> u64 {
        (100 * self.confirmed).checked_div(self.confirmed + self.missed).unwrap_or(100)
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.mutants += other.mutants;
        self.proved += other.proved;
        self.runs += other.runs;
        self.confirmed += other.confirmed;
        self.open += other.open;
        self.missed += other.missed;
        self.unknown += other.unknown;
        self.faults += other.faults;
    }
}

/// Prints the table; the sums.
pub fn summary(counts: &BTreeMap<&'static str, Count>) -> Count {
    println!(
        "| program | mutants | proved | runs of these | false | missed | refuted | open | unknown | explained | faults |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut total = Count::default();
    for (name, count) in counts {
        row(name, count);
        total += *count;
    }
    row("all", &total);
    total
}

fn row(name: &str, count: &Count) {
    let Count { mutants, proved, runs, confirmed, open, missed, unknown, faults } = count;
    println!(
        "| {name} | {mutants} | {proved} | {runs} | {confirmed} | {missed} | {} % | {open} | {unknown} | {} % | {faults} |",
        count.refuted(),
        count.explained()
    );
}
