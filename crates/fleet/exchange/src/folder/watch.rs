//! Watching jobs that others hold: who gives no sign for a whole lease has lost the job.
//!
//! Signs are compared for being *the same*, and time passes on the watcher's own monotonic clock, so that it does not matter
//! what the clocks of other machines show.

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime};

/// What a holder changes when it renews: the file's size, and with it the time of the last change.
pub(super) type Sign = (u64, Option<SystemTime>);

/// The jobs that others hold, each with the last sign and when this process first saw it.
#[derive(Debug, Default)]
pub(super) struct Watch {
    seen: BTreeMap<String, (Sign, Instant)>,
}

impl Watch {
    /// Notes all signs of now; the jobs without a new sign for the time of a lease.
    pub(super) fn lost(
        &mut self,
        signs: Vec<(String, Sign)>,
        lease: Duration,
        now: Instant,
    ) -> Vec<String> {
        let mut before = std::mem::take(&mut self.seen);
        for (name, sign) in signs {
            let since = match before.remove(&name) {
                Some((other, since)) if other == sign => since,
                _ => now,
            };
            self.seen.insert(name, (sign, since));
        }
        let silent = |since: &Instant| now.saturating_duration_since(*since) >= lease;
        let lost = self.seen.iter().filter(|(_, (_, since))| silent(since));
        lost.map(|(name, _)| name.clone()).collect()
    }

    /// The folder was away: holders could not renew either, so watching begins anew.
    pub(super) fn forget(&mut self) {
        self.seen.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_silence_that_was_watched_counts() {
        let lease = Duration::from_secs(10);
        let begin = Instant::now();
        let mut watch = Watch::default();
        let mut at = |seconds: u64, size: u64| {
            // The holder's clock stands still far in the past.
            let signs = vec![("job".to_owned(), (size, Some(SystemTime::UNIX_EPOCH)))];
            watch.lost(signs, lease, begin + Duration::from_secs(seconds)).len()
        };
        assert_eq!(at(100, 1), 0, "first seen");
        assert_eq!(at(109, 1), 0);
        assert_eq!(at(109, 2), 0, "renewed");
        assert_eq!(at(118, 2), 0);
        assert_eq!(at(119, 2), 1);
        watch.forget();
        let signs = vec![("job".to_owned(), (2, None))];
        assert_eq!(watch.lost(signs, lease, begin + Duration::from_secs(500)), [""; 0]);
    }
}
