//! Which server, and as whom.

use std::fmt;
use std::net::IpAddr;

use crate::password::Password;

/// A Redis server, and the account there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Server {
    /// Its name, or its number without brackets.
    pub(crate) host: String,
    /// Its port.
    pub(crate) port: u16,
    /// The number of the database.
    pub(crate) database: u16,
    /// The account; none is the server's default.
    pub(crate) user: Option<String>,
    /// The account's password.
    pub(crate) password: Option<Password>,
    /// Is the connection encrypted?
    pub(crate) is_encrypted: bool,
}

impl Server {
    /// Can others read what is sent?
    pub(super) fn is_exposed(&self) -> bool {
        let is_loopback = self.host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
        !(self.is_encrypted || is_loopback || self.host == "localhost")
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_encrypted { "rediss://" } else { "redis://" })?;
        if let Some(user) = &self.user {
            write!(f, "{user}@")?;
        }
        match self.host.contains(':') {
            true => write!(f, "[{}]:{}", self.host, self.port)?,
            false => write!(f, "{}:{}", self.host, self.port)?,
        }
        if self.database != 0 {
            write!(f, "/{}", self.database)?;
        }
        Ok(())
    }
}
