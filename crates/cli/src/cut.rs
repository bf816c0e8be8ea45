//! The report on a file that was cut off: what is known by then, and `unknown` for the rest.

use std::sync::{Arc, Mutex};

use buttress_budget::Exhausted;
use buttress_session::{
    Event, NumbersEvent, NumbersObserver, Observer, ProgramsEvent, ProgramsObserver,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::Answer;
use crate::args::{Format, ProveArgs};
use crate::document::{CutDocument, Document};
use crate::events::{DoneEntry, Line};
use crate::json::{FileEntry, ReportDocument};
use crate::net::LastWords;
use crate::numbers::NumbersAnswer;
use crate::prove::worst;
use crate::{events, forms, programs};

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
}

/// The verdicts so far, shared with whoever watches over the run.
#[derive(Clone, Default)]
pub struct Known(Arc<Mutex<Vec<KnownEntry>>>);

impl Known {
    /// One more.
    pub fn push(&self, name: &str, verdict: String) {
        if let Ok(mut known) = self.0.lock() {
            known.push(KnownEntry { name: name.to_owned(), verdict });
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

impl Observer for Keeping<'_, dyn Observer + '_> {
    fn notice(&self, event: &Event<'_>) {
        if let Event::Answered(property) = event {
            self.known.push(&property.name, Answer::of(property).words());
        }
        self.then.notice(event);
    }
}

impl NumbersObserver for Keeping<'_, dyn NumbersObserver + '_> {
    fn notice(&self, event: &NumbersEvent<'_>) {
        if let NumbersEvent::Answered(property) = event {
            self.known.push(&property.name, NumbersAnswer::of(property).words());
        }
        self.then.notice(event);
    }
}

/// The evidence of a program is checked after its functions have their answers, so these count as unchecked.
impl ProgramsObserver for Keeping<'_, dyn ProgramsObserver + '_> {
    fn notice(&self, event: &ProgramsEvent<'_>) {
        if let ProgramsEvent::Answered(function) = event {
            self.known.push(&function.name, programs::word(function).as_str().to_owned());
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
        codes.push(EXIT);
        let (code, known) = (worst(&codes), known.so_far());
        let names: Vec<String> = std::iter::once(file).chain(rest).collect();
        let mut cut = Vec::new();
        for (place, name) in names.iter().enumerate() {
            let known = if place == 0 { known.clone() } else { Vec::new() };
            cut.push(FileEntry::cut(name, reason, known));
        }
        let answer = match form {
            Format::Human if is_quiet => {
                let words = known.iter().map(|known| known.verdict.as_str());
                words
                    .chain(names.iter().map(|_| "unknown"))
                    .map(|word| format!("{word}\n"))
                    .collect()
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
