//! The program as people meet it, in one program of tests: where one waits, the next runs.

mod book;
mod ci;
mod editor;
mod fleet;
mod formulas;
mod library;
mod limits;
mod outputs;
mod process;
mod programs;
mod pysmt;
mod stories;
mod thesis;
