//! Clauses as text: `inf WORKER 3 -7`, or `f12 WORKER 1 -2 9` for a clause of frame 12, or `o12 …` for one that the worker would like to hold there.
//!
//! A number is the position of a latch in the file, counted from 1; a minus sign says that the latch is false. Nothing else is a message.

use buttress_session::hardware::{LatchLiteral, Lemma, Level};

use crate::limits::LONGEST_LEMMA;

/// The clause as `worker` sends it.
pub fn write_lemma(lemma: &Lemma, worker: &str) -> Vec<u8> {
    let mut text = match lemma.level {
        Level::Forever => format!("inf {worker}"),
        Level::Frame(frame) => format!("f{frame} {worker}"),
        Level::Obligation(frame) => format!("o{frame} {worker}"),
    };
    for literal in &lemma.literals {
        let sign = if literal.value { "" } else { "-" };
        text.push_str(&format!(" {sign}{}", literal.latch + 1));
    }
    text.into_bytes()
}

/// The clause and who sent it; none if this is no such message.
pub fn read_lemma(message: &[u8], property: Option<usize>) -> Option<(Lemma, &str)> {
    let text = std::str::from_utf8(message).ok()?;
    let mut words = text.split(' ');
    let level = match words.next()? {
        "inf" => Level::Forever,
        word => match word.strip_prefix('f') {
            Some(frame) => Level::Frame(number(frame)?),
            None => Level::Obligation(number(word.strip_prefix('o')?)?),
        },
    };
    let worker = words.next().filter(|worker| !worker.is_empty())?;
    let mut literals = Vec::new();
    for word in words {
        let (word, value) = match word.strip_prefix('-') {
            Some(rest) => (rest, false),
            None => (word, true),
        };
        let latch = number(word)?.checked_sub(1)?;
        literals.push(LatchLiteral { latch, value });
        if literals.len() > LONGEST_LEMMA {
            return None;
        }
    }
    literals.sort_unstable();
    literals.dedup();
    (!literals.is_empty()).then_some((Lemma { property, level, literals }, worker))
}

/// Digits alone, few enough for a number.
fn number(word: &str) -> Option<usize> {
    let is_plain = (1..=9).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| word.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lemma(level: Level, numbers: &[i32]) -> Lemma {
        let literals = numbers.iter().map(|&number| LatchLiteral {
            latch: number.unsigned_abs() as usize - 1,
            value: number > 0,
        });
        Lemma { property: Some(2), level, literals: literals.collect() }
    }

    #[test]
    fn clauses_are_read_back() {
        for level in [Level::Forever, Level::Frame(12), Level::Obligation(3)] {
            let lemma = lemma(level, &[1, -2, 9]);
            let text = write_lemma(&lemma, "host-1");
            assert_eq!(read_lemma(&text, Some(2)), Some((lemma, "host-1")));
        }
    }

    #[test]
    fn anything_else_is_no_message() {
        let broken = [
            "",
            "inf",
            "inf w",
            "inf  1",
            "f w 1",
            "f-1 w 1",
            "g1 w 1",
            "o w 1",
            "fo1 w 1",
            "inf w 0",
            "inf w --1",
            "inf w 1 ",
            "inf w +1",
            "inf w 1x",
            "inf w 12345678901",
            "f99999999999 w 1",
        ];
        for text in broken {
            assert_eq!(read_lemma(text.as_bytes(), None), None, "{text:?}");
        }
        assert_eq!(read_lemma(b"inf w \xff", None), None);
        let long = format!("inf w{}", " 1 2".repeat(600));
        assert_eq!(read_lemma(long.as_bytes(), None), None);
    }
}
