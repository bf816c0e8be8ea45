//! The lines of curves.

/// Told apart without colour too: each has its own dashes.
pub const STROKES: [(&str, &str); 6] = [
    ("#0072b2", ""),
    ("#d55e00", "7 3"),
    ("#009e73", "2 3"),
    ("#cc79a7", "9 3 2 3"),
    ("#56b4e9", "4 2"),
    ("#000000", "1 2"),
];
