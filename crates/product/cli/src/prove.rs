//! `buttress prove`: each file from bytes to a report, in the form that was asked for.

mod cut;
mod hwmcc;
mod recorder;
mod run;
mod schedule;
mod summary;
mod targets;

use std::path::Path;
use std::time::Duration;

pub use self::hwmcc::cut_off_in_competition;
use self::run::Run;
use self::summary::summary;
use crate::args::{Format, ProveArgs};
use crate::document::Document;
use crate::events::{self, Line};
use crate::interrupt::Interrupt;
use crate::json::ReportDocument;
use crate::output::Output;
use crate::refusal::{self, Refusal};
use crate::{cache, diagnostics, exit, files, reports, target, watch, watchdog};

/// Runs the command.
pub fn run(arguments: &ProveArgs, timeout: Option<Duration>, output: &mut Output) -> u8 {
    if arguments.hwmcc {
        return hwmcc::run(arguments, output);
    }
    let form = arguments.report.form();
    if form == Format::Jsonl {
        events::print(&Line::begin("prove"));
    }
    let paths = files::expanded(&arguments.files);
    if let Err(problem) = targets::ready(arguments, &paths) {
        return match form {
            Format::Jsonl => events::misused(&problem),
            _ => refusal::usage(&problem, form == Format::Json, output),
        };
    }
    let interrupt = Interrupt::listen();
    if arguments.watch {
        return match &paths[..] {
            [Ok(path)] => watched(path, arguments, &interrupt, output),
            _ => refusal::usage("one file can be watched, and no folder", false, output),
        };
    }
    let mut run = Run::new(arguments, paths.len() > 1, output);
    let mut codes = Vec::new();
    if arguments.exchange.is_some() {
        if let Err(problem) = run.with_fleet(&paths, timeout, &mut codes, output) {
            return match form {
                Format::Jsonl => events::misused(&problem),
                _ => refusal::usage(&problem, form == Format::Json, output),
            };
        }
        return finish(arguments, &mut run, codes, &interrupt, output);
    }
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
        watchdog::settle();
        if interrupt.is_asked() {
            break;
        }
    }
    finish(arguments, &mut run, codes, &interrupt, output)
}

/// Proves a file again and again, and serves the page about it.
fn watched(path: &Path, arguments: &ProveArgs, interrupt: &Interrupt, output: &mut Output) -> u8 {
    output.add_pictures();
    let served = watch::run(path, output, |output| {
        let mut run = Run::new(arguments, false, output).keeping_entries();
        run.begin(path, &[], Vec::new());
        let exit_code = run.file(path, interrupt, output);
        watchdog::settle();
        Document::Report(ReportDocument { files: run.take_entries(), exit_code }).value()
    });
    served.unwrap_or_else(|problem| refusal::usage(&problem, false, output))
}

/// Tells what is told of all files together; the exit code.
fn finish(
    arguments: &ProveArgs,
    run: &mut Run<'_>,
    mut codes: Vec<u8>,
    interrupt: &Interrupt,
    output: &mut Output,
) -> u8 {
    let form = arguments.report.form();
    let count = codes.len();
    if run.programs > 0 {
        cache::keep_bound(arguments);
    }
    let entries = run.take_entries();
    if let Some(path) = &arguments.programs.sarif
        && let Err(problem) = target::store(path, reports::sarif(&entries).as_bytes())
    {
        output.note(&diagnostics::plain(&problem));
        codes.push(exit::USAGE);
    }
    let code = if interrupt.is_asked() { exit::INTERRUPTED } else { exit::worst(&codes) };
    if output.has_page() {
        let document = ReportDocument { files: entries.clone(), exit_code: code };
        Document::Report(document).publish(output);
    }
    match form {
        // The report on a single program ends with a summary of its own.
        Format::Human if count == 1 && run.programs == 1 => {}
        Format::Human if !arguments.report.quiet => {
            output.answer(&summary(&run.verdicts, count, run.refused));
        }
        Format::Json => {
            let document = ReportDocument { files: entries, exit_code: code };
            output.answer(&Document::Report(document).pretty());
        }
        Format::Jsonl => events::print(&Line::End { exit_code: code }),
        Format::Sarif => output.answer(&reports::sarif(&entries)),
        Format::Junit => output.answer(&reports::junit(&entries)),
        Format::Github => output.answer(&reports::github(&entries)),
        _ => {}
    }
    exit::of_run(code, arguments.report.exit_zero)
}
