//! A script in progress: commands are answered as they come.

use buttress_formats::smtlib;
use buttress_session::formulas::{CheckReport, CheckStatus, Listener, Repl, Settings as Asked};

use super::error::{Error, Problem};
use super::settings::Settings;
use super::solve::{Answer, Answers, Check};
use super::stack::on_large_stack;
use crate::events::{AnsweredEntry, Line};
use crate::json::ErrorEntry;
use crate::solve::{CheckEntry, ScriptEntry};

/// An SMT-LIB script in progress: a solver that is told more and asked again.
///
/// ```
/// # use buttress::{Answer, Script, Settings};
/// let mut script = Script::new(&Settings::new());
/// script.feed("(declare-const x Int) (assert (> (* 2 x) 5)) (check-sat)")?;
/// assert_eq!(script.checks().last().map(|check| check.answer), Some(Answer::Sat));
/// assert_eq!(script.feed("(get-value ((> x 2)))")?, "(((> x 2) true))\n");
/// # Ok::<(), buttress::Error>(())
/// ```
pub struct Script {
    name: String,
    repl: Repl,
    replies: Replies,
}

/// What the script was answered.
struct Replies {
    name: String,
    settings: Settings,
    output: String,
    checks: Vec<Check>,
    entries: Vec<CheckEntry>,
    errors: Vec<ErrorEntry>,
}

impl Script {
    /// A script that was told nothing yet. The limits of the settings hold from now on for all of it.
    pub fn new(settings: &Settings) -> Script {
        Script::named("<script>", settings)
    }

    pub(super) fn named(name: &str, settings: &Settings) -> Script {
        let asked = Asked {
            seed: settings.seed,
            limits: settings.limits(),
            pictures: settings.pictures,
            explain: settings.pictures,
            ..Asked::default()
        };
        let replies = Replies {
            name: name.to_owned(),
            settings: settings.clone(),
            output: String::new(),
            checks: Vec::new(),
            entries: Vec::new(),
            errors: Vec::new(),
        };
        Script { name: name.to_owned(), repl: Repl::new(asked), replies }
    }

    /// Takes more of the script and runs the commands that are complete: what SMT-LIB wants printed. The error is what is
    /// wrong with commands that failed; the others were run.
    pub fn feed(&mut self, text: impl AsRef<[u8]>) -> Result<String, Error> {
        let text = text.as_ref();
        let (said, failed) = (self.replies.output.len(), self.replies.errors.len());
        on_large_stack(|| {
            self.run(|repl, listener| repl.feed(text, listener));
            Ok(())
        })?;
        let problems = self.replies.errors[failed..].iter().cloned().map(Problem::of);
        let problems: Vec<Problem> = problems.collect();
        match problems.is_empty() {
            true => Ok(self.replies.output[said..].to_owned()),
            false => Err(Error { file: Some(self.name.clone()), problems }),
        }
    }

    /// The answers so far.
    pub fn checks(&self) -> &[Check] {
        &self.replies.checks
    }

    pub(super) fn run(&mut self, work: impl FnOnce(&mut Repl, &mut dyn Listener)) {
        work(&mut self.repl, &mut self.replies);
    }

    pub(super) fn into_answers(self, source: Option<String>) -> Answers {
        let Replies { output, checks, entries, errors, .. } = self.replies;
        let problems = errors.iter().cloned().map(Problem::of).collect();
        let figures = self.repl.figures();
        let entry = ScriptEntry::done(&self.name, entries, errors, source, figures);
        Answers { file: self.name, output, checks, problems, entry }
    }
}

impl Listener for Replies {
    fn response(&mut self, text: &str) {
        self.output.push_str(text);
        self.output.push('\n');
    }

    fn error(&mut self, error: &smtlib::Error) {
        self.errors.push(ErrorEntry::in_script(error));
    }

    fn checked(&mut self, report: &CheckReport) {
        let entry = CheckEntry::of(report, true);
        let entry = match self.settings.pictures {
            true => entry.with_pictures(report),
            false => entry,
        };
        let answer = Box::new(AnsweredEntry::Check(Box::new(entry.clone())));
        self.settings.notice(&Line::Answered { file: self.name.clone(), answer });
        self.entries.push(entry);
        self.checks.push(Check::of(report));
    }
}

impl Check {
    fn of(report: &CheckReport) -> Check {
        let (answer, model, core) = match &report.status {
            CheckStatus::Sat(shown) => (Answer::Sat, Some(shown.text.clone()), Vec::new()),
            CheckStatus::Unsat(proof) => (Answer::Unsat, None, proof.core.clone()),
            CheckStatus::Unknown(_) => (Answer::Unknown, None, Vec::new()),
            CheckStatus::Rejected { .. } => (Answer::Rejected, None, Vec::new()),
        };
        Check {
            number: report.number,
            line: report.line,
            answer,
            reason: report.reason(),
            model,
            core,
            certificate: report.evidence().map(|text| text.as_bytes().to_vec()),
        }
    }
}
