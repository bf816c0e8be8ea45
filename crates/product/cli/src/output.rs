//! Standard output and standard error, which may be closed pipes.
//!
//! A reader that has gone away (`| head`) changes nothing about the verdict: what it does not
//! read is dropped, and the exit code stays. Any other failure is remembered and told at the end.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use serde_json::Value;

use crate::args::Color;
use crate::limits::{LEAST_WIDTH, MOST_WIDTH, PIPED_WIDTH};
use crate::next_step::TypedCommand;
use crate::{diagnostics, exit, page, unwritten, watchdog};

/// Where answers and notes go.
pub struct Output {
    answers: AutoStream<io::Stdout>,
    notes: AutoStream<io::Stderr>,
    width: usize,
    /// Where a page is to be written.
    page: Option<PathBuf>,
    with_pictures: bool,
    is_unpublished: bool,
    typed: TypedCommand,
}

impl Output {
    /// The process's own output, coloured as asked.
    pub fn new(color: Color, page: Option<PathBuf>, with_pictures: bool) -> Output {
        Output {
            answers: AutoStream::new(io::stdout(), choice(color)),
            notes: AutoStream::new(io::stderr(), choice(color)),
            width: width(),
            with_pictures: with_pictures || page.is_some(),
            page,
            is_unpublished: false,
            typed: TypedCommand::default(),
        }
    }

    /// The output of this command.
    pub fn of(self, typed: TypedCommand) -> Output {
        Output { typed, ..self }
    }

    /// The command as it was typed.
    pub fn typed(&self) -> &TypedCommand {
        &self.typed
    }

    /// Is there to be a page?
    pub fn has_page(&self) -> bool {
        self.page.is_some()
    }

    /// Where a page is to be written.
    pub fn page(&self) -> Option<&Path> {
        self.page.as_deref()
    }

    /// Are documents to hold everything that pictures need?
    pub fn with_pictures(&self) -> bool {
        self.with_pictures
    }

    /// From now on documents hold everything that pictures need.
    pub fn add_pictures(&mut self) {
        self.with_pictures = true;
    }

    /// Writes the page of a document.
    pub fn publish(&mut self, document: &Value) {
        let Some(path) = &self.page else { return };
        match page::write(path, document) {
            Ok(()) => self.note(&page::note(&path.clone())),
            Err(problem) => {
                self.is_unpublished = true;
                self.note(&diagnostics::plain(&problem));
            }
        }
    }

    /// How many columns a report may take.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Prints to standard output what the file at hand has come to: from here on it is not cut off.
    pub fn answer(&mut self, text: &str) {
        watchdog::settle();
        self.stream(text);
    }

    /// Prints to standard output while the work goes on.
    pub fn stream(&mut self, text: &str) {
        watchdog::unless_cut_off(|| {
            unwritten::unless_failed(|| {
                self.answers.write_all(text.as_bytes()).and_then(|()| self.answers.flush())
            });
        });
    }

    /// Prints a line to standard error.
    pub fn note(&mut self, text: &str) {
        // There is nobody left to tell about a failure here.
        let _ = writeln!(self.notes, "{text}");
    }

    /// The exit code, unless the answers could not be written.
    pub fn finish(mut self, code: u8) -> u8 {
        if let Some(problem) = unwritten::problem() {
            self.note(&diagnostics::plain(&problem));
            return exit::USAGE;
        }
        if self.is_unpublished { exit::USAGE } else { code }
    }
}

fn choice(color: Color) -> ColorChoice {
    match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
}

/// What `COLUMNS` says, or the terminal; nothing is drawn in less than forty columns.
pub fn width() -> usize {
    let wished = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse::<usize>().ok());
    if let Some(columns) = wished.filter(|columns| *columns > 0) {
        return columns.clamp(LEAST_WIDTH, MOST_WIDTH);
    }
    if !io::stdout().is_terminal() {
        return PIPED_WIDTH;
    }
    let size = terminal_size::terminal_size();
    size.map_or(PIPED_WIDTH, |(width, _)| usize::from(width.0).max(LEAST_WIDTH))
}
