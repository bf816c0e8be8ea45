//! What tests lean on: random circuits and formulas, slow and obvious oracles, shrinking, the corpus.
//!
//! `generate` makes a small circuit from a seed, `oracle` explores it state by state, `contest`
//! compares what a prover claims with what the oracle knows, and `shrink` makes a disagreement
//! small enough to read. None of it shares evaluation code with the engines, so that a
//! mistake there cannot hide here.
//!
//! For formulas, `formula` and `fragment` write a script from a seed, `tiny` tries all interpretations,
//! and `shrink_script` makes a script small. These do share `logic`'s evaluation, which is the meaning.
//!
//! `sorts` makes families of datatypes and arrays, and counts their values by building them.
//!
//! For systems over numbers there is `horn`, for linear programs `lp`, for programs `mutant`; `harness` is what the contests
//! between all of these and the engines have in common. `heavy` makes inputs that are slow or large, for the limits.
//! `redis_server` is a server of a test's own, `plain` asks the same of a circuit that all peers read alike.

mod aag;
mod contest;
mod corpus;
mod formula;
mod fragment;
mod generate;
pub mod harness;
mod heavy;
pub mod horn;
mod limits;
pub mod lp;
mod mutant;
mod oracle;
mod parallel;
mod plain;
mod redis_server;
mod rumour;
mod shrink;
mod shrink_script;
mod sorts;
mod tiny;

pub use aag::aag_text;
pub use buttress_prop::Random;
pub use contest::{Disagreement, ProverClaim, compare, contest};
pub use corpus::{Corpus, CorpusError, Entry, Known, benchmarks, small_scripts};
pub use formula::{BOUNDED_MIXES, MIXES, Mix, ScriptSort, formula};
pub use fragment::{
    BruteForceScope, Dialect, FRAGMENT_MIXES, FragmentClass, FragmentMix, OUTSIDE_MIXES,
    TABLE_MIXES, fragment,
};
pub use generate::{Shape, generate};
pub use heavy::{Heavy, heavy};
pub use mutant::{Mutant, mutant};
pub use oracle::{Exploration, OracleVerdict, TooLarge};
pub use parallel::in_parallel;
pub use plain::plain;
pub use redis_server::RedisServer;
pub use rumour::rumour;
pub use shrink::shrink;
pub use shrink_script::shrink_script;
pub use sorts::{Enumerated, Member, SortClaim, SortFamily, sort_claim, sort_family};
pub use tiny::{BruteForceAnswer, Domains, brute_force};
