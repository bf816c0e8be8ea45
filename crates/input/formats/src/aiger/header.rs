//! The header line: `aag M I L O A [B [C [J [F]]]]`.

use crate::limits::SPARE_VARIABLES;
use crate::text::{Line, Lines, shown};
use crate::{Code, Diagnostic};

/// What the header promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub is_ascii: bool,
    pub max_var: u32,
    pub inputs: u32,
    pub latches: u32,
    pub outputs: u32,
    pub ands: u32,
    pub bads: u32,
    pub constraints: u32,
    pub justice: u32,
    pub fairness: u32,
}

const FIELDS: [&str; 9] = ["M", "I", "L", "O", "A", "B", "C", "J", "F"];

impl Header {
    /// Reads and checks the header line.
    pub fn read(lines: &mut Lines<'_>) -> Result<Header, Diagnostic> {
        let bytes = lines.bytes();
        let not_aiger = |message: String| {
            Diagnostic::in_text(Code::NotAiger, bytes, 0, message)
                .expecting("\"aag\" or \"aig\" at the start of the file")
        };
        let Some(line) = lines.next_line() else {
            return Err(not_aiger("the file is empty".to_string()));
        };
        let mut tokens = line.tokens();
        let is_ascii = match tokens.next().map(|token| token.text) {
            Some(b"aag") if bytes.starts_with(b"aag") => true,
            Some(b"aig") if bytes.starts_with(b"aig") => false,
            _ => return Err(not_aiger(format!("not an AIGER file: begins {}", shown(line.text)))),
        };
        let mut fields = [0u32; 9];
        let mut count = 0;
        for token in tokens {
            let Some(field) = fields.get_mut(count) else {
                return Err(malformed(bytes, token.start, "the header has more than 9 numbers"));
            };
            *field = token.number().ok_or_else(|| {
                let message = format!("{} in the header is {}", FIELDS[count], token.shown());
                malformed(bytes, token.start, message).expecting("a number below 2^32")
            })?;
            count += 1;
        }
        if count < 5 {
            let message = format!("the header ends before {}", FIELDS[count]);
            return Err(malformed(bytes, line.end(), message));
        }
        let [max_var, inputs, latches, outputs, ands, bads, constraints, justice, fairness] =
            fields;
        let header = Header {
            is_ascii,
            max_var,
            inputs,
            latches,
            outputs,
            ands,
            bads,
            constraints,
            justice,
            fairness,
        };
        header.check(bytes, line)?;
        Ok(header)
    }

    fn check(&self, bytes: &[u8], line: Line<'_>) -> Result<(), Diagnostic> {
        let at = line.tokens().nth(1).map_or(line.start, |token| token.start);
        let defined = u64::from(self.inputs) + u64::from(self.latches) + u64::from(self.ands);
        let max_var = u64::from(self.max_var);
        if max_var < defined || (!self.is_ascii && max_var != defined) {
            let relation = if self.is_ascii { "at least" } else { "exactly" };
            let message = format!("M is {max_var}, but I + L + A is {defined}");
            return Err(malformed(bytes, at, message)
                .expecting(format!("M {relation} {defined}, the sum I + L + A")));
        }
        // A literal is a `u32`, and the table of variables is bounded by the file's size.
        let limit = (SPARE_VARIABLES + bytes.len() as u64).min(u64::from(u32::MAX >> 1));
        if max_var > limit {
            let message = format!(
                "the header promises {max_var} variables in a file of {} bytes",
                bytes.len()
            );
            return Err(Diagnostic::in_text(Code::TooLarge, bytes, at, message)
                .expecting(format!("at most {limit}")));
        }
        Ok(())
    }
}

fn malformed(bytes: &[u8], offset: usize, message: impl Into<String>) -> Diagnostic {
    Diagnostic::in_text(Code::Header, bytes, offset, message)
        .expecting("\"aag M I L O A\" or \"aig M I L O A\", then optionally B C J F")
}
