//! The final report of a command about one file that has no answer until it is done.

use std::path::PathBuf;

use buttress_budget::Exhausted;
use buttress_session::UnknownKind;

use crate::document::Document;
use crate::json::CutDocument;
use crate::next_step::{self, TypedCommand};
use crate::watchdog::FinalReport;
use crate::{diagnostics, exit, page};

/// The final report of a command about this file; it makes the page too, if there is to be one.
pub fn single(
    file: &str,
    is_json: bool,
    page: Option<PathBuf>,
    typed: TypedCommand,
) -> impl FnOnce(Exhausted) -> FinalReport + Send + use<> {
    let file = file.to_owned();
    move |reason| {
        let steps = next_step::of_limit(reason, &typed, None);
        let document = || {
            Document::Cut(CutDocument {
                file: file.clone(),
                unknown: reason.to_string(),
                code: UnknownKind::from(reason).code(),
                next_steps: steps.clone(),
                exit_code: exit::UNKNOWN,
            })
        };
        let mut note = String::new();
        if let Some(Err(problem)) = page.map(|page| page::write(&page, &document().value())) {
            note = format!("{}\n", diagnostics::plain(&problem));
        }
        let answer = match is_json {
            true => document().pretty(),
            false => {
                let code = UnknownKind::from(reason).code();
                format!("{file}: unknown[{code}]: {reason}\n{}", next_step::plain(&steps))
            }
        };
        FinalReport { answer, note, code: exit::UNKNOWN }
    }
}
