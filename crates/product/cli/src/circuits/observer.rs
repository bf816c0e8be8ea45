//! How a run on a circuit is going, on a terminal.

use buttress_session::hardware;

use super::answer::CircuitAnswer;
use crate::plural::counted;
use crate::progress::{ProgressLine, Status};

/// Draws the progress line until it is dropped.
pub struct CircuitsProgress {
    line: ProgressLine<Seen>,
}

/// What was seen so far.
#[derive(Default)]
struct Seen {
    file: String,
    properties: usize,
    answered: Vec<&'static str>,
    reduced: Option<(usize, usize)>,
    turns: Vec<(hardware::EngineKind, usize, usize)>,
}

impl CircuitsProgress {
    /// Watches the run on `file`; draws only if somebody can see it.
    pub fn new(file: &str, is_wanted: bool) -> CircuitsProgress {
        let seen = Seen { file: file.to_owned(), ..Seen::default() };
        CircuitsProgress { line: ProgressLine::new(seen, is_wanted) }
    }
}

impl hardware::Observer for CircuitsProgress {
    fn notice(&self, event: &hardware::Event<'_>) {
        self.line.update(|seen| match *event {
            hardware::Event::Loaded { properties, .. } => seen.properties = properties,
            hardware::Event::Reduced { latches, ands } => seen.reduced = Some((latches, ands)),
            hardware::Event::Turn { engine, depth, clauses, .. } => {
                seen.turn(engine, depth, clauses)
            }
            hardware::Event::Answered(property) => {
                seen.answered.push(CircuitAnswer::of(property).word.as_str())
            }
        });
    }
}

impl Seen {
    fn turn(&mut self, engine: hardware::EngineKind, depth: usize, clauses: usize) {
        match self.turns.iter_mut().find(|turn| turn.0 == engine) {
            Some(turn) => (turn.1, turn.2) = (depth, clauses),
            None => self.turns.push((engine, depth, clauses)),
        }
    }
}

impl Status for Seen {
    fn line(&self) -> String {
        let mut parts = vec![self.file.clone()];
        if self.properties > 1 {
            parts.push(format!("{} of {} answered", self.answered.len(), self.properties));
        }
        match self.reduced {
            None => parts.push("reducing".to_owned()),
            Some((latches, _)) if self.turns.is_empty() => parts.push(counted(latches, "latch")),
            Some(_) => {}
        }
        parts.extend(self.turns.iter().map(|&(engine, depth, clauses)| match clauses {
            0 => format!("{} {depth}", engine.name()),
            _ => format!("{} {depth} ({})", engine.name(), counted(clauses, "clause")),
        }));
        parts.join("  ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_where_each_engine_is() {
        let mut seen = Seen { file: "a.aag".to_owned(), properties: 2, ..Seen::default() };
        assert_eq!(seen.line(), "a.aag  0 of 2 answered  reducing");
        seen.reduced = Some((3, 9));
        assert_eq!(seen.line(), "a.aag  0 of 2 answered  3 latches");
        seen.turn(hardware::EngineKind::Bmc, 4, 0);
        seen.turn(hardware::EngineKind::Ic3, 2, 1);
        seen.turn(hardware::EngineKind::Ic3, 3, 8);
        seen.answered.push("proved");
        assert_eq!(seen.line(), "a.aag  1 of 2 answered  bmc 4  ic3 3 (8 clauses)");
    }
}
