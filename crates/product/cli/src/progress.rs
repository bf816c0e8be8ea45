//! The progress line: on a terminal only, after half a second, redrawn in place.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Instant;

use crate::limits::{PROGRESS_DELAY, PROGRESS_INTERVAL};

/// How far a run is.
pub trait Status: Send + 'static {
    /// The line, without time.
    fn line(&self) -> String;
}

/// Draws what was seen until it is dropped; then the line is empty again.
pub struct ProgressLine<S: Status> {
    seen: Arc<Mutex<S>>,
    drawer: Option<(Sender<()>, JoinHandle<()>)>,
}

impl<S: Status> ProgressLine<S> {
    /// Draws only if it is wanted and somebody can see it.
    pub fn new(seen: S, is_wanted: bool) -> ProgressLine<S> {
        let seen = Arc::new(Mutex::new(seen));
        let drawer = (is_wanted && io::stderr().is_terminal()).then(|| {
            let (stop, stopped) = mpsc::channel();
            let seen = Arc::clone(&seen);
            (stop, std::thread::spawn(move || draw_until(&stopped, &seen)))
        });
        ProgressLine { seen, drawer }
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

impl<S: Status> Drop for ProgressLine<S> {
    fn drop(&mut self) {
        if let Some((stop, drawer)) = self.drawer.take() {
            drop(stop);
            let _ = drawer.join();
        }
    }
}

fn draw_until<S: Status>(stopped: &mpsc::Receiver<()>, seen: &Mutex<S>) {
    let start = Instant::now();
    let mut pause = PROGRESS_DELAY;
    let mut is_drawn = false;
    while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        pause = PROGRESS_INTERVAL;
        is_drawn = true;
        let status = seen.lock().map(|seen| seen.line()).unwrap_or_default();
        let width = terminal_size::terminal_size();
        let width = width.map_or(80, |(width, _)| usize::from(width.0));
        let line = format!("{:.1} s  {status}", start.elapsed().as_secs_f64());
        let line: String = line.chars().take(width.saturating_sub(1)).collect();
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }
    if is_drawn {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}
