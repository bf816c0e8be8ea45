//! Bounds on what an exchange takes.

/// The longest record of a stream, in bytes: a clause of some ten thousand literals. Longer ones are dropped by readers.
pub(crate) const LONGEST_RECORD: usize = 1 << 17;
/// The longest value, note or job, in bytes.
pub(crate) const LONGEST_VALUE: usize = 1 << 20;
