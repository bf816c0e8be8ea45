//! Reads a document that somebody wrote to a file.

use std::fmt;

use serde_json::Value;

/// Why a file is no document of ours.
#[derive(Debug)]
pub enum ReportError {
    /// It is no JSON, for this reason.
    NoJson(String),
    /// It is JSON of somebody else.
    NotOurs,
    /// It is of a schema that came later.
    Newer(u64),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportError::NoJson(why) => write!(f, "it is no JSON: {why}"),
            ReportError::NotOurs => {
                f.write_str("it is no report of buttress: print one with --json")
            }
            ReportError::Newer(schema) => {
                write!(f, "it is of schema {schema}, made by a newer version")
            }
        }
    }
}

impl std::error::Error for ReportError {}

/// The document that a text holds.
pub fn read(bytes: &[u8]) -> Result<Value, ReportError> {
    let document: Value =
        serde_json::from_slice(bytes).map_err(|error| ReportError::NoJson(error.to_string()))?;
    match (document["tool"].as_str(), document["schema"].as_u64()) {
        (Some("buttress"), Some(1)) => Ok(document),
        (Some("buttress"), Some(schema)) => Err(ReportError::Newer(schema)),
        _ => Err(ReportError::NotOurs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_documents_are_read() {
        assert!(read(br#"{"tool": "buttress", "schema": 1}"#).is_ok());
        let why = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert!(why("{").starts_with("it is no JSON"));
        assert!(why("{}").contains("no report of buttress"));
        assert!(why(r#"{"tool": "buttress", "schema": 7}"#).contains("schema 7"));
    }
}
