//! The answers to a script that was cut off: those known by then, and `unknown` for the check at hand.

use buttress_budget::Exhausted;

use super::document::{ScriptEntry, SolveDocument};
use super::listener::Manner;
use crate::cut::{EXIT, Known};
use crate::document::Document;
use crate::events::{self, DoneEntry, Line};
use crate::net::LastWords;
use crate::prove::worst;

/// The last words of `solve`.
pub struct CutScript {
    /// The scripts before this one.
    pub entries: Vec<ScriptEntry>,
    pub manner: Manner,
    pub file: String,
    /// The answers so far.
    pub known: Known,
}

impl CutScript {
    /// The words for this reason. What comes after the check at hand is not told of: nobody has read it.
    pub fn words(self, reason: Exhausted) -> LastWords {
        let CutScript { mut entries, manner, file, known } = self;
        let (known, mut answer) = (known.so_far(), String::new());
        let code =
            worst(&entries.iter().map(|entry| entry.exit_code).chain([EXIT]).collect::<Vec<_>>());
        match manner {
            Manner::Script | Manner::Words => answer = "unknown\n".to_owned(),
            Manner::Files => {
                let words = known.iter().map(|known| known.verdict.as_str()).chain(["unknown"]);
                answer = format!("{file}: {}\n", words.collect::<Vec<_>>().join(" "));
            }
            Manner::Short => {
                answer = format!("{file}: check {}: unknown {reason}\n", known.len() + 1)
            }
            Manner::Document => {
                entries.push(ScriptEntry::cut(file.clone(), reason, known));
                let document = SolveDocument { files: entries, exit_code: code };
                answer = Document::Solve(document).pretty();
            }
            Manner::Lines => {
                let entry = ScriptEntry::cut(file.clone(), reason, known);
                for line in [Line::Done(DoneEntry::Script(entry)), Line::End { exit_code: code }] {
                    answer += &events::text(&line);
                }
            }
        }
        LastWords { answer, note: format!("{file}: unknown: {reason}\n"), code }
    }
}
