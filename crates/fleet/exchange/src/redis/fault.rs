//! What a server's error means: is it away, or does it refuse?

use std::io;

use ::redis::{ErrorKind, RedisError};

use crate::error::ExchangeError;

/// The words by which servers begin their errors and that pass, with what they mean.
const PASSING: [(&str, &str); 8] = [
    ("LOADING", "the server is reading its data"),
    ("BUSY", "the server is busy with a script"),
    ("TRYAGAIN", "the server asks to try again"),
    ("MASTERDOWN", "the server has lost its primary"),
    ("CLUSTERDOWN", "the cluster is down"),
    ("NOREPLICAS", "the server has too few replicas"),
    ("UNKILLABLE", "the server is busy with a script"),
    ("max number of clients", "the server has no room for another connection (maxclients)"),
];

/// The words of those that do not pass, with what is to be done.
const LASTING: [(&str, &str); 14] = [
    ("OOM", "the server's memory is full; raise its maxmemory, or remove old proofs"),
    (
        "MISCONF",
        "the server cannot write to its disk; see its log, free space or mend the permissions",
    ),
    ("NOAUTH", "the server wants a password; set BUTTRESS_EXCHANGE_PASSWORD"),
    ("WRONGPASS", "the server does not know this user or password; see BUTTRESS_EXCHANGE_PASSWORD"),
    (
        "NOPERM",
        "the account may not do this; allow it the keys buttress:* and the commands, scripts included",
    ),
    ("WRONGTYPE", "a key of the exchange holds something else; use a database of its own"),
    ("READONLY", "the server is a read-only replica; use the primary's address"),
    ("MOVED", "the server is part of a cluster, which is not supported; use a single server"),
    ("ASK", "the server is part of a cluster, which is not supported; use a single server"),
    ("CROSSSLOT", "the server is part of a cluster, which is not supported; use a single server"),
    ("DENIED", "the server is in protected mode; give it a password, or bind it to this address"),
    ("NOPROTO", "the server is too old; version 6.2 or later is needed"),
    (
        "unknown command",
        "the server is too old, or no Redis server; version 6.2 or later is needed",
    ),
    ("DB index is out of range", "the server has no database of this number"),
];

/// What an error means. `server` is the address, for people.
pub(super) fn fault(server: &str, error: &RedisError) -> ExchangeError {
    let text = message(error);
    let of = |table: &[(&'static str, &'static str)]| {
        table.iter().find(|(sign, _)| has_sign(&text, sign)).map(|(_, meaning)| *meaning)
    };
    match error.kind() {
        ErrorKind::Io => transport(server, error, &text),
        ErrorKind::Parse | ErrorKind::UnexpectedReturnType => {
            let why =
                "the answer is not that of a Redis server, or somebody else writes to these keys";
            ExchangeError::Refused(format!("{server}: {why} ({text})"))
        }
        // Errors of scripts on older servers begin with ERR and hold the true word inside, so the lasting ones are sought first.
        _ => match (of(&LASTING), of(&PASSING)) {
            (Some(why), _) => ExchangeError::Refused(format!("{server}: {why} ({text})")),
            (None, Some(why)) => ExchangeError::Away(format!("{server}: {why} ({text})")),
            (None, None) => ExchangeError::Refused(format!("{server}: {text}")),
        },
    }
}

/// Is the group of consumers missing?
pub(super) fn is_groupless(error: &RedisError) -> bool {
    has_sign(&message(error), "NOGROUP")
}

/// Was the connection cut, so that nothing may have been done?
pub(super) fn is_cut(error: &RedisError) -> bool {
    error.kind() == ErrorKind::Io && !error.is_timeout() && !is_flood(error)
}

/// Was the answer too large?
pub(super) fn is_flood(error: &RedisError) -> bool {
    io_kind(error) == Some(io::ErrorKind::FileTooLarge)
}

/// Did the server answer, so that the connection is still good?
pub(super) fn is_answer(error: &RedisError) -> bool {
    matches!(error.kind(), ErrorKind::Server(_) | ErrorKind::Extension)
}

fn transport(server: &str, error: &RedisError, text: &str) -> ExchangeError {
    match io_kind(error) {
        // The certificate is not trusted, or the other side does not speak TLS.
        Some(io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput) => {
            let why = "no encrypted connection; is the certificate known (SSL_CERT_FILE), and does the server speak TLS?";
            ExchangeError::Refused(format!("{server}: {why} ({text})"))
        }
        Some(io::ErrorKind::FileTooLarge) => {
            let why = "the answer is larger than anything that belongs to an exchange; use a database of its own";
            ExchangeError::Refused(format!("{server}: {why}"))
        }
        Some(io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset)
            if !server.starts_with("rediss:") =>
        {
            let why = "the server closed the connection; if it is encrypted, the address begins with rediss:";
            ExchangeError::Away(format!("{server}: {why}"))
        }
        _ if error.is_timeout() && server.starts_with("rediss:") => ExchangeError::Away(format!(
            "{server}: no answer in time; does the server speak TLS on this port?"
        )),
        _ if error.is_timeout() => ExchangeError::Away(format!("{server}: no answer in time")),
        _ => ExchangeError::Away(format!("{server}: {text}")),
    }
}

fn io_kind(error: &RedisError) -> Option<io::ErrorKind> {
    // The source is the shared pointer to what happened.
    let source = std::error::Error::source(error)?;
    let shared = source.downcast_ref::<std::sync::Arc<dyn std::error::Error + Send + Sync>>();
    let inner = shared.and_then(|shared| shared.downcast_ref::<io::Error>());
    inner.or_else(|| source.downcast_ref::<io::Error>()).map(io::Error::kind)
}

/// The code and the text of an error.
fn message(error: &RedisError) -> String {
    match error.code().zip(error.detail()) {
        Some((code, detail)) => format!("{code} {detail}"),
        None => error.to_string(),
    }
}

/// Does the text hold the sign as words of its own?
fn has_sign(text: &str, sign: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric();
    text.match_indices(sign).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + sign.len()..].chars().next();
        !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(reply: &str) -> ExchangeError {
        let value = ::redis::parse_redis_value(format!("-{reply}\r\n").as_bytes()).unwrap();
        let error = value.extract_error().unwrap_err();
        assert!(is_answer(&error));
        fault("redis://broker:6379", &error)
    }

    #[test]
    fn answers_that_pass_and_answers_that_last() {
        for reply in [
            "LOADING Redis is loading the dataset in memory",
            "BUSY Redis is busy running a script.",
            "TRYAGAIN Multiple keys request during rehashing of slot",
            "ERR max number of clients reached",
        ] {
            assert!(matches!(meaning(reply), ExchangeError::Away(_)), "{reply}");
        }
        for reply in [
            "OOM command not allowed when used memory > 'maxmemory'.",
            "ERR Error running script (call to f_1): @user_script:1: @user_script: 1: -OOM command not allowed when used memory > 'maxmemory'.",
            "MISCONF Errors writing to the AOF file: No space left on device",
            "NOPERM this user has no permissions to run the 'eval' command",
            "NOAUTH Authentication required.",
            "WRONGTYPE Operation against a key holding the wrong kind of value",
            "READONLY You can't write against a read only replica.",
            "ERR something new",
        ] {
            assert!(matches!(meaning(reply), ExchangeError::Refused(_)), "{reply}");
        }
        assert!(meaning("OOM command not allowed").to_string().contains("maxmemory"));
    }

    #[test]
    fn a_word_inside_a_word_is_no_sign() {
        assert!(has_sign("ERR x: -OOM y", "OOM") && !has_sign("ROOM", "OOM"));
        assert!(!has_sign("BUSYGROUP Consumer Group name already exists", "BUSY"));
    }
}
