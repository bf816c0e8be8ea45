//! Reading, laying out and rewriting programs, as a user of the crate sees it.

mod dialects;
mod grammar;
mod layout;
mod messages;
mod mutants;
mod nesting;
mod printing;
mod programs;

use buttress_pi::tree::File;
use buttress_pi::{Severity, parse};

/// The tree of a text that has no errors.
fn tree(text: &str) -> File {
    let parsed = parse(text);
    let errors: Vec<_> =
        parsed.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}\nin\n{text}");
    parsed.file
}

/// A tree without places, for comparing texts that are laid out differently.
fn shape(file: &File) -> String {
    let shown = format!("{:?}", file.declarations);
    let mut shape = String::new();
    let mut rest = shown.as_str();
    while let Some((before, after)) = rest.split_once("Span {") {
        shape.push_str(before);
        rest = after.split_once('}').map_or("", |(_, after)| after);
    }
    shape.push_str(rest);
    shape
}

/// Is there no error?
fn is_accepted(text: &str) -> bool {
    parse(text).diagnostics.iter().all(|found| found.severity != Severity::Error)
}
