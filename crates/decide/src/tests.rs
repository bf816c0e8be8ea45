//! Small formulas, decided.
