//! Looking for runs of a program that fail, and making their inputs small.
//!
//! ```text
//! Machine ─Generator─▶ inputs ─search─▶ a failing run ─minimise─▶ the same failure from smaller inputs
//! ```
//!
//! The interpreter itself lives in `pi`, because the checker replays calls with it. What is here only proposes inputs: nothing
//! that is reported rests on it.

mod generator;
mod limits;
mod minimise;
mod repair;
mod search;

pub use generator::Generator;
pub use limits::MOST_TINY;
pub use minimise::{CountedViolations, is_within, minimise};
pub use search::{Search, explore, search};
