//! Ctrl-C: the first asks the engines to stop, so that what is known is printed; the second, or
//! one at a time when nothing runs, ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of an interrupted run.
pub const EXIT: u8 = 130;

static RUNNING: AtomicBool = AtomicBool::new(false);

/// Whether the user has asked to stop.
#[derive(Clone)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on.
    pub fn listen() -> Interrupt {
        let flag = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&flag);
        let handler = move || {
            let is_second = asked.swap(true, Ordering::SeqCst);
            if is_second || !RUNNING.load(Ordering::SeqCst) {
                std::process::exit(i32::from(EXIT));
            }
        };
        // Without a handler, Ctrl-C ends the program as it always does.
        let _ = ctrlc::set_handler(handler);
        Interrupt(flag)
    }

    /// The flag that engines poll.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Has the user asked to stop?
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Runs something that polls the flag.
    pub fn during<T>(&self, run: impl FnOnce() -> T) -> T {
        RUNNING.store(true, Ordering::SeqCst);
        let answer = run();
        RUNNING.store(false, Ordering::SeqCst);
        answer
    }
}
