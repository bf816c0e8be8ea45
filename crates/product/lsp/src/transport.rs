//! Messages in bytes: a header that tells the length, then JSON.
//!
//! What cannot be read is answered or logged, and reading goes on behind it: lines that are no header are passed over, and a
//! body that is no message is answered by an error.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, unbounded};
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

use crate::limits::{LARGEST_MESSAGE, LONGEST_HEADER};

/// The threads that read and write.
pub struct Transport {
    writer: JoinHandle<()>,
}

impl Transport {
    /// Waits until everything is written that was sent. The connection must be gone.
    pub fn finish(self) {
        // A writer that panicked has nothing left to write.
        let _ = self.writer.join();
    }
}

/// A connection over two streams.
pub fn connect(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<(Connection, Transport)> {
    let (to_client, from_server) = unbounded();
    let (to_server, from_client) = unbounded();
    let (complain, complaints) = unbounded();
    let writer = Builder::new()
        .name("writer".to_owned())
        .spawn(move || write(output, &from_server, &complaints))?;
    Builder::new().name("reader".to_owned()).spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(body) = next(&mut input) {
            match message(&body) {
                Ok(message) => {
                    if to_server.send(message).is_err() {
                        return;
                    }
                }
                Err(answer) => {
                    // Nobody writes any more: then nobody reads it either.
                    let _ = complain.send(answer);
                }
            }
        }
    })?;
    Ok((Connection { sender: to_client, receiver: from_client }, Transport { writer }))
}

/// The message in a body; the error is what is answered.
fn message(body: &Body) -> Result<Message, Value> {
    let problem = match body {
        Body::Whole(bytes) => match serde_json::from_slice::<Value>(bytes) {
            Ok(value) => {
                let id = value.get("id").cloned().unwrap_or(Value::Null);
                match serde_json::from_value(value) {
                    Ok(message) => return Ok(message),
                    Err(_) => (id, ErrorCode::InvalidRequest, "this is no message".to_owned()),
                }
            }
            Err(error) => (Value::Null, ErrorCode::ParseError, format!("this is no JSON: {error}")),
        },
        Body::TooLarge(length) => {
            let text = format!("a message of {length} bytes is too large");
            (Value::Null, ErrorCode::InvalidRequest, text)
        }
    };
    let (id, code, text) = problem;
    Err(json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": text } }))
}

/// What stands behind a header.
enum Body {
    /// All of it.
    Whole(Vec<u8>),
    /// It was skipped; it had so many bytes.
    TooLarge(usize),
}

/// The next body; none at the end.
fn next(input: &mut impl BufRead) -> Option<Body> {
    let length = header(input)?;
    if length > LARGEST_MESSAGE {
        io::copy(&mut input.take(length as u64), &mut io::sink()).ok()?;
        return Some(Body::TooLarge(length));
    }
    let mut body = Vec::new();
    input.take(length as u64).read_to_end(&mut body).ok()?;
    (body.len() == length).then_some(Body::Whole(body))
}

/// The length that the next header tells. Lines that belong to no header are passed over.
fn header(input: &mut impl BufRead) -> Option<usize> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line).ok()? == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        match (line.is_empty(), length) {
            (true, Some(length)) => return Some(length),
            (true, None) => {}
            (false, _) => {
                let known = line.rsplit_once(':').filter(|(name, _)| {
                    // Behind garbage without an end of line a header may begin.
                    name.to_ascii_lowercase().ends_with("content-length")
                });
                length = known.and_then(|(_, value)| value.trim().parse().ok()).or(length);
            }
        }
    }
}

fn write(mut output: impl Write, messages: &Receiver<Message>, complaints: &Receiver<Value>) {
    let mut put = |text: &str| {
        write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        output.flush()
    };
    loop {
        let text = crossbeam_channel::select! {
            recv(messages) -> message => match message {
                Ok(message) => text_of(&message),
                // The server is gone.
                Err(_) => return,
            },
            recv(complaints) -> answer => match answer {
                Ok(answer) => Some(answer.to_string()),
                Err(_) => {
                    // The reader is gone; what the server still has to say is said.
                    let rest = messages.iter().filter_map(|message| text_of(&message));
                    for text in rest {
                        if put(&text).is_err() {
                            return;
                        }
                    }
                    return;
                }
            },
        };
        if text.is_some_and(|text| put(&text).is_err()) {
            return;
        }
    }
}

fn text_of(message: &Message) -> Option<String> {
    let mut value = serde_json::to_value(message).ok()?;
    value.as_object_mut()?.insert("jsonrpc".to_owned(), json!("2.0"));
    Some(value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bodies(bytes: &[u8]) -> Vec<String> {
        let mut input = BufReader::new(bytes);
        let mut found = Vec::new();
        while let Some(body) = next(&mut input) {
            found.push(match body {
                Body::Whole(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                Body::TooLarge(length) => format!("{length} bytes"),
            });
        }
        found
    }

    #[test]
    fn headers_are_found_behind_garbage() {
        let text =
            b"hello\r\n\r\ncontent-type: x\r\nContent-Length: 2\r\n\r\n{}Content-Length: 3\n\n[1]";
        assert_eq!(bodies(text), ["{}", "[1]"]);
        assert_eq!(bodies(b"Content-Length: many\r\n\r\nContent-Length: 1\r\n\r\n1"), ["1"]);
        assert_eq!(bodies(b"{\"a\":1}Content-Length: 2\r\n\r\n{}"), ["{}"]);
    }

    #[test]
    fn what_is_cut_off_is_the_end() {
        assert_eq!(bodies(b"Content-Length: 10\r\n\r\n{}"), Vec::<String>::new());
        assert_eq!(bodies(b"Content-Length: 10"), Vec::<String>::new());
        assert_eq!(bodies(&[b'x'; 100_000]), Vec::<String>::new());
    }

    #[test]
    fn what_is_no_message_is_answered() {
        let answered = |body: &str| {
            message(&Body::Whole(body.as_bytes().to_vec()))
                .err()
                .map(|it| it["error"]["code"].clone())
        };
        assert_eq!(answered("{"), Some(json!(-32700)));
        assert_eq!(answered("[]"), Some(json!(-32600)));
        assert_eq!(answered(&"[".repeat(100_000)), Some(json!(-32700)));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#), None);
        assert!(message(&Body::TooLarge(9)).is_err());
    }
}
