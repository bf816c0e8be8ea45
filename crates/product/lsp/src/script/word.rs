//! The word at a place of a script: what a message about it underlines.

use buttress_pi::Span;

use crate::positions::boundary;

/// The word at a place, or one sign.
pub(super) fn word_at(text: &str, offset: usize) -> Span {
    let start = boundary(text, offset);
    let rest = &text[start..];
    let word = rest.find(|letter: char| letter.is_whitespace() || "()".contains(letter));
    let sign = rest.chars().next().map_or(0, char::len_utf8);
    Span::new(start, start + word.unwrap_or(rest.len()).max(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_lists_do() {
        assert_eq!(word_at("(f xy)", 3).of("(f xy)"), "xy");
        assert_eq!(word_at("(f xy)", 0).of("(f xy)"), "(");
        assert_eq!(word_at("∀", 1).of("∀"), "∀");
        assert_eq!(word_at("", 9), Span::new(0, 0));
    }
}
