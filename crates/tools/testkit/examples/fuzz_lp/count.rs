//! The numbers of a contest, and their table.

use std::collections::BTreeMap;
use std::ops::AddAssign;

/// What is known of a contest so far.
#[derive(Clone, Copy, Default)]
pub struct Count {
    pub programs: u64,
    pub infeasible: u64,
    pub bounded: u64,
    pub unbounded: u64,
    /// Questions answered on the way, each with its evidence checked.
    pub checked: u64,
    /// Programs that the peer answered, too.
    pub compared: u64,
    pub faults: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.programs += other.programs;
        self.infeasible += other.infeasible;
        self.bounded += other.bounded;
        self.unbounded += other.unbounded;
        self.checked += other.checked;
        self.compared += other.compared;
        self.faults += other.faults;
    }
}

/// Prints the table; the number of faults.
pub fn summary(counts: &BTreeMap<&'static str, Count>, first: u64) -> u64 {
    println!(
        "| mix | programs | infeasible | bounded | unbounded | certificates | peer | faults |"
    );
    println!("|---{}|", "|--:".repeat(7));
    let mut total = Count::default();
    for (name, count) in counts {
        row(name, count);
        total += *count;
    }
    row("all", &total);
    println!("{} programs from seed {first}: {} faults", total.programs, total.faults);
    total.faults
}

fn row(name: &str, count: &Count) {
    let Count { programs, infeasible, bounded, unbounded, checked, compared, faults } = count;
    println!(
        "| {name} | {programs} | {infeasible} | {bounded} | {unbounded} | {checked} | {compared} | {faults} |"
    );
}
