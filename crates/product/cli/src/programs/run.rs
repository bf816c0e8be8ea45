//! `buttress run`: a function on values, with its annotations watched.

use buttress_pi::interpret::{Limits, RunOutcome, Watcher};
use buttress_pi::program::{Function, FunctionId, LoopId};
use buttress_pi::{Span, Value};

use super::execution::{Execution, exit_code, run_call};
use super::load::read;
use crate::args::RunArgs;
use crate::diagnostics::{self, Source};
use crate::document::Document;
use crate::input::{Input, Verb};
use crate::interrupt::Interrupt;
use crate::limits::{CALL_DEPTH, LISTED_STEPS};
use crate::output::Output;
use crate::{exit, files, next_step, refusal, watchdog};

/// Runs the command.
pub fn run(arguments: &RunArgs, output: &mut Output) -> u8 {
    let name = files::shown(&arguments.file);
    let width = output.width();
    let input = Input::read(&arguments.file, arguments.taken.format, Verb::Run);
    let (text, program) = match input.and_then(read) {
        Ok(read) => read,
        Err(refusal) => return refusal::print(&refusal, &name, arguments.json, output),
    };
    let asked = arguments.call.clone().or_else(|| {
        let function = arguments.function.as_ref()?;
        Some(format!("{function}({})", arguments.arguments.join(", ")))
    });
    let call = match run_call(&program, asked, &arguments.global) {
        Ok(call) => call,
        // What is wrong is in the call, not in the file.
        Err((call, refusal)) => return refusal::print(&refusal, &call, arguments.json, output),
    };
    let source = Source { file: &name, text: &text, width };
    let interrupt = Interrupt::listen();
    let interpreter = Limits {
        steps: arguments.steps,
        depth: CALL_DEPTH,
        annotations: !arguments.no_annotations,
        termination: arguments.termination,
    };
    let limits = watchdog::limits(&interrupt);
    let run = Execution { program: &program, source, call: &call, interpreter, limits };
    let code = |outcome: &RunOutcome| match interrupt.is_asked() {
        true => exit::INTERRUPTED,
        false => exit_code(outcome),
    };
    let tried = |outcome: &RunOutcome, output: &Output| {
        next_step::of_run(outcome, arguments.steps, output.typed())
    };
    if arguments.json {
        let (outcome, steps) = run.listed(if arguments.step { LISTED_STEPS } else { 0 });
        let (code, steps) = (code(&outcome), arguments.step.then_some(steps));
        let document = run.document(&outcome, steps, code, output.with_pictures());
        let document = document.with_next_steps(tried(&outcome, output));
        Document::Run(document).answer(true, String::new, output);
        return code;
    }
    let printed = arguments.step.then_some(&mut *output);
    let mut printer = StepPrinter { run: &run, output: printed, last: Vec::new() };
    let outcome = run.outcome(&mut printer);
    let code = code(&outcome);
    let next_steps = tried(&outcome, output);
    match &outcome {
        RunOutcome::Returned(_) => {
            let result = run.result(&outcome).unwrap_or_else(|| "returned".to_owned());
            output.answer(&format!("{result}\n"));
        }
        other => {
            let message = diagnostics::message(&run.message(other), source);
            let steps = next_step::shown(&next_steps, output.width());
            output.answer(&format!("{message}\n{steps}"));
        }
    }
    let document = run.document(&outcome, None, code, output.with_pictures());
    let document = document.with_next_steps(next_steps);
    Document::Run(document).publish(output);
    code
}

/// Prints the steps of a run as they happen.
struct StepPrinter<'a, 'o> {
    run: &'a Execution<'a>,
    output: Option<&'o mut Output>,
    /// What was printed of each variable before.
    last: Vec<(FunctionId, String, String)>,
}

impl StepPrinter<'_, '_> {
    /// The variables that changed since they were printed.
    fn changes(&mut self, id: FunctionId, function: &Function, state: &[Option<Value>]) -> String {
        let mut changes = Vec::new();
        for (variable, value) in function.variables.iter().zip(state) {
            let Some(value) = value else { continue };
            let value = value.shown(self.run.program, &variable.ty).to_string();
            let is_it = |(owner, name, _): &&mut (FunctionId, String, String)| {
                *owner == id && *name == variable.name
            };
            match self.last.iter_mut().find(is_it) {
                Some((_, _, known)) if *known == value => continue,
                Some((_, _, known)) => known.clone_from(&value),
                None => self.last.push((id, variable.name.clone(), value.clone())),
            }
            changes.push(format!("{} = {value}", variable.name));
        }
        changes.join(", ")
    }

    fn print(&mut self, id: FunctionId, what: &str, state: &[Option<Value>]) {
        let function = self.run.program.function(id);
        let changes = self.changes(id, function, state);
        if let Some(output) = &mut self.output {
            if !changes.is_empty() {
                output.answer(&format!("          {changes}\n"));
            }
            output.answer(&format!("{what}\n"));
        }
    }
}

impl Watcher for StepPrinter<'_, '_> {
    fn step(&mut self, function: FunctionId, span: Span, state: &[Option<Value>]) {
        if self.output.is_none() {
            return;
        }
        let text = span.of(self.run.source.text);
        // Of statements with others inside, the first line says enough.
        let line = text.lines().next().unwrap_or_default().trim_end();
        let what = format!("line {:4}  {line}", span.place(self.run.source.text).0);
        self.print(function, &what, state);
    }

    fn at_loop(&mut self, function: FunctionId, head: LoopId, state: &[Option<Value>]) {
        if self.output.is_none() {
            return;
        }
        let head = self.run.program.function(function).head(head);
        let label = head.annotation.label.as_deref().unwrap_or("loop");
        let what = format!("line {:4}  @ {label}", head.span.place(self.run.source.text).0);
        self.print(function, &what, state);
    }
}
