//! The files of a run of `prove`, one after the other.

use std::path::{Path, PathBuf};
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use buttress_session as session;
use buttress_session::hardware;

use super::cut::{CutProof, Entries};
use super::recorder::Recorder;
use super::schedule::Schedule;
use crate::args::{Format, ProveArgs};
use crate::circuits::{self, CircuitsProgress, CircuitsStream, TurnEntry, TurnRecorder};
use crate::events::{self, DoneEntry, Line};
use crate::input::{Input, InputKind, Verb, as_system};
use crate::interrupt::Interrupt;
use crate::json::FileEntry;
use crate::known::KnownVerdicts;
use crate::next_step::TypedCommand;
use crate::numbers::{self, NumbersProgress, NumbersStream};
use crate::output::Output;
use crate::programs::{self, ProgramsProgress, ProgramsStream};
use crate::refusal::Refusal;
use crate::report::{FileReport, ReportOptions};
use crate::verdict::VerdictWord;
use crate::{exit, files, fleet, watchdog};

/// The files so far.
pub struct Run<'a> {
    arguments: &'a ProveArgs,
    /// What was typed.
    typed: TypedCommand,
    form: Format,
    /// For JSON and for other tools.
    entries: Entries,
    /// The verdicts, for the summary.
    pub verdicts: Vec<VerdictWord>,
    /// How many files could not be read.
    pub refused: usize,
    /// How many files were programs.
    pub programs: usize,
    /// The verdicts on the file at hand.
    known: KnownVerdicts,
    /// Are there several files, so that each has to be named?
    has_several: bool,
    /// Is there to be everything that pictures need?
    with_pictures: bool,
    /// Where a page is to be written.
    page: Option<PathBuf>,
    /// Are entries kept, because a page will be made of them?
    keeps_entries: bool,
}

impl<'a> Run<'a> {
    /// A run on several files, or on one.
    pub fn new(arguments: &'a ProveArgs, has_several: bool, output: &Output) -> Run<'a> {
        Run {
            arguments,
            typed: output.typed().clone(),
            form: arguments.report.form(),
            entries: Entries::default(),
            verdicts: Vec::new(),
            refused: 0,
            programs: 0,
            known: KnownVerdicts::default(),
            has_several,
            with_pictures: output.with_pictures(),
            page: output.page().map(Path::to_path_buf),
            keeps_entries: output.has_page(),
        }
    }

    /// The same run, of which every entry is kept.
    pub fn keeping_entries(self) -> Run<'a> {
        Run { keeps_entries: true, ..self }
    }

    /// From now on this file is worked on, and reported if it is cut off.
    pub fn begin(&mut self, path: &Path, codes: &[u8], rest: Vec<String>) {
        self.known = KnownVerdicts::default();
        let (done, name) = ((&self.entries, codes), files::shown(path));
        let cut = CutProof::new(self.arguments, &self.typed, done, (&name, rest), &self.known)
            .with_page(self.page.clone());
        watchdog::begin(move |reason| cut.report(reason));
    }

    /// Proves what a file holds; the exit code of the file.
    pub fn file(&mut self, path: &Path, interrupt: &Interrupt, output: &mut Output) -> u8 {
        let name = files::shown(path);
        match self.proved(path, &name, interrupt, output.width()) {
            Ok(report) => self.done(report, output),
            Err(refusal) => self.refused(&name, refusal, output),
        }
    }

    /// A file that could not be read; its exit code.
    pub fn refused(&mut self, name: &str, refusal: Refusal, output: &mut Output) -> u8 {
        self.refused += 1;
        if matches!(self.form, Format::Human | Format::Short) {
            let width = output.width();
            output.note(&refusal.shown(name, width));
        }
        self.add(FileEntry::broken(name, refusal.entries()));
        exit::USAGE
    }

    /// The entries, which are taken.
    pub fn take_entries(&self) -> Vec<FileEntry> {
        std::mem::take(&mut *self.entries())
    }

    /// Has a fleet prove the files; an error is one line for the user.
    pub fn with_fleet(
        &mut self,
        paths: &[Result<PathBuf, (PathBuf, String)>],
        timeout: Option<Duration>,
        codes: &mut Vec<u8>,
        output: &mut Output,
    ) -> Result<(), String> {
        let typed = self.typed.clone();
        let options = ReportOptions {
            arguments: self.arguments,
            typed: &typed,
            form: self.form,
            width: output.width(),
            with_pictures: self.with_pictures,
            has_several: self.has_several,
        };
        let arguments = self.arguments;
        fleet::prove(arguments, paths, timeout, options, output, |(name, report), output| {
            codes.push(match report {
                Ok(report) => self.done(report, output),
                Err(refusal) => self.refused(&name, refusal, output),
            });
        })
    }

    fn proved(
        &mut self,
        path: &Path,
        name: &str,
        interrupt: &Interrupt,
        width: usize,
    ) -> Result<FileReport, Refusal> {
        let insisted = self.arguments.taken.format;
        let input = Input::read(path, insisted, Verb::Prove)?;
        let schedule = Schedule::new(self.arguments.thread_count());
        let typed = self.typed.clone();
        let options = ReportOptions {
            arguments: self.arguments,
            typed: &typed,
            form: self.form,
            width,
            with_pictures: self.with_pictures,
            has_several: self.has_several,
        };
        let report = match input.kind {
            InputKind::Program => {
                self.programs += 1;
                let report = self.program(name, input.text(), interrupt, &schedule)?;
                let text = String::from_utf8_lossy(input.text());
                programs::report(path, &text, &report, options)
            }
            InputKind::Script => {
                as_system(name, input.text(), insisted)?;
                let report = self.system(name, input.text(), interrupt, &schedule)?;
                numbers::report(name, &report, options)
            }
            InputKind::Circuit => {
                let (report, turns) =
                    self.circuit(name, input.into_bytes(), interrupt, &schedule)?;
                circuits::report(name, (&report, turns), options)
            }
        };
        let is_wanted = self.arguments.report.verbose > 1 && self.form == Format::Human;
        let schedule = match is_wanted {
            true => schedule.shown(&report.entry.contents),
            false => String::new(),
        };
        Ok(FileReport { answer: report.answer + &schedule, ..report })
    }

    fn circuit(
        &self,
        name: &str,
        bytes: Vec<u8>,
        interrupt: &Interrupt,
        schedule: &Schedule,
    ) -> Result<(hardware::Report, Vec<TurnEntry>), Refusal> {
        let (progress, stream);
        let observer: &dyn hardware::Observer = match self.form {
            Format::Jsonl => {
                stream = CircuitsStream::new(name, self.arguments.with_traces(), &events::print);
                &stream
            }
            _ => {
                progress = CircuitsProgress::new(name, self.draws_progress());
                &progress
            }
        };
        let turns = TurnRecorder::new(observer);
        let observer: &dyn hardware::Observer = &turns;
        let recorder = self.recorder(observer, schedule);
        let report = circuits::prove(name, bytes, self.arguments, interrupt, &recorder)?;
        Ok((report, turns.take()))
    }

    fn system(
        &self,
        name: &str,
        text: &[u8],
        interrupt: &Interrupt,
        schedule: &Schedule,
    ) -> Result<session::numbers::Report, Refusal> {
        let (progress, stream);
        let observer: &dyn session::numbers::Observer = match self.form {
            Format::Jsonl => {
                stream = NumbersStream::new(name, self.arguments.with_traces(), &events::print);
                &stream
            }
            _ => {
                progress = NumbersProgress::new(name, self.draws_progress());
                &progress
            }
        };
        let asked = (self.arguments, self.with_pictures);
        numbers::prove(name, text, asked, interrupt, &self.recorder(observer, schedule))
    }

    fn program(
        &self,
        name: &str,
        bytes: &[u8],
        interrupt: &Interrupt,
        schedule: &Schedule,
    ) -> Result<session::programs::Report, Refusal> {
        let (progress, stream);
        let observer: &dyn session::programs::Observer = match self.form {
            Format::Jsonl => {
                stream = ProgramsStream::new(name, &events::print);
                &stream
            }
            _ => {
                progress = ProgramsProgress::new(name, self.draws_progress());
                &progress
            }
        };
        programs::prove(name, bytes, self.arguments, interrupt, &self.recorder(observer, schedule))
    }

    fn done(&mut self, report: FileReport, output: &mut Output) -> u8 {
        report.remarks.iter().for_each(|remark| output.note(remark));
        if !report.answer.is_empty() {
            output.answer(&report.answer);
        }
        report.notes.iter().for_each(|note| output.note(note));
        self.verdicts.extend(report.verdicts);
        let code = report.entry.exit_code;
        self.add(report.entry);
        code
    }

    /// The entries so far.
    fn entries(&self) -> MutexGuard<'_, Vec<FileEntry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The observer, and one before it that records the verdicts.
    fn recorder<'o, O: ?Sized>(&self, then: &'o O, schedule: &'o Schedule) -> Recorder<'o, O> {
        Recorder { known: self.known.clone(), schedule, then }
    }

    /// May a progress line be drawn?
    fn draws_progress(&self) -> bool {
        self.form != Format::Json && !self.arguments.report.quiet
    }

    fn add(&mut self, entry: FileEntry) {
        let is_kept = self.arguments.programs.sarif.is_some() || self.keeps_entries;
        match self.form {
            Format::Jsonl => {
                if is_kept {
                    self.entries().push(entry.clone());
                }
                events::print(&Line::Done(DoneEntry::File(entry)));
            }
            Format::Human | Format::Short if !is_kept => {}
            _ => self.entries().push(entry),
        }
    }
}
