//! Lines are printed as they come.

use std::io::{self, Write};

use super::Line;
use crate::json::{self, ErrorEntry};
use crate::{exit, unwritten, watchdog};

/// Tells that the question makes no sense, and that this is all; the exit code of that.
pub fn misused(problem: &str) -> u8 {
    print(&Line::Error { errors: vec![ErrorEntry::plain(problem)] });
    print(&Line::End { exit_code: exit::USAGE });
    exit::USAGE
}

/// Prints one line at once. A reader that has gone away does not end the run.
pub fn print(line: &Line) {
    let text = json::line(line);
    watchdog::unless_cut_off(|| {
        unwritten::unless_failed(|| {
            let mut output = io::stdout().lock();
            output.write_all(text.as_bytes()).and_then(|()| output.flush())
        });
    });
}
