//! What bounds the program's own work and its output: sizes, waits, how much is shown.
//!
//! Limits of the engines are theirs; those that a user sets are options.

use std::time::Duration;

/// Without `--threads`, at most so many engines run at once. Not tuned.
pub const DEFAULT_THREADS: usize = 4;
/// The largest degree of a template: there are very many monomials beyond. Not tuned.
pub const HIGHEST_DEGREE: u32 = 8;
/// So much of a file is looked at to tell what it is: enough for remarks before the first word. Not tuned.
pub const FILE_BEGINNING: usize = 1 << 14;
/// Folders within folders are followed so deep, so that a link to a folder above ends.
pub const FOLDER_DEPTH: usize = 32;
/// A name is suggested if it differs in at most one letter in this many. Not tuned.
pub const LETTERS_PER_SLIP: usize = 3;
/// An error lists at most so many names.
pub const LISTED_NAMES: usize = 8;
/// A document lists so many steps of a run.
pub const LISTED_STEPS: usize = 2_000;
/// A program that is run stops after so many statements, unless `--steps` says otherwise.
pub const RUN_STEPS: u64 = 1_000_000;
/// The deepest recursion of a program that is run.
pub const CALL_DEPTH: u32 = 1_000;

/// Where a run had less time, only more time is offered: nothing has been tried yet. Not tuned.
pub const LEAST_TRIED: Duration = Duration::from_secs(1);

/// The time that the self test of `doctor` may take, per engine: all of it takes a second, unless the machine is busy.
pub const SELF_TEST_TIME: Duration = Duration::from_secs(30);

/// How long after its time limit a command may still report by itself.
pub const TIME_GRACE: Duration = Duration::from_millis(500);
/// How long after an interrupt; what is known is printed within a fifth of a second.
pub const INTERRUPT_GRACE: Duration = Duration::from_millis(80);
/// Of the memory limit, so much more may be taken on the way to a report of one's own: one part in so many.
pub const MEMORY_GRACE: usize = 16;
/// Between two polls of the limits.
pub const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// Printing the final report takes no longer than this, even if somebody holds the output.
pub const PRINTING_TIME: Duration = Duration::from_millis(300);
/// The stack of a command: no shallower than that of a main thread, with room to spare.
pub const COMMAND_STACK: usize = 64 << 20;

/// Runs that end sooner show no progress.
pub const PROGRESS_DELAY: Duration = Duration::from_millis(500);
/// The time between two drawings of the progress line.
pub const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);
/// The least time between two JSON events of a kind that comes very often.
pub const EVENT_INTERVAL: Duration = Duration::from_millis(200);

/// A folder of proofs holds no more bytes after a program was proved: some ten thousand proofs. Not tuned.
pub const CACHE_BYTES: u64 = 256 << 20;
/// When the cache is full, one part in so many is made free.
pub const CACHE_SLACK: u64 = 4;
/// A file takes a multiple of so many bytes on most disks.
pub const CACHE_BLOCK: u64 = 4 << 10;

/// Columns of a report that goes to no terminal.
pub const PIPED_WIDTH: usize = 100;
/// A report has no fewer columns, whatever the terminal.
pub const LEAST_WIDTH: usize = 40;
/// A report that is asked to be very wide has no more columns than this.
pub const MOST_WIDTH: usize = 1_000;
/// A drawing of a model has so many constants; more are counted.
pub const DRAWN_CONSTANTS: usize = 60;
/// Columns of messages about files.
pub const MESSAGE_WIDTH: usize = 100;
/// Bytes that are shown of a line: one that is no text at all (of a binary file, say) may be very long.
pub const EXCERPT_BYTES: usize = 400;
/// Without -v, so many waveforms are drawn.
pub const WAVEFORMS: usize = 3;
/// Without -v, so many signals of a waveform are drawn.
pub const WAVEFORM_ROWS: usize = 16;
/// Without -v, so many steps of a derivation or of a computation are shown.
pub const DERIVATION_STEPS: usize = 16;
/// With -vv, so many turns of engines are listed.
pub const SHOWN_TURNS: usize = 20;
/// Without -v or --trace, so many steps of a derivation are in a document.
pub const DOCUMENT_STEPS: usize = 100;
/// A line has no more letters about inferred facts.
pub const INLINE_LETTERS: usize = 60;
/// Inference that took no longer is not told of. Not tuned.
pub const SHOWN_INFERENCE: Duration = Duration::from_millis(50);
/// More indices of one index set are counted and not listed.
pub const INDEX_ROWS: usize = 40;
/// The longest name of a signal that is drawn in full.
pub const SIGNAL_NAME_WIDTH: usize = 24;
/// The steps of a waveform before the gap.
pub const STEPS_BEFORE_GAP: usize = 8;

/// So many files are drawn while a fleet works; more are counted.
pub const FLEET_BOARD_LINES: usize = 12;
/// How long `fleet status` looks: workers tell of themselves every second.
pub const FLEET_LOOK: Duration = Duration::from_millis(1500);
/// How often a submitter counts the workers.
pub const FLEET_LOOK_INTERVAL: Duration = Duration::from_secs(2);
/// How long a submitter waits for the first worker before it says that there is none.
pub const FLEET_PATIENCE: Duration = Duration::from_secs(2);

/// The waveform of a page has at most so many values, of all signals together: a few megabytes. Not tuned.
pub const WAVE_VALUES: usize = 3_000_000;
/// About so many turns of engines are noted for a page. Not tuned.
pub const NOTED_TURNS: usize = 1_000;
/// So much of a text is kept for a page. Not tuned.
pub const SOURCE_BYTES: usize = 4 << 20;

/// How often a watched file is looked at. Not tuned.
pub const WATCH_INTERVAL: Duration = Duration::from_millis(250);
/// How long the page's server waits for somebody who says nothing.
pub const WATCH_PATIENCE: Duration = Duration::from_secs(10);
/// So many connections are open at once: a browser has six for each address.
pub const WATCH_CONNECTIONS: usize = 32;
/// No browser sends a longer head of a request.
pub const WATCH_HEAD: usize = 16 << 10;

/// A file that is still being written after so long has no writer any more.
pub(crate) const ABANDONED_AGE: Duration = Duration::from_secs(24 * 60 * 60);
