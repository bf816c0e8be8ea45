//! Refusals are printed as a document, or on standard error.

use super::reason::Refusal;
use crate::document::Document;
use crate::json::{ErrorDocument, ErrorEntry};
use crate::output::Output;
use crate::{diagnostics, exit};

/// Prints the refusal of a whole command, and answers with its exit code.
pub fn print(refusal: &Refusal, name: &str, is_json: bool, output: &mut Output) -> u8 {
    match is_json {
        true => document(Some(name), refusal.entries(), output),
        false => {
            let width = output.width();
            output.note(&refusal.shown(name, width));
            exit::USAGE
        }
    }
}

/// Prints that the question itself makes no sense, whatever the files hold.
pub fn usage(message: &str, is_json: bool, output: &mut Output) -> u8 {
    match is_json {
        true => document(None, vec![ErrorEntry::plain(message)], output),
        false => {
            output.note(&diagnostics::plain(message));
            exit::USAGE
        }
    }
}

fn document(file: Option<&str>, errors: Vec<ErrorEntry>, output: &mut Output) -> u8 {
    let document = ErrorDocument { file: file.map(str::to_owned), errors, exit_code: exit::USAGE };
    output.answer(&Document::Error(document).pretty());
    exit::USAGE
}
