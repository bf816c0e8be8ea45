//! Inputs made to be slow or large: small texts that stand for very much work.
//!
//! Each is a command with its files. What the answer is does not matter; that there is one within the limits does.

use buttress_prop::Random;

pub use command::Heavy;

mod circuits;
mod command;
mod evidence;
mod formulas;
mod numbers;
mod programs;
mod text;

/// The heavy input of a seed.
pub fn heavy(seed: u64) -> Heavy {
    let mut random = Random::new(seed);
    let mut heavy = match random.below(10) {
        0..=2 => formulas::heavy(&mut random),
        3..=4 => numbers::heavy(&mut random),
        5..=6 => programs::heavy(&mut random),
        7 => circuits::heavy(&mut random),
        _ => evidence::heavy(&mut random),
    };
    if random.chance(8) {
        // Whatever is read may come compressed.
        for (_, bytes) in &mut heavy.files {
            *bytes = circuits::gzip(bytes);
        }
    }
    if random.chance(30) {
        heavy.arguments.push("--json".to_owned());
    }
    heavy
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::text::chain;
    use super::*;

    #[test]
    fn every_kind_appears_and_a_seed_gives_the_same_again() {
        let kinds: BTreeSet<&str> = (0..600).map(|seed| heavy(seed).kind).collect();
        assert!(kinds.len() >= 30, "{kinds:?}");
        assert_eq!(heavy(17).files, heavy(17).files);
    }

    #[test]
    fn chains_close_their_brackets() {
        let text = chain(3, "b", |v| format!("(and {v} {v})"), |v| format!("(not {v})"));
        let depth = text.chars().map(|c| i32::from(c == '(') - i32::from(c == ')')).sum::<i32>();
        assert_eq!((depth, text.matches("let").count()), (0, 4));
    }
}
