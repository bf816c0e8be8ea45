//! The numbers of a contest, and their table.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use buttress_testkit::horn::HornOracleVerdict;

use crate::task::Task;

/// Answers of one kind of judge.
#[derive(Clone, Copy, Default)]
pub struct Answers {
    pub safe: u64,
    pub bad: u64,
    pub open: u64,
}

/// What is known of a contest so far.
#[derive(Clone, Copy, Default)]
pub struct Count {
    pub systems: u64,
    /// What is right, by the oracle or by how the system was made.
    pub right: Answers,
    pub ours: Answers,
    /// Systems on which ours took all the time there was.
    pub late: u64,
    /// What the peer said, where it was asked.
    pub theirs: Answers,
    /// Verdicts of ours that were compared with the oracle, and with the peer.
    pub compared: (u64, u64),
    /// Damaged evidence, and how much of it still shows what is right.
    pub damaged: (u64, u64),
    /// Conjuncts of invariants, and states at which they were evaluated, or steps that were replayed.
    pub tried: (u64, u64),
    /// Evidence tried on a system with the opposite answer.
    pub foreign: u64,
    pub faults: u64,
}

impl Answers {
    pub fn add(&mut self, answer: HornOracleVerdict) {
        match answer {
            HornOracleVerdict::Safe => self.safe += 1,
            HornOracleVerdict::Unsafe => self.bad += 1,
            HornOracleVerdict::Open => self.open += 1,
        }
    }
}

impl AddAssign for Answers {
    fn add_assign(&mut self, other: Answers) {
        self.safe += other.safe;
        self.bad += other.bad;
        self.open += other.open;
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.systems += other.systems;
        self.right += other.right;
        self.ours += other.ours;
        self.late += other.late;
        self.theirs += other.theirs;
        self.compared.0 += other.compared.0;
        self.compared.1 += other.compared.1;
        self.damaged.0 += other.damaged.0;
        self.damaged.1 += other.damaged.1;
        self.tried.0 += other.tried.0;
        self.tried.1 += other.tried.1;
        self.foreign += other.foreign;
        self.faults += other.faults;
    }
}

/// Prints the table; the number of faults.
pub fn summary(task: Task, counts: &BTreeMap<&'static str, Count>, first: u64) -> u64 {
    let (safe, bad) = (task.word(HornOracleVerdict::Safe), task.word(HornOracleVerdict::Unsafe));
    println!(
        "| mix | systems | right: {safe} | {bad} | open | ours: {safe} | {bad} | open | late | peer: {safe} \
         | {bad} | open | compared: oracle | peer | conjuncts | states | damaged | still right | foreign \
         | faults |"
    );
    println!("|---{}|", "|--:".repeat(19));
    let mut total = Count::default();
    for (name, count) in counts {
        row(name, count);
        total += *count;
    }
    row("all", &total);
    println!("{} systems from seed {first}: {} faults", total.systems, total.faults);
    total.faults
}

fn row(name: &str, count: &Count) {
    let answers =
        |answers: Answers| format!("{} | {} | {}", answers.safe, answers.bad, answers.open);
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
        count.systems,
        answers(count.right),
        answers(count.ours),
        count.late,
        answers(count.theirs),
        count.compared.0,
        count.compared.1,
        count.tried.0,
        count.tried.1,
        count.damaged.0,
        count.damaged.1,
        count.foreign,
        count.faults
    );
}
