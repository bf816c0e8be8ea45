//! One connection to a server.
//!
//! Invariant: no answer is larger than the question allows, and no silence is longer than `limits` says; the connection is
//! given up instead. The protocol itself is the client library's.

#[cfg(feature = "tls")]
mod encrypted;

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};

use ::redis::{ConnectionLike, Parser, RedisResult, Value, cmd};

use super::server::Server;
use crate::limits::{ANSWER_TIME, CONNECT_TIME, MOST_BYTES};
use crate::password::Password;

/// Bytes that go both ways.
trait Stream: Read + Write + Send {}

impl<S: Read + Write + Send> Stream for S {}

/// A connection.
pub(super) struct Wire {
    stream: Box<dyn Stream>,
    parser: Parser,
    database: u16,
    /// The most bytes of the answers to one question.
    most: usize,
}

impl Wire {
    /// Connects, and names the account and the database.
    pub(super) fn connect(server: &Server, password: Option<&Password>) -> RedisResult<Wire> {
        let stream = connect(server)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(ANSWER_TIME))?;
        stream.set_write_timeout(Some(ANSWER_TIME))?;
        let stream: Box<dyn Stream> = match server.is_encrypted {
            #[cfg(feature = "tls")]
            true => Box::new(encrypted::encrypted(stream, &server.host)?),
            _ => Box::new(stream),
        };
        let parser = Parser::new();
        let mut wire = Wire { stream, parser, database: server.database, most: MOST_BYTES };
        if let Some(password) = password {
            let mut command = cmd("AUTH");
            if let Some(user) = &server.user {
                command.arg(user);
            }
            command.arg(password.secret()).exec(&mut wire)?;
        }
        if server.database != 0 {
            cmd("SELECT").arg(server.database).exec(&mut wire)?;
        }
        Ok(wire)
    }

    /// Takes answers of at most so many bytes from now on.
    pub(super) fn allow(&mut self, most: usize) {
        self.most = most;
    }

    fn ask(&mut self, question: &[u8], answers: usize) -> RedisResult<Vec<Value>> {
        self.stream.write_all(question)?;
        self.stream.flush()?;
        let mut bounded = Bounded { stream: &mut *self.stream, room: self.most };
        (0..answers).map(|_| self.parser.parse_value(&mut bounded)).collect()
    }
}

impl ConnectionLike for Wire {
    fn req_packed_command(&mut self, question: &[u8]) -> RedisResult<Value> {
        Ok(self.ask(question, 1)?.pop().unwrap_or(Value::Nil))
    }

    fn req_packed_commands(
        &mut self,
        question: &[u8],
        offset: usize,
        count: usize,
    ) -> RedisResult<Vec<Value>> {
        let answers = self.ask(question, offset + count)?.split_off(offset);
        // An error among several answers is an error as if it came alone: the library would tell of a failed pipeline, and nobody could say
        // whether it passes.
        answers.into_iter().map(Value::extract_error).collect()
    }

    fn get_db(&self) -> i64 {
        self.database.into()
    }

    fn check_connection(&mut self) -> bool {
        cmd("PING").exec(self).is_ok()
    }

    fn is_open(&self) -> bool {
        true
    }
}

/// Tries all addresses of the server's name.
fn connect(server: &Server) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in (server.host.as_str(), server.port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_TIME) {
            // Without a listener on one of this machine's outgoing ports, a connection can meet itself.
            Ok(stream) if stream.local_addr().ok() == stream.peer_addr().ok() => {
                last = io::Error::new(io::ErrorKind::ConnectionRefused, "nobody listens there");
            }
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// A stream that ends with an error when too much has come.
struct Bounded<'a> {
    stream: &'a mut dyn Stream,
    room: usize,
}

impl Read for Bounded<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.room == 0 {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the answer is too large"));
        }
        let most = bytes.len().min(self.room);
        let count = self.stream.read(&mut bytes[..most])?;
        self.room -= count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fault::{fault, is_answer};
    use super::*;

    /// Takes every question, and has its answers ready.
    struct Prompted(io::Cursor<Vec<u8>>);

    impl Read for Prompted {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0.read(bytes)
        }
    }

    impl Write for Prompted {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn errors_to_several_questions_mean_what_each_means() {
        let loading = "-LOADING Redis is loading the dataset in memory\r\n";
        let full = "-OOM command not allowed when used memory > 'maxmemory'.\r\n";
        for (answers, passes) in
            [([loading, loading], true), (["+OK\r\n", loading], true), (["+OK\r\n", full], false)]
        {
            let stream = Box::new(Prompted(io::Cursor::new(answers.concat().into_bytes())));
            let mut wire = Wire { stream, parser: Parser::new(), database: 0, most: 1000 };
            let questions = ::redis::pipe().cmd("PING").ignore().cmd("PING").ignore().clone();
            let error = questions.query::<()>(&mut wire).unwrap_err();
            assert!(is_answer(&error), "all answers were read: {error}");
            assert_eq!(fault("redis://broker:6379", &error).may_pass(), passes, "{error}");
        }
    }

    #[test]
    fn an_answer_that_is_too_large_is_not_read_to_its_end() {
        let mut stream = io::Cursor::new([b"$1000\r\n".to_vec(), vec![b'x'; 1000]].concat());
        let mut bounded = Bounded { stream: &mut stream, room: 100 };
        let error = Parser::new().parse_value(&mut bounded).unwrap_err();
        assert!(error.is_io_error(), "{error}");
        assert_eq!(stream.position(), 100);
    }
}
