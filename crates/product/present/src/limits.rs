//! Bounds on what is shown, so that a person can take it in and a picture stays small. None was tuned; they are round numbers that fit
//! a page or a terminal unless a line says otherwise.

/// Evaluation steps for one formula in the search for why it fails.
pub(crate) const WITNESS_STEPS: u64 = 1_000_000;

/// How deep into a formula a failing part is followed.
pub(crate) const WITNESS_DEPTH: usize = 100;

/// Predicates within predicates are followed so deep.
pub(crate) const SEARCH_DEPTH: usize = 50;

/// Terms are cut after so many characters: formulas can be megabytes long.
pub(crate) const LONGEST_FORMULA: usize = 2_000;

/// So many characters of each formula are shown.
pub(crate) const LONGEST_STEP: usize = 4_000;

/// More instances than this are not written down.
pub(crate) const MOST_INSTANCES: u64 = 2_000;

/// The most letters of a formula in a title.
pub(crate) const TITLE_LENGTH: usize = 42;

/// The most letters of a formula inside a sentence.
pub(crate) const SENTENCE_LENGTH: usize = 200;

/// So many cells of two arrays are compared to tell where they differ.
pub(crate) const MOST_CELLS_COMPARED: i64 = 60;

/// The most cells of an array that are drawn.
pub(crate) const MOST_COLUMNS: usize = 60;

/// The most arrays that are drawn.
pub(crate) const MOST_DRAWN_ARRAYS: usize = 40;

/// The most rows of a table that are drawn.
pub(crate) const MOST_ROWS: usize = 60;

/// More characters of a value are not shown.
pub(crate) const LONGEST_CELL: usize = 40;

/// The forbidden region is shown in at most so many pieces.
pub(crate) const MOST_PIECES: usize = 24;

/// First states of each clause without premises.
pub(crate) const MOST_FIRST_STATES: usize = 6;

/// Successors of a state by one clause.
pub(crate) const MOST_SUCCESSORS: usize = 2;

/// States in all.
pub(crate) const MOST_STATES: usize = 80;

/// Longer texts are printed as SMT-LIB, where what occurs twice is written once.
pub(crate) const LONGEST_TEXT: usize = 4_000;

/// What is forbidden is told for each pair of so many numbers of a predicate.
pub(crate) const MOST_AXES: usize = 4;

/// How deep values of datatypes, and arrays of arrays, are shown.
pub(crate) const MOST_SHOWN_LEVELS: usize = 12;

/// Cells along each side, where a curve is followed or a region is filled cell by cell.
pub(crate) const PLOT_CELLS: usize = 120;

/// More invariants than these are listed, not numbered in the picture.
pub(crate) const MOST_NUMBERED: usize = 40;

/// Larger terms are not written out in full in names.
pub(crate) const MOST_PARTS_IN_FULL: usize = 200;
