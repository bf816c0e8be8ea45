//! What a report for other tools tells of a file: what was asked, and what is not proved or wrong.

use buttress_session::programs::{FunctionEntry, PlaceEntry};

use crate::json::{ContentsEntry, FileEntry};
use crate::verdict::VerdictWord;

/// Something that was asked: a property, or a function of a program.
pub struct Case<'a> {
    /// The property or the function.
    pub name: &'a str,
    /// The verdict.
    pub verdict: VerdictWord,
    /// How long it took.
    pub seconds: f64,
    /// What is not proved.
    pub findings: Vec<ReportedFinding<'a>>,
}

/// Something that is not proved, or wrong with a file.
pub struct ReportedFinding<'a> {
    /// None if the file is wrong.
    pub verdict: Option<VerdictWord>,
    /// For `buttress explain`.
    pub code: Option<&'a str>,
    /// What is the matter.
    pub message: String,
    /// Where.
    pub place: Option<PlaceEntry>,
    /// The same as long as function, path and condition are.
    pub fingerprint: Option<&'a str>,
}

/// What was asked of a file.
pub fn cases(entry: &FileEntry) -> Vec<Case<'_>> {
    match &entry.contents {
        ContentsEntry::Nothing(_) => Vec::new(),
        ContentsEntry::Circuit(contents) => {
            let cases = contents.properties.iter().map(|property| {
                of_property(&property.name, property.verdict, property.seconds, &property.reason)
                    .with_code(property.code)
            });
            cases.collect()
        }
        ContentsEntry::Numbers(contents) => {
            let cases = contents.properties.iter().map(|property| {
                of_property(&property.name, property.verdict, property.seconds, &property.reason)
                    .with_code(property.code)
            });
            cases.collect()
        }
        ContentsEntry::Program(contents) => contents.functions.iter().map(of_function).collect(),
        ContentsEntry::Fleet(contents) => {
            let cases = contents.units.iter().map(|unit| {
                of_property(&unit.name, unit.verdict_word(), unit.seconds, &unit.reason)
            });
            cases.collect()
        }
        ContentsEntry::Cut(cut) => {
            let reason = Some(cut.unknown.clone());
            let known = cut.known.iter().filter_map(|known| Some((&known.name, known.word?)));
            let known = known.map(|(name, word)| of_property(name, word, 0.0, &None));
            let rest = of_property("everything else", VerdictWord::Unknown, 0.0, &reason);
            let rest = rest.with_code(Some(cut.code));
            known.chain([rest]).collect()
        }
    }
}

impl<'a> Case<'a> {
    /// The same with the code of the reason.
    fn with_code(mut self, code: Option<&'a str>) -> Case<'a> {
        self.findings.iter_mut().for_each(|finding| finding.code = code);
        self
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
        findings.push(ReportedFinding {
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
    let mut findings: Vec<ReportedFinding<'_>> = Vec::new();
    let conditions = function.paths.iter().flat_map(|path| &path.conditions);
    for condition in conditions.filter(|condition| condition.verdict != VerdictWord::Proved) {
        let message = condition.message.clone().unwrap_or_default();
        let found = ReportedFinding {
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
    findings.extend(function.endless.iter().map(|endless| ReportedFinding {
        verdict: Some(VerdictWord::False),
        code: Some(endless.code),
        message: endless.message.clone(),
        place: Some(endless.place),
        fingerprint: None,
    }));
    findings.extend(function.reason.iter().map(|reason| ReportedFinding {
        verdict: Some(VerdictWord::Unknown),
        code: function.code,
        message: reason.clone(),
        place: Some(function.place),
        fingerprint: None,
    }));
    let core = function.core.iter().filter(|core| core.suffices);
    for dropped in core.flat_map(|core| &core.dropped) {
        findings.push(ReportedFinding {
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
pub fn errors(entry: &FileEntry) -> Vec<ReportedFinding<'_>> {
    let errors = entry.errors.iter().map(|error| ReportedFinding {
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
