//! Random systems, and efforts so small that every way is gone.

use buttress_numeric::Constraint;
use buttress_prop::Random;
use buttress_theory::arith::Effort;

use crate::support::{System, form, random_constraint};

/// Limits so small that every way is gone.
pub fn efforts() -> [Effort; 6] {
    let plain = Effort::default();
    [
        plain,
        Effort { branches: 0, ..plain },
        Effort { branches: 30, cut_rounds: 0, ..plain },
        Effort { branches: 5, cut_rounds: 20, ..plain },
        Effort { flat: 0, ..plain },
        Effort { branches: 0, flat: 100_000, ..plain },
    ]
}

pub fn boxed(mut system: System, size: i64) -> System {
    for id in 0..system.is_integer.len() as u32 {
        system.constraints.push(Constraint::non_negative(form(size, &[(id, 1)])));
        system.constraints.push(Constraint::non_negative(form(size, &[(id, -1)])));
    }
    system
}

pub fn random_system(random: &mut Random, variables: usize, largest: i64) -> System {
    let count = 1 + random.below(6);
    let constraints = (0..count).map(|_| random_constraint(random, variables, largest)).collect();
    System { is_integer: vec![true; variables], constraints }
}
