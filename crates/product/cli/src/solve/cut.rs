//! The answers to a script that was cut off: those known by then, and `unknown` for the check at hand.

use std::path::PathBuf;

use buttress_budget::Exhausted;

use super::document::{ScriptEntry, SolveDocument};
use super::form::AnswerForm;
use crate::document::Document;
use crate::events::{DoneEntry, Line};
use crate::exit::worst;
use crate::known::KnownVerdicts;
use crate::watchdog::FinalReport;
use crate::{diagnostics, exit, json, page};

/// The final report of `solve`.
pub struct CutScript {
    /// The scripts before this one.
    pub entries: Vec<ScriptEntry>,
    pub form: AnswerForm,
    pub file: String,
    /// The answers so far.
    pub known: KnownVerdicts,
    /// Where a page is to be written.
    pub page: Option<PathBuf>,
}

impl CutScript {
    /// The report for this reason. What comes after the check at hand is not told of: nobody has read it.
    pub fn report(self, reason: Exhausted) -> FinalReport {
        let CutScript { mut entries, form, file, known, page } = self;
        let (known, mut answer) = (known.so_far(), String::new());
        let code = worst(
            &entries.iter().map(|entry| entry.exit_code).chain([exit::UNKNOWN]).collect::<Vec<_>>(),
        );
        let mut note = format!("{file}: unknown: {reason}\n");
        if let Some(page) = page {
            let cut = ScriptEntry::cut(file.clone(), reason, known.clone());
            let files = entries.iter().cloned().chain([cut]).collect();
            let document = Document::Solve(SolveDocument { files, exit_code: code });
            if let Err(problem) = page::write(&page, &document.value()) {
                note += &format!("{}\n", diagnostics::plain(&problem));
            }
        }
        match form {
            AnswerForm::Script | AnswerForm::Words => answer = "unknown\n".to_owned(),
            AnswerForm::Files => {
                let words = known.iter().map(|known| known.verdict.as_str()).chain(["unknown"]);
                answer = format!("{file}: {}\n", words.collect::<Vec<_>>().join(" "));
            }
            AnswerForm::Short => {
                answer = format!("{file}: check {}: unknown {reason}\n", known.len() + 1)
            }
            AnswerForm::Document => {
                entries.push(ScriptEntry::cut(file.clone(), reason, known));
                let document = SolveDocument { files: entries, exit_code: code };
                answer = Document::Solve(document).pretty();
            }
            AnswerForm::Lines => {
                let entry = ScriptEntry::cut(file.clone(), reason, known);
                for line in [Line::Done(DoneEntry::Script(entry)), Line::End { exit_code: code }] {
                    answer += &json::line(&line);
                }
            }
        }
        FinalReport { answer, note, code }
    }
}
