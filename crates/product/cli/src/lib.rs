//! Buttress answers questions of the form "can this ever go wrong?" and gives evidence that a separate, small checker has
//! verified. This is the library; the program of the same name is a command line in front of it.
//!
//! - [`prove`]: circuits (AIGER), systems over numbers (Horn clauses, VMT-LIB), programs (pi);
//! - [`solve`] and [`Script`]: formulas (SMT-LIB);
//! - [`check`]: the independent checker;
//! - [`run`]: the interpreter of programs; [`invariants`]: what can be said of a system over numbers, with a drawing;
//! - [`page()`]: documents as pages.
//!
//! ```
//! use std::time::Duration;
//! use buttress::{Input, Settings, Verdict, prove};
//!
//! let program = "@pre |a| > 0 @post rv >= a[0]
//!     int First(int[] a) { return a[0]; }";
//! let settings = Settings::new().timeout(Duration::from_secs(60));
//! let report = prove(Input::bytes("first.pi", program), &settings)?;
//! for claim in &report.claims {
//!     println!("{}: {}", claim.name, claim.verdict);
//! }
//! assert_eq!(report.claims[0].verdict, Verdict::Proved);
//! assert!(report.to_json().contains("\"verdict\": \"proved\""));
//! # Ok::<(), buttress::Error>(())
//! ```
//!
//! No verdict is told before the checker has read the input again and accepted the evidence. What an input is, is told by
//! its contents, as on the command line; JSON documents are the command line's, made by the same code (`docs/json.md`).
//!
//! A library user wants `default-features = false`: the feature `cli` holds what only the program needs. Names that are
//! public here change by the rules of semantic versioning; those of the crates below may change at any time.
//! `docs/library.md` has more.

// The documents and the words of the command line lie where what makes them lies: a library alone does not say them all.
#![cfg_attr(not(feature = "cli"), expect(dead_code, unused_imports))]

mod api;
mod check;
mod circuits;
mod diagnostics;
mod document;
mod events;
mod exit;
mod explain;
mod files;
mod input;
mod json;
mod limits;
mod nearest;
mod next_step;
mod numbers;
mod plural;
mod programs;
mod refusal;
mod select;
mod solve;
mod style;
mod verdict;
mod wrap;

#[cfg(feature = "cli")]
mod args;
#[cfg(feature = "cli")]
mod cache;
#[cfg(feature = "cli")]
mod command;
#[cfg(feature = "cli")]
mod config;
#[cfg(feature = "cli")]
mod cut;
#[cfg(feature = "cli")]
mod doctor;
#[cfg(feature = "cli")]
mod evidence;
#[cfg(feature = "cli")]
mod fault;
#[cfg(feature = "cli")]
mod fleet;
#[cfg(feature = "cli")]
mod info;
#[cfg(feature = "cli")]
mod interrupt;
#[cfg(feature = "cli")]
mod known;
#[cfg(feature = "cli")]
mod lsp;
#[cfg(feature = "cli")]
mod output;
#[cfg(feature = "cli")]
mod page;
#[cfg(feature = "cli")]
mod progress;
#[cfg(feature = "cli")]
mod prove;
#[cfg(feature = "cli")]
mod report;
#[cfg(feature = "cli")]
mod reports;
#[cfg(feature = "cli")]
mod schema;
#[cfg(feature = "cli")]
mod target;
#[cfg(feature = "cli")]
mod unwritten;
#[cfg(feature = "cli")]
mod view;
#[cfg(feature = "cli")]
mod watch;
#[cfg(feature = "cli")]
mod watchdog;

pub use self::api::{
    Answer, Answers, Binding, CancelToken, Check, Claim, Condition, Derived, Engine, Error, Event,
    EventKind, Evidence, Input, Invariant, Invariants, Judged, Observer, Problem, Report, Run,
    Script, Settings, Strengthening, Trace, UnknownEngine, Verdict, check, invariants, page, prove,
    run, solve,
};
pub use self::input::FileFormat;
pub use buttress_budget::memory::Counting;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use self::command::main as command_line;
