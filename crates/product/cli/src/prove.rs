//! `buttress prove`: each file from bytes to a report, in the form that was asked for.

use std::path::Path;
use std::sync::{MutexGuard, PoisonError};

use buttress_budget::memory;
use buttress_formats::aiger;
use buttress_session as session;
use buttress_session::hardware;

use crate::answer::{Answer, Word};
use crate::args::{Format, Infer, ProveArgs};
use crate::cut::{CutProof, Entries, Keeping, Known};
use crate::document::Document;
use crate::events::{self, DoneEntry, Line, Stream};
use crate::human::{self, Manner};
use crate::input::{Input, Kind, Verb, as_system};
use crate::interrupt::{self, Interrupt};
use crate::json::{FileEntry, ReportDocument};
use crate::numbers::{self, NumbersAnswer, NumbersProgress, NumbersStream};
use crate::output::Output;
use crate::programs::{self, ProgramContentsEntry, ProgramsProgress, ProgramsStream, Source};
use crate::progress::Progress;
use crate::refusal::{self, Refusal};
use crate::{diagnostics, evidence, files, forms, hwmcc, json, net, panic, select, target};

/// Without --threads, at most so many engines run at once.
const MOST_THREADS: usize = 4;

/// Runs the command.
pub fn run(arguments: &ProveArgs, output: &mut Output) -> u8 {
    if arguments.hwmcc {
        return hwmcc::run(arguments, output);
    }
    let form = arguments.look.form();
    if form == Format::Jsonl {
        events::print(&Line::begin("prove"));
    }
    let paths = files::expanded(&arguments.files);
    if let Err(problem) = evidence::ready(arguments, &paths) {
        return match form {
            Format::Jsonl => events::misused(&problem),
            _ => refusal::usage(&problem, form == Format::Json, output),
        };
    }
    let interrupt = Interrupt::listen();
    let (entries, words, known) = (Entries::default(), Vec::new(), Known::default());
    let has_several = paths.len() > 1;
    let mut run =
        Run { arguments, form, entries, words, refused: 0, programs: 0, has_several, known };
    let mut codes = Vec::new();
    for (place, path) in paths.iter().enumerate() {
        codes.push(match path {
            Ok(path) => {
                let rest = paths[place + 1..].iter().flatten().map(|path| files::shown(path));
                run.begin(path, &codes, rest.collect());
                run.file(path, &interrupt, output)
            }
            Err((path, problem)) => {
                run.refused(&files::shown(path), Refusal::Plain(problem.clone()), output)
            }
        });
        net::settle();
        if interrupt.is_asked() {
            break;
        }
    }
    let entries = std::mem::take(&mut *run.entries());
    if let Some(path) = &arguments.programs.sarif
        && let Err(problem) = target::store(path, forms::sarif(&entries).as_bytes())
    {
        output.note(&diagnostics::plain(&problem));
        codes.push(2);
    }
    let code = if interrupt.is_asked() { interrupt::EXIT } else { worst(&codes) };
    match form {
        // The report on a single program ends with a summary of its own.
        Format::Human if codes.len() == 1 && run.programs == 1 => {}
        Format::Human if !arguments.look.quiet => {
            output.answer(&human::summary(&run.words, codes.len(), run.refused));
        }
        Format::Json => {
            let document = ReportDocument { files: entries, exit_code: code };
            output.answer(&Document::Report(document).pretty());
        }
        Format::Jsonl => events::print(&Line::End { exit_code: code }),
        Format::Sarif => output.answer(&forms::sarif(&entries)),
        Format::Junit => output.answer(&forms::junit(&entries)),
        Format::Github => output.answer(&forms::github(&entries)),
        _ => {}
    }
    if arguments.look.exit_zero && matches!(code, 1 | 3) { 0 } else { code }
}

/// The files so far.
struct Run<'a> {
    arguments: &'a ProveArgs,
    form: Format,
    /// For JSON.
    entries: Entries,
    /// The verdicts, for the summary.
    words: Vec<Word>,
    /// How many files could not be read.
    refused: usize,
    /// How many files were programs.
    programs: usize,
    /// The verdicts on the file at hand.
    known: Known,
    /// Are there several files, so that each has to be named?
    has_several: bool,
}

impl Run<'_> {
    /// From now on this file is worked on, and told of if it is cut off.
    fn begin(&mut self, path: &Path, codes: &[u8], rest: Vec<String>) {
        self.known = Known::default();
        let (done, name) = ((&self.entries, codes), files::shown(path));
        let cut = CutProof::new(self.arguments, done, &name, rest, &self.known);
        net::begin(move |reason| cut.words(reason));
    }

    fn file(&mut self, path: &Path, interrupt: &Interrupt, output: &mut Output) -> u8 {
        let insisted = self.arguments.taken.format;
        let input = match Input::read(path, insisted, Verb::Prove) {
            Ok(input) => input,
            Err(refusal) => return self.refused(&files::shown(path), refusal, output),
        };
        match input.kind {
            Kind::Program => self.program(path, input.text(), interrupt, output),
            Kind::Script => match as_system(&input.name, input.text(), insisted) {
                Ok(()) => self.script(&input.name, input.text(), interrupt, output),
                Err(refusal) => self.refused(&input.name, refusal, output),
            },
            Kind::Circuit => {
                let name = input.name.clone();
                self.circuit(&name, input.into_bytes(), interrupt, output)
            }
        }
    }

    fn circuit(
        &mut self,
        name: &str,
        bytes: Vec<u8>,
        interrupt: &Interrupt,
        output: &mut Output,
    ) -> u8 {
        let arguments = self.arguments;
        let with_traces = arguments.look.verbose || arguments.evidence.trace.is_some();
        let outcome = match self.form {
            Format::Jsonl => {
                let stream = Stream::new(name, with_traces);
                report(
                    name,
                    bytes,
                    arguments,
                    interrupt,
                    &self.keeping(&stream as &dyn hardware::Observer),
                )
            }
            _ => {
                let progress = Progress::new(name, self.is_watched());
                report(
                    name,
                    bytes,
                    arguments,
                    interrupt,
                    &self.keeping(&progress as &dyn hardware::Observer),
                )
            }
        };
        match outcome {
            Ok(report) => self.done(name, report, with_traces, output),
            Err(refusal) => self.refused(name, refusal, output),
        }
    }

    /// A script, which has to be a system over numbers.
    fn script(
        &mut self,
        name: &str,
        text: &[u8],
        interrupt: &Interrupt,
        output: &mut Output,
    ) -> u8 {
        let arguments = self.arguments;
        let outcome = match self.form {
            Format::Jsonl => {
                let stream: &dyn session::numbers::Observer = &NumbersStream::new(name);
                numbers::prove(name, text, arguments, interrupt, &self.keeping(stream))
            }
            _ => {
                let progress: &dyn session::numbers::Observer =
                    &NumbersProgress::new(name, self.is_watched());
                numbers::prove(name, text, arguments, interrupt, &self.keeping(progress))
            }
        };
        match outcome {
            Ok(report) => self.done_numbers(name, &report, output),
            Err(refusal) => self.refused(name, refusal, output),
        }
    }

    fn program(
        &mut self,
        path: &Path,
        bytes: &[u8],
        interrupt: &Interrupt,
        output: &mut Output,
    ) -> u8 {
        self.programs += 1;
        let (name, arguments) = (files::shown(path), self.arguments);
        let outcome = match self.form {
            Format::Jsonl => {
                let stream: &dyn session::programs::Observer = &ProgramsStream::new(&name);
                programs::prove(&name, bytes, arguments, interrupt, &self.keeping(stream))
            }
            _ => {
                let watched = self.is_watched();
                let progress: &dyn session::programs::Observer =
                    &ProgramsProgress::new(&name, watched);
                programs::prove(&name, bytes, arguments, interrupt, &self.keeping(progress))
            }
        };
        match outcome {
            Ok(report) => self.done_program(path, bytes, &report, output),
            Err(refusal) => self.refused(&name, refusal, output),
        }
    }

    fn done_program(
        &mut self,
        path: &Path,
        bytes: &[u8],
        report: &session::programs::Report,
        output: &mut Output,
    ) -> u8 {
        let (name, text) = (files::shown(path), String::from_utf8_lossy(bytes));
        let (look, asked) = (&self.arguments.look, &self.arguments.programs);
        let told = programs::Told {
            explain: asked.explain,
            facts: self.arguments.show_invariants || asked.infer == Infer::Show,
            is_verbose: look.verbose,
            peak: memory::peak(),
        };
        let written = programs::write(path, &text, report, self.arguments);
        let exit_code = report.exit_code();
        let evidence = json::evidence(&written);
        let contents = ProgramContentsEntry::of(&text, report, exit_code, evidence, told.peak);
        let entry = FileEntry::of_program(&name, contents, &written.failures);
        let source = Source { file: &name, text: &text, width: output.width() };
        if matches!(self.form, Format::Human | Format::Short) && !look.quiet {
            programs::remarks(report, source).iter().for_each(|remark| output.note(remark));
        }
        match self.form {
            Format::Human if look.quiet => {
                let words = report.functions.iter().map(|one| programs::word(one).as_str());
                output.answer(&self.words(&name, words));
            }
            Format::Human => {
                output.answer(&programs::report(report, source, told));
                output.answer(&human::written(&written));
            }
            Format::Short => output.answer(&programs::short(report, source)),
            _ => {}
        }
        self.tell_written(&written, output);
        if let session::programs::EvidenceStatus::Rejected(reason) = &report.evidence {
            output.note(&fault(&name, "the program", reason));
        }
        self.words.extend(report.functions.iter().map(programs::word));
        let code = entry.exit_code;
        self.enter(entry);
        code
    }

    /// The entries so far.
    fn entries(&self) -> MutexGuard<'_, Vec<FileEntry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The observer, and somebody before it who keeps the verdicts.
    fn keeping<'o, O: ?Sized>(&self, then: &'o O) -> Keeping<'o, O> {
        Keeping { known: self.known.clone(), then }
    }

    /// The verdict words of a file, a line each; several files are named.
    fn words(&self, name: &str, words: impl Iterator<Item = impl AsRef<str>>) -> String {
        let name = if self.has_several { format!("{name}: ") } else { String::new() };
        words.map(|word| format!("{name}{}\n", word.as_ref())).collect()
    }

    /// May a progress line be drawn?
    fn is_watched(&self) -> bool {
        self.form != Format::Json && !self.arguments.look.quiet
    }

    fn done_numbers(
        &mut self,
        name: &str,
        report: &session::numbers::Report,
        output: &mut Output,
    ) -> u8 {
        let look = &self.arguments.look;
        let peak = memory::peak();
        let written = numbers::write(report, &self.arguments.evidence);
        let entry = FileEntry::of_numbers(name, report, &written, peak);
        let answers: Vec<NumbersAnswer<'_>> =
            report.properties.iter().map(NumbersAnswer::of).collect();
        match self.form {
            Format::Human if look.quiet => {
                let words = answers.iter().map(|answer| answer.words());
                let live = report.contents.live.iter().map(|_| Word::Unknown.as_str().to_owned());
                output.answer(&self.words(name, words.chain(live)));
            }
            Format::Human => {
                let manner = Manner { width: output.width(), is_verbose: look.verbose };
                let definitions = self.arguments.show_invariants;
                output.answer(&numbers::report(name, report, peak, definitions, manner));
                output.answer(&human::written(&written));
            }
            Format::Short => {
                for (property, answer) in report.properties.iter().zip(&answers) {
                    let line = format!("{}: {} {}", property.name, answer.words(), answer.detail());
                    output.answer(&format!("{name}: {}\n", line.trim_end()));
                }
                for live in &report.contents.live {
                    output.answer(&format!("{name}: {live}: unknown liveness is not checked\n"));
                }
            }
            _ => {}
        }
        self.tell_written(&written, output);
        for property in &report.properties {
            if let session::numbers::Status::Rejected { .. } = property.status {
                let reason = NumbersAnswer::of(property).reason.unwrap_or_default();
                output.note(&fault(name, &property.name, &reason));
            }
        }
        self.words.extend(answers.iter().map(|answer| answer.word));
        let code = entry.exit_code;
        self.enter(entry);
        code
    }

    fn tell_written(&self, written: &evidence::Written, output: &mut Output) {
        if !self.arguments.look.quiet {
            written.notes.iter().for_each(|note| output.note(note));
        }
        for failure in &written.failures {
            output.note(&diagnostics::plain(failure));
        }
    }

    fn done(
        &mut self,
        name: &str,
        report: hardware::Report,
        with_traces: bool,
        output: &mut Output,
    ) -> u8 {
        let look = &self.arguments.look;
        let peak = memory::peak();
        let written = evidence::write(&report, &self.arguments.evidence);
        let entry = FileEntry::done(name, &report, &written, peak, with_traces);
        match self.form {
            Format::Human if look.quiet => {
                output.answer(&self.words(name, words(&report).into_iter()));
            }
            Format::Human => {
                let manner = Manner { width: output.width(), is_verbose: look.verbose };
                output.answer(&human::report(name, &report, peak, manner));
                output.answer(&human::written(&written));
            }
            Format::Short => output.answer(&short(name, &report)),
            _ => {}
        }
        self.tell_written(&written, output);
        for property in &report.properties {
            let answer = Answer::of(property);
            if let hardware::Status::Rejected { .. } = property.status {
                output.note(&fault(name, &property.name, &answer.reason.unwrap_or_default()));
            }
            self.words.push(answer.word);
        }
        let code = entry.exit_code;
        self.enter(entry);
        code
    }

    fn refused(&mut self, name: &str, refusal: Refusal, output: &mut Output) -> u8 {
        self.refused += 1;
        if matches!(self.form, Format::Human | Format::Short) {
            let width = output.width();
            output.note(&refusal.shown(name, width));
        }
        self.enter(FileEntry::broken(name, refusal.entries()));
        2
    }

    fn enter(&mut self, entry: FileEntry) {
        if self.arguments.programs.sarif.is_some() && self.form == Format::Jsonl {
            self.entries().push(entry.clone());
        }
        match self.form {
            Format::Json | Format::Sarif | Format::Junit | Format::Github => {
                self.entries().push(entry);
            }
            Format::Jsonl => events::print(&Line::Done(DoneEntry::File(entry))),
            _ if self.arguments.programs.sarif.is_some() => self.entries().push(entry),
            _ => {}
        }
    }
}

/// Runs the session on a circuit.
pub fn report(
    name: &str,
    bytes: Vec<u8>,
    arguments: &ProveArgs,
    interrupt: &Interrupt,
    observer: &dyn hardware::Observer,
) -> Result<hardware::Report, Refusal> {
    let mut settings = settings(name, arguments, interrupt)?;
    if arguments.hwmcc {
        settings.properties = Some(vec![0]);
    } else if !arguments.property.is_empty() {
        let model = match aiger::read(&bytes) {
            Ok(model) => model,
            Err(problems) => return Err(Refusal::Broken(bytes, problems)),
        };
        let chosen = select::properties(&model, &arguments.property);
        let told = |problem| Refusal::Plain(format!("{name}: {problem}"));
        settings.properties = Some(chosen.map_err(told)?);
    }
    let proved = hardware::prove(&bytes, &settings, observer);
    proved.map_err(|problems| Refusal::Broken(bytes, problems))
}

fn settings(
    name: &str,
    arguments: &ProveArgs,
    interrupt: &Interrupt,
) -> Result<hardware::Settings, Refusal> {
    let Some(engine) = arguments.engine.circuits else {
        let names = hardware::EngineKind::ALL.map(hardware::EngineKind::name).join(", ");
        let engine = arguments.engine.name;
        let message =
            format!("{name}: {engine} is an engine for numbers; for circuits there are {names}");
        return Err(Refusal::Plain(message));
    };
    Ok(hardware::Settings {
        engine,
        seed: arguments.seed,
        threads: threads(arguments),
        limits: net::limits(interrupt),
        properties: None,
        reduce: !arguments.no_reduce,
        bound: arguments.bound,
        minimise: !arguments.no_minimise,
        check: !arguments.no_check,
    })
}

/// How many engines run at once.
pub fn threads(arguments: &ProveArgs) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    arguments.threads.map_or(cores.min(MOST_THREADS), usize::from)
}

/// The report on a fault of ours, and a line for the user.
pub fn fault(file: &str, property: &str, reason: &str) -> String {
    let place = panic::report(&format!("{file}, {property}: {reason}"));
    let message = format!("the evidence for {property} does not stand: this is our fault");
    format!("{}\n{place}", diagnostics::plain(&message))
}

/// The worst of several exit codes: 4 before 2 before 1 before 3 before 0.
pub fn worst(codes: &[u8]) -> u8 {
    [4, 2, 1, 3].into_iter().find(|code| codes.contains(code)).unwrap_or(0)
}

/// The verdicts alone, those of the properties that are not checked included.
fn words(report: &hardware::Report) -> Vec<String> {
    let words = report.properties.iter().map(|property| Answer::of(property).words());
    let skipped = report.model.justice.iter().map(|_| Word::Unknown.as_str().to_owned());
    words.chain(skipped).collect()
}

/// One line per property, for `grep`.
fn short(file: &str, report: &hardware::Report) -> String {
    let line = |property: &hardware::PropertyReport| {
        let answer = Answer::of(property);
        let detail = answer.detail(property.figures.depth);
        format!("{file}: {}: {} {detail}", property.name, answer.words()).trim_end().to_owned()
            + "\n"
    };
    let lines: String = report.properties.iter().map(line).collect();
    let skipped = select::justice_names(&report.model);
    let skipped =
        skipped.iter().map(|name| format!("{file}: {name}: unknown justice is not checked\n"));
    lines + &skipped.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_go_before_errors_before_verdicts() {
        assert_eq!(worst(&[0, 3, 1, 2, 4]), 4);
        assert_eq!(worst(&[0, 3, 1, 2]), 2);
        assert_eq!(worst(&[3, 1, 0]), 1);
        assert_eq!(worst(&[3, 0]), 3);
        assert_eq!(worst(&[]), 0);
    }
}
