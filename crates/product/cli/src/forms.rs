//! The report of a run in the forms that other tools read: SARIF, JUnit, workflow commands.
//!
//! All of them are made from the entries of the JSON report, so that they tell the same facts.

mod github;
mod junit;
mod sarif;

use crate::json::{ContentsEntry, FileEntry, VerdictWord};
use crate::programs::{FunctionEntry, PlaceEntry};

pub use self::github::github;
pub use self::junit::junit;
pub use self::sarif::sarif;

/// Something that was asked: a property, or a function of a program.
struct Case<'a> {
    name: &'a str,
    verdict: VerdictWord,
    seconds: f64,
    findings: Vec<Found<'a>>,
}

/// Something that is not proved, or wrong with a file.
struct Found<'a> {
    verdict: Option<VerdictWord>,
    code: Option<&'a str>,
    message: String,
    place: Option<PlaceEntry>,
    fingerprint: Option<&'a str>,
}

/// What was asked of a file.
fn cases(entry: &FileEntry) -> Vec<Case<'_>> {
    match &entry.contents {
        ContentsEntry::Nothing(_) => Vec::new(),
        ContentsEntry::Circuit(contents) => {
            let cases = contents.properties.iter().map(|property| {
                of_property(&property.name, property.verdict, property.seconds, &property.reason)
            });
            cases.collect()
        }
        ContentsEntry::Numbers(contents) => {
            let cases = contents.properties.iter().map(|property| {
                of_property(&property.name, property.verdict, property.seconds, &property.reason)
            });
            cases.collect()
        }
        ContentsEntry::Program(contents) => contents.functions.iter().map(of_function).collect(),
        ContentsEntry::Cut(cut) => {
            let reason = Some(cut.unknown.clone());
            let known = cut.known.iter().filter_map(|known| Some((&known.name, known.word?)));
            let known = known.map(|(name, word)| of_property(name, word.into(), 0.0, &None));
            let rest = of_property("everything else", VerdictWord::Unknown, 0.0, &reason);
            known.chain([rest]).collect()
        }
    }
}

fn of_property<'a>(
    name: &'a str,
    verdict: VerdictWord,
    seconds: f64,
    reason: &Option<String>,
) -> Case<'a> {
    let mut findings = Vec::new();
    if verdict != VerdictWord::Proved {
        let reason = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        findings.push(Found {
            verdict: Some(verdict),
            code: None,
            message: format!("{name} is {}{reason}", verdict.as_str()),
            place: None,
            fingerprint: None,
        });
    }
    Case { name, verdict, seconds, findings }
}

fn of_function(function: &FunctionEntry) -> Case<'_> {
    let mut findings: Vec<Found<'_>> = Vec::new();
    let conditions = function.paths.iter().flat_map(|path| &path.conditions);
    for condition in conditions.filter(|condition| condition.verdict != VerdictWord::Proved) {
        let message = condition.message.clone().unwrap_or_default();
        let found = Found {
            verdict: Some(condition.verdict),
            code: condition.code,
            message: format!("{message}: {}", condition.text),
            place: Some(condition.place),
            fingerprint: Some(&condition.fingerprint),
        };
        // A conjunct may fail on several paths.
        let is_known = findings.iter().any(|known| {
            known.code == found.code && known.place == found.place && known.message == found.message
        });
        if !is_known {
            findings.push(found);
        }
    }
    findings.extend(function.endless.iter().map(|endless| Found {
        verdict: Some(VerdictWord::False),
        code: Some(endless.code),
        message: endless.message.clone(),
        place: Some(endless.place),
        fingerprint: None,
    }));
    let core = function.core.iter().filter(|core| core.suffices);
    for dropped in core.flat_map(|core| &core.dropped) {
        findings.push(Found {
            verdict: Some(VerdictWord::Open),
            code: Some("PI0307"),
            message: format!("{} is not inductive at {}", dropped.text, dropped.loop_name),
            place: Some(dropped.place),
            fingerprint: None,
        });
    }
    Case { name: &function.name, verdict: function.verdict, seconds: function.seconds, findings }
}

/// What is wrong with a file.
fn errors(entry: &FileEntry) -> Vec<Found<'_>> {
    let errors = entry.errors.iter().map(|error| Found {
        verdict: None,
        code: error.code,
        message: error.message.clone(),
        place: error.line.map(|line| {
            let column = error.column.unwrap_or(1);
            PlaceEntry { line, column, end_line: line, end_column: column }
        }),
        fingerprint: None,
    });
    errors.collect()
}
