//! Lines that fit: broken between words and never inside of one. Colours take no columns.

/// What goes on in the next line is indented by so many columns more.
pub const HANGING: usize = 4;

/// The lines of a text in at most so many columns. What does not fit goes on in the next line; a word that is too long sticks out.
pub fn fit(text: &str, width: usize) -> String {
    let line = |line: &str| match line.strip_suffix('\n') {
        Some(line) => broken(line, width) + "\n",
        None => broken(line, width),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Paragraphs in lines of at most so many columns: those that do not fit are broken anew, unless something in them is indented.
pub fn filled(text: &str, width: usize) -> String {
    let paragraph = |paragraph: &str| {
        let fits = paragraph.lines().all(|line| columns(line) <= width);
        match fits || paragraph.lines().any(|line| line.starts_with(' ')) {
            true => paragraph.to_owned(),
            false => parted(&paragraph.split_whitespace().collect::<Vec<_>>().join(" "), width, 0),
        }
    };
    text.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n")
}

/// How many columns a text takes.
pub fn columns(text: &str) -> usize {
    let mut is_style = false;
    let is_shown = |letter: &char| {
        let was_style = is_style || *letter == '\x1b';
        is_style = was_style && *letter != 'm';
        !was_style
    };
    text.chars().filter(is_shown).count()
}

/// A line that is as long as it may be.
fn broken(line: &str, width: usize) -> String {
    let own = line.chars().take_while(|letter| *letter == ' ').count();
    parted(line, width, (own + HANGING).min(width / 2))
}

/// A line in lines of at most so many columns, all but the first indented.
fn parted(line: &str, width: usize, indent: usize) -> String {
    if columns(line) <= width {
        return line.to_owned();
    }
    let mut text = String::new();
    let (mut used, mut gap, mut has_word) = (0, 0, false);
    for word in line.split(' ') {
        if word.is_empty() {
            gap += 1;
            continue;
        }
        let length = columns(word);
        if has_word && used + gap + length > width {
            text.push('\n');
            (used, gap) = (0, indent);
        }
        text.push_str(&" ".repeat(gap));
        text.push_str(word);
        (used, gap, has_word) = (used + gap + length, 1, true);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_and_gaps_stay_gaps() {
        let line = "  seven  unknown  no counterexample   0.01 s\n";
        assert_eq!(fit(line, 80), line);
        let narrow = "  seven  unknown  no\n      counterexample   0.01 s\n";
        assert_eq!(fit(line, 30), narrow);
        assert_eq!(fit("longer-than-that b", 5), "longer-than-that\n  b");
    }

    #[test]
    fn colours_take_no_columns() {
        let line = "\u{1b}[1mbold\u{1b}[0m word";
        assert_eq!(columns(line), 9);
        assert_eq!(fit(line, 9), line);
        assert_eq!(fit(line, 8), "\u{1b}[1mbold\u{1b}[0m\n    word");
    }

    #[test]
    fn paragraphs_are_filled_and_examples_left_alone() {
        let text = "one two three four\nfive\n\n    an example that is long\n\nsix\nseven\n";
        let narrow = "one two three\nfour five\n\n    an example that is long\n\nsix\nseven\n";
        assert_eq!(filled(text, 13), narrow);
    }
}
