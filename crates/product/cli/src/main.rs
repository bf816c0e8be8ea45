//! `buttress`: the command line in front of the session. It loads files, asks, and tells.

use std::process::ExitCode;

use buttress_budget::memory::Counting;

// The allocator is the program's choice, so that it stands here and not in the library.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> ExitCode {
    buttress::command_line()
}
