//! Decision procedures for conjunctions of literals, one file family each.
