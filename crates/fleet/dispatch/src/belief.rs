//! What is believed of what stands in an exchange: verdicts whose evidence was checked here.

use std::collections::BTreeMap;

use buttress_budget::Limits;
use buttress_exchange::{Exchange, ExchangeError};

use crate::design::Design;
use crate::job::Options;
use crate::keys::Keys;
use crate::limits::LARGEST_EVIDENCE;
use crate::verdict::{Accepted, Outcome};
use crate::verify::verify;

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
        if self.accepted.contains_key(unit) {
            return Ok(Look::Accepted);
        }
        let key = self.keys.verdict(unit);
        let Some(text) = self.exchange.settled(&key)? else { return Ok(Look::Nothing) };
        match self.judge(unit, &text)? {
            Ok(accepted) => {
                self.accepted.insert(unit.to_owned(), accepted);
                Ok(Look::Accepted)
            }
            Err(why) => {
                self.exchange.retract(&key, &text)?;
                Ok(Look::Refuted(why))
            }
        }
    }

    /// Do all these units have verdicts that stand? An exchange that is away knows of none.
    pub(crate) fn covers(&mut self, units: &[String], refuted: &dyn Fn(&str, &str)) -> bool {
        let mut covered = true;
        for unit in units {
            match self.look(unit) {
                Ok(Look::Accepted) => {}
                Ok(Look::Refuted(why)) => {
                    refuted(unit, &why);
                    covered = false;
                }
                Ok(Look::Nothing) | Err(_) => covered = false,
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

    fn judge(&self, unit: &str, text: &[u8]) -> Result<Result<Accepted, String>, ExchangeError> {
        let Some(outcome) = Outcome::decode(text) else {
            return Ok(Err("it cannot be read".to_owned()));
        };
        if outcome.unit != unit || !outcome.word.is_evident() {
            return Ok(Err("it is no verdict on this".to_owned()));
        }
        let digest = outcome.evidence.as_ref().and_then(|digest| digest.parse().ok());
        let Some(digest) = digest else { return Ok(Err("it has no evidence".to_owned())) };
        let evidence = match self.exchange.get(digest, LARGEST_EVIDENCE) {
            Ok(Some(evidence)) => evidence,
            Ok(None) => return Ok(Err("its evidence is not there".to_owned())),
            Err(error @ (ExchangeError::Corrupt(_) | ExchangeError::TooLarge { .. })) => {
                return Ok(Err(error.to_string()));
            }
            Err(error) => return Err(error),
        };
        let verified =
            verify(self.design, unit, outcome.word, &evidence, self.options, &self.limits);
        Ok(verified.map(|()| Accepted { outcome, evidence }))
    }
}
