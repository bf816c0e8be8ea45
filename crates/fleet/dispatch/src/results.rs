//! What a job has found, on its way to the exchange. What cannot be stored now is kept and stored later.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use buttress_exchange::{Digest, Exchange, ExchangeError};

use crate::backoff::Backoff;
use crate::belief::{Belief, Look};
use crate::job::Job;
use crate::keeper::doze;
use crate::keys::Keys;
use crate::limits::{FIRST_WAIT, KEPT_ANSWERS, LONGEST_REASON, MOST_CLAIMS};
use crate::perform::Found;
use crate::verdict::{Accepted, Outcome};
use crate::worker::unknown;

/// The findings of one job.
pub(crate) struct Results<'a> {
    exchange: &'a dyn Exchange,
    job: &'a Job,
    worker: &'a str,
    keys: Keys,
    /// Told when something cannot be stored.
    trouble: &'a (dyn Fn(&ExchangeError) + Sync),
    /// Verdicts that are not stored yet.
    unstored: Mutex<Vec<Accepted>>,
    /// Why units have no verdict.
    reasons: Mutex<BTreeMap<String, Outcome>>,
}

impl<'a> Results<'a> {
    /// Nothing was found yet. A job whose design has no name has no place for results either: they are lost.
    pub(crate) fn new(
        exchange: &'a dyn Exchange,
        job: &'a Job,
        worker: &'a str,
        trouble: &'a (dyn Fn(&ExchangeError) + Sync),
    ) -> Results<'a> {
        let digest = job.digest().unwrap_or_else(|| Digest::of(b""));
        Results {
            exchange,
            job,
            worker,
            keys: Keys::new(digest, &job.options),
            trouble,
            unstored: Mutex::default(),
            reasons: Mutex::default(),
        }
    }

    /// A verdict with its evidence; it is stored at once if that can be done.
    pub(crate) fn keep(&self, found: Found, belief: &Mutex<Belief<'_>>) -> Outcome {
        let evidence = found.evidence.clone().unwrap_or_default();
        let mut outcome = self.outcome(found);
        outcome.evidence = Some(Digest::of(&evidence).to_string());
        let accepted = Accepted { outcome: outcome.clone(), evidence };
        match self.put(&accepted, belief) {
            Ok(()) => {}
            Err(error) if is_hopeless(&error) => self.leave_unstored(&accepted, &error),
            Err(error) => {
                (self.trouble)(&error);
                lock(&self.unstored).push(accepted);
            }
        }
        outcome
    }

    /// No verdict; why not is said at the end, if nobody has one by then.
    pub(crate) fn leave(&self, found: Found) {
        let outcome = self.outcome(found);
        lock(&self.reasons).insert(outcome.unit.clone(), outcome);
    }

    /// Stores what is left to be stored. Was everything done that can be?
    pub(crate) fn store(&self, belief: &Mutex<Belief<'_>>, interrupt: &AtomicBool) -> bool {
        let unstored = std::mem::take(&mut *lock(&self.unstored));
        unstored.iter().all(|accepted| {
            match self.persist(interrupt, || self.put(accepted, belief)) {
                Ok(is_done) => is_done,
                Err(error) => {
                    self.leave_unstored(accepted, &error);
                    true
                }
            }
        })
    }

    /// Says why units have no verdict. Was everything said that can be?
    pub(crate) fn store_reasons(&self, interrupt: &AtomicBool) -> bool {
        let reasons = lock(&self.reasons).clone();
        reasons.values().all(|outcome| {
            // What cannot be noted at all is nothing that others could wait for.
            self.persist(interrupt, || self.note(outcome)).unwrap_or(true)
        })
    }

    /// No unit of the job will have a verdict, for this reason.
    pub(crate) fn give_up(&self, reason: &str) -> Result<(), ExchangeError> {
        let mut units = self.job.units.iter();
        units.try_for_each(|unit| self.note(&unknown(unit, self.job, self.worker, reason)))
    }

    fn note(&self, outcome: &Outcome) -> Result<(), ExchangeError> {
        self.exchange.note(&self.keys.outcomes(), &outcome.unit, &outcome.encode())
    }

    /// Stores a verdict, unless one stands already. One that does not stand gives way.
    fn put(&self, accepted: &Accepted, belief: &Mutex<Belief<'_>>) -> Result<(), ExchangeError> {
        let unit = &accepted.outcome.unit;
        self.exchange.put(&accepted.evidence)?;
        let text = accepted.outcome.encode();
        let mut belief = belief.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..MOST_CLAIMS {
            let stands = self.exchange.settle(&self.keys.verdict(unit), &text)?;
            if stands == text || matches!(belief.look(unit)?, Look::Accepted | Look::Open(_)) {
                break;
            }
        }
        belief.know(accepted.clone());
        self.exchange.publish(&self.keys.answered(), &[unit.clone().into_bytes()], KEPT_ANSWERS)
    }

    /// A verdict that can never be stored is none for anybody else.
    fn leave_unstored(&self, accepted: &Accepted, why: &ExchangeError) {
        let word = accepted.outcome.word.as_str();
        let reason = format!("{word}, but the evidence cannot be stored: {why}");
        let outcome = unknown(&accepted.outcome.unit, self.job, self.worker, &reason);
        lock(&self.reasons).insert(outcome.unit.clone(), outcome);
    }

    /// Tries again until it is done or somebody interrupts; was it done? An error if it can never be done.
    fn persist(
        &self,
        interrupt: &AtomicBool,
        mut act: impl FnMut() -> Result<(), ExchangeError>,
    ) -> Result<bool, ExchangeError> {
        let mut backoff = Backoff::new();
        loop {
            let result = act();
            match &result {
                Ok(()) => return Ok(true),
                Err(error) if is_hopeless(error) => return Err(error.clone()),
                Err(error) if backoff.wait().is_none() => (self.trouble)(error),
                Err(_) => {}
            }
            if interrupt.load(Ordering::Relaxed) {
                return Ok(false);
            }
            backoff.note(&result);
            doze(backoff.wait().unwrap_or(FIRST_WAIT), interrupt);
        }
    }

    fn outcome(&self, found: Found) -> Outcome {
        Outcome {
            unit: found.unit,
            word: found.word,
            evidence: None,
            reason: found.reason.map(|reason| reason.chars().take(LONGEST_REASON).collect()),
            code: found.kind.map(|kind| kind.code().to_owned()),
            engine: found.engine,
            seconds: found.seconds,
            worker: self.worker.to_owned(),
            job: self.job.id().0,
        }
    }
}

/// Is it the thing itself that cannot be stored? A server that refuses everything may be mended.
fn is_hopeless(error: &ExchangeError) -> bool {
    matches!(error, ExchangeError::TooLarge { .. })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
