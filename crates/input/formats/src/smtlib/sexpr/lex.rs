//! From the bytes of one s-expression to its nodes.

use super::{Origin, Part, Sexpr, Token, shorten};
use crate::smtlib::{Error, Kind};

impl Sexpr {
    /// Reads bytes that hold exactly one s-expression, between blanks and comments.
    pub(in crate::smtlib) fn lex(mut bytes: Vec<u8>, origin: Origin) -> Result<Sexpr, Error> {
        if bytes.starts_with(b"(set-info") && std::str::from_utf8(&bytes).is_err() {
            // Names of authors in older encodings, mostly: nothing depends on what they are.
            bytes.iter_mut().filter(|byte| **byte >= 0x80).for_each(|byte| *byte = b'?');
        }
        let mut lexer = Lexer { bytes, at: 0, nodes: Vec::new(), open: Vec::new(), origin };
        lexer.run()?;
        let Lexer { bytes, nodes, .. } = lexer;
        // Bytes above 127 stand only in tokens, where they were checked, and in comments, where
        // they were overwritten.
        let text = String::from_utf8(bytes)
            .map_err(|_| origin.error(Kind::Lexical, "the text is not UTF-8"))?;
        Ok(Sexpr { text, nodes, origin })
    }
}

struct Lexer {
    bytes: Vec<u8>,
    at: usize,
    nodes: Vec<Part>,
    /// The lists that are not closed yet.
    open: Vec<usize>,
    origin: Origin,
}

impl Lexer {
    fn run(&mut self) -> Result<(), Error> {
        if u32::try_from(self.bytes.len()).is_err() {
            return Err(self.error(0, Kind::Unsupported, "the command is longer than 4 GB"));
        }
        while let Some(byte) = self.skip_blanks() {
            let start = self.at;
            if self.open.is_empty() && !self.nodes.is_empty() {
                return Err(self.error(start, Kind::Syntax, "something follows the expression"));
            }
            match byte {
                b'(' => {
                    self.at += 1;
                    self.open.push(self.nodes.len());
                    self.push(Token::List, start);
                }
                b')' => self.close()?,
                _ => self.atom(byte)?,
            }
        }
        match self.open.last() {
            Some(&list) => {
                let start = self.nodes[list].start as usize;
                Err(self.error(start, Kind::Syntax, "this list is not closed"))
            }
            None if self.nodes.is_empty() => {
                Err(self.error(self.at, Kind::Syntax, "expected an expression, found nothing"))
            }
            None => Ok(()),
        }
    }

    fn push(&mut self, token: Token, start: usize) {
        // The length was checked to fit.
        let next = self.nodes.len() as u32 + 1;
        self.nodes.push(Part { token, start: start as u32, end: self.at as u32, next });
    }

    fn close(&mut self) -> Result<(), Error> {
        let Some(list) = self.open.pop() else {
            return Err(self.error(self.at, Kind::Syntax, "`)` closes nothing"));
        };
        self.at += 1;
        let next = self.nodes.len() as u32;
        let part = &mut self.nodes[list];
        (part.end, part.next) = (self.at as u32, next);
        Ok(())
    }

    /// Moves to the next byte that is not blank, and shows it.
    fn skip_blanks(&mut self) -> Option<u8> {
        loop {
            let byte = *self.bytes.get(self.at)?;
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b';' => self.skip_comment(),
                _ => return Some(byte),
            }
        }
    }

    /// Moves to the end of the line. A comment may hold any bytes: strange ones are overwritten, so
    /// that the rest is UTF-8. No column is counted behind them on their line.
    fn skip_comment(&mut self) {
        while let Some(byte) = self.bytes.get_mut(self.at) {
            match byte {
                b'\n' | b'\r' => return,
                0x80.. => *byte = b'?',
                _ => (),
            }
            self.at += 1;
        }
    }

    fn atom(&mut self, first: u8) -> Result<(), Error> {
        let start = self.at;
        let token = match first {
            b'|' => self.quoted_symbol()?,
            b'"' => self.string()?,
            b'#' => self.literal()?,
            b'0'..=b'9' => self.number()?,
            b':' => {
                self.at += 1;
                self.word();
                if self.at == start + 1 {
                    let message = "expected the name of a keyword after `:`";
                    return Err(self.error(start, Kind::Lexical, message));
                }
                Token::Keyword
            }
            _ if is_symbol_byte(first) => {
                self.word();
                if is_reserved(&self.bytes[start..self.at]) {
                    Token::Reserved
                } else {
                    Token::Symbol
                }
            }
            _ => {
                let message = self.strange(start);
                return Err(self.error(start, Kind::Lexical, message));
            }
        };
        self.push(token, start);
        Ok(())
    }

    fn word(&mut self) {
        while self.bytes.get(self.at).is_some_and(|&byte| is_symbol_byte(byte)) {
            self.at += 1;
        }
    }

    fn quoted_symbol(&mut self) -> Result<Token, Error> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.bytes.get(self.at) {
                Some(b'|') => break,
                Some(b'\\') => {
                    let message = "`\\` cannot stand in a symbol between bars";
                    return Err(self.error(self.at, Kind::Lexical, message));
                }
                Some(&byte) if is_printable(byte) => self.at += 1,
                Some(_) => {
                    let message = self.strange(self.at);
                    return Err(self.error(self.at, Kind::Lexical, message));
                }
                None => {
                    let message = "the symbol is not closed by a bar";
                    return Err(self.error(start, Kind::Lexical, message));
                }
            }
        }
        self.at += 1;
        self.check_utf8(start)?;
        Ok(Token::Symbol)
    }

    fn string(&mut self) -> Result<Token, Error> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.bytes.get(self.at) {
                // Two quotes in a row are one quote in the string.
                Some(b'"') if self.bytes.get(self.at + 1) == Some(&b'"') => self.at += 2,
                Some(b'"') => break,
                Some(&byte) if is_printable(byte) => self.at += 1,
                Some(_) => {
                    let message = self.strange(self.at);
                    return Err(self.error(self.at, Kind::Lexical, message));
                }
                None => {
                    let message = "the string is not closed";
                    return Err(self.error(start, Kind::Lexical, message));
                }
            }
        }
        self.at += 1;
        self.check_utf8(start)?;
        Ok(Token::String)
    }

    fn check_utf8(&self, start: usize) -> Result<(), Error> {
        match std::str::from_utf8(&self.bytes[start..self.at]) {
            Ok(_) => Ok(()),
            Err(error) => {
                let at = start + error.valid_up_to();
                Err(self.error(at, Kind::Lexical, self.strange(at)))
            }
        }
    }

    /// `#x…` or `#b…`
    fn literal(&mut self) -> Result<Token, Error> {
        let start = self.at;
        self.at += 1;
        self.word();
        let literal = &self.bytes[start..self.at];
        match literal {
            [b'#', b'x', digits @ ..]
                if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) =>
            {
                Ok(Token::Hexadecimal)
            }
            [b'#', b'b', digits @ ..]
                if !digits.is_empty()
                    && digits.iter().all(|digit| matches!(digit, b'0' | b'1')) =>
            {
                Ok(Token::Binary)
            }
            _ => {
                Err(self.malformed(start, "expected `#x` and hexadecimal digits or `#b` and bits"))
            }
        }
    }

    /// A numeral, or a decimal: a numeral, a dot and digits.
    fn number(&mut self) -> Result<Token, Error> {
        let start = self.at;
        self.word();
        let word = &self.bytes[start..self.at];
        let mut halves = word.splitn(2, |&byte| byte == b'.');
        let whole = halves.next().unwrap_or_default();
        let decimals = halves.next();
        let are_digits =
            |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        if !are_digits(whole) || decimals.is_some_and(|decimals| !are_digits(decimals)) {
            return Err(self.malformed(start, "expected a number"));
        }
        if whole.len() > 1 && whole[0] == b'0' {
            return Err(self.malformed(start, "expected a number without leading zeros"));
        }
        Ok(if decimals.is_some() { Token::Decimal } else { Token::Numeral })
    }

    fn malformed(&self, start: usize, expected: &str) -> Error {
        let found = String::from_utf8_lossy(&self.bytes[start..self.at]);
        self.error(start, Kind::Lexical, format!("{expected}, found `{}`", shorten(&found)))
    }

    /// Says which character cannot stand here.
    fn strange(&self, at: usize) -> String {
        let window = &self.bytes[at..self.bytes.len().min(at + 4)];
        let valid = match std::str::from_utf8(window) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&window[..error.valid_up_to()]).unwrap_or_default(),
        };
        match (valid.chars().next(), window.first()) {
            (Some(character), _) => format!("the character {character:?} cannot stand here"),
            (None, Some(byte)) => format!("the byte 0x{byte:02x} is not UTF-8"),
            (None, None) => "the text ends here".to_owned(),
        }
    }

    fn error(&self, at: usize, kind: Kind, message: impl Into<String>) -> Error {
        let mut origin = self.origin;
        for &byte in self.bytes.iter().take(at) {
            origin.step(byte);
        }
        origin.error(kind, message)
    }
}

/// Can it stand in a symbol without bars?
pub(crate) fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

/// Can it stand in a string or between bars? Bytes above 127 are parts of characters.
fn is_printable(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7e | 0x80..)
}

/// The words that have a meaning in terms. The names of commands are free here: many scripts have a
/// function called `push`.
fn is_reserved(word: &[u8]) -> bool {
    const WORDS: [&[u8]; 13] = [
        b"_",
        b"!",
        b"as",
        b"let",
        b"exists",
        b"forall",
        b"match",
        b"par",
        b"BINARY",
        b"DECIMAL",
        b"HEXADECIMAL",
        b"NUMERAL",
        b"STRING",
    ];
    WORDS.contains(&word)
}
