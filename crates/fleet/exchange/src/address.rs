//! Addresses of exchanges, as people write them.

use std::fmt;
use std::path::PathBuf;

use crate::error::Result;
use crate::exchange::Exchange;
use crate::folder::Folder;
use crate::memory::Memory;
use crate::password::Password;
use crate::redis::{Redis, Server};

/// Where an exchange is: `redis://[user@]host[:port][/db]`, `rediss://…` (encrypted), `dir:PATH`, or `memory:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address(Place);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Memory,
    Folder(PathBuf),
    Redis(Server),
}

/// Why a text is no address, in words for people. It never repeats a password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressError(String);

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AddressError {}

/// Can the text be read by other people of the machine?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// Yes: it stands in the list of processes.
    Argument,
    Environment,
}

impl Address {
    /// Reads an address that was given on a command line. A password is an error there.
    pub fn from_argument(text: &str) -> std::result::Result<Address, AddressError> {
        Address::read(text, Origin::Argument)
    }

    /// Reads an address from a place that others cannot read: an environment variable, or a file. It may hold a password.
    pub fn from_environment_text(text: &str) -> std::result::Result<Address, AddressError> {
        Address::read(text.trim(), Origin::Environment)
    }

    /// Opens the exchange. The password is used by a server only, in place of one in the address. A server is asked when it is first needed, so
    /// this succeeds while it is away; a folder must be there.
    pub fn open(&self, password: Option<Password>) -> Result<Box<dyn Exchange>> {
        Ok(match &self.0 {
            Place::Memory => Box::new(Memory::new()),
            Place::Folder(path) => Box::new(Folder::open(path)?),
            Place::Redis(server) => Box::new(Redis::open(server, password)?),
        })
    }

    /// Is the exchange in this process alone, so that no other one can come to it?
    pub fn is_memory(&self) -> bool {
        self.0 == Place::Memory
    }

    fn read(text: &str, origin: Origin) -> std::result::Result<Address, AddressError> {
        if let Some(path) = text.strip_prefix("dir:") {
            if path.is_empty() {
                return Err(AddressError("\"dir:\" needs the path of a folder".to_owned()));
            }
            return Ok(Address(Place::Folder(PathBuf::from(path))));
        }
        if matches!(text, "memory:" | "memory") {
            return Ok(Address(Place::Memory));
        }
        let plain = text.strip_prefix("redis://").map(|rest| (rest, false));
        let encrypted = || text.strip_prefix("rediss://").map(|rest| (rest, true));
        let Some((rest, is_encrypted)) = plain.or_else(encrypted) else {
            return Err(unknown(text));
        };
        let server = read_server(rest, is_encrypted)?;
        if origin == Origin::Argument && server.password.is_some() {
            return Err(AddressError(
                "a password on the command line can be read by everybody on this machine; put the whole address into the environment variable \
                 BUTTRESS_EXCHANGE, or the password alone into BUTTRESS_EXCHANGE_PASSWORD or a file that BUTTRESS_EXCHANGE_PASSWORD_FILE names"
                    .to_owned(),
            ));
        }
        Ok(Address(Place::Redis(server)))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::Memory => f.write_str("memory:"),
            Place::Folder(path) => write!(f, "dir:{}", path.display()),
            Place::Redis(server) => server.fmt(f),
        }
    }
}

/// Only the scheme is repeated: what follows may hold a password.
fn unknown(text: &str) -> AddressError {
    let kinds = "an exchange is redis://HOST[:PORT], rediss://HOST[:PORT], dir:FOLDER or memory:";
    match text.split_once(':') {
        Some((scheme, _)) if !scheme.contains('@') => {
            AddressError(format!("no exchange is called \"{scheme}:\"; {kinds}"))
        }
        _ => AddressError(format!("this is no address; {kinds}")),
    }
}

/// Reads `[user[:password]@]host[:port][/db]`. Messages repeat only what is behind the `@`.
fn read_server(text: &str, is_encrypted: bool) -> std::result::Result<Server, AddressError> {
    let wrong =
        |what: &str, found: &str| AddressError(format!("expected {what}, found \"{found}\""));
    let (account, place) = match text.rsplit_once('@') {
        Some((account, place)) => (Some(account), place),
        None => (None, text),
    };
    let (user, password) =
        match account.map(|account| account.split_once(':').unwrap_or((account, ""))) {
            Some((user, password)) => (unescaped(user)?, unescaped(password)?),
            None => (String::new(), String::new()),
        };
    let (place, database) = place.split_once('/').unwrap_or((place, ""));
    let number = |text: &str| text.parse::<u16>().ok();
    let database = if database.is_empty() { Some(0) } else { number(database) }
        .ok_or_else(|| wrong("the number of a database", database))?;
    // An address of IPv6 stands in brackets, because it holds colons.
    let (host, port) = match place.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, "")) => (host, None),
        Some((host, port)) => (host, Some(port.strip_prefix(':').unwrap_or(port))),
        None => match place.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (place, None),
        },
    };
    let is_host = |letter: char| letter.is_alphanumeric() || "-_.:%".contains(letter);
    if host.is_empty() || !host.chars().all(is_host) {
        return Err(wrong("the name of a server", host));
    }
    let port = match port {
        Some(port) => number(port).ok_or_else(|| wrong("the number of a port", port))?,
        None => 6379,
    };
    Ok(Server {
        host: host.to_owned(),
        port,
        database,
        user: Some(user).filter(|user| !user.is_empty()),
        password: Some(password).filter(|text| !text.is_empty()).map(|text| Password::new(&text)),
        is_encrypted,
    })
}

/// `%40` is `@`.
fn unescaped(text: &str) -> std::result::Result<String, AddressError> {
    let wrong =
        || AddressError("the user's name or password is escaped wrongly with \"%\"".to_owned());
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2).ok_or_else(wrong)?;
        bytes.push(u8::from_str_radix(digits, 16).map_err(|_| wrong())?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_shown_as_they_are_read() {
        for (text, shown) in [
            ("redis://broker", "redis://broker:6379"),
            ("redis://ann@broker:7000/3", "redis://ann@broker:7000/3"),
            ("rediss://[::1]:7000", "rediss://[::1]:7000"),
            ("redis://127.0.0.1/", "redis://127.0.0.1:6379"),
            ("dir:some/folder", "dir:some/folder"),
            ("memory:", "memory:"),
        ] {
            assert_eq!(Address::from_argument(text).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn what_is_no_address() {
        for (text, words) in [
            ("redis://", "expected the name of a server"),
            ("redis://host:port", "expected the number of a port, found \"port\""),
            ("redis://host/x", "expected the number of a database"),
            ("redis://host?x=1", "expected the name of a server"),
            ("http://host", "no exchange is called \"http:\""),
            ("dir:", "needs the path"),
            ("somewhere", "this is no address"),
        ] {
            let error = Address::from_environment_text(text).unwrap_err();
            assert!(error.to_string().contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn a_password_is_taken_from_the_environment_and_never_shown() {
        let texts = [
            "redis://ann:s3cr%40t@broker",
            "redis://:s3cr%40t@broker",
            "redis://:s3cr%40t@broker:x",
            "http://:s3cr%40t@broker",
            "ann:s3cr%40t@broker",
            "redis://:s3cr%4@broker",
        ];
        for text in texts {
            let error = Address::from_argument(text).unwrap_err();
            assert!(!format!("{error:?} {error}").contains("s3cr"), "{error}");
        }
        let error = Address::from_argument(texts[0]).unwrap_err().to_string();
        assert!(error.contains("BUTTRESS_EXCHANGE_PASSWORD_FILE"));
        let address = Address::from_environment_text(texts[0]).unwrap();
        assert!(!format!("{address} {address:?}").contains("s3cr"));
        let Place::Redis(server) = &address.0 else { panic!("a server") };
        assert_eq!(server.password.as_ref().map(Password::secret), Some("s3cr@t"));
        assert_eq!(Password::new("s3cr\r\n").secret(), "s3cr");
    }
}
