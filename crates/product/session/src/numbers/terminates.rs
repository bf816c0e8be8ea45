//! Does every computation of a system end?
//!
//! A system *terminates* if no infinite sequence of steps leads from a reached state along its clauses.
//! That it does is shown by functions that decrease on every cycle, with the invariants that support
//! them; that it does not, by a state that is reached and leads to itself. The queries of the file do
//! not matter.

mod certified;
mod lasso;
mod search;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use buttress_checker::horn::HornChecker;

use self::certified::Certifier;
use self::search::search;
use super::input::{Input, without_queries};
use super::turn::Engines;
use super::{
    Definition, DerivationShown, Event, Evident, Info, InputError, Observer, Settings, template,
    unreadable,
};

/// The outcome of a run on one file.
#[derive(Clone, Debug)]
pub struct TerminationReport {
    /// What the file holds.
    pub contents: Info,
    /// The answer.
    pub status: TerminationStatus,
    /// States that were sampled.
    pub samples: usize,
    /// Invariants that were found on the way.
    pub found: usize,
    /// Time spent on certifying and checking.
    pub checking: Duration,
    /// Wall-clock time of the whole run.
    pub elapsed: Duration,
}

/// An answer, with its evidence.
#[derive(Clone, Debug)]
pub enum TerminationStatus {
    /// Every computation ends.
    Proved(Evident<TerminationProof>),
    /// Some computation does not end.
    False(Evident<Lasso>),
    /// No answer, for this reason.
    Unknown(String),
    /// Our fault: the checker did not accept the evidence.
    Rejected {
        /// What was claimed: `proved` or `false`.
        claimed: &'static str,
        /// Why it does not stand.
        why: String,
    },
}

/// Why every computation ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerminationProof {
    /// One for each set of predicates that lead to each other.
    pub rankings: Vec<RankingShown>,
    /// Invariants that support the rankings.
    pub invariants: Vec<Definition>,
}

/// Functions that decrease, for predicates that lead to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankingShown {
    /// One for each predicate.
    pub functions: Vec<FunctionsShown>,
    /// The lines in which the steps among them begin.
    pub lines: Vec<usize>,
}

/// The functions of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionsShown {
    /// The predicate.
    pub predicate: String,
    /// The names of its arguments.
    pub parameters: Vec<String>,
    /// The functions in words; the first one counts most.
    pub levels: Vec<String>,
}

/// A computation that comes back to a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// Its steps; the last one concludes the state again.
    pub derivation: DerivationShown,
    /// The step that concludes it first.
    pub start: usize,
}

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
    let (samples, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let engines = Engines {
        horn: &horn,
        settings,
        template: template(&terms, &horn, &settings.template)?,
        property: 0,
        observer,
        samples: &samples,
        found: &found,
    };
    let answer = search(&engines, &mut terms);
    let checking = Instant::now();
    let accept = Certifier { input: &input, horn: &horn, checker: &checker, settings };
    let status = accept.accept(&mut terms, answer);
    Ok(TerminationReport {
        contents,
        status,
        samples: samples.load(Ordering::Relaxed),
        found: found.load(Ordering::Relaxed),
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

#[cfg(test)]
mod tests;
