//! Inputs made to be slow or large: small texts that stand for very much work.
//!
//! Each is a command with its files. What the answer is does not matter; that there is one within the limits does.

mod circuits;
mod evidence;
mod formulas;
mod numbers;
mod programs;

use crate::Random;

/// A command and the files that it names.
#[derive(Clone, Debug)]
pub struct Heavy {
    /// What it is made of, for tallies.
    pub kind: &'static str,
    /// The files, with their names, which have no folder.
    pub files: Vec<(String, Vec<u8>)>,
    /// The command and its options; files are named as above.
    pub arguments: Vec<String>,
}

impl Heavy {
    /// A command on one file.
    fn on(kind: &'static str, command: &str, name: &str, text: impl Into<Vec<u8>>) -> Heavy {
        let arguments = command.split(' ').map(str::to_owned).chain([name.to_owned()]).collect();
        Heavy { kind, files: vec![(name.to_owned(), text.into())], arguments }
    }
}

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

/// One of these texts.
fn one<'a>(random: &mut Random, texts: &[&'a str]) -> &'a str {
    texts[random.below(texts.len())]
}

/// `(let ((v1 STEP)) (let ((v2 STEP)) … LAST))`, where STEP stands for what follows from the variable before.
fn chain(
    length: usize,
    first: &str,
    step: impl Fn(&str) -> String,
    last: impl Fn(&str) -> String,
) -> String {
    let mut text = format!("(let ((v0 {first})) ");
    for place in 1..=length {
        text += &format!("(let ((v{place} {})) ", step(&format!("v{}", place - 1)));
    }
    text + &last(&format!("v{length}")) + &")".repeat(length + 1)
}

/// A numeral of so many digits.
fn numeral(random: &mut Random, digits: usize) -> String {
    let first = char::from(b'1' + random.below(9) as u8);
    std::iter::once(first)
        .chain((1..digits).map(|_| char::from(b'0' + random.below(10) as u8)))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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
