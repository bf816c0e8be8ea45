//! What to try after `run`.

use buttress_pi::interpret::{RunLimit, RunOutcome};
use buttress_session::larger::more_steps;

use super::larger::of_limit;
use super::step::NextStep;
use super::typed::TypedCommand;

/// What to try after a run of at most so many statements that has come to no end.
pub fn of_run(outcome: &RunOutcome, statements: u64, typed: &TypedCommand) -> Vec<NextStep> {
    match outcome {
        RunOutcome::TooLong(RunLimit::Steps) => {
            let command = typed.with("steps", more_steps(statements)).as_named();
            vec![NextStep::command(command, "more statements")]
        }
        RunOutcome::TooLong(RunLimit::Depth) => vec![limit("call-depth")],
        RunOutcome::TooLong(RunLimit::Size) => vec![limit("longest-array")],
        RunOutcome::TooLong(RunLimit::Budget(met)) => of_limit(*met, typed, None),
        RunOutcome::Undetermined(_) => {
            let command = typed.with_switch("no-annotations").as_named();
            vec![NextStep::command(command, "without a look at annotations")]
        }
        _ => Vec::new(),
    }
}

fn limit(name: &str) -> NextStep {
    NextStep::command(format!("buttress show {name}"), "the limit, and what helps")
}
