//! What is wrong with a file, and where.
//!
//! A diagnostic is data: a code, a place, a sentence. Whoever talks to the user draws it.

use std::fmt;

/// The kinds of error, each with a stable code such as `AG0004`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Code {
    /// The file does not begin as an AIGER file does.
    NotAiger,
    /// The compressed file is damaged, or larger than allowed.
    Gzip,
    /// The AIGER header line is malformed or contradicts itself.
    Header,
    /// The file ends before everything the header promises was read.
    FileEnds,
    /// A line is not of the form its section asks for.
    Line,
    /// A literal is larger than the header's maximum allows.
    LiteralRange,
    /// A definition of a negated literal or of the constant.
    NotDefinable,
    /// A variable is defined twice.
    DefinedTwice,
    /// A literal names a variable that nothing defines.
    Undefined,
    /// An and-gate depends on itself.
    Cycle,
    /// The reset of a latch depends on the latch itself.
    CyclicReset,
    /// A difference in the binary and-gates is impossible.
    Delta,
    /// An entry of the symbol table is malformed or names nothing.
    Symbol,
    /// The header promises more than a file of this size can mean.
    TooLarge,
    /// A witness does not have the form of one.
    WitnessForm,
    /// A state or an input vector of a witness has the wrong width or a strange character.
    WitnessVector,
    /// A witness names a property that the circuit does not have.
    WitnessProperty,
    /// A witness ends before its closing dot.
    WitnessEnds,
    /// The DIMACS header is missing or malformed.
    DimacsHeader,
    /// A DIMACS literal is malformed or out of range.
    DimacsLiteral,
    /// The DIMACS file has another number of clauses than its header says.
    DimacsCount,
    /// The last DIMACS clause is not closed by 0.
    DimacsEnds,
}

impl Code {
    /// All codes, in the order of their numbers.
    pub const ALL: [Code; 22] = [
        Code::NotAiger,
        Code::Gzip,
        Code::Header,
        Code::FileEnds,
        Code::Line,
        Code::LiteralRange,
        Code::NotDefinable,
        Code::DefinedTwice,
        Code::Undefined,
        Code::Cycle,
        Code::CyclicReset,
        Code::Delta,
        Code::Symbol,
        Code::TooLarge,
        Code::WitnessForm,
        Code::WitnessVector,
        Code::WitnessProperty,
        Code::WitnessEnds,
        Code::DimacsHeader,
        Code::DimacsLiteral,
        Code::DimacsCount,
        Code::DimacsEnds,
    ];

    /// The code as it is printed and looked up.
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::NotAiger => "AG0001",
            Code::Gzip => "AG0002",
            Code::Header => "AG0003",
            Code::FileEnds => "AG0004",
            Code::Line => "AG0005",
            Code::LiteralRange => "AG0006",
            Code::NotDefinable => "AG0007",
            Code::DefinedTwice => "AG0008",
            Code::Undefined => "AG0009",
            Code::Cycle => "AG0010",
            Code::CyclicReset => "AG0011",
            Code::Delta => "AG0012",
            Code::Symbol => "AG0013",
            Code::TooLarge => "AG0014",
            Code::WitnessForm => "AW0001",
            Code::WitnessVector => "AW0002",
            Code::WitnessProperty => "AW0003",
            Code::WitnessEnds => "AW0004",
            Code::DimacsHeader => "DM0001",
            Code::DimacsLiteral => "DM0002",
            Code::DimacsCount => "DM0003",
            Code::DimacsEnds => "DM0004",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A line and a column, both counted from 1; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// One error in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Which kind of error.
    pub code: Code,
    /// The position in bytes, in the inflated file when it was compressed.
    pub offset: usize,
    /// The position as a person counts it; `None` inside binary data.
    pub place: Option<Place>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What would have been right here.
    pub expected: Option<String>,
    /// What the user may do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error at `offset` of a text.
    pub fn in_text(code: Code, bytes: &[u8], offset: usize, message: impl Into<String>) -> Self {
        let place = Some(place_of(bytes, offset));
        Diagnostic { place, ..Diagnostic::in_binary(code, offset, message) }
    }

    /// An error at `offset` where lines mean nothing.
    pub fn in_binary(code: Code, offset: usize, message: impl Into<String>) -> Self {
        let message = message.into();
        Diagnostic { code, offset, place: None, message, expected: None, hint: None }
    }

    /// Adds what would have been right.
    #[must_use]
    pub fn expecting(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    /// Adds what the user may do.
    #[must_use]
    pub fn hinting(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error[{}]: {}", self.code, self.message)?;
        match self.place {
            Some(Place { line, column }) => write!(f, " (line {line}, column {column})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}

fn place_of(bytes: &[u8], offset: usize) -> Place {
    let before = &bytes[..offset.min(bytes.len())];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
    Place { line, column }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_from_one_and_in_characters() {
        let text = "ab\nµx\n".as_bytes();
        assert_eq!(place_of(text, 0), Place { line: 1, column: 1 });
        assert_eq!(place_of(text, 2), Place { line: 1, column: 3 });
        assert_eq!(place_of(text, 5), Place { line: 2, column: 2 });
        assert_eq!(place_of(text, 99), Place { line: 3, column: 1 });
    }

    #[test]
    fn codes_are_distinct_and_ordered() {
        let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]), "{codes:?}");
    }

    #[test]
    fn a_diagnostic_reads_as_one_line() {
        let error = Diagnostic::in_text(Code::Line, b"aag\nx", 4, "strange").expecting("a number");
        assert_eq!(error.to_string(), "error[AG0005]: strange (line 2, column 1)");
        assert_eq!(error.expected.as_deref(), Some("a number"));
        let error = Diagnostic::in_binary(Code::Delta, 7, "odd");
        assert_eq!(error.to_string(), "error[AG0012]: odd");
    }
}
