//! The choices of a server: those of the command line, and what the client asks for when it starts.

use std::path::{Path, PathBuf};
use std::time::Duration;

use buttress_budget::{Limits, MemoryGauge};
use buttress_session::programs::Inference;
use serde::Deserialize;

use crate::limits::UNIT_TIME;

/// The choices of a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many conditions are decided at once; at least 1.
    pub threads: usize,
    /// The time for one function or check.
    pub timeout: Duration,
    /// Memory in bytes that no proof may pass, with the gauge that is asked.
    pub memory: Option<(usize, MemoryGauge)>,
    /// Where evidence of earlier runs is kept, if anywhere.
    pub cache: Option<PathBuf>,
    /// Keeps what lies there within its bound. This is asked for when the server ends: no session writes very much.
    pub trim: fn(&Path),
    /// Which annotations of programs are inferred.
    pub inference: Inference,
    /// Prove while nobody types, and not only when a text is opened or saved?
    pub on_idle: bool,
}

/// What a client may ask for (`initializationOptions`).
#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Wishes {
    threads: Option<usize>,
    timeout: Option<f64>,
    cache: Option<PathBuf>,
    infer: Option<String>,
    on_idle: Option<bool>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 1,
            timeout: UNIT_TIME,
            memory: None,
            cache: None,
            trim: |_| (),
            inference: Inference::All,
            on_idle: true,
        }
    }
}

impl Options {
    /// The same choices, less those that a client makes otherwise. What cannot be understood counts as not said.
    pub(crate) fn with_wishes(mut self, wishes: serde_json::Value) -> Options {
        let wishes: Wishes = serde_json::from_value(wishes).unwrap_or_default();
        let timeout = wishes.timeout.and_then(|time| Duration::try_from_secs_f64(time).ok());
        self.timeout = timeout.filter(|time| !time.is_zero()).unwrap_or(self.timeout);
        self.threads = wishes.threads.filter(|threads| *threads > 0).unwrap_or(self.threads);
        self.cache = wishes.cache.or(self.cache);
        self.inference = match wishes.infer.as_deref() {
            Some("all") => Inference::All,
            Some("numeric") => Inference::Numeric,
            Some("none") => Inference::Nothing,
            _ => self.inference,
        };
        self.on_idle = wishes.on_idle.unwrap_or(self.on_idle);
        self
    }

    /// What a proof that begins now must respect.
    pub(crate) fn limits(&self) -> Limits {
        let limits = Limits::none().with_timeout(self.timeout);
        match self.memory {
            Some((bytes, gauge)) => limits.with_memory(bytes, gauge),
            None => limits,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nonsense_is_not_understood_and_does_no_harm() {
        let with = |wishes| Options::default().with_wishes(wishes);
        assert_eq!(
            with(json!({"timeout": 1.5, "threads": 3})).timeout,
            Duration::from_millis(1500)
        );
        assert!(!with(json!({"onIdle": false})).on_idle);
        for wishes in [json!(null), json!([1]), json!({"timeout": "soon"}), json!({"timeout": -1})]
        {
            assert_eq!(with(wishes).timeout, UNIT_TIME);
        }
        assert_eq!(with(json!({"threads": 0})).threads, 1);
    }
}
