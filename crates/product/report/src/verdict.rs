//! Verdict words as marks: a shape and a word, never a colour alone.

use crate::html::{Element, Html, element};

/// How good a word is: its class, its mark, and how grave it is.
pub fn look(word: &str) -> (&'static str, &'static str, u8) {
    match word {
        "proved" | "unsat" | "sat" | "accepted" | "returned" | "inside" => ("good", "✓", 0),
        "false" | "violated" | "rejected" | "outside" | "bad arguments" | "refused" => {
            ("bad", "✗", 4)
        }
        "open" => ("open", "◐", 3),
        "unknown" | "undetermined" | "too long" | "cut" => ("unknown", "?", 2),
        _ => ("plain", "·", 1),
    }
}

/// A word with its mark, as a pill.
pub fn pill(word: &str) -> Element {
    let (class, mark, _) = look(word);
    let mark = element("span").with("aria-hidden", "true").text(mark);
    element("span").class("pill").class(class).child(mark).text(" ").text(word)
}

/// A mark with the word for those who do not see it.
pub fn mark(word: &str) -> Html {
    let (class, mark, _) = look(word);
    let shown = element("span").with("aria-hidden", "true").text(mark);
    let said = element("span").class("said").text(word);
    element("span").class("mark").class(class).with("title", word).child(shown).child(said).into()
}

/// The gravest of some words.
pub fn worst<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    words.into_iter().max_by_key(|word| look(word).2)
}
