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

use buttress_session::{Dialogue, SolveSettings};

use self::cut::CutScript;
use self::evidence::EvidenceFiles;
use self::listener::{Listener, Manner};
use crate::args::{Format, ModelForm, SolveArgs};
use crate::cut::Known;
use crate::interrupt::{self, Interrupt};
use crate::json::{self, ErrorEntry};
use crate::output::Output;
use crate::{diagnostics, events, files, net};

pub use self::document::{ScriptEntry, SolveDocument, SolveLine};

/// Runs the command.
pub fn run(arguments: &SolveArgs, output: &mut Output) -> u8 {
    if arguments.files.len() > 1 && arguments.proof.is_some() {
        output.note(&diagnostics::plain("evidence can be written for one file at a time"));
        return 2;
    }
    let Some(manner) = Manner::of(arguments) else {
        output.note(&diagnostics::plain("this form of report is made by buttress prove only"));
        return 2;
    };
    if manner == Manner::Lines {
        events::print(&document::begin());
    }
    let interrupt = Interrupt::listen();
    let mut entries = Vec::new();
    for path in &arguments.files {
        let entry = file(path, arguments, manner, &entries, &interrupt, output);
        net::settle();
        if manner == Manner::Lines {
            events::print(&SolveLine::Done(entry.clone()));
        }
        entries.push(entry);
        if interrupt.is_asked() {
            break;
        }
    }
    let codes: Vec<u8> = entries.iter().map(|entry| entry.exit_code).collect();
    let code = if interrupt.is_asked() { interrupt::EXIT } else { crate::prove::worst(&codes) };
    match manner {
        Manner::Document => output.answer(&json::pretty(&SolveDocument::new(entries, code))),
        Manner::Lines => events::print(&SolveLine::End { exit_code: code }),
        _ => {}
    }
    if arguments.look.exit_zero && matches!(code, 1 | 3) { 0 } else { code }
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
    let mut dialogue = Dialogue::new(settings(arguments, interrupt));
    let evidence = EvidenceFiles::new(arguments.proof.as_deref());
    let mut listener = Listener::new(&name, arguments, manner, evidence, known, output);
    let heard = match path == Path::new("-") {
        true => converse(&mut dialogue, &mut listener),
        false => read(path, &mut dialogue, &mut listener),
    };
    listener.finish(&dialogue, heard.err().map(|refusal| *refusal))
}

/// Reads a whole file and runs it.
fn read(
    path: &Path,
    dialogue: &mut Dialogue,
    listener: &mut Listener<'_>,
) -> Result<(), Box<ErrorEntry>> {
    let bytes = files::load(path).map_err(|problem| Box::new(ErrorEntry::plain(problem)))?;
    recite(&bytes, &files::shown(path), dialogue, listener)
}

/// Runs a script that is there as a whole.
fn recite(
    bytes: &[u8],
    name: &str,
    dialogue: &mut Dialogue,
    listener: &mut Listener<'_>,
) -> Result<(), Box<ErrorEntry>> {
    let text =
        buttress_formats::inflated(bytes).map_err(|error| Box::new(ErrorEntry::of(&error)))?;
    if text.starts_with(b"aag ") || text.starts_with(b"aig ") {
        let message = format!("{name} is a circuit; buttress prove {name} verifies it");
        return Err(Box::new(ErrorEntry::plain(message)));
    }
    listener.lend(&text);
    dialogue.hear(&text, listener);
    dialogue.finish(listener);
    Ok(())
}

/// Answers standard input as it comes.
fn converse(dialogue: &mut Dialogue, listener: &mut Listener<'_>) -> Result<(), Box<ErrorEntry>> {
    let broken = |error: io::Error| {
        Box::new(ErrorEntry::plain(format!("standard input cannot be read: {error}")))
    };
    let mut input = io::stdin().lock();
    let mut is_first = true;
    while !dialogue.is_over() {
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
            dialogue.finish(listener);
            break;
        }
        if is_first && bytes.starts_with(&[0x1f, 0x8b]) {
            let mut whole = Vec::new();
            input.read_to_end(&mut whole).map_err(broken)?;
            return recite(&whole, "standard input", dialogue, listener);
        }
        is_first = false;
        dialogue.hear(bytes, listener);
        let heard = bytes.len();
        input.consume(heard);
    }
    Ok(())
}

fn settings(arguments: &SolveArgs, interrupt: &Interrupt) -> SolveSettings {
    SolveSettings {
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
