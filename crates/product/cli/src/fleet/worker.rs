//! `worker`: takes jobs from an exchange until it is told to end.

use std::sync::Mutex;
use std::time::Duration;

use buttress_dispatch::{Shift, Worker, WorkerNews};

use super::connect::connect;
use super::log::Log;
use crate::args::WorkerArgs;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::style::legible;
use crate::{exit, refusal, watchdog};

/// Runs the command.
pub fn work(arguments: &WorkerArgs, timeout: Option<Duration>, output: &mut Output) -> u8 {
    let place = match connect(arguments.place.exchange.as_deref()) {
        Ok(place) => place,
        Err(problem) => return refusal::usage(&problem, false, output),
    };
    let interrupt = Interrupt::listen();
    watchdog::pause();
    let limits = watchdog::limits(&interrupt);
    let name = arguments.name.clone().unwrap_or_else(own_name);
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let threads = arguments.threads.map_or(cores, usize::from);
    if !arguments.quiet {
        output.note(&format!("{name}: {threads} jobs at a time from {}", place.name));
    }
    let log = match Log::open(arguments.log.as_deref()) {
        Ok(log) => log,
        Err(problem) => return refusal::usage(&problem, false, output),
    };
    let output = Mutex::new(output);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (limits, interrupt) = (limits.clone(), interrupt.flag());
            let (place, output, failures, log) = (&place, &output, &failures, &log);
            let name = match threads {
                1 => name.clone(),
                _ => format!("{name}-{thread}"),
            };
            scope.spawn(move || {
                let news = |news: &WorkerNews<'_>| {
                    log.note(&name, news);
                    if matches!(news, WorkerNews::Exchanged(_)) {
                        return;
                    }
                    let is_trouble =
                        matches!(news, WorkerNews::Trouble(_) | WorkerNews::Refuted { .. });
                    if !arguments.quiet || is_trouble {
                        note(output, &format!("{name}: {}", legible(&shown(news))));
                    }
                };
                let worker = Worker {
                    exchange: &*place.exchange,
                    name: name.clone(),
                    lease: arguments.lease,
                    limits,
                    longest_job: timeout,
                    shift: match arguments.exit_when_idle {
                        Some(time) => Shift::UntilIdle(time),
                        None => Shift::Endless,
                    },
                    interrupt,
                    news: &news,
                };
                if let Err(error) = worker.run()
                    && let Ok(mut failures) = failures.lock()
                {
                    failures.push(error.to_string());
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap_or_default();
    match failures.first() {
        Some(failure) => {
            note(&output, &format!("error: {failure}"));
            exit::USAGE
        }
        None => 0,
    }
}

fn note(output: &Mutex<&mut Output>, text: &str) {
    if let Ok(mut output) = output.lock() {
        output.note(text);
    }
}

fn shown(news: &WorkerNews<'_>) -> String {
    match news {
        WorkerNews::Begins { job, is_help } => {
            let verb = if *is_help { "helps with" } else { "begins" };
            format!("{verb} {} [{}]", job.file, job.units.join(", "))
        }
        WorkerNews::Answered(outcome) => {
            format!("{} is {} ({:.2} s)", outcome.unit, outcome.word.as_str(), outcome.seconds)
        }
        WorkerNews::Refuted { job, unit, why } => {
            format!("a claim about {} [{unit}] does not stand: {why}", job.file)
        }
        WorkerNews::Exchanged(figures) => {
            format!("{} clauses sent, {} received", figures.sent, figures.received)
        }
        WorkerNews::Trouble(error) => format!("{error}; trying again"),
        WorkerNews::Reconnected => "the exchange is there again".to_owned(),
    }
}

/// The name of this host and process.
fn own_name() -> String {
    let host = std::env::var("HOSTNAME").ok().filter(|host| !host.is_empty());
    let host = host.or_else(|| {
        let text = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
        Some(text.trim().to_owned()).filter(|host| !host.is_empty())
    });
    let host = host.unwrap_or_else(|| "worker".to_owned());
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let host: String = host.chars().map(plain).take(40).collect();
    format!("{host}-{}", std::process::id())
}
