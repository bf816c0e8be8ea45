//! What is known of a program: a label, and what the original said.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::bench::collection::Table;

/// What is known of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expected {
    /// Is it right, with its annotations?
    pub label: Option<Label>,
    /// What the original said, with checks at run time; empty if it was not asked.
    pub original: String,
}

/// What somebody has written of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// All conditions hold.
    Verified,
    /// Some do not.
    Unverified,
}

/// Labels that contradict the meaning of the language, and why.
pub const DISPUTED: [(&str, &str); 1] = [(
    "update_parameter.pi",
    "a parameter that is assigned means its value on entry in `@post`; the label takes its last one",
)];

/// What a folder tells of its programs.
#[derive(Debug, Default)]
pub struct Expectations {
    originals: BTreeMap<String, String>,
}

impl Expectations {
    /// Reads `pivc_said.csv`, if it is there.
    pub fn of(corpus: &Path) -> Result<Expectations, String> {
        let Ok(text) = fs::read_to_string(corpus.join("pivc_said.csv")) else {
            return Ok(Expectations::default());
        };
        let table = Table::read(&text);
        let (files, said) = (table.column("file")?, table.column("orig_status_runtime")?);
        let pairs = files.into_iter().zip(said);
        let originals = pairs.map(|(file, said)| (file.to_owned(), said.to_owned())).collect();
        Ok(Expectations { originals })
    }

    /// What is known of a program with this name in the folder.
    pub fn of_file(&self, name: &str, path: &Path) -> Expected {
        let answers = path.parent().map(|folder| folder.join("answers.json"));
        let answers = answers.and_then(|answers| fs::read_to_string(answers).ok());
        let short = path.file_name().unwrap_or_default().to_string_lossy();
        Expected {
            label: answers.and_then(|text| label(&text, &short)),
            original: self.originals.get(name).cloned().unwrap_or_default(),
        }
    }
}

fn label(answers: &str, file: &str) -> Option<Label> {
    let answers: Value = serde_json::from_str(answers).ok()?;
    let entry = answers.as_array()?.iter().find(|entry| entry["filename"] == file)?;
    match entry["answer"].as_str()? {
        "VERIFIED" => Some(Label::Verified),
        "UNVERIFIED" => Some(Label::Unverified),
        _ => None,
    }
}

impl Expected {
    /// Did the original find nothing wrong with the text?
    pub fn is_accepted(&self) -> bool {
        ["valid", "invalid", "unknown", "timeout"].contains(&self.original.as_str())
    }

    /// Should something be left to prove, with the annotations as they are written?
    pub fn is_failing(&self) -> bool {
        match self.label {
            Some(label) => label == Label::Unverified,
            None => self.original == "invalid",
        }
    }

    /// In a word: the label, else what the original said.
    pub fn word(&self) -> &str {
        match self.label {
            Some(Label::Verified) => "VERIFIED",
            Some(Label::Unverified) => "UNVERIFIED",
            None => &self.original,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_found_by_the_name_of_the_file() {
        let answers = r#"[{"filename": "a.pi", "answer": "VERIFIED"},
            {"filename": "b.pi", "answer": "UNVERIFIED"}, {"filename": "c.pi", "answer": "?"}]"#;
        assert_eq!(label(answers, "a.pi"), Some(Label::Verified));
        assert_eq!(label(answers, "b.pi"), Some(Label::Unverified));
        assert_eq!((label(answers, "c.pi"), label("", "a.pi")), (None, None));
    }

    #[test]
    fn a_hint_is_the_word_where_there_is_no_label() {
        let mut expected = Expected { label: None, original: "valid".to_owned() };
        assert!(expected.is_accepted() && !expected.is_failing());
        assert_eq!(expected.word(), "valid");
        expected = Expected { label: Some(Label::Unverified), original: "error".to_owned() };
        assert!(!expected.is_accepted() && expected.is_failing());
        assert_eq!(expected.word(), "UNVERIFIED");
    }
}
