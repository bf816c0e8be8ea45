//! A file that was cut off, as JSON: what is known by then, and `unknown` for the rest.

use buttress_budget::Exhausted;
use buttress_session::UnknownKind;
use schemars::JsonSchema;
use serde::Serialize;

use crate::exit;
use crate::next_step::NextStep;
use crate::verdict::VerdictWord;

/// Why there is no answer yet.
#[derive(Serialize, JsonSchema)]
pub struct CutDocument {
    /// The path as it was given.
    pub file: String,
    /// Which limit was met.
    pub unknown: String,
    /// Its code, for `buttress explain`.
    pub code: &'static str,
    /// What to try next.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<NextStep>,
    /// The exit code.
    pub exit_code: u8,
}

/// A file that was cut off.
#[derive(Serialize, JsonSchema, Clone)]
pub struct CutEntry {
    /// Why everything that is not listed is unknown.
    pub unknown: String,
    /// The code of the reason, for `buttress explain`.
    pub code: &'static str,
    /// The properties, functions or checks that have their answers.
    pub known: Vec<KnownEntry>,
}

/// A verdict that stood when a file was cut off.
#[derive(Serialize, JsonSchema, Clone)]
pub struct KnownEntry {
    /// The property, the function or the check.
    pub name: String,
    /// The verdict in a word; in two if its evidence is unchecked.
    pub verdict: String,
    /// The verdict, for the exit code and for findings; none of a check of a script, which has others.
    #[serde(skip)]
    pub word: Option<VerdictWord>,
}

impl CutEntry {
    /// The entry for this reason.
    pub fn new(reason: Exhausted, known: Vec<KnownEntry>) -> CutEntry {
        let code = UnknownKind::from(reason).code();
        CutEntry { unknown: reason.to_string(), code, known }
    }

    /// The exit code: something is unknown, and something may be worse.
    pub fn exit_code(&self) -> u8 {
        let words = self.known.iter().filter_map(|known| known.word);
        let codes = words.map(|word| match word {
            VerdictWord::Rejected => exit::FAULT,
            VerdictWord::False | VerdictWord::Open => exit::FALSE,
            VerdictWord::Proved | VerdictWord::Unknown => exit::UNKNOWN,
        });
        exit::worst(&codes.chain([exit::UNKNOWN]).collect::<Vec<u8>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_counts_for_the_exit_code() {
        let code = |words: &[VerdictWord]| {
            let entry = |word: &VerdictWord| KnownEntry {
                name: "p".to_owned(),
                verdict: word.as_str().to_owned(),
                word: Some(*word),
            };
            CutEntry::new(Exhausted::Time, words.iter().map(entry).collect()).exit_code()
        };
        assert_eq!(code(&[]), 3);
        assert_eq!(code(&[VerdictWord::Proved]), 3);
        assert_eq!(code(&[VerdictWord::Proved, VerdictWord::False]), 1);
        assert_eq!(code(&[VerdictWord::Open, VerdictWord::Rejected]), 4);
    }
}
