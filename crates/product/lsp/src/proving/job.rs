//! One proof, in a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use buttress_formats::smtlib::Error;
use buttress_session::{formulas, numbers, programs};

use super::outcome::Outcome;
use super::unit::Work;
use crate::options::Options;
use crate::program::{ProgramOutcome, ProgramSource};

/// Does the work. A panic is an outcome, too: the server goes on.
pub(super) fn run(work: &Work, options: &Options, interrupt: &Arc<AtomicBool>) -> Outcome {
    let done = catch_unwind(AssertUnwindSafe(|| match work {
        Work::Functions { source, names } => functions(source, names, options, interrupt),
        Work::Check { text, end, number } => check(&text[..*end], *number, options, interrupt),
        Work::System { text } => system(text, options, interrupt),
    }));
    done.unwrap_or_else(|_| Outcome::Failed("buttress itself failed on this".to_owned()))
}

fn functions(
    source: &Arc<ProgramSource>,
    names: &[String],
    options: &Options,
    interrupt: &Arc<AtomicBool>,
) -> Outcome {
    let settings = programs::Settings {
        functions: Some(names.to_vec()),
        inference: options.inference,
        threads: options.threads,
        limits: options.limits().with_interrupt(Arc::clone(interrupt)),
        cache: options.cache.clone(),
        is_dropped_when_interrupted: true,
        ..programs::Settings::default()
    };
    match programs::prove(source.text.as_bytes(), &settings, &programs::Silent) {
        Ok(report) => Outcome::Program(Arc::new(ProgramOutcome {
            source: Arc::clone(source),
            functions: report.functions,
            evidence: report.evidence,
        })),
        Err(_) => Outcome::Failed("the program could not be read".to_owned()),
    }
}

/// Waits for the report on one check.
struct Wanted {
    number: usize,
    report: Option<formulas::CheckReport>,
}

impl formulas::Listener for Wanted {
    fn response(&mut self, _: &str) {}

    fn error(&mut self, _: &Error) {}

    fn checked(&mut self, report: &formulas::CheckReport) {
        if report.number == self.number {
            self.report = Some(report.clone());
        }
    }
}

fn check(text: &str, number: usize, options: &Options, interrupt: &Arc<AtomicBool>) -> Outcome {
    let mut repl = formulas::Repl::new(formulas::Settings {
        limits: options.limits().with_interrupt(Arc::clone(interrupt)),
        tables: true,
        only: Some(number),
        ..Default::default()
    });
    let mut wanted = Wanted { number, report: None };
    repl.feed(text.as_bytes(), &mut wanted);
    repl.finish(&mut wanted);
    match wanted.report {
        Some(report) => Outcome::Check(Arc::new(report)),
        None => Outcome::Failed("the script does not come to this check".to_owned()),
    }
}

fn system(text: &str, options: &Options, interrupt: &Arc<AtomicBool>) -> Outcome {
    let settings = numbers::Settings {
        threads: options.threads,
        limits: options.limits().with_interrupt(Arc::clone(interrupt)),
        ..numbers::Settings::default()
    };
    match numbers::prove(text.as_bytes(), &settings, &numbers::Silent) {
        Ok(report) => Outcome::System(Arc::new(report)),
        Err(error) => Outcome::Failed(error.to_string()),
    }
}
