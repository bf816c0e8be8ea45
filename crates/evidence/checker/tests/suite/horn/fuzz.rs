//! Random changes to evidence, held against systems of which it must never be true.

use buttress_checker::horn::HornClaim;
use buttress_prop::Random;

use super::{COUNT, COUNT_EVIDENCE, SUMS, SUMS_STEPS, about, derivation, judge};

/// The text with one to three words or lines changed, repeated, exchanged or taken away.
fn changed(text: &str, random: &mut Random) -> String {
    let ends: &[char] = if random.below(4) == 0 { &['\n'] } else { &['\n', ' ', '(', ')', '@'] };
    let mut words: Vec<String> = text.split_inclusive(ends).map(str::to_owned).collect();
    for _ in 0..=random.below(3) {
        let (place, other) = (random.below(words.len()), random.below(words.len()));
        match random.below(6) {
            0 => words[place] = words[other].clone(),
            1 => words.insert(place, words[other].clone()),
            2 => drop(words.remove(place)),
            3 => words.swap(place, other),
            4 => words[place] = numeral_changed(&words[place], random),
            _ => words.truncate(words.len() - random.below(3)),
        }
    }
    words.concat()
}

/// The word with its first digit, or its sign, changed.
fn numeral_changed(word: &str, random: &mut Random) -> String {
    match word.find(|char: char| char.is_ascii_digit()) {
        Some(at) if random.below(2) == 0 => {
            let digit = char::from(b'0' + random.below(10) as u8);
            format!("{}{digit}{}", &word[..at], &word[at + 1..])
        }
        Some(at) => format!("{}-{}", &word[..at], &word[at..]),
        None => format!("0{word}"),
    }
}

/// Unsafe systems that are almost the safe one.
#[test]
fn no_change_makes_an_unsafe_system_safe() {
    let mut random = Random::new(1);
    for (part, other) in
        [("(< y 20)", "(< y 21)"), ("(+ y 2)", "(+ y 1)"), ("(<= 10 x)", "(<= 9 x)")]
    {
        let file = COUNT.replace(part, other);
        for _ in 0..1500 {
            let evidence = about(&file, &changed(COUNT_EVIDENCE, &mut random));
            let judged = judge(&file, &evidence);
            assert!(!matches!(judged, Ok(HornClaim::Safe { .. })), "{other}\n{evidence}");
        }
    }
}

/// Safe systems that are almost the unsafe one.
#[test]
fn no_change_makes_a_safe_system_unsafe() {
    let mut random = Random::new(2);
    for (part, other) in
        [("(= x 3)", "(= x 0)"), ("(p 1 true)", "(p 5 true)"), ("(p x true) (=", "(p x false) (=")]
    {
        let file = SUMS.replace(part, other);
        assert_ne!(file, SUMS);
        let evidence = derivation(&file, 3, SUMS_STEPS);
        for _ in 0..5000 {
            let evidence = changed(&evidence, &mut random);
            let judged = judge(&file, &evidence);
            assert!(!matches!(judged, Ok(HornClaim::Unsafe { .. })), "{other}\n{evidence}");
        }
    }
}

/// Bytes that are no text at all are no evidence, whatever they are.
#[test]
fn damaged_bytes_are_rejected_without_a_panic() {
    let mut random = Random::new(3);
    for _ in 0..3000 {
        let mut bytes = COUNT_EVIDENCE.as_bytes().to_vec();
        // Most changes are in the first lines and in the definitions.
        let most = if random.below(2) == 0 { bytes.len() } else { 250 };
        let place = random.below(most);
        bytes[place] = random.below(256) as u8;
        if random.below(3) == 0 {
            bytes.truncate(random.below(most));
        }
        let file = COUNT.replace("(< y 20)", "(< y 21)");
        assert!(buttress_checker::horn::check(file.as_bytes(), &bytes).is_err());
    }
}
