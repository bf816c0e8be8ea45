//! Prints what the REPL answers, in the form that was asked for.

use buttress_formats::smtlib::Error;
use buttress_session::formulas;

use super::channels::Channels;
use super::document::{CheckEntry, ScriptEntry};
use super::drawing;
use super::evidence::EvidenceFiles;
use super::form::AnswerForm;
use crate::args::{ModelForm, SolveArgs};
use crate::events::{self, AnsweredEntry, Line};
use crate::json::{self, ErrorEntry};
use crate::known::KnownVerdicts;
use crate::output::Output;
use crate::refusal::Refusal;
use crate::{diagnostics, fault, next_step};

/// Prints the answers of one file's REPL.
pub struct AnswerPrinter<'a> {
    name: &'a str,
    arguments: &'a SolveArgs,
    form: AnswerForm,
    evidence: EvidenceFiles,
    channels: Channels,
    output: &'a mut Output,
    /// The file, for excerpts in messages; empty when it comes from standard input.
    text: Vec<u8>,
    /// What is printed after the next response.
    after: Option<String>,
    checks: Vec<CheckEntry>,
    errors: Vec<ErrorEntry>,
    /// Why checks have no answer.
    unknown: Vec<formulas::Unknown>,
    /// The answers so far, for whoever has to tell of them if this is cut off.
    known: KnownVerdicts,
}

impl<'a> AnswerPrinter<'a> {
    /// For the script of this name.
    pub fn new(
        name: &'a str,
        arguments: &'a SolveArgs,
        form: AnswerForm,
        evidence: EvidenceFiles,
        known: KnownVerdicts,
        output: &'a mut Output,
    ) -> AnswerPrinter<'a> {
        let (text, after, checks, errors) = (Vec::new(), None, Vec::new(), Vec::new());
        AnswerPrinter {
            name,
            arguments,
            form,
            evidence,
            channels: Channels::new(),
            output,
            text,
            after,
            checks,
            errors,
            unknown: Vec::new(),
            known,
        }
    }

    /// The text of the file, for excerpts.
    pub fn set_text(&mut self, text: &[u8]) {
        // Only messages on standard error, explanations and pages need it.
        if !self.is_machine() || self.output.with_pictures() {
            self.text = text.to_vec();
        }
    }

    /// The file is done, unless it could not be read. Prints what is left to print.
    pub fn finish(mut self, repl: &formulas::Repl, refusal: Option<Refusal>) -> ScriptEntry {
        let is_refused = refusal.is_some();
        let written = self.evidence.finish();
        written.notes.iter().for_each(|note| self.output.note(note));
        let failures = written.failures.iter().cloned().map(Refusal::Plain);
        for problem in refusal.into_iter().chain(failures) {
            if !self.is_machine() {
                let width = self.output.width();
                self.output.note(&problem.shown(self.name, width));
            }
            self.errors.extend(problem.entries());
        }
        if self.arguments.stats {
            self.output.note(&repl.statistics());
        }
        let figures = repl.figures();
        let words: Vec<&str> = self.checks.iter().map(|check| check.answer()).collect();
        let words = if words.is_empty() { "nothing to check".to_owned() } else { words.join(" ") };
        match self.form {
            AnswerForm::Files if is_refused => {}
            AnswerForm::Files => self.output.answer(&format!("{}: {words}\n", self.name)),
            AnswerForm::Short if self.checks.is_empty() && !is_refused => {
                self.output.answer(&format!("{}: {words}\n", self.name));
            }
            _ => {}
        }
        let next_steps =
            next_step::of_script(self.name, &self.unknown, self.arguments, self.output.typed());
        // Whoever drives a solver by its standard input has asked for answers only.
        if self.tells_reasons() {
            let shown = next_step::shown(&next_steps, self.output.width());
            shown.lines().for_each(|line| self.output.note(line));
        }
        let source = self.output.with_pictures().then(|| json::source(&self.text));
        let done = ScriptEntry::done(self.name, self.checks, self.errors, source, figures);
        ScriptEntry { evidence: written.files, next_steps, ..done }
    }

    fn is_machine(&self) -> bool {
        matches!(self.form, AnswerForm::Document | AnswerForm::Lines)
    }

    /// Is it told on standard error why there is no answer, and what to try?
    fn tells_reasons(&self) -> bool {
        let is_wanted = matches!(self.form, AnswerForm::Script | AnswerForm::Files);
        is_wanted && self.name != "<stdin>"
    }

    /// Are errors told on standard error, with the line they are in?
    fn shows_excerpts(&self) -> bool {
        match self.form {
            AnswerForm::Script => self.arguments.report.is_verbose(),
            AnswerForm::Words | AnswerForm::Files | AnswerForm::Short => true,
            AnswerForm::Document | AnswerForm::Lines => false,
        }
    }

    /// The model as it was asked for.
    fn model(&self, report: &formulas::CheckReport) -> Option<String> {
        let formulas::CheckStatus::Sat(model) = &report.status else { return None };
        match self.arguments.model_form()? {
            ModelForm::Smt => Some(format!("{}\n", model.text)),
            ModelForm::Table => model.table.clone(),
            ModelForm::Pretty => {
                let width = self.output.width();
                model.picture.as_ref().map(|picture| drawing::drawing(picture, width))
            }
        }
    }

    /// How the quantifiers of a check are decided, line by line.
    fn explanation(&self, report: &formulas::CheckReport) -> Vec<String> {
        // Two columns go to the mark of remarks.
        let width = self.output.width().saturating_sub(2);
        let Some(explained) = &report.explained else { return Vec::new() };
        if explained.quantifiers.is_empty() {
            return Vec::new();
        }
        let text = crate::explain::body(self.name, &self.text, explained, width);
        text.lines().map(str::to_owned).collect()
    }

    fn short(&self, report: &formulas::CheckReport) -> String {
        let reason = report.reason().map(|reason| format!(" {reason}")).unwrap_or_default();
        format!("{}: check {}: {}{reason}\n", self.name, report.number, report.answer())
    }
}

impl formulas::Listener for AnswerPrinter<'_> {
    fn response(&mut self, text: &str) {
        if self.form == AnswerForm::Script {
            self.channels.respond(&format!("{text}\n"), self.output);
        }
        if let Some(after) = self.after.take() {
            self.channels.respond(&after, self.output);
        }
    }

    fn redirect(&mut self, channel: formulas::Channel, place: &str) -> Result<(), String> {
        // Every other form of output is a whole of its own.
        match self.form {
            AnswerForm::Script => self.channels.redirect(channel, place),
            _ => Ok(()),
        }
    }

    fn set_verbosity(&mut self, level: u64) {
        self.channels.verbosity = level;
    }

    fn error(&mut self, error: &Error) {
        if self.shows_excerpts() {
            self.output.note(&diagnostics::in_script(self.name, &self.text, error));
        }
        self.errors.push(ErrorEntry::in_script(error));
    }

    fn checked(&mut self, report: &formulas::CheckReport) {
        let mut after = self.model(report);
        if self.arguments.explain {
            let mut remarks = report.explanation();
            remarks.extend(self.explanation(report));
            let remarks: String = remarks
                .iter()
                .map(|line| format!("; {line}").trim_end().to_owned() + "\n")
                .collect();
            after = Some(after.unwrap_or_default() + &remarks);
        }
        match self.form {
            AnswerForm::Script => self.after = after,
            AnswerForm::Words => {
                let name = match self.arguments.files.len() {
                    1 => String::new(),
                    _ => format!("{}: ", self.name),
                };
                self.output.stream(&format!("{name}{}\n", report.answer()));
                self.after = after;
            }
            AnswerForm::Short => self.output.stream(&self.short(report)),
            AnswerForm::Files | AnswerForm::Document | AnswerForm::Lines => {}
        }
        if let formulas::CheckStatus::Unknown(unknown) = &report.status {
            self.unknown.push(unknown.clone());
            let remark = match &unknown.out_of_fragment {
                Some(outside) => Some(diagnostics::out_of_fragment(self.name, &self.text, outside)),
                None if !self.tells_reasons() => None,
                None => Some(format!(
                    "unknown[{}]: check {} at line {}: {unknown}",
                    unknown.code(),
                    report.number,
                    report.line
                )),
            };
            if let (Some(text), false) = (remark, self.is_machine()) {
                self.channels.note(&text, self.output);
            }
        }
        if let (Some(announced), true) = (report.announced, self.tells_reasons()) {
            let (number, line, answer) = (report.number, report.line, report.answer());
            let text = format!(
                "note: check {number} at line {line} is {answer}, but (set-info :status {announced}) stands before it"
            );
            self.channels.note(&text, self.output);
        }
        if self.channels.verbosity > 0 && self.form == AnswerForm::Script {
            self.channels.remark(&report.explanation().join("\n"), self.output);
        }
        if let formulas::CheckStatus::Rejected { evidence, .. } = &report.status {
            let reason = report.reason().unwrap_or_default();
            let (name, number) = (self.name, report.number);
            let place = fault::report(&format!("{name}, check {number}: {reason}\n\n{evidence}"));
            let message =
                format!("the evidence for check {number} does not stand: this is our fault");
            self.output.note(&format!("{}\n{place}", diagnostics::plain(&message)));
        }
        let answer = report.answer().to_owned();
        self.known.push(&format!("check {}", report.number), answer, None);
        self.evidence.keep(report);
        let wants_model = self.arguments.model_form().is_some();
        let mut entry = CheckEntry::of(report, wants_model);
        if self.output.with_pictures() {
            entry = entry.with_pictures(report);
        }
        if self.form == AnswerForm::Lines {
            let (file, check) = (self.name.to_owned(), entry.clone());
            let answer = Box::new(AnsweredEntry::Check(Box::new(check)));
            events::print(&Line::Answered { file, answer });
        }
        self.checks.push(entry);
    }
}
