//! Damaged proofs never refute what has a model.

use buttress_checker::smt::SmtChecker;
use buttress_prop::Random;

use super::stories::stories;

/// One small change of a text: words and lines are exchanged, repeated, left out or altered.
fn damage(random: &mut Random, text: &str) -> String {
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    // The first line is only in the way: without it nothing is a proof.
    let line = random.between(1, lines.len() - 1);
    let other = random.between(1, lines.len() - 1);
    let word = random.below(lines[line].len());
    let another = random.below(lines[line].len());
    match random.below(9) {
        0 => lines.swap(line, other),
        1 => drop(lines.remove(line)),
        2 => {
            let copy = lines[line].clone();
            lines.insert(other, copy);
        }
        3 => lines[line].swap(word, another),
        4 => drop(lines[line].remove(word)),
        5 => {
            let copy = lines[other][random.below(lines[other].len())].clone();
            lines[line][word] = copy;
        }
        6 => {
            let copy = lines[other][random.below(lines[other].len())].clone();
            lines[line].insert(word, copy);
        }
        7 => lines[line][word] = random.below(12).to_string(),
        _ => {
            let bytes = &mut lines[line][word];
            *bytes = match bytes.strip_prefix('-') {
                Some(rest) => rest.to_owned(),
                None => format!("-{bytes}"),
            };
        }
    }
    lines.iter().map(|words| words.join(" ") + "\n").collect()
}

#[test]
fn damaged_proofs_refute_nothing_satisfiable() {
    let mut random = Random::new(7);
    let mut accepted = 0;
    for story in stories() {
        let script = story.script();
        let twins: Vec<String> =
            (0..story.assertions.len()).map(|left_out| story.script_without(left_out)).collect();
        for _ in 0..400 {
            let mut proof = story.proof();
            for _ in 0..random.between(1, 4) {
                proof = damage(&mut random, &proof);
            }
            accepted +=
                usize::from(SmtChecker::new(script.as_bytes()).check(proof.as_bytes()).is_ok());
            let twin = &twins[random.below(twins.len())];
            let verdict = SmtChecker::new(twin.as_bytes()).check(proof.as_bytes());
            assert!(verdict.is_err(), "{}: {twin}\n{proof}", story.name);
        }
    }
    // Some damage does no harm, or else it was not small.
    assert!(accepted > 0);
}

/// Bytes at random places: nothing panics, nothing hangs.
#[test]
fn bytes_at_random_are_answered() {
    let mut random = Random::new(11);
    for story in stories() {
        let script = story.script_without(0);
        for _ in 0..100 {
            let mut proof = story.proof().into_bytes();
            for _ in 0..random.between(1, 3) {
                let at = random.below(proof.len());
                match random.below(3) {
                    0 => proof[at] = random.below(256) as u8,
                    1 => proof.truncate(at.max(1)),
                    _ => proof.insert(at, b"()|;#@-0 \n"[random.below(10)]),
                }
            }
            let verdict = SmtChecker::new(script.as_bytes()).check(&proof);
            assert!(verdict.is_err(), "{}: {}", story.name, String::from_utf8_lossy(&proof));
        }
    }
}
