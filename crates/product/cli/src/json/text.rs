//! JSON as text: indented, or in a line.

use serde::Serialize;

use crate::limits::SOURCE_BYTES;

/// Anything as indented text.
pub fn pretty(value: &impl Serialize) -> String {
    // These types hold strings, numbers and lists only, so that this cannot fail.
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text + "\n"
}

/// Anything as a line.
pub fn line(value: &impl Serialize) -> String {
    // As above.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// A text that is kept for a page.
pub fn source(bytes: &[u8]) -> String {
    let most = bytes.len().min(SOURCE_BYTES);
    String::from_utf8_lossy(&bytes[..most]).into_owned()
}
