//! The names of streams, values and tables (`docs/fleet.md` lists them all).

use std::fmt;

/// The name of a stream, a value or a table: words that are joined by colons behind the version.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(String);

/// What every key begins with. The number changes when messages do, so that versions never mix.
const PREFIX: &str = "buttress:1";

impl Key {
    /// The key with these words, of which none is empty. Letters, digits, `-`, `_`, `.` and braces stand for themselves; anything else is escaped as `%` and
    /// its bytes, so that a key is a safe file name and two lists of words never have the same key.
    pub fn new(words: &[&str]) -> Key {
        let mut text = PREFIX.to_owned();
        for word in words {
            text.push(':');
            for byte in word.bytes() {
                match byte {
                    b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'{' | b'}' => {
                        text.push(char::from(byte));
                    }
                    // A word of dots alone would be a folder's name for itself.
                    b'.' if !word.bytes().all(|byte| byte == b'.') => text.push('.'),
                    _ => text.push_str(&format!("%{byte:02x}")),
                }
            }
        }
        Key(text)
    }

    /// As it is sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strange_words_make_plain_keys() {
        assert_eq!(Key::new(&["{ab}", "p0", "lemma"]).as_str(), "buttress:1:{ab}:p0:lemma");
        assert_eq!(Key::new(&["a:b", "..", "x/y"]).as_str(), "buttress:1:a%3ab:%2e%2e:x%2fy");
    }
}
