//! Mutants of programs: one token is replaced, deleted or doubled.
//!
//! The text is cut into tokens here and not by the parser of programs, so that a mistake there cannot keep a
//! mutant away. A mutant need not make sense; whoever takes it reads it first.

use std::ops::Range;

use buttress_prop::Random;

/// A program that differs from another in one token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// The program.
    pub text: String,
    /// The line of the token, from 1.
    pub line: usize,
    /// The token as it was.
    pub was: String,
    /// What stands in its place.
    pub is: String,
}

/// Tokens that are replaced by each other.
const GROUPS: [&[&str]; 7] = [
    &["<", "<=", ">", ">=", "=", "!="],
    &["+", "-", "*"],
    &["div", "%", "*"],
    &["&&", "||"],
    &["->", "<->"],
    &["true", "false"],
    &["forall", "exists"],
];

/// The signs of more than one character, long ones first.
const SIGNS: [&str; 9] = ["<->", ":=", "<=", ">=", "!=", "&&", "||", "->", "<-"];

/// A mutant of a program, the same for the same seed; none if the program is empty.
pub fn mutant(seed: u64, text: &str) -> Option<Mutant> {
    let mut random = Random::new(seed);
    let tokens = tokens(text);
    let place = tokens.get(random.below(tokens.len()))?.clone();
    let was = text.get(place.clone())?;
    let is = match random.below(10) {
        0 => String::new(),
        1 => format!("{was} {was}"),
        _ => replacement(&mut random, text, &tokens, was)?,
    };
    let line = text.get(..place.start)?.matches('\n').count() + 1;
    let was = was.to_owned();
    let mut text = text.to_owned();
    // A blank keeps the neighbours of a deleted token apart.
    text.replace_range(place, if is.is_empty() { " " } else { &is });
    Some(Mutant { text, line, was, is })
}

/// Another token of the same kind.
fn replacement(
    random: &mut Random,
    text: &str,
    tokens: &[Range<usize>],
    was: &str,
) -> Option<String> {
    let groups = GROUPS.iter().filter(|group| group.contains(&was));
    let mut others: Vec<String> = groups
        .flat_map(|group| group.iter().filter(|other| **other != was))
        .map(|other| (*other).to_owned())
        .collect();
    if let Ok(number) = was.parse::<u64>() {
        others.push((number + 1).to_string());
        others.extend(number.checked_sub(1).map(|less| less.to_string()));
        others.push("-1".to_owned());
    } else if others.is_empty() && was.starts_with(|first: char| first.is_ascii_alphabetic()) {
        // Names that occur often are taken often: they are the ones that are in scope.
        let names = tokens.iter().filter_map(|token| text.get(token.clone()));
        let is_name = |word: &&str| word.starts_with(|first: char| first.is_ascii_alphabetic());
        others.extend(names.filter(is_name).filter(|name| *name != was).map(str::to_owned));
    } else if was == "<->" {
        others.push("=".to_owned());
    }
    (!others.is_empty()).then(|| others.swap_remove(random.below(others.len())))
}

/// The tokens of a program, without its comments.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = |is_part: fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let first = rest.chars().next().unwrap_or(' ');
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let comment = if rest.starts_with("//") {
            Some(rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            Some(rest.find("*/").map_or(rest.len(), |end| end + 2))
        } else {
            None
        };
        if let Some(comment) = comment {
            at += comment;
            continue;
        }
        let end = at
            + if first.is_ascii_digit() {
                length(|c| c.is_ascii_digit())
            } else if first.is_ascii_alphabetic() {
                length(|c| c.is_ascii_alphanumeric() || c == '_')
            } else {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                sign.map_or(first.len_utf8(), |sign| sign.len())
            };
        tokens.push(at..end);
        at = end;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str =
        "// one\n@pre x >= 10 /* two */ && true\nint f(int x) { return x div 2; }\n";

    #[test]
    fn comments_are_no_tokens() {
        let words: Vec<&str> = tokens(PROGRAM).into_iter().map(|token| &PROGRAM[token]).collect();
        assert_eq!(words.join(" "), "@ pre x >= 10 && true int f ( int x ) { return x div 2 ; }");
    }

    #[test]
    fn one_token_differs() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..400 {
            let Some(mutant) = mutant(seed, PROGRAM) else { continue };
            let (was, now) = (tokens(PROGRAM).len(), tokens(&mutant.text).len());
            assert!((was - 1..=was + 1).contains(&now), "{mutant:?}");
            assert_ne!(mutant.text, PROGRAM);
            assert_eq!(PROGRAM.lines().count(), mutant.text.lines().count());
            let (old, new) = (PROGRAM.lines(), mutant.text.lines());
            let differs = old.zip(new).position(|(old, new)| old != new);
            assert_eq!(differs, Some(mutant.line - 1), "{mutant:?}");
            seen.insert(format!("{} {}", mutant.was, mutant.is));
        }
        for pair in [">= >", ">= ", "10 11", "10 9", "&& ||", "div *", "true false", "2 2 2"] {
            assert!(seen.contains(pair), "{pair}: {seen:?}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_mutant() {
        assert_eq!(mutant(7, PROGRAM), mutant(7, PROGRAM));
        assert_eq!(mutant(7, " // nothing"), None);
    }
}
