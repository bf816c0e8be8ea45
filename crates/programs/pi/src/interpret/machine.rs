//! The machine: runs code and watches over annotations.
//!
//! A violation is found where a verification condition fails: the annotation at the end of a basic path, with what
//! was assumed along it having been true. `@pre` of a called function counts against the caller, its `@post` against the
//! function itself.

mod lexicographic;
mod meter;
mod stack;
mod stop;
mod watch;

use std::cell::OnceCell;
use std::collections::HashMap;

use buttress_budget::Budget;
use buttress_numeric::Integer;

use self::lexicographic::falls;
use self::meter::Meter;
use self::stack::Stack;
use self::stop::{Failing, Progress, RunStop};
use super::code::{Code, Instruction};
use super::evaluate::{Evaluation, Undetermined};
use super::formula::Formula;
use super::outcome::{RunLimit, RunOutcome, Violation};
use super::run_limits::Limits;
use super::watcher::Watcher;
use crate::paths::{GoalKind, Point, ProgramPoint, cycles};
use crate::program::{FunctionId, Program, VariableId};
use crate::{Facts, Span, Value};

/// Runs functions of one program. What it learns about the text in one run serves the next ones.
pub struct Machine<'a> {
    program: &'a Program,
    facts: &'a Facts,
    codes: Vec<OnceCell<Code>>,
    /// The cycle that a point lies on.
    cycles: OnceCell<HashMap<ProgramPoint, usize>>,
}

impl<'a> Machine<'a> {
    /// A machine for a program with what was inferred about it.
    pub fn new(program: &'a Program, facts: &'a Facts) -> Machine<'a> {
        let codes = program.functions.iter().map(|_| OnceCell::new()).collect();
        Machine { program, facts, codes, cycles: OnceCell::new() }
    }

    /// The program.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// The conjuncts of a function's `@pre`, ready to be evaluated.
    pub fn precondition(&self, function: FunctionId) -> &[Formula] {
        &self.code(function).pre
    }

    fn code(&self, id: FunctionId) -> &Code {
        let code = &self.codes[id.0 as usize];
        code.get_or_init(|| Code::new(self.program, self.facts, id))
    }

    /// Calls a function, as [`super::call`] does.
    pub fn call(
        &self,
        function: FunctionId,
        globals: &[(VariableId, Value)],
        arguments: &[Value],
        limits: &Limits,
        watcher: &mut dyn Watcher,
        budget: &Budget,
    ) -> RunOutcome {
        let Some(state) = self.entry(function, globals, arguments) else {
            return RunOutcome::Undetermined(self.program.function(function).name.span);
        };
        self.run(function, state, limits, watcher, budget)
    }

    /// The variables on entry; none if there are too many arguments or too few, or some have another type.
    pub fn entry(
        &self,
        id: FunctionId,
        globals: &[(VariableId, Value)],
        arguments: &[Value],
    ) -> Option<Vec<Option<Value>>> {
        let function = self.program.function(id);
        if arguments.len() != function.parameters.len() {
            return None;
        }
        let mut state: Vec<Option<Value>> = vec![None; function.variables.len()];
        for (place, variable) in
            state.iter_mut().zip(&function.variables).take(self.program.globals as usize)
        {
            *place = Some(Value::initial(self.program, &variable.ty));
        }
        let given = globals.iter().map(|(variable, value)| (*variable, value));
        for (variable, value) in given.chain(function.parameters.iter().copied().zip(arguments)) {
            let ty = &function.variables.get(variable.0 as usize)?.ty;
            if !value.is_of(self.program, ty) {
                return None;
            }
            state[variable.0 as usize] = Some(value.clone());
        }
        self.keep_entries(id, &mut state);
        Some(state)
    }

    fn keep_entries(&self, id: FunctionId, state: &mut [Option<Value>]) {
        for (parameter, entry) in &self.code(id).entries {
            state[entry.0 as usize] = state[parameter.0 as usize].clone();
        }
    }

    /// Do these inputs satisfy `@pre`? None if that cannot be found out.
    pub fn admits(
        &self,
        function: FunctionId,
        globals: &[(VariableId, Value)],
        arguments: &[Value],
    ) -> Option<bool> {
        let state = self.entry(function, globals, arguments)?;
        let first = holds(&self.code(function).pre, &state).ok()?;
        Some(first.is_none())
    }

    /// Runs a function from its variables on entry.
    pub(super) fn run(
        &self,
        function: FunctionId,
        state: Vec<Option<Value>>,
        limits: &Limits,
        watcher: &mut dyn Watcher,
        budget: &Budget,
    ) -> RunOutcome {
        let mut run = Run {
            machine: self,
            limits,
            watcher,
            meter: Meter::new(limits.steps, budget),
            frames: vec![],
            frame: Frame { function, code: self.code(function), at: 0, state, point: None },
            call: Span::default(),
            stack: Stack::default(),
            steps: 0,
        };
        let stopped = run.begin().and_then(|()| run.execute());
        match stopped {
            Ok(result) => RunOutcome::Returned(result),
            Err(stop) => run.outcome(stop),
        }
    }

    fn is_on_cycle(&self, from: ProgramPoint, to: ProgramPoint) -> bool {
        let cycles = self.cycles.get_or_init(|| {
            let numbered = cycles(self.program).into_iter().enumerate();
            numbered
                .flat_map(|(cycle, points)| points.into_iter().map(move |p| (p, cycle)))
                .collect()
        });
        matches!((cycles.get(&from), cycles.get(&to)), (Some(from), Some(to)) if from == to)
    }
}

/// A function that is running.
struct Frame<'m> {
    function: FunctionId,
    code: &'m Code,
    at: usize,
    state: Vec<Option<Value>>,
    /// The last point met with a ranking, and what it was there.
    point: Option<(Point, Vec<Integer>)>,
}

struct Run<'m, 'r> {
    machine: &'m Machine<'m>,
    limits: &'r Limits,
    watcher: &'r mut dyn Watcher,
    meter: Meter<'r>,
    /// The functions that wait for others, each with where it calls.
    frames: Vec<(Frame<'m>, Span)>,
    frame: Frame<'m>,
    call: Span,
    stack: Stack,
    /// The statements so far.
    steps: u64,
}

/// The first of some conjuncts that is false in a state. The error is one that is not known.
fn holds(formulas: &[Formula], state: &[Option<Value>]) -> Result<Option<usize>, Span> {
    let mut unknown = None;
    for (position, formula) in formulas.iter().enumerate() {
        match Evaluation::new(state).holds(formula) {
            Ok(true) => {}
            Ok(false) => return Ok(Some(position)),
            Err(Undetermined) => unknown = unknown.or(Some(formula.span)),
        }
    }
    unknown.map_or(Ok(None), Err)
}

impl<'m> Run<'m, '_> {
    fn outcome(self, stop: RunStop) -> RunOutcome {
        match stop {
            RunStop::BadArguments(conjunct) => RunOutcome::BadArguments(conjunct),
            RunStop::Violated(violation) => RunOutcome::Violated(violation),
            RunStop::Failed(check, span) => {
                let (what, goal) = (Point::Runtime(check, span), GoalKind::Runtime(check));
                let violation = self.violation(&Failing { what, goal, conjunct: 0, span });
                self.watcher.violated(&violation);
                RunOutcome::Violated(Box::new(violation))
            }
            RunStop::TooLong(limit) => RunOutcome::TooLong(limit),
            RunStop::Undetermined(span) => RunOutcome::Undetermined(span),
            RunStop::Confused => {
                let function = self.machine.program.function(self.frame.function);
                RunOutcome::Undetermined(function.name.span)
            }
        }
    }

    /// What the running function does not keep.
    fn violation(&self, failing: &Failing) -> Violation {
        let Failing { what, goal, conjunct, span } = *failing;
        Violation {
            function: self.frame.function,
            what,
            goal,
            conjunct,
            span,
            state: self.frame.state.clone(),
            steps: self.steps,
            depth: self.frames.len() as u32,
        }
    }

    /// Something does not hold. The run goes on if whoever watches wants that.
    fn fail(&mut self, failing: &Failing) -> Progress {
        self.report(self.violation(failing))
    }

    fn report(&mut self, violation: Violation) -> Progress {
        match self.watcher.violated(&violation) {
            true => Ok(()),
            false => Err(RunStop::Violated(Box::new(violation))),
        }
    }

    /// The function that is called first: its arguments must satisfy `@pre`.
    fn begin(&mut self) -> Progress {
        if self.limits.annotations {
            match holds(&self.frame.code.pre, &self.frame.state) {
                Ok(None) => {}
                Ok(Some(conjunct)) => return Err(RunStop::BadArguments(conjunct)),
                Err(span) => return Err(RunStop::Undetermined(span)),
            }
        }
        self.meet(Point::Pre, self.frame.code.rank.as_ref())
    }

    fn execute(&mut self) -> Progress<Option<Value>> {
        loop {
            let code = self.frame.code;
            let at = self.frame.at;
            self.frame.at += 1;
            let Some(instruction) = code.instructions.get(at) else {
                return Err(RunStop::Confused);
            };
            match instruction {
                Instruction::Step(span) => self.step(*span)?,
                Instruction::Jump(to) => self.frame.at = *to,
                Instruction::JumpIf(truth, to) => {
                    if self.stack.pop_truth()? == *truth {
                        self.frame.at = *to;
                    }
                }
                Instruction::Decide(truth, to) => match self.stack.last() {
                    Some(Value::Bool(top)) if top == truth => self.frame.at = *to,
                    _ => {
                        self.stack.pop()?;
                    }
                },
                Instruction::Store(variable, steps) => {
                    self.stack.store(&mut self.frame.state, *variable, steps)?;
                }
                Instruction::Declare(variable, value) => {
                    self.frame.state[variable.0 as usize] = Some(value.clone());
                }
                Instruction::Forget(variables) => {
                    for variable in variables {
                        self.frame.state[variable.0 as usize] = None;
                    }
                }
                Instruction::Call(function, span) => self.call_function(*function, *span)?,
                Instruction::Loop(id) => self.meet_loop(*id)?,
                Instruction::Assert(number) => {
                    let (span, formulas) = &code.asserts[*number];
                    self.require(Point::Assert(*span), formulas)?;
                }
                Instruction::Return(has_result) => {
                    if let Some(result) = self.leave(*has_result)? {
                        return Ok(result);
                    }
                }
                _ => self.stack.operate(instruction, &self.frame.state, &mut self.meter)?,
            }
        }
    }

    fn step(&mut self, span: Span) -> Progress {
        self.meter.work(1)?;
        self.steps += 1;
        self.watcher.step(self.frame.function, span, &self.frame.state);
        Ok(())
    }

    /// Whoever watches may have seen enough.
    fn go_on(&self) -> Progress {
        match self.watcher.is_done() {
            true => Err(RunStop::TooLong(RunLimit::Watcher)),
            false => Ok(()),
        }
    }

    /// A call: the arguments are on the stack.
    fn call_function(&mut self, id: FunctionId, span: Span) -> Progress {
        if self.frames.len() as u64 >= u64::from(self.limits.depth) {
            return Err(RunStop::TooLong(RunLimit::Depth));
        }
        let function = self.machine.program.function(id);
        let globals = self.machine.program.globals as usize;
        let mut state: Vec<Option<Value>> = vec![None; function.variables.len()];
        for parameter in function.parameters.iter().rev() {
            state[parameter.0 as usize] = Some(self.stack.pop()?);
        }
        // The globals go where the execution is.
        state[..globals].swap_with_slice(&mut self.frame.state[..globals]);
        self.machine.keep_entries(id, &mut state);
        let code = self.machine.code(id);
        let callee = Frame { function: id, code, at: 0, state, point: None };
        let caller = std::mem::replace(&mut self.frame, callee);
        self.frames.push((caller, self.call));
        self.call = span;
        self.watcher.entered(id, &self.frame.state);
        self.go_on()?;
        if self.limits.annotations {
            for conjunct in self.all_false(&code.pre)? {
                let goal = GoalKind::Conjunct(conjunct);
                self.against_caller(id, goal, conjunct, code.pre[conjunct].span)?;
            }
        }
        if self.limits.termination
            && let Some(rank) = &code.rank
            && let Some((caller, _)) = self.frames.last()
            && let Some((point, before)) = &caller.point
            && self.machine.is_on_cycle((caller.function, *point), (id, Point::Pre))
            && let after = self.rank(rank)?
            && after.len() == before.len()
            && !falls(before, &after)
        {
            self.against_caller(id, GoalKind::RankDecreases, 0, rank.span)?;
        }
        self.meet(Point::Pre, code.rank.as_ref())
    }

    /// The call should not have happened: the state is that of the caller.
    fn against_caller(
        &mut self,
        callee: FunctionId,
        goal: GoalKind,
        conjunct: usize,
        span: Span,
    ) -> Progress {
        let what = Point::Call(callee, self.call);
        let mut violation = self.violation(&Failing { what, goal, conjunct, span });
        let Some((caller, _)) = self.frames.last() else { return Err(RunStop::Confused) };
        let globals = self.machine.program.globals as usize;
        let mut state = caller.state.clone();
        state[..globals].clone_from_slice(&self.frame.state[..globals]);
        (violation.function, violation.state) = (caller.function, state);
        violation.depth -= 1;
        self.report(violation)
    }

    /// The caller is the one that runs; false if there is none.
    fn hand_back(&mut self) -> bool {
        let Some((caller, call)) = self.frames.pop() else { return false };
        let globals = self.machine.program.globals as usize;
        let mut callee = std::mem::replace(&mut self.frame, caller);
        self.frame.state[..globals].swap_with_slice(&mut callee.state[..globals]);
        self.call = call;
        true
    }

    /// The function returns; the result of the outermost one, if it was that.
    fn leave(&mut self, has_result: bool) -> Progress<Option<Option<Value>>> {
        let function = self.machine.program.function(self.frame.function);
        let result = if has_result { Some(self.stack.pop()?) } else { None };
        if let Some(variable) = function.result {
            self.frame.state[variable.0 as usize] = result.clone();
        }
        if self.limits.annotations {
            self.require(Point::Post, &self.frame.code.post)?;
        }
        if !self.hand_back() {
            return Ok(Some(result));
        }
        self.watcher.left();
        // A call of a function without a result is a statement of its own, which drops this.
        self.stack.push(result.unwrap_or(Value::Bool(true)));
        Ok(None)
    }
}
