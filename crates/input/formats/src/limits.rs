//! Effort and sizes: what is refused because it is too large.

/// The most bytes that a compressed file is unpacked to: a small file can stand for any number of them. Not tuned.
pub(crate) const MOST_INFLATED: u64 = 1 << 30;

/// After so many problems a file is given up: nobody reads more. Not tuned.
pub(crate) const MOST_PROBLEMS: usize = 20;

/// How many variables the header of a circuit or of a DIMACS file may promise beyond the number of the file's bytes: readers
/// make tables of all variables. Not tuned.
pub(crate) const SPARE_VARIABLES: u64 = 1 << 20;

/// Sorts with more parts than this are refused: nobody writes them, and other code may then walk over sorts in the
/// simple way.
pub(crate) const LARGEST_SORT: usize = 1_000;

/// Datatypes with more parameters are refused: whether they have a value is a table of 2ⁿ rows.
pub(crate) const MOST_PARAMETERS: usize = 8;

/// How often the value of a parameter may become larger from one datatype of a declaration to the next: each time its size can
/// be multiplied. A circle does so without end. Not tuned.
pub(crate) const MOST_GROWTH: usize = 4;

/// More levels than this cannot be pushed. Not tuned.
pub(crate) const MOST_LEVELS: usize = 1_000_000;

/// How many terms the definitions used by one command may expand to: definitions of definitions grow exponentially.
/// Not tuned.
pub(crate) const MOST_EXPANDED: usize = 1 << 22;

/// Numbers of more digits are refused: reading them would not be linear.
pub(crate) const MOST_DIGITS: usize = 100_000;

/// How many literals may be looked at and copied for the clauses of one assertion: distribution can make exponentially many.
/// Not tuned.
pub(crate) const MOST_DISTRIBUTED: usize = 1_000_000;

/// The most addends of a sum that is looked at: sums whose parts are shared can have exponentially many. Not tuned.
pub(crate) const MOST_ADDENDS: usize = 10_000;

/// Powers with larger exponents are refused: they are written out as products, and the checker multiplies out
/// products of so many factors.
pub(crate) const MOST_EXPONENT: u32 = 64;

/// Names of more letters get no suggestion. Not tuned.
pub(crate) const LONGEST_SUGGESTED: usize = 40;

/// How many names a misspelt one is compared with: errors may be as many as names. Not tuned.
pub(crate) const MOST_COMPARED: usize = 2_000;
