//! Connections to one server, opened when they are needed.
//!
//! Invariant: a connection that waits for use owes no answer. After any failure of transport all waiting ones are closed, so
//! that the next question finds a server that came back.

use std::sync::{Mutex, PoisonError};

use ::redis::{
    Client, Connection, ConnectionAddr, ConnectionInfo, IntoConnectionInfo, RedisConnectionInfo,
    RedisResult,
};

use super::fault::{fault, is_answer, is_cut};
use super::server::Server;
use crate::error::{ExchangeError, Result};
use crate::limits::{ANSWER_TIME, CONNECT_TIME, MOST_IDLE};
use crate::password::Password;

/// Connections to one server.
pub(super) struct Pool {
    server: Server,
    password: Option<Password>,
    client: Client,
    idle: Mutex<Vec<Connection>>,
}

impl Pool {
    /// No connection yet.
    pub(super) fn new(server: &Server, password: Option<Password>) -> Result<Pool> {
        let address = if !server.is_encrypted {
            ConnectionAddr::Tcp(server.host.clone(), server.port)
        } else if cfg!(feature = "tls") {
            ConnectionAddr::TcpTls {
                host: server.host.clone(),
                port: server.port,
                insecure: false,
                tls_params: None,
            }
        } else {
            let why = "this program was built without encryption; build it with the feature `tls`, or use redis:// inside a tunnel";
            return Err(ExchangeError::Refused(format!("{server}: {why}")));
        };
        let password = password.or_else(|| server.password.clone());
        let mut account = RedisConnectionInfo::default().set_db(server.database.into());
        if let Some(password) = &password {
            account = account.set_password(password.secret());
            if let Some(user) = &server.user {
                account = account.set_username(user);
            }
        }
        let wrong = |error| fault(&server.to_string(), &error);
        let info: ConnectionInfo = address.into_connection_info().map_err(wrong)?;
        let client = Client::open(info.set_redis_settings(account)).map_err(wrong)?;
        Ok(Pool { server: server.clone(), password, client, idle: Mutex::default() })
    }

    /// The server.
    pub(super) fn server(&self) -> &Server {
        &self.server
    }

    /// Asks the server.
    pub(super) fn ask<T>(&self, question: impl Fn(&mut Connection) -> RedisResult<T>) -> Result<T> {
        self.try_ask(question)?.map_err(|error| self.meaning(&error))
    }

    /// Asks the server; its own errors are for the caller to understand.
    pub(super) fn try_ask<T>(
        &self,
        question: impl Fn(&mut Connection) -> RedisResult<T>,
    ) -> Result<RedisResult<T>> {
        let waiting = self.idle().pop();
        if let Some(mut connection) = waiting {
            let answer = question(&mut connection);
            match &answer {
                Err(error) if is_cut(error) => self.idle().clear(),
                Err(error) if !is_answer(error) => {
                    self.idle().clear();
                    return Ok(answer);
                }
                _ => {
                    self.keep(connection);
                    return Ok(answer);
                }
            }
        }
        // A connection that was cut while it waited says nothing about the server now, and every operation may be repeated.
        let mut connection = self.connect().map_err(|error| self.meaning(&error))?;
        let answer = question(&mut connection);
        if answer.as_ref().err().is_none_or(is_answer) {
            self.keep(connection);
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

    fn connect(&self) -> RedisResult<Connection> {
        let connection = self.client.get_connection_with_timeout(CONNECT_TIME)?;
        connection.set_read_timeout(Some(ANSWER_TIME))?;
        connection.set_write_timeout(Some(ANSWER_TIME))?;
        Ok(connection)
    }

    fn keep(&self, connection: Connection) {
        let mut idle = self.idle();
        if idle.len() < MOST_IDLE {
            idle.push(connection);
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
