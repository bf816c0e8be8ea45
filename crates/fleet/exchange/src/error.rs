//! Why an exchange did not do what it was asked.

use std::fmt;

use crate::digest::Digest;

/// What an exchange answers.
pub type Result<T> = std::result::Result<T, ExchangeError>;

/// Why an exchange did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExchangeError {
    /// It cannot be reached now; it may come back.
    Away(String),
    /// It was reached and refused, and will refuse again: no permission, a full disk, a server of another kind. In words for people.
    Refused(String),
    /// What is stored under this digest has another one.
    Corrupt(Digest),
    /// What is stored or to be stored is larger than what is taken.
    TooLarge {
        /// Bytes that are there.
        size: usize,
        /// Bytes that are taken.
        most: usize,
    },
}

impl ExchangeError {
    /// Is it worth asking again?
    pub fn may_pass(&self) -> bool {
        matches!(self, ExchangeError::Away(_))
    }
}

impl fmt::Display for ExchangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExchangeError::Away(why) => write!(f, "the exchange cannot be reached: {why}"),
            ExchangeError::Refused(why) => write!(f, "the exchange refuses: {why}"),
            ExchangeError::Corrupt(digest) => {
                write!(f, "what the exchange holds as {} has another digest", digest.short())
            }
            ExchangeError::TooLarge { size, most } => {
                write!(
                    f,
                    "{size} bytes are too many for the exchange or its reader, who takes {most}"
                )
            }
        }
    }
}

impl std::error::Error for ExchangeError {}
