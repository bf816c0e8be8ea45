//! Ctrl-C and requests to terminate: the first asks the engines to stop, so that what is known is printed (`watchdog` sees to
//! it that they do); the second, or one while we wait for input, ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static IDLE: AtomicBool = AtomicBool::new(false);
static ASKED: OnceLock<Interrupt> = OnceLock::new();

/// Whether the user has asked to stop.
#[derive(Clone)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// The program's one interrupt; from the first call on somebody listens.
    pub fn listen() -> Interrupt {
        ASKED.get_or_init(Interrupt::install).clone()
    }

    fn install() -> Interrupt {
        let flag = Arc::new(AtomicBool::new(false));
        // In a browser nobody can interrupt: whoever has started the program ends it.
        #[cfg(not(target_family = "wasm"))]
        handle(Arc::clone(&flag));
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
}

#[cfg(not(target_family = "wasm"))]
fn handle(asked: Arc<AtomicBool>) {
    let handler = move || {
        let is_second = asked.swap(true, Ordering::SeqCst);
        if is_second || IDLE.load(Ordering::SeqCst) {
            std::process::exit(i32::from(crate::exit::INTERRUPTED));
        }
    };
    // Without a handler, Ctrl-C ends the program as it always does.
    let _ = ctrlc::set_handler(handler);
}

/// Waits for input: nothing is lost if the program ends here.
pub fn while_idle<T>(wait: impl FnOnce() -> T) -> T {
    IDLE.store(true, Ordering::SeqCst);
    let waited = wait();
    IDLE.store(false, Ordering::SeqCst);
    waited
}
