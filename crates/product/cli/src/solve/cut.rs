//! The answers to a script that was cut off: those known by then, and `unknown` for the check at hand.

use std::path::PathBuf;

use buttress_budget::Exhausted;
use buttress_session::UnknownKind;

use super::document::{ScriptEntry, SolveDocument};
use super::form::AnswerForm;
use crate::document::Document;
use crate::events::{DoneEntry, Line};
use crate::exit::worst;
use crate::known::KnownVerdicts;
use crate::next_step::{self, TypedCommand};
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
    /// What was typed.
    pub typed: TypedCommand,
}

impl CutScript {
    /// The report for this reason. What comes after the check at hand is not told of: nobody has read it.
    pub fn report(self, reason: Exhausted) -> FinalReport {
        let CutScript { mut entries, form, file, known, page, typed } = self;
        let steps = next_step::of_limit(reason, &typed, Some(&file));
        let entry = |known| {
            let cut = ScriptEntry::cut(file.clone(), reason, known);
            ScriptEntry { next_steps: steps.clone(), ..cut }
        };
        let (known, mut answer) = (known.so_far(), String::new());
        let exit_code = worst(
            &entries.iter().map(|entry| entry.exit_code).chain([exit::UNKNOWN]).collect::<Vec<_>>(),
        );
        let code = UnknownKind::from(reason).code();
        let mut note = format!("{file}: unknown[{code}]: {reason}\n");
        if matches!(form, AnswerForm::Script | AnswerForm::Files) && file != "<stdin>" {
            note += &next_step::plain(&steps);
        }
        if let Some(page) = page {
            let cut = entry(known.clone());
            let files = entries.iter().cloned().chain([cut]).collect();
            let document = Document::Solve(SolveDocument { files, exit_code });
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
                entries.push(entry(known));
                let document = SolveDocument { files: entries, exit_code };
                answer = Document::Solve(document).pretty();
            }
            AnswerForm::Lines => {
                let entry = entry(known);
                for line in [Line::Done(DoneEntry::Script(entry)), Line::End { exit_code }] {
                    answer += &json::line(&line);
                }
            }
        }
        FinalReport { answer, note, code: exit_code }
    }
}
