//! Why the dispatch could not go on.

use std::fmt;

use buttress_exchange::ExchangeError;

/// Why the dispatch could not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DispatchError {
    /// The exchange failed.
    Exchange(ExchangeError),
    /// The file cannot be handed out; one line for the user.
    File(String),
}

impl fmt::Display for DispatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DispatchError::Exchange(error) => error.fmt(f),
            DispatchError::File(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for DispatchError {}

impl From<ExchangeError> for DispatchError {
    fn from(error: ExchangeError) -> DispatchError {
        DispatchError::Exchange(error)
    }
}
