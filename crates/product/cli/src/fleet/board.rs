//! How far a fleet is, drawn in place on a terminal: a line for each file.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use buttress_dispatch::Progress;

use crate::limits::{FLEET_BOARD_LINES, PROGRESS_DELAY};
use crate::plural::counted;

/// Lines on a terminal that are drawn again and again, and vanish in the end.
pub struct Board {
    is_wanted: bool,
    start: Instant,
    drawn: usize,
}

impl Board {
    /// Draws only if it is wanted and somebody can see it.
    pub fn new(is_wanted: bool) -> Board {
        let is_wanted = is_wanted && io::stderr().is_terminal();
        Board { is_wanted, start: Instant::now(), drawn: 0 }
    }

    /// Draws how far each file is, and how many workers there are.
    pub fn draw(&mut self, files: &[(String, Progress)], workers: usize) {
        if !self.is_wanted || self.start.elapsed() < PROGRESS_DELAY {
            return;
        }
        self.clear();
        let open = files.iter().filter(|(_, progress)| progress.done < progress.units);
        let lines: Vec<String> =
            open.map(|(file, progress)| line(file, *progress, self.start.elapsed())).collect();
        let shown = lines.len().min(FLEET_BOARD_LINES);
        let mut text: String = lines[..shown].iter().map(|line| format!("{line}\n")).collect();
        if shown < lines.len() {
            text.push_str(&format!("and {} more\n", lines.len() - shown));
        }
        let seconds = self.start.elapsed().as_secs_f64();
        text.push_str(&format!("{seconds:.1} s  {}\n", counted(workers, "worker")));
        self.drawn = text.lines().count();
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Takes the lines away.
    pub fn clear(&mut self) {
        for _ in 0..std::mem::take(&mut self.drawn) {
            let _ = write!(io::stderr(), "\x1b[1A\x1b[2K");
        }
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        self.clear();
    }
}

/// How far one file is.
pub fn line(file: &str, progress: Progress, elapsed: Duration) -> String {
    let Progress { units, done, running, waiting, .. } = progress;
    let rate = done as f64 / elapsed.as_secs_f64().max(0.001);
    format!("{file}  {done} of {units} done, {running} running, {waiting} waiting, {rate:.1}/s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_where_the_units_are() {
        let progress = Progress { units: 60, done: 20, running: 4, waiting: 36, refuted: 0 };
        assert_eq!(
            line("a.aig", progress, Duration::from_secs(10)),
            "a.aig  20 of 60 done, 4 running, 36 waiting, 2.0/s"
        );
    }
}
