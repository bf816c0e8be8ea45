//! Words as a shell takes them, for commands that are offered.

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_./+=,@%:-".contains(letter);
    match word.chars().all(is_plain) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// The words of a command, quoted as they are.
pub fn words(command: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut is_quoted, mut is_escaped) = (0, false, false);
    for (place, letter) in command.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = !is_quoted,
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => {
                words.push(&command[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    words.push(&command[start..]);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_blanks_and_quotes_are_quoted() {
        for (word, text) in [("a/b-c.aig", "a/b-c.aig"), ("a b", "'a b'"), ("", "''")] {
            assert_eq!(quoted(word), text);
        }
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }

    #[test]
    fn quoted_words_are_words() {
        let all = ["prove", "a b", "it's", r"back\slash", "", "c.pi"];
        let quoted = all.map(quoted);
        assert_eq!(words(&quoted.join(" ")), quoted);
    }
}
