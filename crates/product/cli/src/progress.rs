//! The progress line: on a terminal only, after half a second, redrawn in place.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use crate::limits::{PROGRESS_DELAY, PROGRESS_INTERVAL};

/// How far a run is.
pub trait Status: Send + 'static {
    /// The line, without time.
    fn line(&self) -> String;
}

/// Whoever hears every line, besides the terminal.
pub type Listener = Box<dyn Fn(&str) + Send>;

static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);

/// From now on this one hears every line, or nobody.
pub fn listen(listener: Option<Listener>) {
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = listener;
}

fn has_listener() -> bool {
    LISTENER.lock().unwrap_or_else(PoisonError::into_inner).is_some()
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
        let is_seen = io::stderr().is_terminal() || has_listener();
        let drawer = (is_wanted && is_seen).then(|| {
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
        let status = seen.lock().map(|seen| seen.line()).unwrap_or_default();
        let line = format!("{:.1} s  {status}", start.elapsed().as_secs_f64());
        if let Ok(listener) = LISTENER.lock()
            && let Some(listener) = &*listener
        {
            listener(&line);
        }
        if !io::stderr().is_terminal() {
            continue;
        }
        is_drawn = true;
        let width = terminal_size::terminal_size();
        let width = width.map_or(80, |(width, _)| usize::from(width.0));
        let line: String = line.chars().take(width.saturating_sub(1)).collect();
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }
    if is_drawn {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}
