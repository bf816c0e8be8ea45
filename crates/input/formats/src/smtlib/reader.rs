//! Cutting a stream of bytes into commands.
//!
//! Invariant: every byte is looked at once while the end of a command is sought, however the bytes
//! are cut into pieces; what was handed out is forgotten.

use super::sexpr::{Origin, shorten};
use super::{Error, Kind, Sexpr};

/// Yields each top-level command as soon as its closing parenthesis has arrived.
#[derive(Clone, Debug)]
pub struct Reader {
    bytes: Vec<u8>,
    /// Where the command begins that is being read, or where the search for the next one is.
    start: usize,
    origin: Origin,
    /// How far the search for its end has come.
    at: usize,
    here: Origin,
    depth: usize,
    within: Within,
    is_finished: bool,
}

/// What the byte under the search stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Within {
    /// Between tokens or in one that has no delimiters.
    Plain,
    Comment,
    Symbol,
    /// After `\` in such a symbol.
    Escaped,
    /// A string; two quotes in a row look like its end and the start of another, which is as good.
    String,
    /// A token outside of any command.
    Stray,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

impl Reader {
    /// A reader that has seen nothing yet.
    pub fn new() -> Reader {
        Reader {
            bytes: Vec::new(),
            start: 0,
            origin: Origin::START,
            at: 0,
            here: Origin::START,
            depth: 0,
            within: Within::Plain,
            is_finished: false,
        }
    }

    /// A reader of a whole text.
    pub fn of(bytes: &[u8]) -> Reader {
        let mut reader = Reader::new();
        reader.feed(bytes);
        reader.finish();
        reader
    }

    /// Takes more bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        // Only when most of the buffer is used up: so each byte moves a constant number of times.
        if self.start > self.bytes.len() / 2 {
            self.bytes.drain(..self.start);
            self.at -= self.start;
            self.start = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// No more bytes will come: what is incomplete is an error now.
    pub fn finish(&mut self) {
        self.is_finished = true;
    }

    /// Has a command begun that is not complete yet?
    pub fn is_inside_command(&self) -> bool {
        self.depth > 0
    }

    /// The next complete command; `None` until more bytes arrive, or at the end.
    pub fn next_command(&mut self) -> Option<Result<Sexpr, Error>> {
        while let Some(&byte) = self.bytes.get(self.at) {
            if self.within == Within::Stray && b" \t\r\n;()".contains(&byte) {
                if self.is_byte_order_mark() {
                    self.within = Within::Plain;
                    continue;
                }
                return Some(Err(self.stray()));
            }
            if self.depth == 0 && self.within == Within::Plain {
                (self.start, self.origin) = (self.at, self.here);
            }
            self.at += 1;
            self.here.step(byte);
            match (self.within, byte) {
                // No symbol may have it, but who writes it means that the next bar does not close the symbol.
                (Within::Symbol, b'\\') => self.within = Within::Escaped,
                (Within::Escaped, _) => self.within = Within::Symbol,
                (Within::Comment, b'\n' | b'\r')
                | (Within::Symbol, b'|')
                | (Within::String, b'"') => self.within = Within::Plain,
                (Within::Plain, b' ' | b'\t' | b'\r' | b'\n') => (),
                (Within::Plain, b';') => self.within = Within::Comment,
                (Within::Plain, b'(') => self.depth += 1,
                (Within::Plain, b')') if self.depth == 0 => {
                    return Some(Err(self.origin.error(Kind::Syntax, "`)` closes nothing")));
                }
                (Within::Plain, b')') => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        let text = self.bytes[self.start..self.at].to_vec();
                        return Some(Sexpr::lex(text, self.origin));
                    }
                }
                (Within::Plain, _) if self.depth == 0 => self.within = Within::Stray,
                (Within::Plain, b'|') => self.within = Within::Symbol,
                (Within::Plain, b'"') => self.within = Within::String,
                _ => (),
            }
        }
        match (self.is_finished, self.within, self.depth) {
            (false, ..) => None,
            (true, Within::Stray, _) if self.is_byte_order_mark() => None,
            (true, Within::Stray, _) => Some(Err(self.stray())),
            (true, _, 0) => None,
            (true, ..) => Some(Err(self.incomplete())),
        }
    }

    /// Is the token what some editors write before a text to say that it is UTF-8?
    fn is_byte_order_mark(&self) -> bool {
        self.origin.offset == 0 && self.bytes[self.start..self.at] == *"\u{feff}".as_bytes()
    }

    /// A token that stands outside of any command.
    fn stray(&mut self) -> Error {
        self.within = Within::Plain;
        let token = String::from_utf8_lossy(&self.bytes[self.start..self.at]);
        let token = shorten(&token);
        let message = format!("expected a command in parentheses, found `{token}`");
        self.origin.error(Kind::Syntax, message).expecting("a command in parentheses")
    }

    fn incomplete(&mut self) -> Error {
        let missing = match self.within {
            Within::Symbol | Within::Escaped => "`|` that closes a symbol".to_owned(),
            Within::String => "`\"` that closes a string".to_owned(),
            _ if self.depth == 1 => "`)`".to_owned(),
            _ => format!("{} times `)`", self.depth),
        };
        (self.depth, self.within) = (0, Within::Plain);
        self.start = self.at;
        let message = format!("the input ends inside this command: expected {missing}");
        self.origin.error(Kind::Syntax, message).expecting(missing)
    }
}
