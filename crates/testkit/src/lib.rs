//! What tests lean on: random circuits, the slow and obvious oracle, shrinking, the corpus.
//!
//! `generate` makes a small circuit from a seed, `oracle` explores it state by state, `contest`
//! compares what a prover claims with what the oracle knows, and `shrink` makes a disagreement
//! small enough to read. None of it shares evaluation code with the engines, so that a
//! mistake there cannot hide here.

mod aag;
mod contest;
mod corpus;
mod generate;
mod oracle;
mod shrink;

pub use aag::aag_text;
pub use buttress_prop::Random;
pub use contest::{Claim, Disagreement, compare, contest};
pub use corpus::{Corpus, CorpusError, Entry, Known};
pub use generate::{Shape, generate};
pub use oracle::{Answer, Exploration, TooLarge};
pub use shrink::shrink;
