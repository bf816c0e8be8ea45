//! File names for any text.

use crate::digest::Digest;
use crate::limits::LONGEST_FILE_NAME;

/// A file name that stands for this text alone: letters, digits and a few signs are themselves, a colon is `+`, anything else is escaped.
pub(super) fn file_name(text: &str) -> String {
    let mut name = String::new();
    for (position, byte) in text.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'{' | b'}' => {
                name.push(char::from(byte));
            }
            // Names that begin with a dot are left to the file system.
            b'.' if position > 0 => name.push('.'),
            b':' => name.push('+'),
            _ => name.push_str(&format!("%{byte:02x}")),
        }
    }
    match name.len() {
        0 => "=".to_owned(),
        1..=LONGEST_FILE_NAME => name,
        _ => format!("={}", Digest::of(text.as_bytes())),
    }
}

/// The text of a file name, or the digest that stands for it.
pub(super) fn text(name: &str) -> String {
    if name == "=" {
        return String::new();
    }
    let mut bytes = Vec::new();
    let mut rest = name.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        let escaped = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (first, escaped) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            (b'+', _) => bytes.push(b':'),
            _ => bytes.push(first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for word in ["a:b", "..", ".nfs1", "x/y~z", "100%", "naïve", "a+b", ""] {
            let name = file_name(word);
            assert_eq!(text(&name), word);
            assert!(!name.starts_with('.') && !name.contains(['/', '~', ':']), "{name}");
        }
        assert_ne!(file_name("a:b"), file_name("a+b"));
        let (long, other) = ("x".repeat(300), "x".repeat(301));
        assert!(file_name(&long).len() < 100 && file_name(&long) != file_name(&other));
    }
}
