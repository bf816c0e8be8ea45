//! The choices of a run on a script.

use std::time::Duration;

use buttress_budget::Limits;
use buttress_formats::smtlib::Reading;

/// The choices of a script.
#[derive(Clone)]
pub struct Settings {
    /// Seeds every random choice; a script may set another.
    pub seed: u64,
    /// Time, memory and interrupt for the whole script.
    pub limits: Limits,
    /// The most time for one check; a script may set its own.
    pub check_timeout: Option<Duration>,
    /// Check each answer. Without it, answers are told as unchecked.
    pub check: bool,
    /// Make tables of models, too.
    pub tables: bool,
    /// Make pictures of models, too.
    pub pictures: bool,
    /// How the script is read.
    pub reading: Reading,
    /// Explain how quantified formulas are decided.
    pub explain: bool,
    /// Decide this check alone, by its number from 1; the others are unknown at once.
    pub only: Option<usize>,
}

impl Default for Settings {
    /// Answers are checked and nothing is limited.
    fn default() -> Settings {
        Settings {
            seed: 0,
            limits: Limits::none(),
            check_timeout: None,
            check: true,
            tables: false,
            pictures: false,
            reading: Reading::default(),
            explain: false,
            only: None,
        }
    }
}
