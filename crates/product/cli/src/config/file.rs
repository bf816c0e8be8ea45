//! `buttress.toml`: keys and values, each with its place.
//!
//! Invariant: a file that is found is understood as a whole, or refused; no key in it goes unnoticed.

use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

use toml_edit::{Document, Item, Value};

use super::key::{self, KEYS};
use super::setting::{Origin, Setting};
use crate::diagnostics;
use crate::files::{plain, shown};
use crate::nearest::nearest;

/// What a line is.
const LINE: &str = "a line is a key and a value, as in timeout = 60 or engine = \"ic3\"";

/// The name of the file.
const NAME: &str = "buttress.toml";

/// What a file says.
pub struct File {
    settings: Vec<Setting>,
}

/// What is wrong with a file, and where.
struct Wrong {
    span: Range<usize>,
    message: String,
    help: Option<String>,
}

impl File {
    /// The file in this folder, or else the one in the nearest folder above it.
    pub fn above(folder: &Path) -> Result<Option<File>, String> {
        for folder in folder.ancestors() {
            let path = folder.join(NAME);
            let here = std::env::current_dir().unwrap_or_default();
            let name = shown(path.strip_prefix(here).unwrap_or(&path));
            match fs::read_to_string(&path) {
                Ok(text) => {
                    let settings = read(&text, &name, folder).map_err(|wrong| {
                        let help = wrong.help.as_deref();
                        diagnostics::in_text(&name, &text, wrong.span, &wrong.message, help)
                    })?;
                    return Ok(Some(File { settings }));
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) if error.kind() == ErrorKind::InvalidData => {
                    return Err(diagnostics::plain(&format!("{name} is not text in UTF-8")));
                }
                Err(error) => {
                    let problem = format!("{name} cannot be read: {}", plain(&error));
                    return Err(diagnostics::plain(&problem));
                }
            }
        }
        Ok(None)
    }

    /// What it says about an option.
    pub fn setting(&self, key: &str) -> Option<Setting> {
        self.settings.iter().find(|setting| setting.key == key).cloned()
    }
}

/// Reads the text of the file of this name in a folder.
fn read(text: &str, name: &str, folder: &Path) -> Result<Vec<Setting>, Wrong> {
    let document = Document::parse(text).map_err(|error| Wrong {
        span: error.span().unwrap_or(0..0),
        message: error.message().replace('\n', ", "),
        help: Some(LINE.to_owned()),
    })?;
    let mut settings = Vec::new();
    for (written, item) in document.iter() {
        let span = document.key(written).and_then(toml_edit::Key::span).unwrap_or(0..0);
        let Some(key) = KEYS.into_iter().find(|key| *key == written) else {
            let near = nearest(written, KEYS.map(str::to_owned));
            let help = near.map_or_else(
                || format!("the keys are {}", KEYS.join(", ")),
                |near| format!("did you mean {near}?"),
            );
            let message = format!("there is no key {written}");
            return Err(Wrong { span, message, help: Some(help) });
        };
        let wrong = |message: String, help: Option<String>| Wrong {
            span: item.span().unwrap_or(span.clone()),
            message,
            help,
        };
        let value = value(item).ok_or_else(|| {
            wrong(format!("{key} is a string or a number"), Some(LINE.to_owned()))
        })?;
        if let Some(refused) = key::refused(key, &value) {
            return Err(wrong(refused.message, Some(refused.help)));
        }
        // A folder is named from where the file is, not from where the command is run.
        let value = if key == "cache" { shown(&folder.join(value)) } else { value };
        let (line, column) = place(text, span.start);
        let origin = Origin::File { path: name.to_owned(), line, column };
        settings.push(Setting { key, value: Some(value), origin });
    }
    Ok(settings)
}

/// A value as it would be typed.
fn value(item: &Item) -> Option<String> {
    match item.as_value()? {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        Value::Float(number) => Some(number.value().to_string()),
        _ => None,
    }
}

/// Line and column, from 1.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or(before);
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem_in(text: &str) -> String {
        let lines = match read(text, NAME, Path::new("/project")) {
            Ok(settings) => settings.iter().map(Setting::to_string).collect(),
            Err(wrong) => {
                let (line, column) = place(text, wrong.span.start);
                vec![format!("{line}:{column}: {} {:?}", wrong.message, wrong.help)]
            }
        };
        let words = lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        words.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn values_have_places() {
        let text = "# ours\ntimeout = 0.5\n  threads = 2\nengine = \"ic3\"\n";
        let expected = "timeout 0.5 buttress.toml:2:1; threads 2 buttress.toml:3:3; engine ic3 buttress.toml:4:1";
        assert_eq!(problem_in(text), expected);
        assert_eq!(problem_in("cache = \"kept\""), "cache /project/kept buttress.toml:1:1");
        assert_eq!(problem_in(""), "");
    }

    #[test]
    fn nothing_goes_unnoticed() {
        let slip = "2:1: there is no key timout Some(\"did you mean timeout?\")";
        assert_eq!(problem_in("seed = 1\ntimout = 3"), slip);
        assert!(problem_in("[prove]\nseed = 1").starts_with("1:2: there is no key prove"));
        assert!(
            problem_in("seed = [1]").starts_with("1:8: seed is a string or a number Some(\"a line")
        );
        assert!(problem_in("engine = \"knd\"").ends_with("Some(\"did you mean kind?\")"));
        assert!(problem_in("seed = -1").starts_with("1:8: seed cannot be \"-1\""));
        assert!(problem_in("seed 1").starts_with("1:"));
        assert!(problem_in("seed = 1\nseed = 2").starts_with("2:1: duplicate key"));
    }
}
