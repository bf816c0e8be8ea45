//! How a run on a system over numbers is going, on a terminal.

use buttress_session::numbers;

use super::answer::NumbersAnswer;
use crate::plural::counted;
use crate::progress::{ProgressLine, Status};

/// Draws the progress line until it is dropped.
pub struct NumbersProgress {
    line: ProgressLine<Seen>,
}

/// What was seen so far.
#[derive(Default)]
struct Seen {
    file: String,
    properties: usize,
    answered: Vec<&'static str>,
    engine: Option<numbers::EngineKind>,
    samples: usize,
    level: Option<(usize, usize)>,
    found: usize,
    last: String,
}

impl NumbersProgress {
    /// Watches the run on `file`; draws only if somebody can see it.
    pub fn new(file: &str, is_wanted: bool) -> NumbersProgress {
        let seen = Seen { file: file.to_owned(), ..Seen::default() };
        NumbersProgress { line: ProgressLine::new(seen, is_wanted) }
    }
}

impl numbers::Observer for NumbersProgress {
    fn notice(&self, event: &numbers::Event<'_>) {
        self.line.update(|seen| match event {
            numbers::Event::Loaded { properties, .. } => seen.properties = *properties,
            numbers::Event::Reduced { .. } => {}
            numbers::Event::Turn { engine, .. } => seen.engine = Some(*engine),
            numbers::Event::Sampled(count) => seen.samples = *count,
            numbers::Event::Level { height, lemmas } => seen.level = Some((*height, *lemmas)),
            numbers::Event::Found { count, text, .. } => {
                seen.found = *count;
                seen.last = text.clone();
            }
            numbers::Event::Answered(property) => {
                seen.answered.push(NumbersAnswer::of(property).word.as_str());
            }
        });
    }
}

impl Status for Seen {
    fn line(&self) -> String {
        let mut parts = vec![self.file.clone()];
        if self.properties > 1 {
            parts.push(format!("{} of {} answered", self.answered.len(), self.properties));
        }
        parts.extend(self.engine.map(|engine| engine.name().to_owned()));
        if let Some((height, lemmas)) = self.level {
            parts.push(format!("height {height} ({})", counted(lemmas, "lemma")));
        }
        if self.samples > 0 {
            parts.push(counted(self.samples, "sample"));
        }
        if self.found > 0 {
            parts.push(format!("{}, last: {}", counted(self.found, "invariant"), self.last));
        }
        parts.join("  ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_samples_and_the_last_invariant() {
        let mut seen = Seen { file: "a.smt2".to_owned(), properties: 1, ..Seen::default() };
        assert_eq!(seen.line(), "a.smt2");
        seen.engine = Some(numbers::EngineKind::Affine);
        (seen.samples, seen.found) = (12, 2);
        seen.last = "k >= 0".to_owned();
        assert_eq!(seen.line(), "a.smt2  affine  12 samples  2 invariants, last: k >= 0");
    }
}
