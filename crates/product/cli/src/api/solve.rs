//! SMT-LIB scripts.

use std::fmt;

use super::error::{Error, Problem};
use super::input::Input;
use super::script::Script;
use super::settings::Settings;
use super::stack::on_large_stack;
use crate::document::Document;
use crate::input::Verb;
use crate::json;
use crate::solve::{ScriptEntry, SolveDocument};

/// The answers to a script.
#[derive(Clone)]
#[non_exhaustive]
pub struct Answers {
    /// The name of the script.
    pub file: String,
    /// What SMT-LIB wants printed.
    pub output: String,
    /// One for each check, in the order of the script.
    pub checks: Vec<Check>,
    /// Commands that failed. A `sat` is told as unknown after one.
    pub problems: Vec<Problem>,
    pub(super) entry: ScriptEntry,
}

/// The answer to one check.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Check {
    /// Which check of the script it is, from 1.
    pub number: usize,
    /// The line of the command.
    pub line: usize,
    /// The answer. The first two are never told before the checker has accepted the evidence.
    pub answer: Answer,
    /// Why there is no answer, or why it does not stand.
    pub reason: Option<String>,
    /// Of `sat`: the model as `get-model` prints it.
    pub model: Option<String>,
    /// Of `unsat`: the names of the assertions that the proof uses.
    pub core: Vec<String>,
    /// The model or the proof for the checker: what [`check`](crate::check) reads.
    pub certificate: Option<Vec<u8>>,
}

/// Is there a model?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// There is one; the checker has evaluated it.
    Sat,
    /// There is none; the checker has accepted a proof of that.
    Unsat,
    /// A limit was met first, or the question is outside of what is decided.
    Unknown,
    /// A fault of ours: there was an answer, but the checker did not accept its evidence.
    Rejected,
}

/// Runs an SMT-LIB script.
///
/// ```
/// # use buttress::{Answer, Input, Settings, solve};
/// let script = "(set-logic QF_LIA)
///     (declare-const x Int)
///     (assert (! (> x 2) :named low))
///     (check-sat)
///     (assert (! (< x 3) :named high))
///     (check-sat)";
/// let answers = solve(Input::bytes("between.smt2", script), &Settings::new())?;
/// assert_eq!(answers.checks[0].answer, Answer::Sat);
/// assert!(answers.checks[0].model.as_ref().is_some_and(|model| model.contains("x () Int")));
/// assert_eq!(answers.checks[1].answer, Answer::Unsat);
/// assert_eq!(answers.checks[1].core, ["low", "high"]);
/// assert_eq!(answers.output, "sat\nunsat\n");
/// # Ok::<(), buttress::Error>(())
/// ```
pub fn solve(script: impl Into<Input>, settings: &Settings) -> Result<Answers, Error> {
    let input = script.into();
    on_large_stack(|| {
        let name = input.name();
        let input = input.read(Verb::Solve)?;
        let mut script = Script::named(&name, settings);
        script.run(|repl, listener| {
            repl.feed(input.text(), listener);
            repl.finish(listener);
        });
        let source = settings.pictures.then(|| json::source(input.text()));
        Ok(script.into_answers(source))
    })
}

impl Answers {
    /// The document that `buttress solve --model --json` prints (`docs/json.md`).
    pub fn to_json(&self) -> String {
        self.document().pretty()
    }

    /// The document as one page of HTML.
    pub fn to_html(&self) -> String {
        buttress_report::page(&self.document().value())
    }

    fn document(&self) -> Document {
        let exit_code = self.entry.exit_code;
        Document::Solve(SolveDocument { files: vec![self.entry.clone()], exit_code })
    }
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Answers");
        shown.field("file", &self.file).field("checks", &self.checks).finish_non_exhaustive()
    }
}
