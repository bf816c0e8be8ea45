//! Formulas decided, every answer certified by the checker.

mod distinct;
mod evidence;
mod incremental;
mod oracle;
mod products;
mod stories;
mod twin;
mod writes;

use buttress_budget::Budget;
use buttress_certificate::smt;
use buttress_checker::smt::{check_sat_in, check_unsat_in};
use buttress_decide::{Settings, Solver, Verdict};
use buttress_formats::smtlib::{Command, Reader, Script};
use buttress_logic::{Term, Terms, print_model};

/// Runs a script; the answers of its checks, each checked, separated by blanks.
fn answers(text: &str) -> String {
    let mut run = Run::new(Budget::unlimited());
    let mut reader = Reader::of(text.as_bytes());
    while let Some(command) = reader.next_command() {
        run.step(&command.expect("the script is well formed"));
    }
    run.answers.join(" ")
}

struct Run {
    terms: Terms,
    script: Script,
    solver: Solver,
    budget: Budget,
    answers: Vec<String>,
}

impl Run {
    fn new(budget: Budget) -> Run {
        Run {
            terms: Terms::new(),
            script: Script::new(),
            solver: Solver::new(Settings::default()),
            budget,
            answers: Vec::new(),
        }
    }

    fn step(&mut self, source: &buttress_formats::smtlib::Sexpr) {
        let command = self.script.command(&mut self.terms, source);
        match command.unwrap_or_else(|error| panic!("{error}")) {
            Command::Assert(formula) => self.solver.assert(formula),
            Command::Push(levels) => (0..levels).for_each(|_| self.solver.push()),
            Command::Pop(levels) => self.solver.pop(levels),
            Command::CheckSat => self.check(&[]),
            Command::CheckSatAssuming(assumptions) => self.check(&assumptions),
            _ => {}
        }
    }

    fn check(&mut self, assumptions: &[Term]) {
        let number = self.answers.len() + 1;
        let answer = match self.solver.check(&mut self.terms, assumptions, &self.budget) {
            Verdict::Unknown(reason) => format!("unknown({})", reason.display(&self.terms)),
            Verdict::Unsat(refutation) => {
                let proof = smt::write(&refutation.proof.unwrap_or_default(), &self.terms, number);
                let checked = check_unsat_in(
                    &mut self.script,
                    &mut self.terms,
                    assumptions,
                    number,
                    proof.as_bytes(),
                    &Budget::unlimited(),
                );
                checked.unwrap_or_else(|rejection| panic!("{rejection}\n{proof}"));
                "unsat".to_owned()
            }
            Verdict::Sat(mut model) => {
                let functions = self.script.functions().to_vec();
                let printed = print_model(&self.terms, &mut model, &functions);
                let text = format!("; buttress model of check {number}\n{printed}");
                let checked = check_sat_in(
                    &mut self.script,
                    &mut self.terms,
                    assumptions,
                    number,
                    text.as_bytes(),
                    &Budget::unlimited(),
                );
                checked.unwrap_or_else(|rejection| panic!("{rejection}\n{text}"));
                "sat".to_owned()
            }
        };
        self.answers.push(answer);
    }
}
