//! `buttress solve`: each script from bytes to answers, in the form that was asked for.
//!
//! With one script and no other form asked for, standard output is exactly what SMT-LIB wants
//! printed, so that other tools can drive us as they drive any solver.

use std::io::{self, BufRead, Read};
use std::path::Path;

use buttress_session::formulas;

use super::cut::CutScript;
use super::document::{ScriptEntry, SolveDocument};
use super::evidence::EvidenceFiles;
use super::form::AnswerForm;
use super::printer::AnswerPrinter;
use crate::args::{ModelForm, SolveArgs};
use crate::document::Document;
use crate::events::{self, DoneEntry, Line};
use crate::input::{self, FileFormat, Input, Verb};
use crate::interrupt::{self, Interrupt};
use crate::known::KnownVerdicts;
use crate::output::Output;
use crate::refusal::{self, Refusal};
use crate::{exit, files, target, watchdog};

/// Runs the command.
pub fn run(arguments: &SolveArgs, output: &mut Output) -> u8 {
    let Some(form) = AnswerForm::of(arguments) else {
        let problem = "this form of report is made by buttress prove only";
        return refusal::usage(problem, false, output);
    };
    if form == AnswerForm::Lines {
        events::print(&Line::begin("solve"));
    }
    if let Err(problem) = writable(arguments) {
        return match form {
            AnswerForm::Lines => events::misused(&problem),
            _ => refusal::usage(&problem, form == AnswerForm::Document, output),
        };
    }
    let interrupt = Interrupt::listen();
    let mut entries = Vec::new();
    for path in &arguments.files {
        let entry = file(path, arguments, form, &entries, &interrupt, output);
        watchdog::settle();
        if form == AnswerForm::Lines {
            events::print(&Line::Done(DoneEntry::Script(entry.clone())));
        }
        entries.push(entry);
        if interrupt.is_asked() {
            break;
        }
    }
    let codes: Vec<u8> = entries.iter().map(|entry| entry.exit_code).collect();
    let code = if interrupt.is_asked() { exit::INTERRUPTED } else { crate::exit::worst(&codes) };
    if output.has_page() {
        let document = SolveDocument { files: entries.clone(), exit_code: code };
        Document::Solve(document).publish(output);
    }
    match form {
        AnswerForm::Document => {
            let document = SolveDocument { files: entries, exit_code: code };
            output.answer(&Document::Solve(document).pretty());
        }
        AnswerForm::Lines => events::print(&Line::End { exit_code: code }),
        _ => {}
    }
    exit::of_run(code, arguments.report.exit_zero)
}

/// Can the evidence be written? The error is one line for the user.
fn writable(arguments: &SolveArgs) -> Result<(), String> {
    if arguments.files.len() > 1 && arguments.proof.is_some() {
        return Err("evidence can be written for one file at a time".to_owned());
    }
    target::ready(&arguments.proof, &arguments.files)
}

fn file(
    path: &Path,
    arguments: &SolveArgs,
    form: AnswerForm,
    entries: &[ScriptEntry],
    interrupt: &Interrupt,
    output: &mut Output,
) -> ScriptEntry {
    let name = files::shown(path);
    let known = KnownVerdicts::default();
    let cut = CutScript {
        entries: entries.to_vec(),
        form,
        file: name.clone(),
        known: known.clone(),
        page: output.page().map(Path::to_path_buf),
        typed: output.typed().clone(),
    };
    watchdog::begin(move |reason| cut.report(reason));
    let mut repl = formulas::Repl::new(settings(arguments, output.with_pictures(), interrupt));
    let evidence = EvidenceFiles::new(arguments.proof.as_deref());
    let mut printer = AnswerPrinter::new(&name, arguments, form, evidence, known, output);
    let insisted = arguments.taken.format;
    let read = match path == Path::new("-") {
        true => interact(&mut repl, &mut printer, insisted),
        false => Input::read(path, insisted, Verb::Solve)
            .map(|input| run_script(&input, &mut repl, &mut printer)),
    };
    printer.finish(&repl, read.err())
}

/// Runs a script that is there as a whole.
fn run_script(input: &Input, repl: &mut formulas::Repl, printer: &mut AnswerPrinter<'_>) {
    printer.set_text(input.text());
    repl.feed(input.text(), printer);
    repl.finish(printer);
}

/// Answers standard input as it comes.
fn interact(
    repl: &mut formulas::Repl,
    printer: &mut AnswerPrinter<'_>,
    insisted: Option<FileFormat>,
) -> Result<(), Refusal> {
    let broken =
        |error: io::Error| Refusal::Plain(format!("standard input cannot be read: {error}"));
    let mut input = io::stdin().lock();
    let mut is_first = true;
    while !repl.is_over() {
        // Somebody who types has all the time there is.
        watchdog::pause();
        let filled = interrupt::while_idle(|| input.fill_buf());
        watchdog::resume();
        let bytes = match filled {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(broken(error)),
        };
        if bytes.is_empty() {
            repl.finish(printer);
            break;
        }
        if is_first && bytes.starts_with(&[0x1f, 0x8b]) {
            let mut whole = Vec::new();
            input.read_to_end(&mut whole).map_err(broken)?;
            let input = Input::of(Path::new("-"), whole, insisted, Verb::Solve)?;
            run_script(&input, repl, printer);
            return Ok(());
        }
        if is_first && let Some(refusal) = input::is_no_script(bytes, insisted) {
            return Err(refusal);
        }
        is_first = false;
        repl.feed(bytes, printer);
        let length = bytes.len();
        input.consume(length);
    }
    Ok(())
}

fn settings(
    arguments: &SolveArgs,
    with_pictures: bool,
    interrupt: &Interrupt,
) -> formulas::Settings {
    formulas::Settings {
        seed: arguments.seed,
        limits: watchdog::limits(interrupt),
        check_timeout: arguments.check_timeout,
        check: !arguments.no_check,
        tables: arguments.model_form() == Some(ModelForm::Table),
        pictures: with_pictures || arguments.model_form() == Some(ModelForm::Pretty),
        reading: arguments.reading.reading(),
        explain: with_pictures || arguments.explain,
        only: None,
    }
}
