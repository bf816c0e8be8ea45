//! `prove` with `--exchange`: hands out the files, waits, and reports what the checker accepts here.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use buttress_budget::Limits;
use buttress_dispatch::{
    COLLECT_INTERVAL, Design, DesignKind, DispatchError, Keys, Options, Progress, Submission,
    workers,
};
use buttress_exchange::{Exchange, ExchangeError};
use buttress_session::numbers;
use buttress_session::shell::quoted;

use super::board::Board;
use super::connect::{Place, connect};
use super::options::{labels, options};
use super::report::{Finished, report};
use crate::args::ProveArgs;
use crate::files;
use crate::input::{Input, InputKind, Verb};
use crate::interrupt::Interrupt;
use crate::limits::{FLEET_LOOK_INTERVAL, FLEET_PATIENCE, POLL_INTERVAL};
use crate::output::Output;
use crate::refusal::Refusal;
use crate::report::{FileReport, ReportOptions};
use crate::watchdog::{self, FinalReport};

/// A file that is handed out.
struct Handed {
    /// Its place on the command line.
    place: usize,
    file: String,
    design: Design,
    keys: Keys,
    labels: Vec<String>,
}

/// What comes of a file: a report, or why there is none.
pub type FileOutcome = (String, Result<FileReport, Refusal>);

/// Proves the files with a fleet. Every file is told as soon as it is done; the error is one line for the user.
pub fn prove(
    arguments: &ProveArgs,
    paths: &[Result<std::path::PathBuf, (std::path::PathBuf, String)>],
    timeout: Option<Duration>,
    report_options: ReportOptions<'_>,
    output: &mut Output,
    mut receive: impl FnMut(FileOutcome, &mut Output),
) -> Result<(), String> {
    let options = options(arguments, timeout)?;
    let place = connect(arguments.exchange.as_deref())?;
    // Workers have the limits; whoever waits for them waits.
    watchdog::pause();
    let interrupt = Interrupt::listen();
    let mut handed = Vec::new();
    // Files are told in the order of the command line, each as soon as it and those before it are done.
    let mut queue = InOrder { next: 0, done: BTreeMap::new() };
    for (place, path) in paths.iter().enumerate() {
        let outcome = match path {
            Ok(path) => read(path, place, arguments, &options),
            Err((path, problem)) => Err((files::shown(path), Refusal::Plain(problem.clone()))),
        };
        match outcome {
            Ok(it) => handed.push(it),
            Err((file, refusal)) => queue.add(place, (file, Err(refusal)), output, &mut receive),
        }
    }
    let fleet = Fleet { place: &place, options: &options, report_options, interrupt };
    let outcome = fleet.run(&handed, output, |place, outcome, output| {
        queue.add(place, outcome, output, &mut receive);
    });
    queue.flush(output, &mut receive);
    outcome
}

/// Outcomes that wait for those of earlier files.
struct InOrder {
    next: usize,
    done: BTreeMap<usize, FileOutcome>,
}

impl InOrder {
    fn add(
        &mut self,
        place: usize,
        outcome: FileOutcome,
        output: &mut Output,
        receive: &mut impl FnMut(FileOutcome, &mut Output),
    ) {
        self.done.insert(place, outcome);
        while let Some(outcome) = self.done.remove(&self.next) {
            self.next += 1;
            receive(outcome, output);
        }
    }

    /// Nothing more will come: what waits is told.
    fn flush(&mut self, output: &mut Output, receive: &mut impl FnMut(FileOutcome, &mut Output)) {
        std::mem::take(&mut self.done).into_values().for_each(|outcome| receive(outcome, output));
    }
}

/// Reads a file as it is handed out.
fn read(
    path: &Path,
    place: usize,
    arguments: &ProveArgs,
    options: &Options,
) -> Result<Handed, (String, Refusal)> {
    let file = files::shown(path);
    let refuse = |refusal| (file.clone(), refusal);
    let input = Input::read(path, arguments.taken.format, Verb::Prove).map_err(refuse)?;
    let kind = match input.kind {
        InputKind::Circuit => DesignKind::Circuit,
        InputKind::Program => DesignKind::Program,
        InputKind::Script if numbers::is_input(input.text()) => DesignKind::Numbers,
        InputKind::Script => DesignKind::Script,
    };
    let plain = |problem: String| (file.clone(), Refusal::Plain(format!("{file}: {problem}")));
    let design = Design::new(input.into_text(), kind).map_err(|error| plain(error.to_string()))?;
    let labels = labels(&design, arguments).map_err(plain)?;
    if labels.is_empty() {
        return Err(plain("there is nothing to prove in it".to_owned()));
    }
    Ok(Handed { place, keys: Keys::new(design.digest, options), file, design, labels })
}

/// The submitter's side of a fleet.
struct Fleet<'a> {
    place: &'a Place,
    options: &'a Options,
    report_options: ReportOptions<'a>,
    interrupt: Interrupt,
}

impl Fleet<'_> {
    fn run(
        &self,
        handed: &[Handed],
        output: &mut Output,
        mut receive: impl FnMut(usize, FileOutcome, &mut Output),
    ) -> Result<(), String> {
        let start = Instant::now();
        self.watch(handed);
        let mut open: Vec<(&Handed, Submission<'_>)> = Vec::new();
        for it in handed {
            let Some(submission) = self.persist(output, || self.hand_out(it))? else {
                return self.leave(handed, output);
            };
            open.push((it, submission));
        }
        let mut board = Board::new(!self.report_options.is_quiet());
        let (mut workers, mut looked, mut is_lonely) = (0, None::<Instant>, false);
        while !open.is_empty() {
            let mut still_open = Vec::new();
            for (it, mut submission) in open {
                if self.persist(output, || submission.collect().map_err(Into::into))?.is_none() {
                    board.clear();
                    return self.leave(handed, output);
                }
                if !submission.is_done() {
                    still_open.push((it, submission));
                    continue;
                }
                let finished = Finished {
                    file: &it.file,
                    exchange: &self.place.name,
                    submission: &submission,
                    labels: &it.labels,
                    seconds: start.elapsed().as_secs_f64(),
                };
                board.clear();
                let outcome = (it.file.clone(), Ok(report(&finished, self.report_options)));
                receive(it.place, outcome, output);
                self.watch(handed);
            }
            open = still_open;
            if open.is_empty() {
                break;
            }
            if looked.is_none_or(|looked| looked.elapsed() >= FLEET_LOOK_INTERVAL) {
                looked = Some(Instant::now());
                workers = self.workers();
            }
            if workers == 0 && !is_lonely && start.elapsed() >= FLEET_PATIENCE {
                is_lonely = true;
                let name = quoted(&self.place.name);
                output.note(&format!(
                    "note: no worker is there yet; start one with: buttress worker --exchange {name}"
                ));
            }
            let progress: Vec<(String, Progress)> = open
                .iter()
                .map(|(it, submission)| (it.file.clone(), submission.progress()))
                .collect();
            board.draw(&progress, workers);
            self.doze(COLLECT_INTERVAL);
            if self.interrupt.is_asked() {
                board.clear();
                return self.leave(handed, output);
            }
        }
        Ok(())
    }

    fn hand_out<'h>(&'h self, it: &'h Handed) -> Result<Submission<'h>, DispatchError> {
        let exchange: &dyn Exchange = &*self.place.exchange;
        let what = (&it.keys, &it.labels[..]);
        let how = (it.file.as_str(), self.options);
        Ok(Submission::hand_out(exchange, &it.design, how, what, Limits::none())?)
    }

    /// Tries until the exchange is there; none if the user interrupts.
    fn persist<T>(
        &self,
        output: &mut Output,
        mut act: impl FnMut() -> Result<T, DispatchError>,
    ) -> Result<Option<T>, String> {
        let mut is_told = false;
        loop {
            match act() {
                Ok(result) => return Ok(Some(result)),
                Err(DispatchError::Exchange(error @ ExchangeError::Away(_))) => {
                    if !is_told {
                        output.note(&format!("note: {error}; waiting for it"));
                        is_told = true;
                    }
                }
                Err(error) => return Err(error.to_string()),
            }
            if self.interrupt.is_asked() {
                return Ok(None);
            }
            self.doze(COLLECT_INTERVAL * 3);
        }
    }

    /// How many workers there seem to be: those that have not said goodbye.
    fn workers(&self) -> usize {
        workers(&*self.place.exchange).unwrap_or(0)
    }

    /// Should the user interrupt while an answer is awaited, the watchdog says what is to be said. There is no deadline.
    fn watch(&self, handed: &[Handed]) {
        let note = self.leaving(handed) + "\n";
        watchdog::begin(move |reason| FinalReport { note, ..watchdog::plain(reason) });
        watchdog::pause();
    }

    /// Sleeps, unless the user interrupts.
    fn doze(&self, time: Duration) {
        let start = Instant::now();
        while start.elapsed() < time && !self.interrupt.is_asked() {
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    /// The user goes; the fleet does not.
    fn leave(&self, handed: &[Handed], output: &mut Output) -> Result<(), String> {
        output.note(&self.leaving(handed));
        Ok(())
    }

    /// How to come back.
    fn leaving(&self, handed: &[Handed]) -> String {
        let files: Vec<String> = handed.iter().map(|it| quoted(&it.file)).collect();
        let (files, name) = (files.join(" "), quoted(&self.place.name));
        format!(
            "interrupted: the fleet goes on with what is left\n  \
             come back:  buttress prove {files} --exchange {name}\n  \
             look:       buttress fleet status --exchange {name}\n  \
             stop it:    buttress fleet cancel {files} --exchange {name}"
        )
    }
}
