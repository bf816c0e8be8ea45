//! Why a text is not a certificate.

use std::fmt;

/// Why a text is not a certificate. Lines count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CertificateError {
    /// The first line does not say `buttress-certificate`.
    NotACertificate,
    /// A version of the format that this reader does not know.
    Version {
        /// What follows the word `buttress-certificate`.
        found: String,
    },
    /// A line that is not what the format wants there.
    Expected {
        /// The line.
        line: usize,
        /// What the format wants.
        expected: String,
        /// What stands there, shortened.
        found: String,
    },
    /// The text stops early.
    Truncated {
        /// The line that is missing.
        line: usize,
        /// What the format wants there.
        expected: String,
    },
    /// Text after the line `end`.
    Trailing {
        /// The first line too many.
        line: usize,
    },
}

impl CertificateError {
    /// `found` where `expected` should be.
    pub(crate) fn expected(line: usize, expected: impl Into<String>, found: &[u8]) -> Self {
        CertificateError::Expected { line, expected: expected.into(), found: shortened(found) }
    }
}

/// Bytes as a person can read them in a message: escaped, and not too many.
pub(crate) fn shortened(bytes: &[u8]) -> String {
    const SHOWN: usize = 40;
    let shown = bytes.get(..SHOWN).unwrap_or(bytes);
    let more = if shown.len() < bytes.len() { "…" } else { "" };
    format!("{}{more}", shown.escape_ascii())
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::NotACertificate => {
                f.write_str("line 1: expected `buttress-certificate 1`: this is not a certificate")
            }
            CertificateError::Version { found } => {
                write!(f, "line 1: certificate version \"{found}\" is not known, only version 1 is")
            }
            CertificateError::Expected { line, expected, found } => {
                write!(f, "line {line}: expected {expected}, found \"{found}\"")
            }
            CertificateError::Truncated { line, expected } => {
                write!(f, "line {line}: the certificate ends where {expected} is expected")
            }
            CertificateError::Trailing { line } => write!(f, "line {line}: text after `end`"),
        }
    }
}

impl std::error::Error for CertificateError {}
