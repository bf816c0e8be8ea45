//! Strings and errors as SMT-LIB wants them.

use buttress_formats::smtlib::Error;

/// An error as SMT-LIB wants it.
pub(super) fn error(error: &Error) -> String {
    let place = error.place;
    let hint = error.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
    let text = format!("{}:{}: {}{hint}", place.line, place.column, error.message);
    format!("(error {})", string(&text))
}

/// A string literal: quotes inside are doubled.
pub(super) fn string(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
