//! Evidence for what was proved and refuted, as `docs/certificate-programs.md` wants it.
//!
//! Each condition is proved in a store of its own, so that its proof speaks of nothing else, and the whole bundle
//! is given to the checker, which reads the program again.

use std::sync::Arc;

use buttress_budget::Budget;
use buttress_certificate::horn::Identity;
use buttress_certificate::pi::{Addition, AdditionKind, Bundle, Endless, Section, write};
use buttress_certificate::smt;
use buttress_checker::pi::check;
use buttress_decide::{self as decide, Evidence, Solver, UnknownReason, Verdict};
use buttress_logic::{Term, Terms};
use buttress_pi::paths::{BasicPath, Goal, GoalKind, Point};
use buttress_pi::program::{Expression, FunctionId, Program, VariableId};
use buttress_pi::{Facts, Value, print};

use super::cache::{Cache, Isolated, KeptProof};
use super::conditions::{Answer, Shared, budget};
use super::facts::kept_place;
use super::parallel::in_parallel;
use super::{DecidedFunction, FailingRun, ProgramEvidence, ProgramsSettings, Run};

/// What became of a condition by itself.
pub(super) enum Alone {
    /// It is valid.
    Proved(KeptProof),
    /// It is not.
    Fails,
    /// It was not found out.
    Unknown(UnknownReason),
}

/// hypotheses ∧ ¬goal, by themselves.
pub(super) fn isolate(terms: &mut Terms, path: &BasicPath, goal: &Goal) -> Isolated {
    let mut formulas: Vec<Term> = path.hypotheses.iter().map(|it| it.formula).collect();
    formulas.push(terms.not(goal.formula));
    Isolated::new(terms, &formulas)
}

/// Decides a condition by itself, or finds its proof in the cache. Only the formulas at the positions in `from` are taken, if
/// some are given.
pub(super) fn prove_alone(
    condition: &mut Isolated,
    from: Option<&[usize]>,
    settings: &ProgramsSettings,
    budget: &Budget,
) -> Alone {
    let cache = settings.cache.as_ref().map(Cache::new);
    if let Some(proof) = cache.and_then(|cache| cache.find(condition)) {
        return Alone::Proved(proof);
    }
    let mut solver = Solver::new(decide::Settings::new(settings.seed, Evidence::Proof));
    for (place, formula) in condition.formulas.iter().enumerate() {
        if from.is_none_or(|from| from.contains(&place)) {
            solver.assert(*formula);
        }
    }
    match solver.check(&mut condition.terms, &[], budget) {
        Verdict::Unsat(refutation) => {
            let places = condition.formulas.iter().enumerate();
            let used = places.filter(|(_, formula)| refutation.core.contains(formula));
            let core = used.map(|(place, _)| place).collect();
            let text = smt::write(&refutation.proof.unwrap_or_default(), &condition.terms, 1);
            let body = text.split_once('\n').map_or_else(String::new, |(_, body)| body.to_owned());
            let proof = KeptProof { core, body };
            if let Some(cache) = cache {
                cache.keep(condition, &proof);
            }
            Alone::Proved(proof)
        }
        Verdict::Sat(_) => Alone::Fails,
        Verdict::Unknown(reason) => Alone::Unknown(reason),
    }
}

/// The calls of failing runs, as evidence has them.
pub(super) fn calls(run: &Run<'_>, failing: &[(FunctionId, &FailingRun)]) -> Vec<String> {
    let mut calls: Vec<String> = Vec::new();
    for (id, failing) in failing {
        let call = call_shown(run.program, *id, failing);
        if !calls.contains(&call) {
            calls.push(call);
        }
    }
    calls
}

/// A call as evidence has it: `F([3, 1], 0) where g = 1`.
pub(super) fn call_shown(program: &Program, id: FunctionId, run: &FailingRun) -> String {
    let function = program.function(id);
    let shown = |variable: VariableId, value: &Value| {
        value.shown(program, &function.variable(variable).ty).to_string()
    };
    let arguments = function.parameters.iter().zip(&run.arguments);
    let arguments: Vec<String> = arguments.map(|(id, value)| shown(*id, value)).collect();
    let mut call = format!("{}({})", function.name.text, arguments.join(", "));
    let named = run
        .globals
        .iter()
        .map(|(id, value)| format!("{} = {}", function.variable(*id).name, shown(*id, value)));
    let named: Vec<String> = named.collect();
    if !named.is_empty() {
        call.push_str(&format!(" where {}", named.join(" ; ")));
    }
    call
}

/// A condition whose proof is wanted.
struct Job<'a> {
    /// The position of its function.
    function: usize,
    /// Its number in the function, from 1.
    number: usize,
    /// The store of its path.
    terms: Arc<Shared>,
    /// Its path.
    path: BasicPath,
    /// The position of its goal.
    goal: usize,
    /// Its proof, if the condition is the one that was decided.
    known: Option<&'a KeptProof>,
}

/// Calls that refute something.
#[derive(Clone, Default)]
pub(super) struct Calls {
    /// Those that violate an annotation.
    pub(super) violating: Vec<String>,
    /// Those that never end.
    pub(super) endless: Vec<Endless>,
}

/// Makes the bundle for everything that was proved, and for these calls, and has it checked.
pub(super) fn certify(
    run: &Run<'_>,
    decided: &[DecidedFunction],
    all: &Facts,
    kept: &Facts,
    calls: Calls,
) -> ProgramEvidence {
    let Calls { violating, endless } = calls;
    let mut sections = Vec::new();
    // Where the section of each function is.
    let mut places = vec![0; decided.len()];
    let mut jobs: Vec<Job<'_>> = Vec::new();
    for (place, one) in decided.iter().enumerate() {
        let mut terms = Terms::new();
        let paths = run.paths(&mut terms, kept, one.function);
        // Of conditions that were not all made nothing can be shown.
        if !paths.is_complete || !one.is_complete {
            continue;
        }
        let shared = Arc::new(Shared::new(terms));
        let mut number = 0;
        for (path, old) in paths.paths.into_iter().zip(&one.paths) {
            // With all its hypotheses kept, a condition is what it was.
            let is_unchanged = path.hypotheses.len() == old.path.hypotheses.len();
            for (at, goal) in path.goals.iter().enumerate() {
                number += 1;
                let is_it = |old: GoalKind| same(all, kept, one.function, path.to, old, goal.kind);
                let answer = old.goals().find(|(old, _)| is_it(*old)).map(|(_, answer)| answer);
                let Some(Answer::Proved(proof)) = answer else { continue };
                jobs.push(Job {
                    function: place,
                    number,
                    terms: Arc::clone(&shared),
                    path: path.clone(),
                    goal: at,
                    known: is_unchanged.then_some(proof),
                });
            }
        }
        places[place] = sections.len();
        let function = run.program.function(one.function).name.text.clone();
        sections.push(Section { function, conditions: number, proofs: Vec::new() });
    }
    let proofs = in_parallel(&jobs, run.settings.threads, |job| {
        if let Some(proof) = job.known {
            return Alone::Proved(proof.clone());
        }
        let mut terms = job.terms.copy();
        let mut condition = isolate(&mut terms, &job.path, &job.path.goals[job.goal]);
        prove_alone(&mut condition, None, run.settings, &budget(run.settings))
    });
    let mut missing = 0;
    for (job, proof) in jobs.iter().zip(proofs) {
        match proof {
            Alone::Proved(KeptProof { body, .. }) => {
                let text = format!("p buttress-smt-proof 1 {}\n{body}", job.number);
                sections[places[job.function]].proofs.push(text);
            }
            Alone::Fails | Alone::Unknown(_) => missing += 1,
        }
    }
    if missing > 0 {
        return ProgramEvidence::Incomplete { missing };
    }
    let conditions = sections.iter().map(|section| section.proofs.len()).sum();
    let bundle = Bundle {
        about: Identity::of(run.text.as_bytes()),
        runtime: run.options.runtime,
        termination: run.options.termination,
        additions: additions(run, kept),
        sections,
        runs: violating,
        endless,
    };
    let bundle = write(&bundle);
    match check(run.text.as_bytes(), bundle.as_bytes()) {
        Ok(checked) => {
            let steps = checked.statistics().lrat_steps;
            ProgramEvidence::Checked { bundle, conditions, steps }
        }
        Err(rejection) if rejection.is_limit() => {
            ProgramEvidence::Incomplete { missing: conditions }
        }
        Err(rejection) => ProgramEvidence::Rejected(rejection.to_string()),
    }
}

/// Is a goal of a path under all facts the same as one under those that were kept?
fn same(
    all: &Facts,
    kept: &Facts,
    function: FunctionId,
    to: Point,
    old: GoalKind,
    new: GoalKind,
) -> bool {
    match (old, new, to) {
        (GoalKind::Fact(old), GoalKind::Fact(new), Point::Loop(head)) => {
            kept_place(all, kept, function, head, old) == Some(new)
        }
        _ => old == new,
    }
}

/// Facts and rankings in the words of the language.
pub(super) fn additions(run: &Run<'_>, facts: &Facts) -> Vec<Addition> {
    let program = run.program;
    let named = |function: FunctionId| program.function(function).name.text.clone();
    let shown = |function: FunctionId, expression: &Expression| {
        print::expression(program, program.function(function), expression)
    };
    let mut additions = Vec::new();
    for ((function, head), formulas) in &facts.loops {
        for formula in formulas {
            let kind = AdditionKind::Fact(shown(*function, formula));
            let head = Some(head.0 as usize);
            additions.push(Addition { function: named(*function), head, kind });
        }
    }
    let loops = facts.loop_ranks.iter();
    let loops = loops.map(|((function, head), rank)| (*function, Some(head.0 as usize), rank));
    let functions = facts.function_ranks.iter().map(|(function, rank)| (*function, None, rank));
    for (function, head, rank) in loops.chain(functions) {
        let components = rank.iter().map(|component| shown(function, component)).collect();
        let kind = AdditionKind::Rank(components);
        additions.push(Addition { function: named(function), head, kind });
    }
    additions
}
