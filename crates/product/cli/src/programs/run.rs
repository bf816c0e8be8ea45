//! `buttress run`: a function on values, with its annotations watched.

mod document;

use buttress_budget::Budget;
use buttress_pi::interpret::{Limits, RunOutcome, Violation, Watcher, call};
use buttress_pi::paths::{Check, Point};
use buttress_pi::program::{Function, FunctionId, LoopId, Program, VariableId};
use buttress_pi::{Facts, Lines, Severity, Span, Value, read_call, read_value};
use buttress_session::programs::{
    Message, PlaceEntry, RecordedStep, RunRecorder, TrailEntry, TrailRecorder,
};

pub use self::document::RunDocument;
use self::document::{RunStepEntry, RunSteps};
use super::load::load;
use crate::args::RunArgs;
use crate::diagnostics::{self, Source};
use crate::document::Document;
use crate::input::Verb;
use crate::interrupt::Interrupt;
use crate::limits::{CALL_DEPTH, LISTED_STEPS};
use crate::output::Output;
use crate::plural::counted;
use crate::refusal::Refusal;
use crate::{exit, files, page, refusal, watchdog};

/// Runs the command.
pub fn run(arguments: &RunArgs, output: &mut Output) -> u8 {
    let name = files::shown(&arguments.file);
    let width = output.width();
    let read = load(&arguments.file, arguments.taken.format, Verb::Run).and_then(|text| {
        let reading = buttress_pi::read(&text);
        match reading.program {
            Some(program) => Ok((text, program)),
            None => Err(Refusal::Program(text.into_bytes(), reading.diagnostics)),
        }
    });
    let (text, program) = match read {
        Ok(read) => read,
        Err(refusal) => return refusal::print(&refusal, &name, arguments.json, output),
    };
    let call = match run_call(&program, arguments) {
        Ok(call) => call,
        // What is wrong is in the call, not in the file.
        Err((call, refusal)) => return refusal::print(&refusal, &call, arguments.json, output),
    };
    let source = Source { file: &name, text: &text, width };
    let run = Run { program: &program, source, call: &call };
    let interrupt = Interrupt::listen();
    let code = |outcome: &RunOutcome| match interrupt.is_asked() {
        true => exit::INTERRUPTED,
        false => exit_code(outcome),
    };
    if arguments.json {
        let most = if arguments.step { LISTED_STEPS } else { 0 };
        let mut recorder = RunRecorder::new(&program, &text, most);
        let outcome = run.outcome(arguments, &interrupt, &mut recorder);
        recorder.end(&outcome);
        let code = code(&outcome);
        let steps = arguments.step.then(|| run.steps(recorder));
        let document = run.document(&outcome, steps, code, arguments, output);
        document.answer(true, String::new, output);
        return code;
    }
    let printed = arguments.step.then_some(&mut *output);
    let mut printer = StepPrinter { run: &run, output: printed, last: Vec::new() };
    let outcome = run.outcome(arguments, &interrupt, &mut printer);
    let code = code(&outcome);
    match &outcome {
        RunOutcome::Returned(result) => {
            let function = program.function(call.function);
            let shown = result
                .as_ref()
                .zip(function.result)
                .map(|(value, rv)| value.shown(&program, &function.variable(rv).ty).to_string());
            output.answer(&format!("{}\n", shown.unwrap_or_else(|| "returned".to_owned())));
        }
        other => output.answer(&format!("{}\n", diagnostics::message(&run.message(other), source))),
    }
    run.document(&outcome, None, code, arguments, output).publish(output);
    code
}

/// What is called: a function, globals and arguments.
struct RunCall {
    function: FunctionId,
    globals: Vec<(VariableId, Value)>,
    arguments: Vec<Value>,
    /// As it was typed.
    text: String,
}

/// What is called; the error comes with the name of the text that it is in.
fn run_call(program: &Program, arguments: &RunArgs) -> Result<RunCall, (String, Refusal)> {
    let within = |refusal| ("<call>".to_owned(), refusal);
    let call = match (&arguments.call, &arguments.function) {
        (Some(call), _) => call.clone(),
        (None, Some(function)) => format!("{function}({})", arguments.arguments.join(", ")),
        (None, None) => {
            let names: Vec<&str> =
                program.functions.iter().map(|one| one.name.text.as_str()).collect();
            let message =
                format!("name a function and its arguments; there are {}", names.join(", "));
            return Err(within(Refusal::Plain(message)));
        }
    };
    let refuse = |problem| within(Refusal::Program(call.clone().into_bytes(), vec![problem]));
    let (function, values) = read_call(program, &call).map_err(refuse)?;
    let mut globals = Vec::new();
    for text in &arguments.global {
        let read = global(program, function, text);
        globals.push(read.map_err(|message| within(Refusal::Plain(message)))?);
    }
    Ok(RunCall { function, globals, arguments: values, text: call })
}

/// Reads `limit = 5`; the error is one line for the user.
fn global(
    program: &Program,
    function: FunctionId,
    text: &str,
) -> Result<(VariableId, Value), String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(format!("expected NAME = VALUE, found {text:?}"));
    };
    let name = name.trim().trim_end_matches(':').trim_end();
    let globals = &program.function(function).variables[..program.globals as usize];
    let Some(place) = globals.iter().position(|global| global.name == name) else {
        return Err(format!("there is no global {name}"));
    };
    let read = read_value(program, &globals[place].ty, value.trim());
    let read = read.map_err(|problem| format!("{name}: {}", problem.message))?;
    Ok((VariableId(place as u32), read))
}

fn exit_code(outcome: &RunOutcome) -> u8 {
    match outcome {
        RunOutcome::Returned(_) => 0,
        RunOutcome::Violated(_) => 1,
        RunOutcome::BadArguments(_) => 2,
        RunOutcome::TooLong | RunOutcome::Undetermined(_) => 3,
    }
}

fn limits(arguments: &RunArgs) -> Limits {
    Limits {
        steps: arguments.steps,
        depth: CALL_DEPTH,
        annotations: !arguments.no_annotations,
        termination: arguments.termination,
    }
}

struct Run<'a> {
    program: &'a Program,
    source: Source<'a>,
    call: &'a RunCall,
}

impl Run<'_> {
    /// The run once more, step by step.
    fn trail(&self, arguments: &RunArgs) -> TrailEntry {
        let lines = Lines::new(self.source.text);
        let mut recorder = TrailRecorder::new(self.program, self.source.text, &lines);
        let budget = Budget::new(watchdog::limits(&Interrupt::listen()));
        let outcome = call(
            self.program,
            &Facts::default(),
            self.call.function,
            &self.call.globals,
            &self.call.arguments,
            &limits(arguments),
            &mut recorder,
            &budget,
        );
        recorder.finish(&outcome)
    }

    /// How the run ends.
    fn outcome(
        &self,
        arguments: &RunArgs,
        interrupt: &Interrupt,
        watcher: &mut dyn Watcher,
    ) -> RunOutcome {
        let budget = Budget::new(watchdog::limits(interrupt));
        call(
            self.program,
            &Facts::default(),
            self.call.function,
            &self.call.globals,
            &self.call.arguments,
            &limits(arguments),
            watcher,
            &budget,
        )
    }

    /// What was executed.
    fn steps(&self, recorder: RunRecorder<'_>) -> RunSteps {
        let (pointers, steps_cut) = (recorder.pointers(), recorder.is_cut);
        let lines = Lines::new(self.source.text);
        let entry = |step: RecordedStep| RunStepEntry {
            function: self.program.function(step.function).name.text.clone(),
            place: PlaceEntry::of(self.source.text, &lines, step.span),
            text: step.text,
            variables: step.variables,
        };
        RunSteps { steps: recorder.steps.into_iter().map(entry).collect(), steps_cut, pointers }
    }

    /// What is said of a run that did not return.
    fn message(&self, outcome: &RunOutcome) -> Message {
        let function = self.program.function(self.call.function);
        let mut message = Message {
            word: "error",
            severity: Severity::Error,
            code: "PI0080",
            title: String::new(),
            place: None,
            others: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        };
        match outcome {
            RunOutcome::Returned(_) => {}
            RunOutcome::BadArguments(conjunct) => {
                message.code = "PI0083";
                message.title = "the arguments do not satisfy the precondition".to_owned();
                let written = function.pre.conjuncts.get(*conjunct);
                message.place = written.map(|conjunct| (conjunct.span, "false here".to_owned()));
            }
            RunOutcome::TooLong => {
                (message.word, message.severity) = ("unknown", Severity::Warning);
                message.code = "PI0402";
                message.title = "the run is too long".to_owned();
                message.help.push("a larger --steps may bring it to its end".to_owned());
            }
            RunOutcome::Undetermined(span) => {
                (message.word, message.severity) = ("unknown", Severity::Warning);
                message.code = "PI0404";
                message.title = "this annotation could not be evaluated".to_owned();
                message.place = Some((*span, String::new()));
                message.help.push("--no-annotations runs without annotations".to_owned());
            }
            RunOutcome::Violated(violation) => {
                message.word = "false";
                let (code, title) = self.violated(violation);
                (message.code, message.title) = (code, title);
                message.place = Some((violation.span, "false here".to_owned()));
                let state = self.state(violation.function, &violation.state);
                let steps = counted(violation.steps as usize, "step");
                message.notes.push(format!("after {steps}:  {state}"));
            }
        }
        message
    }

    fn violated(&self, violation: &Violation) -> (&'static str, String) {
        let name = &self.program.function(violation.function).name.text;
        match violation.what {
            Point::Pre => ("PI0315", format!("the precondition of {name} is false")),
            Point::Post => ("PI0301", format!("the postcondition of {name} is false")),
            Point::Loop(_) => ("PI0305", format!("the annotation of a loop of {name} is false")),
            Point::Assert(_) => ("PI0316", "the assertion is false".to_owned()),
            Point::Call(callee, _) => {
                let callee = &self.program.function(callee).name.text;
                ("PI0315", format!("the precondition of {callee} is false at this call"))
            }
            Point::Runtime(check, _) => match check {
                Check::NotNegative => ("PI0310", "the subscript is negative".to_owned()),
                Check::BelowLength => {
                    ("PI0310", "the subscript is not below the length".to_owned())
                }
                Check::Divisor => ("PI0311", "the divisor is 0".to_owned()),
                Check::NewLength => ("PI0312", "the length of a new array is negative".to_owned()),
                Check::HasKey => ("PI0313", "the key is missing".to_owned()),
                Check::NotAtom => ("PI0314", "the list is nil".to_owned()),
            },
            Point::Rank => ("PI0320", "the ranking is negative or does not decrease".to_owned()),
        }
    }

    /// The variables with their values.
    fn state(&self, function: FunctionId, state: &[Option<Value>]) -> String {
        let written = self.program.function(function);
        let shown = written.variables.iter().zip(state).filter_map(|(variable, value)| {
            let value = value.as_ref()?.shown(self.program, &variable.ty);
            Some(format!("{} = {value}", variable.name))
        });
        shown.collect::<Vec<_>>().join(", ")
    }

    fn document(
        &self,
        outcome: &RunOutcome,
        steps: Option<RunSteps>,
        exit_code: u8,
        arguments: &RunArgs,
        output: &Output,
    ) -> Document {
        let function = self.program.function(self.call.function);
        let (name, result) = match outcome {
            RunOutcome::Returned(result) => {
                let shown = result.as_ref().zip(function.result).map(|(value, rv)| {
                    value.shown(self.program, &function.variable(rv).ty).to_string()
                });
                ("returned", shown)
            }
            RunOutcome::Violated(_) => ("violated", None),
            RunOutcome::BadArguments(_) => ("bad arguments", None),
            RunOutcome::TooLong => ("too long", None),
            RunOutcome::Undetermined(_) => ("undetermined", None),
        };
        let message = self.message(outcome);
        let is_drawn = output.with_pictures();
        Document::Run(RunDocument {
            file: self.source.file.to_owned(),
            call: self.call.text.clone(),
            outcome: name,
            result,
            line: message.place.as_ref().map(|(span, _)| span.place(self.source.text).0),
            message: (!message.title.is_empty()).then_some(message.title),
            steps,
            source: is_drawn.then(|| page::source(self.source.text.as_bytes())),
            trail: is_drawn.then(|| self.trail(arguments)),
            exit_code,
        })
    }
}

/// Prints the steps of a run as they happen.
struct StepPrinter<'a, 'o> {
    run: &'a Run<'a>,
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
