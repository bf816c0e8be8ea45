//! What a worker's threads did and when, in a file: one line each, `SECONDS WORKER EVENT …`.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use buttress_dispatch::WorkerNews;

/// A log, or none.
pub struct Log {
    start: Instant,
    file: Option<Mutex<File>>,
}

impl Log {
    /// Opens the file, if one was named. The error is one line for the user.
    pub fn open(path: Option<&Path>) -> Result<Log, String> {
        let file = path.map(|path| {
            let opened = File::create(path);
            opened.map_err(|error| format!("{} cannot be written: {error}", path.display()))
        });
        Ok(Log { start: Instant::now(), file: file.transpose()?.map(Mutex::new) })
    }

    /// Notes what happened. A line that cannot be written is lost, and the work goes on.
    pub fn note(&self, worker: &str, news: &WorkerNews<'_>) {
        let Some(Ok(mut file)) = self.file.as_ref().map(Mutex::lock) else { return };
        let event = match news {
            WorkerNews::Begins { job, is_help } => {
                let verb = if *is_help { "helps" } else { "begins" };
                format!("{verb} {} {}", job.id().0, job.units.len())
            }
            WorkerNews::Exchanged(figures) => {
                let cost = figures.cost;
                format!(
                    "exchanged {} {} {} {} {} {}",
                    figures.sent,
                    figures.received,
                    cost.examined,
                    cost.taken,
                    cost.effort,
                    cost.worked
                )
            }
            WorkerNews::Answered(outcome) => format!("answered {}", outcome.unit),
            WorkerNews::Refuted { unit, .. } => format!("refuted {unit}"),
            WorkerNews::Trouble(_) => "away".to_owned(),
            WorkerNews::Reconnected => "back".to_owned(),
        };
        let _ = writeln!(file, "{:.3} {worker} {event}", self.start.elapsed().as_secs_f64());
    }
}
