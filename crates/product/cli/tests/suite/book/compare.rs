//! Does what was printed look like what the page shows?
//!
//! Times are never the same; they, and the blanks before them, count as equal. `[..]` stands for anything in a line, and a line `...` for any lines, as in
//! the stories.

use buttress_session::numbers::EngineKind;

/// Are these the same but for times, racing engines and wildcards?
pub fn is_alike(shown: &[String], printed: &[String]) -> bool {
    let shown: Vec<String> = shown.iter().map(|line| timeless(line)).collect();
    let printed: Vec<String> = printed.iter().map(|line| timeless(line)).collect();
    are_alike(&shown, &printed)
}

fn are_alike(shown: &[String], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=printed.len()).any(|taken| are_alike(rest, &printed[taken..]))
        }
        Some((first, rest)) => printed
            .split_first()
            .is_some_and(|(line, others)| line_is_alike(first, line) && are_alike(rest, others)),
    }
}

fn line_is_alike(shown: &str, printed: &str) -> bool {
    let Some((before, after)) = shown.split_once("[..]") else { return shown == printed };
    let Some(rest) = printed.strip_prefix(before) else { return false };
    let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    let mut ends = ends.collect::<Vec<_>>().into_iter();
    ends.any(|at| line_is_alike(after, &rest[at..]))
}

/// Turns over numbers are of so much processor time, so that on a busy machine another engine may prove first.
const RACING: [EngineKind; 3] = [EngineKind::Conjecture, EngineKind::Affine, EngineKind::Reach];

/// The line with `[..] s` in the place of every time such as `0.08 s` or `0.1 s of inference in 0.2 s`, and one blank before it.
fn timeless(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_time = |at: usize| {
        let number = words[at].trim_start_matches('(');
        let is_number = number.contains('.') && number.parse::<f64>().is_ok();
        is_number
            && words.get(at + 1).is_some_and(|unit| unit.trim_end_matches([',', ')', '.']) == "s")
    };
    let mut kept: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if !is_time(at) {
            kept.push(words[at]);
            at += 1;
            continue;
        }
        while kept.len() > 1 && kept.last() == Some(&"") {
            kept.pop();
        }
        if let Some(word) = kept.last_mut()
            && RACING.iter().any(|engine| engine.name() == *word)
        {
            *word = "[engine]";
        }
        // How much of a time was inference is told where it is worth telling, which depends on the machine.
        let is_inference = words[at + 1..].starts_with(&["s", "of", "inference", "in"]);
        at += if is_inference { 5 } else { 0 };
        kept.push("[..]");
        at += 1;
    }
    kept.join(" ").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn times_and_wildcards_are_no_difference() {
        let printed = lines("a  proved  ic3      0.02 s\nsteps (34)\nlast");
        for shown in [
            "a  proved  ic3 12.50 s\nsteps (34)\nlast",
            "a  proved  [..] 0.02 s\nsteps ([..])\nlast",
            "...\nlast",
            "a  proved  ic3      0.02 s\n...",
        ] {
            assert!(is_alike(&lines(shown), &printed), "{shown}");
        }
        let numbers = lines("a  proved  invariant  reach          0.78 s");
        assert!(is_alike(&lines("a  proved  invariant  conjecture     0.42 s"), &numbers));
        let inferred = lines("f  proved   0.10 s of inference in 0.12 s");
        assert!(is_alike(&lines("f  proved   0.12 s"), &inferred));
    }

    #[test]
    fn everything_else_is_a_difference() {
        let (derived, proved) = (lines("a  unfold  0.78 s"), lines("a  reach  0.78 s"));
        assert!(!is_alike(&derived, &proved), "one of them proves nothing");
        let printed = lines("a  proved  ic3      0.02 s\nsteps (34)");
        for shown in [
            "a  proved  bmc      0.02 s\nsteps (34)",
            "a  proved  ic3      0.02 s\nsteps (35)",
            "a  proved  ic3      0.02 s",
            "a  proved  ic3      0.02 s\nsteps (34)\nmore",
            "...\nmore",
            "",
        ] {
            assert!(!is_alike(&lines(shown), &printed), "{shown}");
        }
    }
}
