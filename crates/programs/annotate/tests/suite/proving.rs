//! What every test of inference does: read, infer, and prove each condition with what was inferred.

use buttress_annotate::{InferenceNote, Mode, ProvedGoals, Settings, infer};
use buttress_budget::Budget;
use buttress_decide as decide;
use buttress_logic::Terms;
use buttress_pi::paths::{Options, basic_paths, unranked};
use buttress_pi::program::FunctionId;
use buttress_pi::{Facts, Program, print, read, read_fact, read_rank};

/// The program of a text.
pub fn program(text: &str) -> Program {
    let reading = read(text);
    reading.program.unwrap_or_else(|| panic!("{:?}", reading.diagnostics))
}

/// What is inferred for all functions, and what was tried in vain.
pub fn infer_all(program: &Program, mode: Mode) -> (Facts, Vec<InferenceNote>) {
    let functions: Vec<FunctionId> = program.function_ids().collect();
    let settings = Settings { mode, ..Settings::default() };
    let budget = Budget::unlimited();
    let found = infer(
        program,
        &functions,
        &Options::default(),
        &settings,
        &ProvedGoals::default(),
        &budget,
    );
    (found.facts, found.notes)
}

/// The texts of goals that are not proved.
pub fn open(text: &str, program: &Program, facts: &Facts) -> Vec<String> {
    let mut open = Vec::new();
    for function in program.function_ids() {
        let mut terms = Terms::new();
        let paths = basic_paths(&mut terms, program, facts, function, &Options::default());
        assert!(paths.is_complete);
        for path in &paths.paths {
            for goal in &path.goals {
                let mut solver = decide::Solver::new(decide::Settings::default());
                for hypothesis in &path.hypotheses {
                    solver.assert(hypothesis.formula);
                }
                let opposite = terms.not(goal.formula);
                solver.assert(opposite);
                let verdict = solver.check(&mut terms, &[], &Budget::unlimited());
                if !matches!(verdict, decide::Verdict::Unsat(_)) {
                    open.push(format!("{:?}: {}", goal.kind, goal.span.of(text)));
                }
            }
        }
    }
    open
}

/// What is printed reads back as what it was.
fn check_printed(program: &Program, facts: &Facts) {
    for ((function, head), found) in &facts.loops {
        for fact in found {
            let text = print::expression(program, program.function(*function), fact);
            let mut next = program.bounds + 100_000;
            let again = read_fact(program, *function, *head, &text, &mut next)
                .unwrap_or_else(|diagnostic| panic!("{text}: {diagnostic:?}"));
            let twice = print::expression(program, program.function(*function), &again);
            assert_eq!(text, twice);
        }
    }
    for ((function, head), found) in &facts.loop_ranks {
        for component in found {
            let text = print::expression(program, program.function(*function), component);
            let mut next = program.bounds + 100_000;
            let again = read_rank(program, *function, Some(*head), &text, &mut next);
            assert!(again.is_ok(), "{text}: {again:?}");
        }
    }
}

/// Everything is proved, termination included.
pub fn check_proved(text: &str, mode: Mode) {
    let program = program(text);
    let (facts, notes) = infer_all(&program, mode);
    check_printed(&program, &facts);
    assert_eq!(open(text, &program, &facts), Vec::<String>::new());
    assert_eq!(notes, []);
    assert_eq!(unranked(&program, &facts), []);
}
