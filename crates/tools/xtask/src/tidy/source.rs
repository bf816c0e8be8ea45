//! A file as the rules see it: its text, and for Rust its code without comments and strings.

/// A text file of the repository.
pub struct Source {
    /// The path from the repository's folder, with `/` between parts.
    pub path: String,
    /// The text as it stands.
    pub text: String,
    /// The text with comments, strings and characters blanked, line for line.
    pub code: String,
    /// For each line: is it test code?
    tests: Vec<bool>,
}

impl Source {
    /// Reads a file's text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Source {
        let (path, text) = (path.into(), text.into());
        let code = if path.ends_with(".rs") { blanked(&text) } else { String::new() };
        let tests = test_lines(&code);
        let mut source = Source { path, text, code, tests };
        if ["/tests/", "/benches/", "/examples/"].iter().any(|folder| source.path.contains(folder))
        {
            source.mark_as_test();
        }
        source
    }

    /// Counts the whole file as test code.
    pub fn mark_as_test(&mut self) {
        self.tests.fill(true);
    }

    /// The paths, without `.rs`, of the modules that this file declares for tests alone.
    pub fn test_modules(&self) -> Vec<String> {
        let own = self.path.strip_suffix(".rs").unwrap_or(&self.path);
        let parent = own.rsplit_once('/').map_or("", |(parent, _)| parent);
        let is_root = ["/lib", "/main", "/mod"].iter().any(|name| own.ends_with(name));
        let folder = if is_root { parent } else { own };
        let attributes = self.code.split("#[cfg(test)]").skip(1);
        let names = attributes.filter_map(|rest| {
            let name = rest.trim_start().strip_prefix("mod ")?.split(';').next()?;
            (!name.contains('{')).then(|| format!("{folder}/{}", name.trim()))
        });
        names.collect()
    }

    /// Is this the main file of a program?
    pub fn is_program(&self) -> bool {
        self.path.ends_with("src/main.rs") || self.path.contains("/src/bin/")
    }

    /// Is this a Rust file?
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The crate's room, `base/sat` of `crates/base/sat/src/lib.rs`, if it lies in one.
    pub fn crate_name(&self) -> Option<&str> {
        let inside = self.path.strip_prefix("crates/")?;
        let (end, _) = inside.match_indices('/').nth(1)?;
        Some(&inside[..end])
    }

    /// The lines of code that are not tests, numbered from 1.
    pub fn shipped_code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.code.lines().enumerate();
        lines
            .filter(|(index, _)| !self.tests.get(*index).copied().unwrap_or(false))
            .map(|(index, line)| (index + 1, line))
    }

    /// The code that is not tests, line for line.
    pub fn shipped_text(&self) -> String {
        self.shipped_code().map(|(_, line)| format!("{line}\n")).collect()
    }

    /// Is the whole file test code?
    pub fn is_test(&self) -> bool {
        self.tests.iter().all(|is_test| *is_test)
    }

    /// Does it hold a function that is a test?
    pub fn has_tests(&self) -> bool {
        self.code.contains("#[test]")
    }

    /// `path:line`.
    pub fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.path)
    }
}

/// Does `code` hold `word` with nothing of an identifier on either side?
pub fn has_word(code: &str, word: &str) -> bool {
    let part_of_name = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(word).any(|(start, _)| {
        let before = code[..start].chars().next_back();
        let after = code[start + word.len()..].chars().next();
        let opens = word.starts_with(part_of_name);
        let closes = word.ends_with(part_of_name);
        !(opens && before.is_some_and(part_of_name) || closes && after.is_some_and(part_of_name))
    })
}

/// The text with everything blanked that is not code; line breaks stay where they are.
fn blanked(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut position = 0;
    while position < characters.len() {
        let rest = &characters[position..];
        let previous = position.checked_sub(1).and_then(|index| characters.get(index)).copied();
        let length = blank_length(rest, previous);
        if length == 0 {
            code.push(rest[0]);
            position += 1;
        } else {
            let end = (position + length).min(characters.len());
            let blank = |character: &char| if *character == '\n' { '\n' } else { ' ' };
            code.extend(characters[position..end].iter().map(blank));
            position = end;
        }
    }
    code
}

/// The length of the comment, string or character literal that begins here; 0 for code.
fn blank_length(rest: &[char], previous: Option<char>) -> usize {
    match rest {
        ['/', '/', ..] => rest.iter().position(|&c| c == '\n').unwrap_or(rest.len()),
        ['/', '*', ..] => block_comment(rest),
        ['"', ..] => quoted(rest, '"'),
        ['\'', '\\', ..] => quoted(rest, '\''),
        ['\'', _, '\'', ..] => 3,
        ['r', '"' | '#', ..] if !previous.is_some_and(char::is_alphanumeric) => raw_string(rest),
        ['b', 'r', '"' | '#', ..] if !previous.is_some_and(char::is_alphanumeric) => {
            match raw_string(&rest[1..]) {
                0 => 0,
                length => length + 1,
            }
        }
        _ => 0,
    }
}

fn block_comment(rest: &[char]) -> usize {
    let (mut depth, mut position) = (0, 0);
    while position < rest.len() {
        match rest[position..] {
            ['/', '*', ..] => (depth, position) = (depth + 1, position + 2),
            ['*', '/', ..] => (depth, position) = (depth - 1, position + 2),
            _ => position += 1,
        }
        if depth == 0 {
            return position;
        }
    }
    rest.len()
}

fn quoted(rest: &[char], quote: char) -> usize {
    let mut position = 1;
    while position < rest.len() {
        match rest[position] {
            '\\' => position += 2,
            character if character == quote => return position + 1,
            _ => position += 1,
        }
    }
    rest.len()
}

fn raw_string(rest: &[char]) -> usize {
    let hashes = rest[1..].iter().take_while(|&&c| c == '#').count();
    if rest.get(1 + hashes) != Some(&'"') {
        return 0;
    }
    let mut position = 2 + hashes;
    while position < rest.len() {
        let closing = rest[position + 1..].iter().take(hashes).filter(|&&c| c == '#').count();
        if rest[position] == '"' && closing == hashes {
            return position + 1 + hashes;
        }
        position += 1;
    }
    rest.len()
}

/// Which lines belong to an item under `#[cfg(test)]`, or under a condition that asks for tests too.
fn test_lines(code: &str) -> Vec<bool> {
    let mut lines = vec![false; code.lines().count()];
    let conditions = ["#[cfg(test)]", "#[cfg(all(test,"];
    for (start, attribute) in conditions.iter().flat_map(|condition| code.match_indices(condition))
    {
        let body = start + attribute.len();
        let mut depth = 0_usize;
        let mut end = code.len();
        for (offset, character) in code[body..].char_indices() {
            match character {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 && matches!(character, '}' | ';') {
                end = body + offset;
                break;
            }
        }
        let line_of = |position: usize| code[..position].matches('\n').count();
        let last = line_of(end).min(lines.len().saturating_sub(1));
        if let Some(range) = lines.get_mut(line_of(start)..=last) {
            range.fill(true);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_blanked_line_for_line() {
        let text = "let a = \"x // y\"; // note\nlet b = 'q'; let c: &'static str = r#\"dbg!\"#;\n\
            /* one /* two */\nthree */ let d = '\\'';\nlet e = br\"z\"; for r in s {}\n";
        let code = blanked(text);
        let words: Vec<String> = code
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(
            words,
            [
                "let a = ;",
                "let b = ; let c: &'static str = ;",
                "",
                "let d = ;",
                "let e = ; for r in s {}"
            ]
        );
        assert_eq!(code.lines().count(), text.lines().count());
    }

    #[test]
    fn an_unclosed_string_ends_with_the_file() {
        assert_eq!(blanked("a \"b\nc").trim(), "a");
        assert_eq!(blanked("a /* b\nc").trim(), "a");
        assert_eq!(blanked("a r#\"b\nc").trim(), "a");
    }

    #[test]
    fn words_have_borders() {
        assert!(has_word("x println!(y)", "println!"));
        assert!(!has_word("x eprintln!(y)", "println!"));
        assert!(!has_word("#![allow(unsafe_code)]", "unsafe"));
        assert!(has_word("unsafe { x }", "unsafe"));
    }

    #[test]
    fn test_modules_are_set_aside() {
        let source = Source::new(
            "crates/base/sat/src/lib.rs",
            "fn a() {}\n#[cfg(test)]\nmod tests {\n  fn b() { c() }\n}\nfn d() {}\n#[cfg(test)]\nuse e;\nfn f() {}\n",
        );
        let shipped: Vec<usize> = source.shipped_code().map(|(line, _)| line).collect();
        assert_eq!(shipped, [1, 6, 9]);
        assert_eq!(source.crate_name(), Some("base/sat"));
        let inner = Source::new(
            "crates/base/sat/src/a.rs",
            "#[cfg(test)]\nmod twin;\nmod b;\n#[cfg(test)]\nmod tests {}\n",
        );
        assert_eq!(inner.test_modules(), ["crates/base/sat/src/a/twin"]);
        let story = Source::new("crates/product/cli/tests/story.rs", "fn a() {}\n");
        assert_eq!(story.shipped_code().count(), 0);
    }
}
