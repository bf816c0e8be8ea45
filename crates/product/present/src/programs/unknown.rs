//! Why a condition was not decided.

use buttress_budget::Exhausted;
use buttress_pi::Span;

/// The code of a condition for which a limit was met.
pub const LIMIT_CODE: &str = "PI0402";

/// Why a condition was not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownShown {
    /// The code under which `buttress explain` has a page.
    pub code: &'static str,
    /// What is the matter, in one sentence.
    pub message: String,
    /// The rule that is broken, or the like.
    pub note: Option<String>,
    /// The part of the program that is to blame.
    pub span: Option<Span>,
    /// What to do about it.
    pub help: Option<String>,
    /// The limit that was met, if that is why.
    pub exhausted: Option<Exhausted>,
    /// How many runs were tried that did not violate it.
    pub runs: u64,
}
