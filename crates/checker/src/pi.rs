//! The independent check of evidence about pi programs (`docs/certificate-programs.md`).
//!
//! The program is read again from the user's file and the added annotations from the evidence; both give the
//! verification conditions anew, and each proof must refute what its condition denies. A call that violates an
//! annotation is executed. What the evidence is silent about is counted and reported as not shown.

mod endless;
mod read;
mod rejection;
mod scope;

use buttress_budget::Budget;
use buttress_certificate::horn::Identity;
use buttress_formats::smtlib::Script;
use buttress_logic::{Term, Terms};
use buttress_pi::interpret::{self, Blame, Inputs, Limits, Violation, Watcher};
use buttress_pi::paths::{Options, basic_paths, unranked};
use buttress_pi::program::{FunctionId, VariableId};
use buttress_pi::{Facts, Program, Span, read_call, read_value};

use crate::smt::SmtRejection;
use crate::smt::read::replay_lines;
use crate::smt::text::{Lines, Words};
use crate::smt::verify::Verifier;
use crate::{Checked, Statistics};
pub use read::is_evidence;
use read::{Section, Text};
pub use rejection::PiRejection;
use scope::scope;

/// What evidence shows of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct PiClaim {
    /// The functions it has proofs for.
    pub functions: Vec<FunctionClaim>,
    /// Calls, with what they violate.
    pub violations: Vec<(String, Vec<Violation>)>,
    /// The calls that never end.
    pub endless: Vec<String>,
    /// The number of functions of the program.
    pub function_count: usize,
    /// Do the conditions cover checks as the program runs?
    pub runtime: bool,
    /// Do the conditions cover rankings, where there are some?
    pub termination: bool,
    /// Does every loop and every recursion have a ranking, so that a proved program ends?
    pub is_ranked: bool,
    /// The number of facts and rankings that were added to the program.
    pub additions: usize,
}

/// What is shown of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionClaim {
    /// Its name.
    pub name: String,
    /// The number of its verification conditions.
    pub conditions: usize,
    /// How many of them are proved.
    pub proved: usize,
}

impl PiClaim {
    /// Is every condition of every function proved?
    pub fn is_proved(&self) -> bool {
        self.functions.len() == self.function_count
            && self.functions.iter().all(|function| function.proved == function.conditions)
    }
}

/// Checks evidence about the program `input`, which is read again for it.
pub fn check(input: &[u8], evidence: &[u8]) -> Result<Checked<PiClaim>, PiRejection> {
    let text = Text::read(evidence)?;
    let file = Identity::of(input);
    if (file.bytes, file.fingerprint) != (text.about.bytes, text.about.fingerprint) {
        return Err(PiRejection::OtherFile);
    }
    let source = std::str::from_utf8(input).map_err(|_| PiRejection::Encoding)?;
    let reading = buttress_pi::read(source);
    let Some(program) = reading.program else {
        return Err(PiRejection::Program(reading.diagnostics));
    };
    let facts = text.facts(&program)?;
    let options =
        Options { runtime: text.runtime, termination: text.termination, ..Options::default() };
    let mut statistics = Statistics::default();
    let mut functions: Vec<FunctionClaim> = Vec::new();
    for section in &text.sections {
        if functions.iter().any(|known| known.name == section.function) {
            return Err(PiRejection::Twice { function: section.function.clone() });
        }
        let claim = check_section(&program, &facts, &options, section, &mut statistics)?;
        functions.push(claim);
    }
    let mut violations = Vec::new();
    for (line, call) in &text.runs {
        let found = execute(&program, *line, call)?;
        let steps = found.iter().map(|violation| violation.steps).max();
        statistics.simulated_steps += steps.unwrap_or_default() as usize;
        violations.push((call.clone(), found));
    }
    let mut endless = Vec::new();
    for one in &text.endless {
        endless::check(&program, one, &mut statistics)?;
        endless.push(one.call.clone());
    }
    let claim = PiClaim {
        functions,
        violations,
        endless,
        function_count: program.functions.len(),
        runtime: options.runtime,
        termination: options.termination,
        is_ranked: unranked(&program, &facts).is_empty(),
        additions: text.additions.len(),
    };
    Ok(Checked { claim, property: 0, statistics })
}

/// The facts and rankings that evidence adds to a program; nothing about them is checked.
pub fn read_additions(program: &Program, evidence: &[u8]) -> Result<Facts, PiRejection> {
    Text::read(evidence)?.facts(program)
}

/// Checks the proofs of one function.
fn check_section(
    program: &Program,
    facts: &Facts,
    options: &Options,
    section: &Section<'_>,
    statistics: &mut Statistics,
) -> Result<FunctionClaim, PiRejection> {
    let name = section.function.clone();
    let Some(function) = program.function_named(&name) else {
        return Err(PiRejection::NoFunction { line: section.line, name });
    };
    let mut terms = Terms::new();
    let paths = basic_paths(&mut terms, program, facts, function, options);
    if !paths.is_complete {
        return Err(PiRejection::TooManyPaths { function: name });
    }
    let mut conditions: Vec<Vec<Term>> = Vec::new();
    for path in &paths.paths {
        for goal in &path.goals {
            // hypotheses ∧ ¬goal
            let mut inputs: Vec<Term> = path.hypotheses.iter().map(|it| it.formula).collect();
            inputs.push(terms.not(goal.formula));
            conditions.push(inputs);
        }
    }
    if conditions.len() != section.conditions {
        let (expected, found) = (conditions.len(), section.conditions);
        return Err(PiRejection::Conditions { function: name, expected, found });
    }
    let mut last = 0;
    for proof in &section.proofs {
        let number = proof.condition;
        let inputs = number.checked_sub(1).and_then(|place| conditions.get(place));
        let Some(inputs) = inputs.filter(|_| number > last) else {
            return Err(PiRejection::NoCondition { line: proof.line, function: name, number });
        };
        last = number;
        // A proof speaks of its condition alone, whatever else the program says.
        let (terms, inputs) = terms.extract(inputs);
        let replayed = replay(terms, &inputs, proof.lines.iter().cloned());
        let function = name.clone();
        statistics.lrat_steps += replayed.map_err(|rejection| {
            let rejection = Box::new(rejection);
            PiRejection::Proof { function, number, rejection }
        })?;
        statistics.obligations += 1;
    }
    Ok(FunctionClaim { name, conditions: conditions.len(), proved: section.proofs.len() })
}

/// Checks the text of a proof, without its first line, that formulas cannot hold together; they must be all that their
/// store was made for. Answers with the number of clauses of the proof.
pub fn check_proof(terms: Terms, formulas: &[Term], proof: &[u8]) -> Result<usize, SmtRejection> {
    replay(terms, formulas, Lines::new(proof))
}

fn replay<'w>(
    mut terms: Terms,
    formulas: &[Term],
    lines: impl Iterator<Item = (usize, Words<'w>)>,
) -> Result<usize, SmtRejection> {
    // No name of the file is in scope, so none can be taken for a constant.
    let mut script = Script::new();
    let scope = scope(&mut terms, &mut script, formulas);
    let mut verifier = Verifier::new(&mut terms, formulas.iter().copied());
    let unsat = replay_lines(lines, &mut script, &scope, &mut verifier)?;
    Ok(unsat.axioms + unsat.derived)
}

/// Executes a call, which must violate something within the usual limits of the interpreter. All that it violates: it
/// goes on as far as it can.
fn execute(program: &Program, line: usize, call: &str) -> Result<Vec<Violation>, PiRejection> {
    let (function, inputs) = read_inputs(program, line, call)?;
    let limits = Limits { termination: true, ..Limits::default() };
    // A call must violate what the user has written, and not a fact that the evidence adds.
    let none = Facts::default();
    let mut all = All::default();
    interpret::call(
        program,
        &none,
        function,
        &inputs.globals,
        &inputs.arguments,
        &limits,
        &mut all,
        &Budget::unlimited(),
    );
    if all.violations.is_empty() {
        Err(PiRejection::NoViolation { line })
    } else {
        Ok(all.violations)
    }
}

/// A call and the values of globals, as evidence writes them.
fn read_inputs(
    program: &Program,
    line: usize,
    call: &str,
) -> Result<(FunctionId, Inputs), PiRejection> {
    let fails = |message: String| PiRejection::Call { line, message };
    let (call, named) = call.split_once(" where ").map_or((call, None), |(a, b)| (a, Some(b)));
    let (function, arguments) =
        read_call(program, call).map_err(|diagnostic| fails(diagnostic.message))?;
    let mut globals = Vec::new();
    for one in named.into_iter().flat_map(|named| named.split(" ; ")) {
        let (name, value) =
            one.split_once(" = ").ok_or_else(|| fails(format!("no value: {one}")))?;
        let variables = program.function(function).variables.iter().take(program.globals as usize);
        let found = (0..).map(VariableId).zip(variables).find(|(_, it)| it.name == name);
        let (id, variable) = found.ok_or_else(|| fails(format!("there is no global `{name}`")))?;
        let value = read_value(program, &variable.ty, value);
        globals.push((id, value.map_err(|diagnostic| fails(diagnostic.message))?));
    }
    Ok((function, Inputs { globals, arguments }))
}

/// Remembers every violation once, and lets the run go on.
#[derive(Default)]
struct All {
    blame: Blame,
    violations: Vec<Violation>,
}

impl Watcher for All {
    fn violated(&mut self, violation: &Violation) -> bool {
        if !self.blame.counts(violation) {
            return false;
        }
        let goal = |it: &Violation| (it.function, it.what, it.goal, it.span);
        if !self.violations.iter().any(|known| goal(known) == goal(violation)) {
            self.violations.push(violation.clone());
        }
        true
    }

    fn undetermined(&mut self, _: Span) -> bool {
        true
    }
}
