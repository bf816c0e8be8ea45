//! How a run on a program is going, on a terminal.

use buttress_session::programs;

use crate::plural::counted;
use crate::progress::{ProgressLine, Status};

/// Draws the progress line until it is dropped.
pub struct ProgramsProgress {
    line: ProgressLine<Seen>,
}

/// What was seen so far.
#[derive(Default)]
struct Seen {
    file: String,
    is_inferring: bool,
    facts: usize,
    paths: usize,
    decided: usize,
    conditions: usize,
    proved: usize,
    examining: usize,
}

impl ProgramsProgress {
    /// Watches the run on `file`; draws only if somebody can see it.
    pub fn new(file: &str, is_wanted: bool) -> ProgramsProgress {
        let seen = Seen { file: file.to_owned(), ..Seen::default() };
        ProgramsProgress { line: ProgressLine::new(seen, is_wanted) }
    }
}

impl programs::Observer for ProgramsProgress {
    fn notice(&self, event: &programs::Event<'_>) {
        self.line.update(|seen| match event {
            programs::Event::Loaded { .. } | programs::Event::Answered(_) => {}
            programs::Event::Inferring => seen.is_inferring = true,
            programs::Event::Inferred(count) => {
                (seen.is_inferring, seen.facts) = (false, *count);
            }
            programs::Event::Paths(count) => seen.paths += count,
            programs::Event::Decided { conditions, proved, .. } => {
                seen.decided += 1;
                seen.conditions += conditions;
                seen.proved += proved;
            }
            programs::Event::Examining(count) => seen.examining = *count,
        });
    }
}

impl Status for Seen {
    fn line(&self) -> String {
        let mut parts = vec![self.file.clone()];
        if self.is_inferring {
            parts.push("looking for loop facts".to_owned());
        }
        if self.facts > 0 {
            parts.push(counted(self.facts, "fact"));
        }
        if self.paths > 0 {
            parts.push(format!("path {} of {}", self.decided, self.paths));
            parts.push(format!(
                "{} of {} proved",
                self.proved,
                counted(self.conditions, "condition")
            ));
        }
        if self.examining > 0 {
            parts.push(format!("{} examined", counted(self.examining, "failure")));
        }
        parts.join("  ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_how_many_paths_are_decided() {
        let mut seen = Seen { file: "a.pi".to_owned(), is_inferring: true, ..Seen::default() };
        assert_eq!(seen.line(), "a.pi  looking for loop facts");
        (seen.is_inferring, seen.facts, seen.paths) = (false, 1, 7);
        (seen.decided, seen.conditions, seen.proved) = (2, 5, 4);
        assert_eq!(seen.line(), "a.pi  1 fact  path 2 of 7  4 of 5 conditions proved");
    }
}
