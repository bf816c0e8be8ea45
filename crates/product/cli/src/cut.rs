//! The final report of a command about one file that has no answer until it is done.

use buttress_budget::Exhausted;

use crate::document::Document;
use crate::exit;
use crate::json::CutDocument;
use crate::watchdog::FinalReport;

/// The final report of a command about this file.
pub fn single(file: &str, is_json: bool) -> impl FnOnce(Exhausted) -> FinalReport + Send + use<> {
    let file = file.to_owned();
    move |reason| {
        let answer = match is_json {
            true => {
                let unknown = reason.to_string();
                Document::Cut(CutDocument { file, unknown, exit_code: exit::UNKNOWN }).pretty()
            }
            false => format!("{file}: unknown: {reason}\n"),
        };
        FinalReport { answer, note: String::new(), code: exit::UNKNOWN }
    }
}
