//! Conditions of small programs, decided by the solver: right programs are proved, and of wrong ones the right
//! goal fails.

mod cached;
mod calls;
mod corners;
mod joined;
mod ranks;
mod sorts;
mod values;

use buttress_budget::Budget;
use buttress_decide::{Settings, Solver, Verdict};
use buttress_logic::Terms;

use super::{BasicPath, Goal, Options, basic_paths, describe, describe_goal};
use crate::{Facts, Program};

/// The program that a text is.
fn program(text: &str) -> Program {
    let reading = crate::read(text);
    reading.program.unwrap_or_else(|| panic!("{:?}", reading.diagnostics))
}

fn decide(terms: &mut Terms, path: &BasicPath, goal: &Goal) -> Verdict {
    let mut solver = Solver::new(Settings::default());
    for hypothesis in &path.hypotheses {
        solver.assert(hypothesis.formula);
    }
    let negation = terms.not(goal.formula);
    solver.assert(negation);
    solver.check(terms, &[], &Budget::unlimited())
}

/// All goals with their verdicts, in words, such as `Find.pre -> L: 0 <= i` and whether it is proved.
fn verdicts(text: &str, options: &Options) -> Vec<(String, bool)> {
    let program = program(text);
    let mut verdicts = Vec::new();
    for id in program.function_ids() {
        let mut terms = Terms::new();
        let paths = basic_paths(&mut terms, &program, &Facts::default(), id, options);
        assert!(paths.is_complete);
        for path in &paths.paths {
            for goal in &path.goals {
                let is_proved = match decide(&mut terms, path, goal) {
                    Verdict::Unsat(_) => true,
                    Verdict::Sat(_) => false,
                    Verdict::Unknown(reason) => {
                        panic!("{}: {}", describe(&program, path, text), reason.display(&terms))
                    }
                };
                let goal = describe_goal(&program, path, goal, text);
                verdicts.push((format!("{}: {goal}", describe(&program, path, text)), is_proved));
            }
        }
    }
    verdicts
}

/// The goals that do not hold.
fn failing(text: &str) -> Vec<String> {
    let verdicts = verdicts(text, &Options::default());
    verdicts.into_iter().filter(|(_, is_proved)| !is_proved).map(|(goal, _)| goal).collect()
}

fn check_proved(text: &str) {
    assert_eq!(failing(text), Vec::<String>::new());
}

#[track_caller]
fn check_failing(text: &str, expected: &[&str]) {
    assert_eq!(failing(text), expected);
}

/// The descriptions of all paths.
fn described(text: &str, options: &Options) -> Vec<String> {
    let program = program(text);
    let mut described = Vec::new();
    for id in program.function_ids() {
        let mut terms = Terms::new();
        let paths = basic_paths(&mut terms, &program, &Facts::default(), id, options);
        described.extend(paths.paths.iter().map(|path| describe(&program, path, text)));
    }
    described
}
