//! `buttress solve`: each script from bytes to answers, in the form that was asked for.
//!
//! With one script and no other form asked for, standard output is exactly what SMT-LIB wants
//! printed, so that other tools can drive us as they drive any solver.

mod cut;
mod document;
mod drawing;
mod evidence;
mod listener;

use std::io::{self, BufRead, Read};
use std::path::Path;

use buttress_session::formulas;

use self::cut::CutScript;
use self::evidence::EvidenceFiles;
use self::listener::{Listener, Manner};
use crate::args::{FileFormat, Format, ModelForm, SolveArgs};
use crate::cut::Known;
use crate::document::Document;
use crate::events::{self, DoneEntry, Line};
use crate::input::{self, Input, Verb};
use crate::interrupt::{self, Interrupt};
use crate::output::Output;
use crate::refusal::{self, Refusal};
use crate::{files, net, target};

pub use self::document::{CheckEntry, ScriptEntry, SolveDocument};

/// Runs the command.
pub fn run(arguments: &SolveArgs, output: &mut Output) -> u8 {
    let Some(manner) = Manner::of(arguments) else {
        let problem = "this form of report is made by buttress prove only";
        return refusal::usage(problem, false, output);
    };
    if manner == Manner::Lines {
        events::print(&Line::begin("solve"));
    }
    if let Err(problem) = writable(arguments) {
        return match manner {
            Manner::Lines => events::misused(&problem),
            _ => refusal::usage(&problem, manner == Manner::Document, output),
        };
    }
    let interrupt = Interrupt::listen();
    let mut entries = Vec::new();
    for path in &arguments.files {
        let entry = file(path, arguments, manner, &entries, &interrupt, output);
        net::settle();
        if manner == Manner::Lines {
            events::print(&Line::Done(DoneEntry::Script(entry.clone())));
        }
        entries.push(entry);
        if interrupt.is_asked() {
            break;
        }
    }
    let codes: Vec<u8> = entries.iter().map(|entry| entry.exit_code).collect();
    let code = if interrupt.is_asked() { interrupt::EXIT } else { crate::prove::worst(&codes) };
    match manner {
        Manner::Document => {
            let document = SolveDocument { files: entries, exit_code: code };
            output.answer(&Document::Solve(document).pretty());
        }
        Manner::Lines => events::print(&Line::End { exit_code: code }),
        _ => {}
    }
    if arguments.look.exit_zero && matches!(code, 1 | 3) { 0 } else { code }
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
    manner: Manner,
    entries: &[ScriptEntry],
    interrupt: &Interrupt,
    output: &mut Output,
) -> ScriptEntry {
    let name = files::shown(path);
    let known = Known::default();
    let cut =
        CutScript { entries: entries.to_vec(), manner, file: name.clone(), known: known.clone() };
    net::begin(move |reason| cut.words(reason));
    let mut repl = formulas::Repl::new(settings(arguments, interrupt));
    let evidence = EvidenceFiles::new(arguments.proof.as_deref());
    let mut listener = Listener::new(&name, arguments, manner, evidence, known, output);
    let insisted = arguments.taken.format;
    let heard = match path == Path::new("-") {
        true => interact(&mut repl, &mut listener, insisted),
        false => Input::read(path, insisted, Verb::Solve)
            .map(|input| run_script(&input, &mut repl, &mut listener)),
    };
    listener.finish(&repl, heard.err())
}

/// Runs a script that is there as a whole.
fn run_script(input: &Input, repl: &mut formulas::Repl, listener: &mut Listener<'_>) {
    listener.lend(input.text());
    repl.feed(input.text(), listener);
    repl.finish(listener);
}

/// Answers standard input as it comes.
fn interact(
    repl: &mut formulas::Repl,
    listener: &mut Listener<'_>,
    insisted: Option<FileFormat>,
) -> Result<(), Refusal> {
    let broken =
        |error: io::Error| Refusal::Plain(format!("standard input cannot be read: {error}"));
    let mut input = io::stdin().lock();
    let mut is_first = true;
    while !repl.is_over() {
        // Somebody who types has all the time there is.
        net::pause();
        let heard = interrupt::while_idle(|| input.fill_buf());
        net::resume();
        let bytes = match heard {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(broken(error)),
        };
        if bytes.is_empty() {
            repl.finish(listener);
            break;
        }
        if is_first && bytes.starts_with(&[0x1f, 0x8b]) {
            let mut whole = Vec::new();
            input.read_to_end(&mut whole).map_err(broken)?;
            let input = Input::of(Path::new("-"), whole, insisted, Verb::Solve)?;
            run_script(&input, repl, listener);
            return Ok(());
        }
        if is_first && let Some(refusal) = input::is_no_script(bytes, insisted) {
            return Err(refusal);
        }
        is_first = false;
        repl.feed(bytes, listener);
        let heard = bytes.len();
        input.consume(heard);
    }
    Ok(())
}

fn settings(arguments: &SolveArgs, interrupt: &Interrupt) -> formulas::Settings {
    formulas::Settings {
        seed: arguments.seed,
        limits: net::limits(interrupt),
        check_timeout: arguments.check_timeout,
        check: !arguments.no_check,
        tables: arguments.model_form() == Some(ModelForm::Table),
        pictures: arguments.model_form() == Some(ModelForm::Pretty),
        reading: arguments.reading.reading(),
        explain: arguments.explain,
    }
}

impl Manner {
    /// None for forms that only `prove` has.
    fn of(arguments: &SolveArgs) -> Option<Manner> {
        Some(match arguments.look.form() {
            Format::Json => Manner::Document,
            Format::Jsonl => Manner::Lines,
            Format::Short => Manner::Short,
            Format::Human if arguments.look.quiet => Manner::Words,
            Format::Human if arguments.files.len() > 1 => Manner::Files,
            Format::Human => Manner::Script,
            Format::Sarif | Format::Junit | Format::Github => return None,
        })
    }
}
