//! The watchdog over every command: what ends a run whose own polling does not.
//!
//! A command runs in a thread of its own, and this one watches. Engines poll their budget, and nearly always that
//! is how a limit ends a run. Where nobody polls, the watchdog needs nobody's cooperation: a little after the
//! limit it prints the command's *final report*, a report in the form that was asked for with `unknown` for what is
//! open, and ends the program.
//!
//! Either the command prints its own report or the watchdog prints the final report, never both: whoever comes
//! first takes the report, and a command that comes second waits for the end.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use buttress_budget::{Exhausted, Limits, memory};

use crate::interrupt::Interrupt;
use crate::limits::{
    COMMAND_STACK, INTERRUPT_GRACE, MEMORY_GRACE, POLL_INTERVAL, PRINTING_TIME, TIME_GRACE,
};
use crate::{diagnostics, exit, unwritten};

/// What is printed for a command that is cut off.
pub struct FinalReport {
    /// To standard output.
    pub answer: String,
    /// To standard error.
    pub note: String,
    /// The exit code; an interrupt has its own.
    pub code: u8,
}

type ReportMaker = Box<dyn FnOnce(Exhausted) -> FinalReport + Send>;

/// What the command and the watchdog share.
struct WatchdogState {
    timeout: Option<Duration>,
    memory: Option<usize>,
    /// For the file at hand.
    deadline: Option<Instant>,
    /// None while the command has nothing open, or the watchdog has taken over.
    report_maker: Option<ReportMaker>,
    is_cut: bool,
}

static STATE: Mutex<WatchdogState> = Mutex::new(WatchdogState {
    timeout: None,
    memory: None,
    deadline: None,
    report_maker: None,
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
        let mut state = state();
        (state.timeout, state.memory) = (timeout, bytes);
        state.deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    }
    if cfg!(target_family = "wasm") {
        // There are no further threads: limits are polled, and whoever has started the program can end it.
        return command();
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
        let deadline = STATE.try_lock().ok().and_then(|state| state.deadline);
        if deadline.is_some_and(|deadline| Instant::now() >= deadline + TIME_GRACE) {
            cut(Exhausted::Time);
        }
    }
}

/// A file is begun: its time starts, and this is its report should it be cut off.
pub fn begin(report_maker: impl FnOnce(Exhausted) -> FinalReport + Send + 'static) {
    let mut state = unless_cut();
    state.deadline = state.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    state.report_maker = Some(Box::new(report_maker));
}

/// Waits for input, which may take as long as it likes.
pub fn pause() {
    unless_cut().deadline = None;
}

/// Input has come: the time for it starts.
pub fn resume() {
    let mut state = unless_cut();
    state.deadline = state.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
}

/// Prints something, unless the watchdog has taken over.
pub fn unless_cut_off<T>(print: impl FnOnce() -> T) -> T {
    let _state = unless_cut();
    print()
}

/// The command has its report and prints it by itself. What is printed is not cut off.
pub fn settle() {
    let mut state = unless_cut();
    state.report_maker = None;
    state.deadline = None;
}

/// What the file at hand must respect.
pub fn limits(interrupt: &Interrupt) -> Limits {
    let state = unless_cut();
    let mut limits = Limits::none().with_interrupt(interrupt.flag());
    if let Some(deadline) = state.deadline {
        limits = limits.with_deadline(deadline);
    }
    if let Some(bytes) = state.memory {
        limits = limits.with_memory(bytes, memory::held);
    }
    limits
}

/// Ends the program with the final report, unless the command has come first.
fn cut(reason: Exhausted) {
    let report_maker = {
        let mut state = match STATE.try_lock() {
            Ok(state) => state,
            Err(TryLockError::Poisoned(state)) => state.into_inner(),
            // Whoever holds it is about to let go, unless it waits for memory while it does.
            Err(TryLockError::WouldBlock) => return,
        };
        state.is_cut = true;
        state.report_maker.take()
    };
    let report = match report_maker {
        Some(report_maker) => report_maker(reason),
        None => plain(reason),
    };
    let code = if reason == Exhausted::Interrupt { exit::INTERRUPTED } else { report.code };
    // In a thread of its own: the output may be held by a thread that waits for ever.
    let (done, is_done) = mpsc::channel();
    let printing = std::thread::Builder::new().spawn(move || {
        memory::exempt();
        unwritten::unless_failed(|| {
            let mut output = io::stdout().lock();
            output.write_all(report.answer.as_bytes()).and_then(|()| output.flush())
        });
        let _ = io::stderr().write_all(report.note.as_bytes());
        let problem = unwritten::problem();
        if let Some(problem) = &problem {
            let _ = writeln!(anstream::stderr(), "{}", diagnostics::plain(problem));
        }
        let _ = done.send(problem.is_some());
    });
    let is_unwritten =
        printing.is_ok_and(|_| is_done.recv_timeout(PRINTING_TIME).unwrap_or_default());
    std::process::exit(i32::from(if is_unwritten { exit::USAGE } else { code }));
}

/// The final report of a command that has none of its own.
pub fn plain(reason: Exhausted) -> FinalReport {
    FinalReport { answer: String::new(), note: format!("unknown: {reason}\n"), code: exit::UNKNOWN }
}

/// The shared state, unless the watchdog has taken over already: then nothing comes after it.
fn unless_cut() -> MutexGuard<'static, WatchdogState> {
    let state = state();
    if state.is_cut {
        drop(state);
        loop {
            std::thread::park();
        }
    }
    state
}

fn state() -> MutexGuard<'static, WatchdogState> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}
