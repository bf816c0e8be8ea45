//! The choices of a run.

use std::sync::Arc;
use std::time::Duration;

use buttress_budget::{Limits, memory};

use super::cancel::CancelToken;
use super::engine::Engine;
use super::observer::{Event, Observer};
use crate::events::Line;

/// The choices of a run. What is not chosen is as on the command line, but for the limits: there are none.
///
/// ```
/// # use std::time::Duration;
/// # use buttress::{CancelToken, Engine, Settings};
/// let cancel = CancelToken::new();
/// let settings = Settings::new()
///     .timeout(Duration::from_secs(10))
///     .engine(Engine::Ic3)
///     .cancelled_by(&cancel)
///     .observed_by(|event: &buttress::Event<'_>| println!("{}", event.to_json()));
/// ```
#[derive(Clone, Default)]
pub struct Settings {
    timeout: Option<Duration>,
    memory: Option<usize>,
    threads: Option<usize>,
    observers: Vec<Arc<dyn Observer>>,
    cancel: Vec<CancelToken>,
    pub(super) engine: Engine,
    pub(super) seed: u64,
    pub(super) properties: Vec<String>,
    pub(super) functions: Vec<String>,
    pub(super) bound: Option<usize>,
    pub(super) pictures: bool,
}

impl Settings {
    /// All engines, one after the other, without limits.
    pub fn new() -> Settings {
        Settings::default()
    }

    /// At most so much time from the beginning of each run. Engines poll it: a run ends soon after.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Settings {
        Settings { timeout: Some(timeout), ..self }
    }

    /// At most so many bytes, of the whole process. This needs [`Counting`](crate::Counting) as the allocator of the
    /// program: memory that nobody counts has no limit.
    #[must_use]
    pub fn memory(self, bytes: usize) -> Settings {
        Settings { memory: Some(bytes), ..self }
    }

    /// So many engines, or conditions of a program, at once; 1 if nothing is said.
    #[must_use]
    pub fn threads(self, threads: usize) -> Settings {
        Settings { threads: Some(threads), ..self }
    }

    /// What proves.
    #[must_use]
    pub fn engine(self, engine: Engine) -> Settings {
        Settings { engine, ..self }
    }

    /// Seeds every random choice.
    #[must_use]
    pub fn seed(self, seed: u64) -> Settings {
        Settings { seed, ..self }
    }

    /// These properties only, by name, by position or by a pattern with `*`; or these functions of a program, for
    /// which the contracts of the others are taken for granted.
    #[must_use]
    pub fn only(self, names: impl IntoIterator<Item = impl Into<String>>) -> Settings {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        Settings { properties: names.clone(), functions: names, ..self }
    }

    /// Give up beyond so many steps (bounded model checking, k-induction, unfolding).
    #[must_use]
    pub fn bound(self, bound: usize) -> Settings {
        Settings { bound: Some(bound), ..self }
    }

    /// Reports hold what their pages are drawn from, too.
    #[must_use]
    pub fn pictures(self, pictures: bool) -> Settings {
        Settings { pictures, ..self }
    }

    /// The run stops when the token is cancelled; it may be one of several.
    #[must_use]
    pub fn cancelled_by(mut self, token: &CancelToken) -> Settings {
        self.cancel.push(token.clone());
        self
    }

    /// The observer is told how a run is going; it may be one of several.
    #[must_use]
    pub fn observed_by(mut self, observer: impl Observer + 'static) -> Settings {
        self.observers.push(Arc::new(observer));
        self
    }

    pub(super) fn thread_count(&self) -> usize {
        self.threads.unwrap_or(1).max(1)
    }

    /// The limits of a run that begins now.
    pub(super) fn limits(&self) -> Limits {
        let mut limits = Limits::none();
        if let Some(timeout) = self.timeout {
            limits = limits.with_timeout(timeout);
        }
        if let Some(bytes) = self.memory {
            limits = limits.with_memory(bytes, memory::held);
        }
        self.cancel.iter().fold(limits, |limits, token| limits.with_interrupt(token.flag()))
    }

    pub(super) fn notice(&self, line: &Line) {
        for observer in &self.observers {
            observer.notice(&Event::of(line));
        }
    }
}
