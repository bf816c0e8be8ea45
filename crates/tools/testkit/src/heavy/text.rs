//! Pieces of heavy texts.

use buttress_prop::Random;

/// One of these texts.
pub(super) fn one<'a>(random: &mut Random, texts: &[&'a str]) -> &'a str {
    texts[random.below(texts.len())]
}

/// `(let ((v1 STEP)) (let ((v2 STEP)) … LAST))`, where STEP stands for what follows from the variable before.
pub(super) fn chain(
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
pub(super) fn numeral(random: &mut Random, digits: usize) -> String {
    let first = char::from(b'1' + random.below(9) as u8);
    std::iter::once(first)
        .chain((1..digits).map(|_| char::from(b'0' + random.below(10) as u8)))
        .collect()
}
