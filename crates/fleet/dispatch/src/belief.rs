//! What is believed of what stands in an exchange: verdicts whose evidence was checked here.

use std::collections::BTreeMap;

use buttress_budget::Limits;
use buttress_exchange::{Exchange, ExchangeError};

use crate::design::Design;
use crate::job::Options;
use crate::keys::Keys;
use crate::limits::{LARGEST_EVIDENCE, LARGEST_JUDGED};
use crate::verdict::{Accepted, Outcome};
use crate::verify::{Unbelieved, verify};

/// What is believed about one design.
pub(crate) struct Belief<'a> {
    exchange: &'a dyn Exchange,
    design: &'a Design,
    options: &'a Options,
    keys: &'a Keys,
    limits: Limits,
    accepted: BTreeMap<String, Accepted>,
}

/// What a look at a verdict came to.
pub(crate) enum Look {
    /// There is none.
    Nothing,
    /// It stands.
    Accepted,
    /// It does not, for this reason, and was erased.
    Refuted(String),
    /// It was not looked at to the end, for this reason.
    Open(String),
}

impl<'a> Belief<'a> {
    /// Nothing is believed yet.
    pub(crate) fn new(
        exchange: &'a dyn Exchange,
        design: &'a Design,
        options: &'a Options,
        keys: &'a Keys,
        limits: Limits,
    ) -> Belief<'a> {
        Belief { exchange, design, options, keys, limits, accepted: BTreeMap::new() }
    }

    /// Looks whether a unit has a verdict that stands.
    pub(crate) fn look(&mut self, unit: &str) -> Result<Look, ExchangeError> {
        self.look_within(unit, LARGEST_EVIDENCE)
    }

    /// The same, if the evidence has at most so many bytes.
    fn look_within(&mut self, unit: &str, most: usize) -> Result<Look, ExchangeError> {
        if self.accepted.contains_key(unit) {
            return Ok(Look::Accepted);
        }
        let key = self.keys.verdict(unit);
        let Some(text) = self.exchange.settled(&key)? else { return Ok(Look::Nothing) };
        match self.judge(unit, &text, most)? {
            Ok(accepted) => {
                self.accepted.insert(unit.to_owned(), accepted);
                Ok(Look::Accepted)
            }
            Err(Unbelieved::Wrong(why)) => {
                self.exchange.retract(&key, &text)?;
                Ok(Look::Refuted(why))
            }
            Err(Unbelieved::Undecided(why)) => Ok(Look::Open(why)),
        }
    }

    /// Do all these units have verdicts that stand? An exchange that is away knows of none, and large evidence is left to whoever wants the
    /// verdict: its check could take longer than the work that it saves.
    pub(crate) fn covers(&mut self, units: &[String], refuted: &dyn Fn(&str, &str)) -> bool {
        let mut covered = true;
        for unit in units {
            match self.look_within(unit, LARGEST_JUDGED) {
                Ok(Look::Accepted) => {}
                Ok(Look::Refuted(why)) => {
                    refuted(unit, &why);
                    covered = false;
                }
                Ok(Look::Nothing | Look::Open(_)) | Err(_) => covered = false,
            }
        }
        covered
    }

    /// The verdict on a unit, if one stands.
    pub(crate) fn accepted(&self, unit: &str) -> Option<&Accepted> {
        self.accepted.get(unit)
    }

    /// A verdict of our own, whose evidence was checked when it was made.
    pub(crate) fn know(&mut self, accepted: Accepted) {
        self.accepted.insert(accepted.outcome.unit.clone(), accepted);
    }

    fn judge(
        &self,
        unit: &str,
        text: &[u8],
        most: usize,
    ) -> Result<Result<Accepted, Unbelieved>, ExchangeError> {
        let wrong = |why: &str| Ok(Err(Unbelieved::Wrong(why.to_owned())));
        let Some(outcome) = Outcome::decode(text) else { return wrong("it cannot be read") };
        if outcome.unit != unit || !outcome.word.is_evident() {
            return wrong("it is no verdict on this");
        }
        let digest = outcome.evidence.as_ref().and_then(|digest| digest.parse().ok());
        let Some(digest) = digest else { return wrong("it has no evidence") };
        let evidence = match self.exchange.get(digest, most) {
            Ok(Some(evidence)) => evidence,
            Ok(None) => return wrong("its evidence is not there"),
            Err(ExchangeError::TooLarge { size, .. }) if size <= LARGEST_EVIDENCE => {
                return Ok(Err(Unbelieved::Undecided(format!("its evidence has {size} bytes"))));
            }
            Err(error @ (ExchangeError::Corrupt(_) | ExchangeError::TooLarge { .. })) => {
                return wrong(&error.to_string());
            }
            Err(error) => return Err(error),
        };
        let verified =
            verify(self.design, unit, outcome.word, &evidence, self.options, &self.limits);
        Ok(verified.map(|()| Accepted { outcome, evidence }))
    }
}
