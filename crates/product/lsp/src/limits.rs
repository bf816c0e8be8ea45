//! What bounds the server's work: sizes of texts and messages, waits, how much is shown.

use std::time::Duration;

/// A message of more bytes is skipped: no editor sends one.
pub(crate) const LARGEST_MESSAGE: usize = 256 << 20;
/// The longest line in the header of a message.
pub(crate) const LONGEST_HEADER: u64 = 4096;
/// A text of more bytes is kept, but neither read nor proved: reading it would delay every answer.
pub(crate) const LARGEST_TEXT: usize = 4 << 20;
/// So long after the last edit the proving begins. Edit and verdict are no more than a fifth of a second apart, beside the proof
/// itself.
pub(crate) const IDLE: Duration = Duration::from_millis(50);
/// The time for one function or check, unless options say otherwise.
pub(crate) const UNIT_TIME: Duration = Duration::from_secs(20);
/// Proofs that were interrupted and have not noticed yet: beyond so many, no other one begins.
pub(crate) const MOST_STOPPING: usize = 2;
/// The stack of a proof: that of a command on the command line.
pub(crate) const PROOF_STACK: usize = 64 << 20;
/// Steps of a counterexample that are listed.
pub(crate) const MOST_STEPS: usize = 2000;
/// The longest run of a counterexample.
pub(crate) const RUN_STEPS: u64 = 1_000_000;
/// The deepest recursion of a counterexample.
pub(crate) const CALL_DEPTH: u32 = 1_000;
/// The time for replaying a counterexample.
pub(crate) const RUN_TIME: Duration = Duration::from_millis(500);
/// Parentheses of a script that are followed so deep when names are looked up.
pub(crate) const DEEPEST_LIST: usize = 1_000;
/// Conditions that a hover lists.
pub(crate) const MOST_CONDITIONS: usize = 20;
/// Drawings in messages have so many columns: editors fold what is wider.
pub(crate) const DRAWING_WIDTH: usize = 100;
