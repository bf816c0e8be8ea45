//! The final report of `prove`: the files that are done, what is known of the file at hand, `unknown` for the rest.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use buttress_budget::Exhausted;
use buttress_session::UnknownKind;

use crate::args::{Format, ProveArgs};
use crate::document::Document;
use crate::events::{DoneEntry, Line};
use crate::exit::{self, worst};
use crate::json::{self, CutEntry, FileEntry, ReportDocument};
use crate::known::KnownVerdicts;
use crate::next_step::{self, TypedCommand};
use crate::watchdog::FinalReport;
use crate::{diagnostics, page, reports, target};

/// The entries of files that are done.
pub type Entries = Arc<Mutex<Vec<FileEntry>>>;

/// The final report of `prove`.
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
    known: KnownVerdicts,
    /// Where a page is to be written.
    page: Option<PathBuf>,
    /// Where the findings are to be written.
    sarif: Option<PathBuf>,
    /// What was typed.
    typed: TypedCommand,
}

impl CutProof {
    /// For a file between those that are done and those that are to come.
    pub fn new(
        arguments: &ProveArgs,
        typed: &TypedCommand,
        (entries, codes): (&Entries, &[u8]),
        (file, rest): (&str, Vec<String>),
        known: &KnownVerdicts,
    ) -> CutProof {
        CutProof {
            form: arguments.report.form(),
            is_quiet: arguments.report.quiet,
            exit_zero: arguments.report.exit_zero,
            entries: Arc::clone(entries),
            codes: codes.to_vec(),
            file: file.to_owned(),
            rest,
            known: known.clone(),
            page: None,
            sarif: arguments.programs.sarif.clone(),
            typed: typed.clone(),
        }
    }

    /// The same with a page, if one is to be written.
    pub fn with_page(self, page: Option<PathBuf>) -> CutProof {
        CutProof { page, ..self }
    }

    /// The report for this reason.
    pub fn report(self, reason: Exhausted) -> FinalReport {
        let CutProof {
            form,
            is_quiet,
            exit_zero,
            entries,
            mut codes,
            file,
            rest,
            known,
            page,
            sarif,
            typed,
        } = self;
        let known = known.so_far();
        let has_several = !codes.is_empty() || !rest.is_empty();
        codes.push(CutEntry::new(reason, known.clone()).exit_code());
        let code = worst(&codes);
        let names: Vec<String> = std::iter::once(file).chain(rest).collect();
        let mut cut = Vec::new();
        for (place, name) in names.iter().enumerate() {
            let known = if place == 0 { known.clone() } else { Vec::new() };
            let steps = next_step::of_limit(reason, &typed, Some(name));
            cut.push(FileEntry::cut(name, reason, known).with_next_steps(steps));
        }
        let with_done = |cut: Vec<FileEntry>| {
            let done = entries.try_lock().map(|entries| entries.clone());
            done.unwrap_or_default().into_iter().chain(cut).collect::<Vec<FileEntry>>()
        };
        let mut note = String::new();
        let mut report = |written: Result<(), String>| {
            if let Err(problem) = written {
                note.push_str(&format!("{}\n", diagnostics::plain(&problem)));
            }
        };
        if let Some(page) = page {
            let document = ReportDocument { files: with_done(cut.clone()), exit_code: code };
            report(page::write(&page, &Document::Report(document).value()));
        }
        if let Some(sarif) = sarif {
            report(target::store(&sarif, reports::sarif(&with_done(cut.clone())).as_bytes()));
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
                let code = UnknownKind::from(reason).code();
                let unknown =
                    names.iter().map(|name| format!("{name}: unknown[{code}]: {reason}\n"));
                let text: String = known.chain(unknown).collect();
                match form {
                    Format::Human => {
                        text + &next_step::plain(cut.iter().flat_map(|entry| &entry.next_steps))
                    }
                    _ => text,
                }
            }
            Format::Jsonl => {
                let done =
                    cut.into_iter().map(|entry| json::line(&Line::Done(DoneEntry::File(entry))));
                done.chain([json::line(&Line::End { exit_code: code })]).collect()
            }
            _ => {
                let entries = with_done(cut);
                match form {
                    Format::Json => {
                        Document::Report(ReportDocument { files: entries, exit_code: code })
                            .pretty()
                    }
                    Format::Sarif => reports::sarif(&entries),
                    Format::Junit => reports::junit(&entries),
                    _ => reports::github(&entries),
                }
            }
        };
        let code = exit::of_run(code, exit_zero);
        FinalReport { answer, note, code }
    }
}
