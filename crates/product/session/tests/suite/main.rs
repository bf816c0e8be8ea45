//! What reads, proves and reports, as one program: tests that wait for one core leave the other to the next.

mod arrays;
mod bundles;
mod commands;
mod ends;
mod kept;
mod kept_formulas;
mod mutants;
mod numbers;
mod programs;
mod refuted;
mod regressions;
mod repl;
mod runs;
mod structures;
