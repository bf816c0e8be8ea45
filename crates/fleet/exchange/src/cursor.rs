//! How far a reader is in a stream.

use std::collections::BTreeMap;

/// How far a stream was read. Opaque: each home counts in its own way, so a cursor is used with one stream of one home.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    places: BTreeMap<String, String>,
}

impl Cursor {
    /// The place in this part of the stream, if the cursor has met it.
    pub(crate) fn place(&self, part: &str) -> Option<&str> {
        self.places.get(part).map(String::as_str)
    }

    /// The place in this part as a number; the beginning if the cursor has not met it.
    pub(crate) fn number(&self, part: &str) -> u64 {
        self.place(part).and_then(|place| place.parse().ok()).unwrap_or(0)
    }

    /// Remembers the place in a part.
    pub(crate) fn set(&mut self, part: &str, place: impl ToString) {
        self.places.insert(part.to_owned(), place.to_string());
    }

    /// Forgets the parts that are gone.
    pub(crate) fn retain(&mut self, is_there: impl Fn(&str) -> bool) {
        self.places.retain(|part, _| is_there(part));
    }
}
