//! `buttress prove --watch`: one file, proved again whenever it changes, on a page that the program serves to this machine alone.

mod request;
mod server;
mod shared;
mod token;

use std::fs;
use std::path::Path;
use std::time::{Instant, SystemTime};

use serde_json::Value;

use self::server::serve;
use self::shared::Shared;
use crate::interrupt::{Interrupt, while_idle};
use crate::limits::WATCH_INTERVAL;
use crate::output::Output;
use crate::{exit, files, progress, watchdog};

/// Serves pages about a file until the user asks to stop. `prove` makes the document about the file as it is now.
pub fn run(
    path: &Path,
    output: &mut Output,
    mut prove: impl FnMut(&mut Output) -> Value,
) -> Result<u8, String> {
    let shared = Shared::new(files::shown(path));
    let address = serve(&shared).map_err(|error| format!("no page can be served: {error}"))?;
    output.answer(&format!("watching {}; the page is {address}\n", files::shown(path)));
    let interrupt = Interrupt::listen();
    let progress = shared.clone();
    progress::listen(Some(Box::new(move |line| progress.set_progress(line, true))));
    let mut known = None;
    while !interrupt.is_asked() {
        let now = stamp(path);
        if known == Some(now) {
            watchdog::pause();
            while_idle(|| std::thread::sleep(WATCH_INTERVAL));
            continue;
        }
        known = Some(now);
        shared.set_progress("proving", true);
        let start = Instant::now();
        let document = prove(output);
        shared.publish(document);
        let seconds = start.elapsed().as_secs_f64();
        shared.set_progress(
            &format!("done in {seconds:.1} s; waiting for the file to change"),
            false,
        );
    }
    progress::listen(None);
    Ok(exit::INTERRUPTED)
}

/// What changes when a file does: when it was written, and its length. None while it is not there.
fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let known = fs::metadata(path).ok()?;
    Some((known.modified().ok()?, known.len()))
}
