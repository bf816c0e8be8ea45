//! Runs of programs by the interpreter.

use buttress_pi::interpret::Limits;

use super::error::Error;
use super::input::Input;
use super::settings::Settings;
use super::stack::on_large_stack;
use crate::diagnostics::Source;
use crate::document::Document;
use crate::input::Verb;
use crate::limits::{CALL_DEPTH, LISTED_STEPS, MESSAGE_WIDTH, RUN_STEPS};
use crate::programs::{Execution, exit_code, read, run_call};

/// How a run of a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Run {
    /// How it ended: `returned`, `violated`, `bad arguments`, `too long` or `undetermined`.
    pub outcome: String,
    /// The result, as it can be typed, if there is one.
    pub result: Option<String>,
    /// What did not hold, or why there is no result.
    pub message: Option<String>,
    /// The line of what did not hold.
    pub line: Option<usize>,
    json: String,
    html: Option<String>,
}

/// Runs a function of a program on values, with its annotations watched.
///
/// ```
/// # use buttress::{Input, Settings, run};
/// let program = Input::bytes("twice.pi", "@pre x > 0 @post rv = 2 * x int Twice(int x) { return x + x; }");
/// let twice = run(program.clone(), "Twice(21)", &Settings::new())?;
/// assert_eq!(twice.result.as_deref(), Some("42"));
/// assert_eq!(run(program, "Twice(0)", &Settings::new())?.outcome, "bad arguments");
/// # Ok::<(), buttress::Error>(())
/// ```
pub fn run(program: impl Into<Input>, call: &str, settings: &Settings) -> Result<Run, Error> {
    let input = program.into();
    on_large_stack(|| {
        let name = input.name();
        let (text, program) = read(input.read(Verb::Run)?).map_err(|it| Error::of(&name, &it))?;
        let call = run_call(&program, Some(call.to_owned()), &[]);
        let call = call.map_err(|(place, refusal)| Error::of(&place, &refusal))?;
        let execution = Execution {
            program: &program,
            source: Source { file: &name, text: &text, width: MESSAGE_WIDTH },
            call: &call,
            interpreter: Limits {
                steps: RUN_STEPS,
                depth: CALL_DEPTH,
                annotations: true,
                termination: false,
            },
            limits: settings.limits(),
        };
        let (outcome, steps) = execution.listed(LISTED_STEPS);
        let code = exit_code(&outcome);
        let document = execution.document(&outcome, Some(steps), code, settings.pictures);
        let (outcome, result) = (document.outcome.to_owned(), document.result.clone());
        let (message, line) = (document.message.clone(), document.line);
        let value = Document::Run(document).value();
        let html = settings.pictures.then(|| buttress_report::page(&value));
        Ok(Run { outcome, result, message, line, json: crate::json::pretty(&value), html })
    })
}

impl Run {
    /// The document that `buttress run --step --json` prints (`docs/json.md`).
    pub fn to_json(&self) -> &str {
        &self.json
    }

    /// The run as one page of HTML, step by step, if the settings want pictures.
    pub fn to_html(&self) -> Option<&str> {
        self.html.as_deref()
    }
}
