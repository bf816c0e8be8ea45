//! The net under every command: what ends a run whose own polling does not.
//!
//! A command runs in a thread of its own, and this one watches. Engines poll their budget, and nearly always that
//! is how a limit ends a run. Where nobody polls, this net needs nobody's cooperation: a little after the
//! limit it prints the command's *last words*, a report in the form that was asked for with `unknown` for what is
//! open, and ends the program.
//!
//! Either the command prints its own report or the net prints the last words, never both: whoever comes
//! first takes the words, and a command that comes second waits for the end.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use buttress_budget::{Exhausted, Limits, memory};

use crate::exit;
use crate::interrupt::Interrupt;
use crate::limits::{
    COMMAND_STACK, INTERRUPT_GRACE, MEMORY_GRACE, POLL_INTERVAL, PRINTING_TIME, TIME_GRACE,
};

/// What is printed for a command that is cut off.
pub struct LastWords {
    /// To standard output.
    pub answer: String,
    /// To standard error.
    pub note: String,
    /// The exit code; an interrupt has its own.
    pub code: u8,
}

type Speaker = Box<dyn FnOnce(Exhausted) -> LastWords + Send>;

/// What the command and the net share.
struct Watched {
    timeout: Option<Duration>,
    memory: Option<usize>,
    /// For the file at hand.
    deadline: Option<Instant>,
    /// None while the command has nothing open, or the net has the word.
    speaker: Option<Speaker>,
    is_cut: bool,
}

static WATCHED: Mutex<Watched> = Mutex::new(Watched {
    timeout: None,
    memory: None,
    deadline: None,
    speaker: None,
    is_cut: false,
});

/// Runs a command under its limits, and answers with its exit code.
pub fn under(
    timeout: Option<Duration>,
    bytes: Option<usize>,
    command: impl FnOnce() -> u8 + Send + 'static,
) -> u8 {
    let interrupt = Interrupt::listen();
    {
        let mut watched = watched();
        (watched.timeout, watched.memory) = (timeout, bytes);
        watched.deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    }
    memory::exempt();
    if let Some(bytes) = bytes {
        memory::limit(bytes.saturating_add(bytes / MEMORY_GRACE));
    }
    let (done, is_done) = mpsc::channel();
    let thread = std::thread::Builder::new().stack_size(COMMAND_STACK).spawn(move || {
        let code = command();
        // The receiver is there until the program ends.
        let _ = done.send(code);
    });
    if thread.is_err() {
        let _ = writeln!(io::stderr(), "error: no thread could be started");
        return exit::FAULT;
    }
    let mut asked_at = None;
    loop {
        match is_done.recv_timeout(POLL_INTERVAL) {
            Ok(code) => return code,
            // A command that panics has ended the program already.
            Err(RecvTimeoutError::Disconnected) => return exit::FAULT,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if interrupt.is_asked() {
            let asked_at = *asked_at.get_or_insert_with(Instant::now);
            if asked_at.elapsed() >= INTERRUPT_GRACE {
                cut(Exhausted::Interrupt);
            }
        }
        if memory::is_limit_met() {
            cut(Exhausted::Memory);
        }
        let deadline = WATCHED.try_lock().ok().and_then(|watched| watched.deadline);
        if deadline.is_some_and(|deadline| Instant::now() >= deadline + TIME_GRACE) {
            cut(Exhausted::Time);
        }
    }
}

/// A file is begun: its time starts, and these are its last words should it be cut off.
pub fn begin(speaker: impl FnOnce(Exhausted) -> LastWords + Send + 'static) {
    let mut watched = unless_cut();
    watched.deadline = watched.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    watched.speaker = Some(Box::new(speaker));
}

/// Waits for input, which may take as long as it likes.
pub fn pause() {
    unless_cut().deadline = None;
}

/// Input has come: the time for it starts.
pub fn resume() {
    let mut watched = unless_cut();
    watched.deadline = watched.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
}

/// Prints something, unless the net has the word.
pub fn speak<T>(print: impl FnOnce() -> T) -> T {
    let _watched = unless_cut();
    print()
}

/// The command has its report and prints it by itself. What is printed is not cut off.
pub fn settle() {
    let mut watched = unless_cut();
    watched.speaker = None;
    watched.deadline = None;
}

/// What the file at hand must respect.
pub fn limits(interrupt: &Interrupt) -> Limits {
    let watched = unless_cut();
    let mut limits = Limits::none().with_interrupt(interrupt.flag());
    if let Some(deadline) = watched.deadline {
        limits = limits.with_deadline(deadline);
    }
    if let Some(bytes) = watched.memory {
        limits = limits.with_memory(bytes, memory::held);
    }
    limits
}

/// Ends the program with the last words, unless the command has come first.
fn cut(reason: Exhausted) {
    let speaker = {
        let mut watched = match WATCHED.try_lock() {
            Ok(watched) => watched,
            Err(TryLockError::Poisoned(watched)) => watched.into_inner(),
            // Whoever holds it is about to let go, unless it waits for memory while it does.
            Err(TryLockError::WouldBlock) => return,
        };
        watched.is_cut = true;
        watched.speaker.take()
    };
    let words = match speaker {
        Some(speaker) => speaker(reason),
        None => plain(reason),
    };
    let code = if reason == Exhausted::Interrupt { exit::INTERRUPTED } else { words.code };
    // In a thread of its own: the output may be held by a thread that waits for ever.
    let (done, is_done) = mpsc::channel();
    let printing = std::thread::Builder::new().spawn(move || {
        memory::exempt();
        let _ = io::stdout().write_all(words.answer.as_bytes());
        let _ = io::stdout().flush();
        let _ = io::stderr().write_all(words.note.as_bytes());
        let _ = done.send(());
    });
    if printing.is_ok() {
        let _ = is_done.recv_timeout(PRINTING_TIME);
    }
    std::process::exit(i32::from(code));
}

/// Last words of a command that has none of its own.
pub fn plain(reason: Exhausted) -> LastWords {
    LastWords { answer: String::new(), note: format!("unknown: {reason}\n"), code: exit::UNKNOWN }
}

/// The shared state, unless the net has the word already: then nothing comes after it.
fn unless_cut() -> MutexGuard<'static, Watched> {
    let watched = watched();
    if watched.is_cut {
        drop(watched);
        loop {
            std::thread::park();
        }
    }
    watched
}

fn watched() -> MutexGuard<'static, Watched> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}
