//! From the file to the report on termination.

use std::time::Instant;

use buttress_checker::horn::HornChecker;

use super::certified::Certifier;
use super::search::search;
use crate::numbers::input::{Input, without_queries};
use crate::numbers::input::{InputError, unreadable};
use crate::numbers::observer::{Event, Observer};
use crate::numbers::settings::Settings;
use crate::numbers::template::template;
use crate::numbers::turn::{Counters, Engines};

use super::report::{TerminationReport, TerminationStatus};

/// Proves or refutes that every computation of a system ends.
pub fn terminates(
    bytes: &[u8],
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<TerminationReport, InputError> {
    let start = Instant::now();
    let input = Input::read(bytes)?;
    // The checker reads the file by itself; that it can is known from the line before.
    let checker = HornChecker::new(bytes).map_err(unreadable)?;
    let contents = input.contents();
    observer.notice(&Event::Loaded {
        predicates: contents.predicates,
        clauses: contents.clauses,
        properties: 1,
    });
    let mut terms = input.terms.clone();
    let horn = without_queries(&input.horn);
    let counters = Counters::default();
    let engines = Engines {
        horn: &horn,
        settings,
        template: template(&terms, &horn, &settings.template)?,
        property: 0,
        observer,
        counters: &counters,
    };
    let answer = search(&engines, &mut terms);
    let checking = Instant::now();
    let accept = Certifier { input: &input, horn: &horn, checker: &checker, settings };
    let status = accept.accept(&mut terms, answer);
    Ok(TerminationReport {
        contents,
        status,
        samples: counters.samples(),
        found: counters.found(),
        checking: checking.elapsed(),
        elapsed: start.elapsed(),
    })
}

impl TerminationReport {
    /// The exit code of the run: 0 every computation ends, 1 some does not, 3 unknown, 4 our fault.
    pub fn exit_code(&self) -> u8 {
        match self.status {
            TerminationStatus::Proved(_) => 0,
            TerminationStatus::False(_) => 1,
            TerminationStatus::Unknown(_) => 3,
            TerminationStatus::Rejected { .. } => 4,
        }
    }
}
