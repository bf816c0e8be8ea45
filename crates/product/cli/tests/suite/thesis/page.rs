//! A page: its scripts, and what it says about them.
//!
//! Invariant: no script of a page is left out. A fence that is neither `smt2`, `pi` nor `text`, or a script
//! that is not followed by its answers, is a fault of the page.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::str::Lines;

/// A script of a page, and what must be true of it.
#[derive(Debug, PartialEq)]
pub struct Script {
    /// The line of the page on which the script begins, from 1.
    pub line: usize,
    pub text: String,
    /// Is it an annotated program? Else it is in SMT-LIB.
    pub is_program: bool,
    /// Are all arrays to be read as partial?
    pub is_partial: bool,
    /// Are declared sorts to be read as infinite?
    pub is_infinite: bool,
    /// The answer to each check, or the verdict on each function.
    pub answers: Vec<String>,
    /// The parts that are outside of the decidable fragments, each with the rule that it breaks.
    pub outside: BTreeSet<(String, String)>,
}

/// The scripts of a page in their order, or the first fault, with its line.
pub fn scripts(page: &str) -> Result<Vec<Script>, String> {
    let mut scripts = Vec::new();
    let mut reader = Reader { lines: page.lines().peekable(), number: 0 };
    while let Some(line) = reader.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let number = reader.number;
        let text = reader.fenced().ok_or(format!("line {number}: the fence has no end"))?;
        let (is_program, is_partial, is_infinite) = match info {
            "smt2" => (false, false, false),
            "smt2 partial" => (false, true, false),
            "smt2 infinite" => (false, false, true),
            "pi" => (true, false, false),
            "text" => continue,
            _ => return Err(format!("line {number}: expected smt2, pi or text, found {info:?}")),
        };
        let words: &[&str] = match is_program {
            true => &["proved", "false", "open", "unknown"],
            false => &["sat", "unsat", "unknown"],
        };
        let answers = answers(&reader.paragraph(), words);
        let answers = answers.map_err(|fault| format!("line {}: {fault}", reader.number))?;
        let outside = if reader.comes("Outside: ") {
            let outside = outside(&reader.paragraph());
            outside.ok_or(format!("line {}: expected `PART`: RULE; …", reader.number))?
        } else {
            BTreeSet::new()
        };
        let line = number + 1;
        scripts.push(Script { line, text, is_program, is_partial, is_infinite, answers, outside });
    }
    Ok(scripts)
}

/// The lines of a page from some place on.
struct Reader<'a> {
    lines: Peekable<Lines<'a>>,
    /// The number of the last line that was read.
    number: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next()
    }

    /// The lines up to the end of a fence.
    fn fenced(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.next()? {
                "```" => return Some(text),
                line => {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
    }

    /// Does the next paragraph start so?
    fn comes(&mut self, start: &str) -> bool {
        while self.lines.peek().is_some_and(|line| line.is_empty()) {
            self.next();
        }
        self.lines.peek().is_some_and(|line| line.starts_with(start))
    }

    /// The next paragraph in one line.
    fn paragraph(&mut self) -> String {
        self.comes("");
        let mut words = Vec::new();
        while self.lines.peek().is_some_and(|line| !line.is_empty()) {
            words.extend(self.next().into_iter().flat_map(str::split_whitespace));
        }
        words.join(" ")
    }
}

/// The words in "Answers: `sat`, `unsat`."; each is one of `known`.
fn answers(paragraph: &str, known: &[&str]) -> Result<Vec<String>, String> {
    let rest = paragraph.strip_prefix("Answer: ").or_else(|| paragraph.strip_prefix("Answers: "));
    let rest = rest.and_then(|rest| rest.strip_suffix('.'));
    let words = rest.ok_or(format!("expected the answers of the script, found {paragraph:?}"))?;
    let word = |word: &str| {
        let plain = word.strip_prefix('`').and_then(|word| word.strip_suffix('`'));
        let plain = plain.filter(|plain| known.contains(plain)).map(str::to_owned);
        plain.ok_or_else(|| format!("expected one of {}, found {word:?}", known.join(", ")))
    };
    words.split(", ").map(word).collect()
}

/// The parts and rules in "Outside: `(+ i 1)`: no arithmetic …; `(< i j)`: no guard …."
fn outside(paragraph: &str) -> Option<BTreeSet<(String, String)>> {
    let items = paragraph.strip_prefix("Outside: ")?.strip_suffix('.')?.split("; ");
    items
        .map(|item| {
            let (part, rule) = item.strip_prefix('`')?.split_once("`: ")?;
            Some((part.to_owned(), rule.to_owned()))
        })
        .collect()
}
