//! The progress line: on a terminal only, after half a second, redrawn in place.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use buttress_session::hardware;

use crate::answer::{Answer, counted};

/// Runs that end sooner show nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two drawings.
const REDRAW: Duration = Duration::from_millis(100);

/// Something that can be told in a line.
pub trait Told: Send + 'static {
    /// The line, without time.
    fn told(&self) -> String;
}

/// Draws what was seen until it is dropped; then the line is empty again.
pub struct Drawing<S: Told> {
    seen: Arc<Mutex<S>>,
    drawer: Option<(Sender<()>, JoinHandle<()>)>,
}

impl<S: Told> Drawing<S> {
    /// Draws only if it is wanted and somebody can see it.
    pub fn new(seen: S, is_wanted: bool) -> Drawing<S> {
        let seen = Arc::new(Mutex::new(seen));
        let drawer = (is_wanted && io::stderr().is_terminal()).then(|| {
            let (stop, stopped) = mpsc::channel();
            let seen = Arc::clone(&seen);
            (stop, std::thread::spawn(move || draw_until(&stopped, &seen)))
        });
        Drawing { seen, drawer }
    }

    /// Something was seen.
    pub fn update(&self, change: impl FnOnce(&mut S)) {
        if self.drawer.is_some()
            && let Ok(mut seen) = self.seen.lock()
        {
            change(&mut seen);
        }
    }
}

impl<S: Told> Drop for Drawing<S> {
    fn drop(&mut self) {
        if let Some((stop, drawer)) = self.drawer.take() {
            drop(stop);
            let _ = drawer.join();
        }
    }
}

/// The progress line of a run on a circuit.
pub struct Progress {
    drawing: Drawing<Seen>,
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

impl Progress {
    /// Watches the run on `file`; draws only if somebody can see it.
    pub fn new(file: &str, is_wanted: bool) -> Progress {
        let seen = Seen { file: file.to_owned(), ..Seen::default() };
        Progress { drawing: Drawing::new(seen, is_wanted) }
    }
}

impl hardware::Observer for Progress {
    fn notice(&self, event: &hardware::Event<'_>) {
        self.drawing.update(|seen| match *event {
            hardware::Event::Loaded { properties, .. } => seen.properties = properties,
            hardware::Event::Reduced { latches, ands } => seen.reduced = Some((latches, ands)),
            hardware::Event::Turn { engine, depth, clauses, .. } => {
                seen.turn(engine, depth, clauses)
            }
            hardware::Event::Answered(property) => {
                seen.answered.push(Answer::of(property).word.as_str())
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

impl Told for Seen {
    fn told(&self) -> String {
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

fn draw_until<S: Told>(stopped: &mpsc::Receiver<()>, seen: &Mutex<S>) {
    let start = Instant::now();
    let mut pause = PATIENCE;
    let mut is_drawn = false;
    while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        pause = REDRAW;
        is_drawn = true;
        let told = seen.lock().map(|seen| seen.told()).unwrap_or_default();
        let width = terminal_size::terminal_size_of(io::stderr());
        let width = width.map_or(80, |(width, _)| usize::from(width.0));
        let line = format!("{:.1} s  {told}", start.elapsed().as_secs_f64());
        let line: String = line.chars().take(width.saturating_sub(1)).collect();
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }
    if is_drawn {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_where_each_engine_is() {
        let mut seen = Seen { file: "a.aag".to_owned(), properties: 2, ..Seen::default() };
        assert_eq!(seen.told(), "a.aag  0 of 2 answered  reducing");
        seen.reduced = Some((3, 9));
        assert_eq!(seen.told(), "a.aag  0 of 2 answered  3 latches");
        seen.turn(hardware::EngineKind::Bmc, 4, 0);
        seen.turn(hardware::EngineKind::Ic3, 2, 1);
        seen.turn(hardware::EngineKind::Ic3, 3, 8);
        seen.answered.push("proved");
        assert_eq!(seen.told(), "a.aag  1 of 2 answered  bmc 4  ic3 3 (8 clauses)");
    }
}
