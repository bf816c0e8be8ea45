//! The report on a file that was cut off: what is known by then, and `unknown` for the rest.

use std::sync::{Arc, Mutex};

use buttress_budget::Exhausted;
use buttress_session as session;
use buttress_session::{hardware, numbers};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::{Answer, Word};
use crate::args::{Format, ProveArgs};
use crate::document::{CutDocument, Document};
use crate::events::{DoneEntry, Line};
use crate::json::{FileEntry, ReportDocument};
use crate::net::LastWords;
use crate::numbers::NumbersAnswer;
use crate::prove::worst;
use crate::{events, forms, panic, programs};

/// The exit code of a file that was cut off.
pub const EXIT: u8 = 3;

/// A file that was cut off.
#[derive(Serialize, JsonSchema, Clone)]
pub struct CutEntry {
    /// Why everything that is not listed is unknown.
    pub unknown: String,
    /// The properties, functions or checks that have their answers.
    pub known: Vec<KnownEntry>,
}

/// A verdict that stood when a file was cut off.
#[derive(Serialize, JsonSchema, Clone)]
pub struct KnownEntry {
    /// The property, the function or the check.
    pub name: String,
    /// The verdict in a word; in two if its evidence is unchecked.
    pub verdict: String,
    /// The verdict, for the exit code and for findings; none of a check of a script, which has others.
    #[serde(skip)]
    pub word: Option<Word>,
}

/// The verdicts so far, shared with whoever watches over the run.
#[derive(Clone, Default)]
pub struct Known(Arc<Mutex<Vec<KnownEntry>>>);

impl Known {
    /// One more.
    pub fn push(&self, name: &str, verdict: String, word: Option<Word>) {
        if let Ok(mut known) = self.0.lock() {
            known.push(KnownEntry { name: name.to_owned(), verdict, word });
        }
    }

    /// All so far; none if a thread that will not go on is writing to it.
    pub fn so_far(&self) -> Vec<KnownEntry> {
        self.0.try_lock().map(|known| known.clone()).unwrap_or_default()
    }
}

/// An observer that keeps the verdicts, before another one.
pub struct Keeping<'a, O: ?Sized> {
    /// Where they are kept.
    pub known: Known,
    /// Who hears of everything.
    pub then: &'a O,
}

impl hardware::Observer for Keeping<'_, dyn hardware::Observer + '_> {
    fn notice(&self, event: &hardware::Event<'_>) {
        if let hardware::Event::Answered(property) = event {
            let answer = Answer::of(property);
            self.known.push(&property.name, answer.words(), Some(answer.word));
        }
        self.then.notice(event);
    }
}

impl numbers::Observer for Keeping<'_, dyn numbers::Observer + '_> {
    fn notice(&self, event: &numbers::Event<'_>) {
        if let numbers::Event::Answered(property) = event {
            let answer = NumbersAnswer::of(property);
            self.known.push(&property.name, answer.words(), Some(answer.word));
        }
        self.then.notice(event);
    }
}

/// Of a function alone nobody says whether the evidence of its program was accepted, so a proof counts as unchecked.
impl session::programs::Observer for Keeping<'_, dyn session::programs::Observer + '_> {
    fn notice(&self, event: &session::programs::Event<'_>) {
        if let session::programs::Event::Answered(function) = event {
            let word = programs::word(function);
            let unchecked = if word == Word::Proved { "unchecked " } else { "" };
            self.known.push(&function.name, format!("{unchecked}{}", word.as_str()), Some(word));
        }
        self.then.notice(event);
    }
}

/// The entries of files that are done.
pub type Entries = Arc<Mutex<Vec<FileEntry>>>;

/// The last words of `prove`.
pub struct CutProof {
    form: Format,
    is_quiet: bool,
    exit_zero: bool,
    /// The files before this one.
    entries: Entries,
    codes: Vec<u8>,
    file: String,
    /// The files after this one.
    rest: Vec<String>,
    known: Known,
}

impl CutProof {
    /// For a file between those that are done and those that are to come.
    pub fn new(
        arguments: &ProveArgs,
        (entries, codes): (&Entries, &[u8]),
        file: &str,
        rest: Vec<String>,
        known: &Known,
    ) -> CutProof {
        CutProof {
            form: arguments.look.form(),
            is_quiet: arguments.look.quiet,
            exit_zero: arguments.look.exit_zero,
            entries: Arc::clone(entries),
            codes: codes.to_vec(),
            file: file.to_owned(),
            rest,
            known: known.clone(),
        }
    }

    /// The words for this reason.
    pub fn words(self, reason: Exhausted) -> LastWords {
        let CutProof { form, is_quiet, exit_zero, entries, mut codes, file, rest, known } = self;
        let known = known.so_far();
        let has_several = !codes.is_empty() || !rest.is_empty();
        codes.push(exit_code(&known));
        let code = worst(&codes);
        let names: Vec<String> = std::iter::once(file).chain(rest).collect();
        let mut cut = Vec::new();
        for (place, name) in names.iter().enumerate() {
            let known = if place == 0 { known.clone() } else { Vec::new() };
            cut.push(FileEntry::cut(name, reason, known));
        }
        let answer = match form {
            Format::Human if is_quiet => {
                let known = known.iter().map(|known| (&names[0], known.verdict.as_str()));
                let words = known.chain(names.iter().map(|name| (name, "unknown")));
                let line = |(name, word): (&String, &str)| match has_several {
                    true => format!("{name}: {word}\n"),
                    false => format!("{word}\n"),
                };
                words.map(line).collect()
            }
            Format::Human | Format::Short => {
                let known = known.iter().map(|known| (&names[0], &known.name, &known.verdict));
                let known =
                    known.map(|(file, name, verdict)| format!("{file}: {name}: {verdict}\n"));
                let unknown = names.iter().map(|name| format!("{name}: unknown: {reason}\n"));
                known.chain(unknown).collect()
            }
            Format::Jsonl => {
                let done =
                    cut.into_iter().map(|entry| events::text(&Line::Done(DoneEntry::File(entry))));
                done.chain([events::text(&Line::End { exit_code: code })]).collect()
            }
            _ => {
                let done = entries.try_lock().map(|entries| entries.clone());
                let mut entries = done.unwrap_or_default();
                entries.extend(cut);
                match form {
                    Format::Json => {
                        Document::Report(ReportDocument { files: entries, exit_code: code })
                            .pretty()
                    }
                    Format::Sarif => forms::sarif(&entries),
                    Format::Junit => forms::junit(&entries),
                    _ => forms::github(&entries),
                }
            }
        };
        let code = if exit_zero && matches!(code, 1 | 3) { 0 } else { code };
        LastWords { answer, note: String::new(), code }
    }
}

/// The exit code of a file that was cut off: something is unknown, and something may be worse.
pub fn exit_code(known: &[KnownEntry]) -> u8 {
    let codes = known.iter().filter_map(|known| known.word).map(|word| match word {
        Word::Rejected => panic::EXIT,
        Word::False | Word::Open => 1,
        Word::Proved | Word::Unknown => EXIT,
    });
    worst(&codes.chain([EXIT]).collect::<Vec<u8>>())
}

/// The last words of a command about one file that has no answer until it is done.
pub fn single(file: &str, is_json: bool) -> impl FnOnce(Exhausted) -> LastWords + Send + use<> {
    let file = file.to_owned();
    move |reason| {
        let answer = match is_json {
            true => {
                let unknown = reason.to_string();
                Document::Cut(CutDocument { file, unknown, exit_code: EXIT }).pretty()
            }
            false => format!("{file}: unknown: {reason}\n"),
        };
        LastWords { answer, note: String::new(), code: EXIT }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_counts_for_the_exit_code() {
        let code = |words: &[Word]| {
            let known = Known::default();
            words.iter().for_each(|word| known.push("p", word.as_str().to_owned(), Some(*word)));
            exit_code(&known.so_far())
        };
        assert_eq!(code(&[]), 3);
        assert_eq!(code(&[Word::Proved]), 3);
        assert_eq!(code(&[Word::Proved, Word::False]), 1);
        assert_eq!(code(&[Word::Open, Word::Rejected]), 4);
    }
}
