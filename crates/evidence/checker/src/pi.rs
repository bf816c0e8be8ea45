//! The independent check of evidence about pi programs (`docs/certificate-programs.md`).
//!
//! The program is read again from the user's file and the added annotations from the evidence; both give the
//! verification conditions anew, by the checker's own reading of the tree, and each proof must refute what its condition
//! denies. A call that violates an annotation is executed. What the evidence is silent about is counted and reported as not shown.

mod claim;
mod conditions;
mod nontermination;
mod read;
mod rejection;
mod scope;

use buttress_budget::Budget;
use buttress_certificate::horn::Identity;
use buttress_formats::smtlib::Script;
use buttress_logic::{Term, Terms};
use buttress_pi::interpret::{self, Blame, Inputs, Limits, Violation, Watcher};
use buttress_pi::program::{FunctionId, VariableId};
use buttress_pi::{ContractPart, Contracts, Facts, Program, Span, print, read_call, read_value};

use crate::smt::SmtRejection;
use crate::smt::read::replay_lines;
use crate::smt::text::{Lines, Tokens};
use crate::smt::verify::Verifier;
use crate::{Checked, Statistics};
pub use claim::{FunctionClaim, PiClaim, ProgramQuestion, TerminationClaim, that_end};
use conditions::{ConditionsFailure, Cycles, Scope, conditions};
pub use read::is_evidence;
use read::{Section, Text};
pub use rejection::PiRejection;
use scope::scope;

/// Checks evidence about the program `input`, which is read again for it.
pub fn check(input: &[u8], evidence: &[u8]) -> Result<Checked<PiClaim>, PiRejection> {
    check_within(input, evidence, &Budget::unlimited())
}

/// The same within a budget.
pub fn check_within(
    input: &[u8],
    evidence: &[u8],
    budget: &Budget,
) -> Result<Checked<PiClaim>, PiRejection> {
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
    let (contracts, facts) = text.added(&program)?;
    // What is proved is proved of the program with stronger contracts; calls are executed as it is written.
    let strengthened = contracts.program(&program);
    let mut check = Check {
        program: &strengthened,
        facts: &facts,
        cycles: Cycles::new(&program),
        scope: Scope { runtime: text.runtime, termination: text.termination },
        budget,
        statistics: Statistics::default(),
    };
    let ids = read::ids(&program);
    let mut shown: Vec<Option<(usize, usize)>> = vec![None; program.functions.len()];
    for section in &text.sections {
        let (line, name) = (section.line, section.function.clone());
        let Some(id) = ids.get(name.as_str()) else {
            return Err(PiRejection::NoFunction { line, name });
        };
        let place = &mut shown[id.0 as usize];
        if place.is_some() {
            return Err(PiRejection::Twice { function: name });
        }
        *place = Some(check.section(*id, section)?);
    }
    // Others lean on a stronger contract: nothing is left open that it leans on itself.
    for (id, _) in contracts.conjuncts.keys() {
        if shown[id.0 as usize].is_none_or(|(conditions, proved)| proved < conditions) {
            let function = program.function(*id).name.text.clone();
            return Err(PiRejection::Contract { function });
        }
    }
    let mut violations = Vec::new();
    for (line, call) in &text.runs {
        let found = execute(&program, *line, call, budget)?;
        let steps = found.iter().map(|violation| violation.steps).max();
        check.statistics.simulated_steps += steps.unwrap_or_default() as usize;
        violations.push((call.clone(), found));
    }
    let mut endless = Vec::new();
    for one in &text.endless {
        nontermination::check(&program, one, &mut check.statistics, budget)?;
        endless.push(one.call.clone());
    }
    let claim = PiClaim {
        functions: check.claims(&shown, &contracts),
        violations,
        endless,
        runtime: text.runtime,
        termination: text.termination,
        additions: text.additions.len(),
    };
    Ok(Checked { claim, property: 0, statistics: check.statistics })
}

/// What evidence adds to a program; nothing about it is checked.
pub fn read_additions(
    program: &Program,
    evidence: &[u8],
) -> Result<(Contracts, Facts), PiRejection> {
    Text::read(evidence)?.added(program)
}

/// What a check goes by.
struct Check<'a> {
    program: &'a Program,
    facts: &'a Facts,
    cycles: Cycles,
    scope: Scope,
    budget: &'a Budget,
    statistics: Statistics,
}

impl Check<'_> {
    /// Checks the proofs of one function: how many conditions it has, and how many of them are proved.
    fn section(
        &mut self,
        id: FunctionId,
        section: &Section<'_>,
    ) -> Result<(usize, usize), PiRejection> {
        let function = &section.function;
        let made = conditions(self.program, &self.cycles, self.facts, id, self.scope, self.budget);
        let (mut terms, conditions) = made.map_err(|trouble| match trouble {
            ConditionsFailure::Size => PiRejection::TooLarge { function: function.clone() },
            ConditionsFailure::Exhausted(exhausted) => PiRejection::Exhausted(exhausted),
        })?;
        if conditions.len() != section.conditions {
            let (expected, found) = (conditions.len(), section.conditions);
            return Err(PiRejection::Conditions { function: function.clone(), expected, found });
        }
        let mut last = 0;
        for proof in &section.proofs {
            self.budget.poll().map_err(PiRejection::Exhausted)?;
            let (number, line, function) = (proof.condition, proof.line, function.clone());
            let condition = number.checked_sub(1).and_then(|place| conditions.get(place));
            let Some(condition) = condition.filter(|_| number > last) else {
                return Err(PiRejection::NoCondition { line, function, number });
            };
            last = number;
            // hypotheses ∧ ¬goal; a proof speaks of its condition alone, whatever else the program says.
            let mut formulas = condition.hypotheses.clone();
            formulas.push(terms.not(condition.goal));
            let (terms, formulas) = terms.extract(&formulas);
            let replayed = replay(terms, &formulas, proof.lines.iter().cloned());
            self.statistics.lrat_steps += replayed.map_err(|rejection| {
                let rejection = Box::new(rejection);
                PiRejection::Proof { function, number, rejection }
            })?;
            self.statistics.obligations += 1;
        }
        Ok((conditions.len(), section.proofs.len()))
    }

    /// What is shown of each function. It ends if its own cycles are ranked and all its conditions are proved, and the same is true of
    /// everything that it calls, in however many steps: a ranking leans on the annotations around it.
    fn claims(
        &self,
        shown: &[Option<(usize, usize)>],
        contracts: &Contracts,
    ) -> Vec<FunctionClaim> {
        let is_proved =
            |place: usize| shown[place].is_some_and(|(conditions, proved)| conditions == proved);
        let ranked = self.cycles.ranked(self.program, self.facts);
        // Where nothing that is called has a cycle there is nothing to prove.
        let mut good = self.cycles.closed(&self.cycles.still());
        for (place, good) in good.iter_mut().enumerate() {
            *good |= self.scope.termination && is_proved(place) && ranked[place];
        }
        let closed = self.cycles.closed(&good);
        let mut claims = Vec::new();
        for (place, function) in self.program.functions.iter().enumerate() {
            let name = |id: &FunctionId| self.program.function(*id).name.text.clone();
            let callees = self.cycles.callees(FunctionId(place as u32));
            let unproved = callees.iter().filter(|id| !is_proved(id.0 as usize));
            let endless = callees.iter().filter(|id| !closed[id.0 as usize]);
            let id = FunctionId(place as u32);
            let assumed = contracts.of(id, ContractPart::Pre).iter();
            claims.push(FunctionClaim {
                name: function.name.text.clone(),
                assumes: assumed.map(|it| print::expression(self.program, function, it)).collect(),
                shown: shown[place],
                relies_on: unproved.map(name).collect(),
                ends: match (good[place], closed[place]) {
                    (true, true) => TerminationClaim::Yes,
                    (true, false) => TerminationClaim::If(endless.map(name).collect()),
                    (false, _) => TerminationClaim::NotShown,
                },
            });
        }
        claims
    }
}

/// Checks the text of a proof, without its first line, that formulas cannot hold together; they must be all that their
/// store was made for. Answers with the number of clauses of the proof.
pub fn check_proof(terms: Terms, formulas: &[Term], proof: &[u8]) -> Result<usize, SmtRejection> {
    replay(terms, formulas, Lines::new(proof))
}

fn replay<'w>(
    mut terms: Terms,
    formulas: &[Term],
    lines: impl Iterator<Item = (usize, Tokens<'w>)>,
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
fn execute(
    program: &Program,
    line: usize,
    call: &str,
    budget: &Budget,
) -> Result<Vec<Violation>, PiRejection> {
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
        budget,
    );
    if all.violations.is_empty() {
        budget.poll().map_err(PiRejection::Exhausted)?;
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
