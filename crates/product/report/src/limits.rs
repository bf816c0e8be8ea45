//! How much a page holds. None of these is tuned.

/// More steps of a run are not drawn: so many of its beginning, and of its end.
pub const RUN_ENDS: [usize; 2] = [100, 300];
/// More cells of an array are not drawn.
pub const CELLS: usize = 64;
/// More rows of a table are not shown.
pub const ROWS: usize = 2_000;
/// More lines of a text are not shown.
pub const LINES: usize = 20_000;
/// More letters of one value are not shown.
pub const LETTERS: usize = 4_000;
/// Values within values are shown so deep.
pub const DEPTH: usize = 12;
