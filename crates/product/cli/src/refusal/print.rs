//! Refusals are printed as a document, or on standard error.

use super::reason::Refusal;
use crate::document::Document;
use crate::json::{ErrorDocument, ErrorEntry};
use crate::output::Output;
use crate::{diagnostics, exit};

/// Prints the refusal of a whole command, and answers with its exit code.
pub fn print(refusal: &Refusal, name: &str, is_json: bool, output: &mut Output) -> u8 {
    if !is_json {
        let width = output.width();
        output.note(&refusal.shown(name, width));
    }
    document(Some(name), refusal.entries(), is_json, output)
}

/// Prints that the question itself makes no sense, whatever the files hold.
pub fn usage(message: &str, is_json: bool, output: &mut Output) -> u8 {
    if !is_json {
        output.note(&diagnostics::plain(message));
    }
    document(None, vec![ErrorEntry::plain(message)], is_json, output)
}

fn document(file: Option<&str>, errors: Vec<ErrorEntry>, is_json: bool, output: &mut Output) -> u8 {
    let document = ErrorDocument { file: file.map(str::to_owned), errors, exit_code: exit::USAGE };
    let document = Document::Error(document);
    match is_json {
        true => document.answer(true, String::new, output),
        false => document.publish(output),
    }
    exit::USAGE
}
