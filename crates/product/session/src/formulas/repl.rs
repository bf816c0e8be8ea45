//! A script in progress, command by command.

use std::time::{Duration, Instant};

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Solver, UnknownReason, Verdict};
use buttress_formats::smtlib::{Command, Error, Kind, Reader, Script, Sexpr};
use buttress_logic::{Model, Term, Terms};
use buttress_present::formulas::{CheckExplanation, explain_check};

use super::certified::{Certified, Certifier};
use super::channel::Channel;
use super::options::{Options, Set};
use super::report::{Blame, CheckReport, CheckStatus};
use super::settings::Settings;
use super::totals::Report;
use super::{horn, quote};
use crate::limits::MOST_EXPLAINED_TERMS;
use crate::no_answer::UnknownKind;

/// Told what happens, in the order of the script.
pub trait Listener {
    /// What SMT-LIB wants printed, in one or more lines without the last line's end.
    fn response(&mut self, text: &str);
    /// A command failed; a response has told so.
    fn error(&mut self, error: &Error);
    /// A check has its answer; the response follows.
    fn checked(&mut self, report: &CheckReport);
    /// From here on the script wants a channel's text in another place: `stdout`, `stderr` or a file. The
    /// error is why that cannot be. Who has but one place may ignore it.
    fn redirect(&mut self, _channel: Channel, _place: &str) -> Result<(), String> {
        Ok(())
    }
    /// How much the script wants to read on its diagnostic channel; at first 0.
    fn set_verbosity(&mut self, _level: u64) {}
}

/// A script in progress.
pub struct Repl {
    pub(super) settings: Settings,
    reader: Reader,
    pub(super) script: Script,
    pub(super) terms: Terms,
    pub(super) solver: Solver,
    pub(super) options: Options,
    certifier: Certifier,
    /// All that was fed, as long as it may be a script of Horn clauses.
    text: Vec<u8>,
    pub(super) figures: Report,
    /// The last check, as long as the assertions are those that it was about.
    pub(super) last: Option<Checked>,
    /// The lowest level at which a command failed that was to change something.
    incomplete_from: Option<usize>,
    is_over: bool,
}

/// The last check.
pub(super) struct Checked {
    pub(super) report: CheckReport,
    pub(super) model: Option<Model>,
    /// The assertions and assumptions that a refutation used.
    pub(super) core: Vec<Term>,
    pub(super) assumptions: Vec<Term>,
    /// How the assumptions are written.
    pub(super) written: Vec<String>,
}

/// What a command is answered.
pub(super) enum Response {
    /// Done: `success` if the script wants to be told.
    Success,
    /// This text.
    Text(String),
    /// The command is none of ours.
    Unsupported,
    /// The command cannot be carried out now.
    Refused(String),
}

impl Repl {
    /// A REPL that was fed nothing yet.
    pub fn new(settings: Settings) -> Repl {
        Repl {
            solver: solver(settings.seed),
            certifier: Certifier::new(settings.reading),
            script: Script::with_positions().with_reading(settings.reading),
            settings,
            reader: Reader::new(),
            terms: Terms::new(),
            options: Options::default(),
            text: Vec::new(),
            figures: Report::default(),
            last: None,
            incomplete_from: None,
            is_over: false,
        }
    }

    /// Takes more of the script, and runs the commands that are complete.
    pub fn feed(&mut self, bytes: &[u8], listener: &mut dyn Listener) {
        if self.is_horn() || self.script.logic().is_none() {
            self.text.extend_from_slice(bytes);
        }
        self.reader.feed(bytes);
        self.run(listener);
    }

    /// No more will come: what is incomplete is an error now.
    pub fn finish(&mut self, listener: &mut dyn Listener) {
        self.reader.finish();
        self.run(listener);
    }

    /// Has the script asked to end, or was it interrupted?
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Is it a script of Horn clauses?
    fn is_horn(&self) -> bool {
        self.script.logic() == Some("HORN")
    }

    /// How it went so far.
    pub fn figures(&self) -> Report {
        self.figures
    }

    fn run(&mut self, listener: &mut dyn Listener) {
        while !self.is_over {
            match self.reader.next_command() {
                Some(Ok(sexpr)) => self.command(&sexpr, listener),
                Some(Err(error)) => {
                    self.is_incomplete(0);
                    self.fail(&error, listener);
                }
                None => return,
            }
        }
    }

    fn command(&mut self, sexpr: &Sexpr, listener: &mut dyn Listener) {
        let known = self.script.assertions().len();
        let command = self.script.command(&mut self.terms, sexpr);
        self.certifier.follow(sexpr);
        let command = match command {
            Ok(command) => command,
            Err(error) => {
                if changes_meaning(sexpr) {
                    self.is_incomplete(self.script.level());
                }
                return self.fail(&error, listener);
            }
        };
        match self.carry_out(command, known, sexpr, listener) {
            Response::Success if self.options.is_on(":print-success") => {
                listener.response("success");
            }
            Response::Success => {}
            Response::Text(text) => listener.response(&text),
            Response::Unsupported => listener.response("unsupported"),
            Response::Refused(message) => {
                let (offset, place) = (sexpr.offset(), sexpr.place());
                let error = Error::new(Kind::State, offset, place, message);
                self.fail(&error, listener);
            }
        }
    }

    /// From this level on the assertions are not all those of the script.
    fn is_incomplete(&mut self, level: usize) {
        let lowest = self.incomplete_from.map_or(level, |lowest| lowest.min(level));
        self.incomplete_from = Some(lowest);
    }

    fn fail(&mut self, error: &Error, listener: &mut dyn Listener) {
        self.figures.errors += 1;
        listener.response(&quote::error(error));
        listener.error(error);
    }

    fn carry_out(
        &mut self,
        command: Command,
        known: usize,
        sexpr: &Sexpr,
        listener: &mut dyn Listener,
    ) -> Response {
        match command {
            Command::None | Command::SetInfo { .. } => Response::Success,
            Command::Assert(_) => {
                self.last = None;
                // Where arrays are partial, one command may assert several formulas.
                for assertion in &self.script.assertions()[known..] {
                    self.solver.assert(assertion.formula);
                }
                Response::Success
            }
            Command::Define => {
                self.last = None;
                self.define(known);
                Response::Success
            }
            Command::Optimize => {
                self.last = None;
                Response::Success
            }
            Command::CheckSat => self.check(Vec::new(), sexpr, listener),
            Command::CheckSatAssuming(assumptions) => self.check(assumptions, sexpr, listener),
            Command::Push(levels) => {
                self.last = None;
                (0..levels).for_each(|_| self.solver.push());
                Response::Success
            }
            Command::Pop(levels) => {
                self.last = None;
                self.solver.pop(levels);
                self.define_kept();
                self.incomplete_from =
                    self.incomplete_from.filter(|lowest| *lowest <= self.script.level());
                Response::Success
            }
            Command::ResetAssertions => {
                (self.last, self.incomplete_from) = (None, None);
                self.solver = solver(self.seed());
                self.define_kept();
                Response::Success
            }
            Command::Reset => {
                (self.last, self.incomplete_from) = (None, None);
                self.options = Options::default();
                self.solver = solver(self.settings.seed);
                for (channel, keyword) in Channel::ALL {
                    // Standard output and standard error are always there.
                    let _ = listener.redirect(channel, &self.options.text(keyword));
                }
                listener.set_verbosity(0);
                Response::Success
            }
            Command::SetOption { keyword, value } => self.set_option(&keyword, &value, listener),
            Command::Echo(text) => Response::Text(quote::string(&text)),
            Command::Exit => {
                self.is_over = true;
                Response::Success
            }
            Command::Unsupported(_) => Response::Unsupported,
            query => self.query(query),
        }
    }

    fn set_option(&mut self, keyword: &str, value: &str, listener: &mut dyn Listener) -> Response {
        let before = self.options.clone();
        match self.options.set(keyword, value) {
            Set::Done => {}
            Set::Unsupported => return Response::Unsupported,
            Set::Wrong(wanted) => return Response::Refused(format!("{keyword} takes {wanted}")),
        }
        if let Some(channel) = Channel::named(keyword)
            && let Err(problem) = listener.redirect(channel, &self.options.text(keyword))
        {
            self.options = before;
            return Response::Refused(problem);
        }
        match keyword {
            ":random-seed" if self.script.assertions().is_empty() => {
                self.solver = solver(self.seed());
            }
            ":verbosity" => {
                listener.set_verbosity(self.options.number(keyword).unwrap_or_default());
            }
            _ => {}
        }
        Response::Success
    }

    fn seed(&self) -> u64 {
        self.options.number(":random-seed").unwrap_or(self.settings.seed)
    }

    /// The budget of one check: what is left for the script, and what one check may have.
    pub(super) fn budget(&self) -> Budget {
        let milliseconds = self.options.number(":timeout").or(self.options.number(":tlimit-per"));
        let timeout = milliseconds.map(Duration::from_millis).or(self.settings.check_timeout);
        let limits = match timeout {
            Some(timeout) => self.settings.limits.within(timeout),
            None => self.settings.limits.clone(),
        };
        match self.options.number(":reproducible-resource-limit") {
            Some(effort) => Budget::with_effort(limits, effort),
            None => Budget::new(limits),
        }
    }

    fn check(
        &mut self,
        assumptions: Vec<Term>,
        sexpr: &Sexpr,
        listener: &mut dyn Listener,
    ) -> Response {
        let start = Instant::now();
        if self.settings.only.is_some_and(|only| only != self.certifier.check()) {
            let verdict = Verdict::Unknown(UnknownReason::Incomplete(NOT_ASKED));
            let certified =
                self.certifier.accept(verdict, &[], &self.script, &mut self.terms, &self.settings);
            let times = (start.elapsed(), Duration::ZERO);
            return self.checked(certified, assumptions, times, None, sexpr, listener);
        }
        let budget = self.budget();
        if self.is_horn()
            && let Some(status) = self.check_horn(&assumptions, &budget)
        {
            let certified = Certified { status, model: None, core: Vec::new() };
            let times = (start.elapsed(), Duration::ZERO);
            return self.checked(certified, assumptions, times, None, sexpr, listener);
        }
        let verdict = self.solver.check(&mut self.terms, &assumptions, &budget);
        let (verdict, found) = self.optimised(verdict, &assumptions, &budget);
        let deciding = start.elapsed();
        let start = Instant::now();
        let is_spoiled = matches!(verdict, Verdict::Sat(_)) && self.incomplete_from.is_some();
        let verdict = match is_spoiled {
            true => Verdict::Unknown(UnknownReason::Incomplete(FAILED_BEFORE)),
            false => verdict,
        };
        let blame = self.blame(&verdict);
        let mut certified =
            self.certifier.accept(verdict, &found, &self.script, &mut self.terms, &self.settings);
        if let (true, CheckStatus::Unknown(unknown)) = (is_spoiled, &mut certified.status) {
            unknown.kind = UnknownKind::Script;
        }
        let checking = start.elapsed();
        let mut explained = None;
        if self.settings.explain || blame != Blame::Nothing {
            let explanation = explain_check(&self.script, &self.terms, &assumptions, false);
            if let CheckStatus::Unknown(unknown) = &mut certified.status {
                unknown.blame(blame, &explanation);
            }
            explained = self.settings.explain.then(|| Box::new(explanation));
        }
        self.checked(certified, assumptions, (deciding, checking), explained, sexpr, listener)
    }

    /// The answer to a check of Horn clauses; none if they are not Horn clauses after all.
    fn check_horn(&self, assumptions: &[Term], budget: &Budget) -> Option<CheckStatus> {
        let is_plain = assumptions.is_empty() && self.script.level() == 0;
        match self.certifier.check() {
            1 if is_plain && self.incomplete_from.is_none() => {
                horn::check(&self.text, &self.settings, budget.limits().clone())
            }
            _ => Some(horn::not_first()),
        }
    }

    /// Tells the answer to a check.
    fn checked(
        &mut self,
        certified: Certified,
        assumptions: Vec<Term>,
        (deciding, checking): (Duration, Duration),
        explained: Option<Box<CheckExplanation>>,
        sexpr: &Sexpr,
        listener: &mut dyn Listener,
    ) -> Response {
        let report = CheckReport {
            number: self.certifier.check(),
            line: sexpr.place().line,
            status: certified.status,
            assertions: self.script.assertions().len() + assumptions.len(),
            deciding,
            checking,
            announced: None,
            explained,
        };
        let report = CheckReport { announced: self.announced(report.answer()), ..report };
        self.count(&report);
        listener.checked(&report);
        let answer = report.answer().to_owned();
        let Certified { model, core, .. } = certified;
        let written = if assumptions.is_empty() { Vec::new() } else { sexpr.members(0) };
        self.last = Some(Checked { report, model, core, assumptions, written });
        // Whoever interrupts a check does not want the next one either.
        if self.settings.limits.exhausted() == Some(Exhausted::Interrupt) {
            self.is_over = true;
        }
        Response::Text(answer)
    }

    /// The answer that the script says there is, if it is another one.
    fn announced(&self, answer: &str) -> Option<&'static str> {
        let status = self.script.info(":status")?;
        let others = ["sat", "unsat"].into_iter().filter(|other| *other != answer);
        others.filter(|_| answer != "unknown").find(|other| *other == status)
    }

    /// May a part that is outside the fragments be the reason of this verdict?
    fn blame(&self, verdict: &Verdict) -> Blame {
        match verdict {
            Verdict::Unknown(UnknownReason::Outside(_, violation)) => Blame::Rule(violation.rule),
            Verdict::Unknown(UnknownReason::Quantifier(_)) => Blame::Any,
            Verdict::Unknown(UnknownReason::Exhausted(Exhausted::Time | Exhausted::Effort))
                if self.terms.len() <= MOST_EXPLAINED_TERMS =>
            {
                Blame::Perhaps
            }
            _ => Blame::Nothing,
        }
    }

    fn count(&mut self, report: &CheckReport) {
        let figures = &mut self.figures;
        match &report.status {
            CheckStatus::Sat(_) => figures.sat += 1,
            CheckStatus::Unsat(proof) => {
                figures.unsat += 1;
                figures.proof_steps += proof.steps;
            }
            CheckStatus::Unknown(_) => figures.unknown += 1,
            CheckStatus::Rejected { .. } => {
                figures.unknown += 1;
                figures.rejected += 1;
            }
        }
        figures.deciding += report.deciding;
        figures.checking += report.checking;
    }
}

/// Why there is no answer to a check that nobody asks about.
const NOT_ASKED: &str = "another check is asked about";

/// Why there is no `sat` after a command that failed.
const FAILED_BEFORE: &str = "a command before it failed, so that not all assertions are known";

/// Is it a command that declares, defines, asserts or moves between levels, or an unknown one?
fn changes_meaning(sexpr: &Sexpr) -> bool {
    let text =
        sexpr.text().trim_start_matches(|letter: char| letter == '(' || letter.is_whitespace());
    let harmless = ["get-", "set-", "check-sat", "echo", "exit"];
    !harmless.iter().any(|prefix| text.starts_with(prefix))
}

fn solver(seed: u64) -> Solver {
    let settings = buttress_decide::Settings::new(seed, Evidence::Proof);
    Solver::new(buttress_decide::Settings { tries_again: true, ..settings })
}
