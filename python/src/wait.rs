//! Waiting for a run without the interpreter's lock.
//!
//! The run has a thread of its own; the thread that asked waits, tells of events and looks at signals. So Ctrl-C is answered soon,
//! callbacks are called where they were given, and other threads of Python go on. A run that does not notice that it was cancelled is
//! left to itself: it owns all that it works on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use buttress::{CancelToken, Error, Event, Settings};
use pyo3::prelude::*;

use crate::fault;

/// Signals are looked at so often.
const POLL: Duration = Duration::from_millis(40);
/// So long a cancelled run may take to notice it.
const GRACE: Duration = Duration::from_millis(100);

/// A run with these settings, in a thread of its own; its answer, or the exception that it ends with. The callback is told of events.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    settings: Settings,
    callback: Option<Py<PyAny>>,
    work: impl FnOnce(Settings) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let cancel = CancelToken::new();
    let (sender, receiver) = channel();
    let mut settings = settings.cancelled_by(&cancel);
    if callback.is_some() {
        let sender = sender.clone();
        settings = settings.observed_by(move |event: &Event<'_>| {
            // After an exception nobody listens any more.
            let _ = sender.send(News::Event(event.to_json()));
        });
    }
    let waiting = Waiting { cancel: &cancel, callback, sender, receiver };
    waiting.wait(py, move || work(settings))?.map_err(|error| fault::raised(py, &error))
}

/// The same for work that was given its token before; there are no events.
pub fn quietly<T: Send + 'static>(
    py: Python<'_>,
    cancel: &CancelToken,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    Waiting { cancel, callback: None, sender, receiver }.wait(py, work)
}

/// What the thread that waits is told.
enum News<T> {
    Event(String),
    Done(thread::Result<T>),
}

struct Waiting<'a, T> {
    cancel: &'a CancelToken,
    callback: Option<Py<PyAny>>,
    sender: Sender<News<T>>,
    receiver: Receiver<News<T>>,
}

impl<T: Send + 'static> Waiting<'_, T> {
    fn wait(self, py: Python<'_>, work: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
        let Waiting { cancel, callback, sender, mut receiver } = self;
        thread::Builder::new().spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            // Nobody may wait any more.
            let _ = sender.send(News::Done(done));
        })?;
        loop {
            let news;
            (news, receiver) = py.detach(move || (receiver.recv_timeout(POLL), receiver));
            let heard = match (news, &callback) {
                (Ok(News::Done(done)), _) => {
                    return done.map_err(|panic| fault::panicked(py, &*panic));
                }
                (Ok(News::Event(line)), Some(callback)) => callback.call1(py, (line,)).map(drop),
                (Ok(News::Event(_)), None) | (Err(RecvTimeoutError::Timeout), _) => Ok(()),
                (Err(RecvTimeoutError::Disconnected), _) => Err(fault::vanished(py)),
            };
            if let Err(exception) = heard.and_then(|()| py.check_signals()) {
                cancel.cancel();
                py.detach(move || let_end(&receiver));
                return Err(exception);
            }
        }
    }
}

/// Waits a little for a run that was cancelled, so that it usually takes no processor from what comes next.
fn let_end<T>(receiver: &Receiver<News<T>>) {
    let end = Instant::now() + GRACE;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match receiver.recv_timeout(left) {
            Ok(News::Event(_)) => {}
            Ok(News::Done(_)) | Err(_) => return,
        }
    }
}
