//! The page of a diagnostic code.

use schemars::JsonSchema;
use serde::Serialize;

use crate::wrap::{filled, fit};

/// The page of a code.
pub struct Page {
    /// The code.
    pub code: &'static str,
    /// What the code means, in a line.
    pub title: &'static str,
    /// Why it happens and what to do.
    pub text: &'static str,
    /// A text that has the problem.
    pub failing: &'static [u8],
    /// The text without it.
    pub fixed: &'static [u8],
}

/// What a code means.
#[derive(Serialize, JsonSchema)]
pub struct PageEntry {
    /// The code.
    code: &'static str,
    /// What it means, in a line.
    title: &'static str,
    /// Why it happens and what to do.
    text: &'static str,
    /// A text that has the problem, with everything unprintable as an escape; null if there is none.
    failing: Option<String>,
    /// The text without it.
    fixed: Option<String>,
}

impl Page {
    /// The page as JSON.
    pub fn entry(&self) -> PageEntry {
        let text = |text: &[u8]| text.split(|&byte| byte == b'\n').map(escaped).collect::<Vec<_>>();
        let shown = |part: &[u8]| self.has_example().then(|| text(part).join("\n"));
        PageEntry {
            code: self.code,
            title: self.title,
            text: self.text,
            failing: shown(self.failing),
            fixed: shown(self.fixed),
        }
    }

    /// In a line.
    pub fn line(&self, width: usize) -> String {
        fit(&format!("{}  {}\n", self.code, self.title), width)
    }

    fn has_example(&self) -> bool {
        !(self.failing.is_empty() && self.fixed.is_empty())
    }

    /// The page for a person.
    pub fn shown(&self, width: usize) -> String {
        let Page { code, title, text, .. } = self;
        let (title, text) = (fit(title, width.saturating_sub(8)), filled(text, width));
        if !self.has_example() {
            return format!("{code}: {title}\n\n{text}\n");
        }
        let (failing, fixed) = (example(self.failing), example(self.fixed));
        format!("{code}: {title}\n\n{text}\n\nFailing:\n{failing}\nFixed:\n{fixed}")
    }
}

/// An example, indented, with everything unprintable as an escape.
fn example(text: &[u8]) -> String {
    if text.is_empty() {
        return "    (an empty file)\n".to_owned();
    }
    let body = text.strip_suffix(b"\n").unwrap_or(text);
    body.split(|&byte| byte == b'\n').map(|line| format!("    {}\n", escaped(line))).collect()
}

/// A line with everything unprintable as an escape.
fn escaped(line: &[u8]) -> String {
    line.escape_ascii().to_string()
}
