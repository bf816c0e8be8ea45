//! Connections to one server, opened when they are needed.
//!
//! Invariant: a connection that waits for use owes no answer. After any failure of transport all waiting ones are closed, so
//! that the next question finds a server that came back.

use std::sync::{Mutex, PoisonError};

use ::redis::RedisResult;

use super::fault::{fault, is_answer, is_cut};
use super::server::Server;
use super::wire::Wire;
use crate::error::{ExchangeError, Result};
use crate::limits::{MOST_ANSWER, MOST_IDLE};
use crate::password::Password;

/// Connections to one server.
pub(super) struct Pool {
    server: Server,
    password: Option<Password>,
    idle: Mutex<Vec<Wire>>,
}

impl Pool {
    /// No connection yet.
    pub(super) fn new(server: &Server, password: Option<Password>) -> Result<Pool> {
        if server.is_encrypted && !cfg!(feature = "tls") {
            let why = "this program was built without encryption; build it with the feature `tls`, or use redis:// inside a tunnel";
            return Err(ExchangeError::Refused(format!("{server}: {why}")));
        }
        let password = password.or_else(|| server.password.clone());
        Ok(Pool { server: server.clone(), password, idle: Mutex::default() })
    }

    /// The server.
    pub(super) fn server(&self) -> &Server {
        &self.server
    }

    /// Asks the server.
    pub(super) fn ask<T>(&self, question: impl Fn(&mut Wire) -> RedisResult<T>) -> Result<T> {
        self.try_ask(question)?.map_err(|error| self.meaning(&error))
    }

    /// Asks the server; its own errors are for the caller to understand.
    pub(super) fn try_ask<T>(
        &self,
        question: impl Fn(&mut Wire) -> RedisResult<T>,
    ) -> Result<RedisResult<T>> {
        let waiting = self.idle().pop();
        if let Some(mut wire) = waiting {
            let answer = question(&mut wire);
            match &answer {
                Err(error) if is_cut(error) => self.idle().clear(),
                Err(error) if !is_answer(error) => {
                    self.idle().clear();
                    return Ok(answer);
                }
                _ => {
                    self.keep(wire);
                    return Ok(answer);
                }
            }
        }
        // A connection that was cut while it waited says nothing about the server now, and every operation may be repeated.
        let connected = Wire::connect(&self.server, self.password.as_ref());
        let mut wire = connected.map_err(|error| self.meaning(&error))?;
        wire.allow(MOST_ANSWER);
        let answer = question(&mut wire);
        if answer.as_ref().err().is_none_or(is_answer) {
            self.keep(wire);
        }
        Ok(answer)
    }

    /// What an error means. No server repeats a password, but nobody has to rely on that.
    pub(super) fn meaning(&self, error: &::redis::RedisError) -> ExchangeError {
        let hidden = |text: String| match self.password.as_ref().map(Password::secret) {
            Some(secret) if !secret.is_empty() => text.replace(secret, "…"),
            _ => text,
        };
        match fault(&self.server.to_string(), error) {
            ExchangeError::Away(why) => ExchangeError::Away(hidden(why)),
            ExchangeError::Refused(why) => ExchangeError::Refused(hidden(why)),
            other => other,
        }
    }

    fn keep(&self, mut wire: Wire) {
        wire.allow(MOST_ANSWER);
        let mut idle = self.idle();
        if idle.len() < MOST_IDLE {
            idle.push(wire);
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Wire>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
