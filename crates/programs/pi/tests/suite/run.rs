//! The interpreter, from the outside: outcomes of runs, calls as text, and evaluation against its slow twin.

mod bubble;
mod calls;
mod outcomes;
mod quantifiers;
mod twin;

use buttress_budget::Budget;
use buttress_pi::interpret::{Limits, RunOutcome, Unwatched, Violation, call};
use buttress_pi::{Facts, Program, read, read_call};

/// The program of a text.
fn program(text: &str) -> Program {
    let reading = read(text);
    let complaints: Vec<&str> = reading.diagnostics.iter().map(|d| d.message.as_str()).collect();
    reading.program.unwrap_or_else(|| panic!("{complaints:?}\n{text}"))
}

/// Watches everything.
fn strict() -> Limits {
    Limits { termination: true, ..Limits::default() }
}

/// How a call ends.
fn run_with(text: &str, call_text: &str, limits: &Limits) -> RunOutcome {
    let program = program(text);
    let (function, arguments) = read_call(&program, call_text).expect("a call");
    let budget = Budget::unlimited();
    let facts = Facts::default();
    call(&program, &facts, function, &[], &arguments, limits, &mut Unwatched, &budget)
}

/// What a call that returns answers, as text.
fn result(text: &str, call_text: &str) -> String {
    match run_with(text, call_text, &strict()) {
        RunOutcome::Returned(Some(value)) => value.to_string(),
        RunOutcome::Returned(None) => "nothing".to_owned(),
        other => panic!("{other:?}"),
    }
}

/// How a call fails.
fn violation(text: &str, call_text: &str) -> Violation {
    match run_with(text, call_text, &strict()) {
        RunOutcome::Violated(violation) => *violation,
        other => panic!("{other:?}"),
    }
}

/// The text of what does not hold in a call.
fn fault<'t>(text: &'t str, call_text: &str) -> &'t str {
    violation(text, call_text).span.of(text)
}
