//! Objectives of a script, asked for after `sat`.

use buttress_budget::Budget;
use buttress_decide::Verdict;
use buttress_formats::smtlib;
use buttress_logic::Term;
use buttress_optimum::{Asked, Found, Objective, Sense, optimise};

use super::repl::Repl;

impl Repl {
    /// The verdict of a check with the best values of the objectives, if there are any.
    pub(super) fn optimised(
        &mut self,
        verdict: Verdict,
        assumptions: &[Term],
        budget: &Budget,
    ) -> (Verdict, Vec<Found>) {
        let objectives: Vec<Objective> = self.script.objectives().iter().map(objective).collect();
        let model = match verdict {
            Verdict::Sat(model) if !objectives.is_empty() => model,
            verdict => return (verdict, Vec::new()),
        };
        let assertions = self.script.assertions().iter().map(|assertion| assertion.formula);
        let assertions: Vec<Term> = assertions.collect();
        let asked = Asked { assertions: &assertions, assumptions, objectives: &objectives };
        match optimise(&mut self.solver, &mut self.terms, &asked, model, budget) {
            Ok(optimum) => (Verdict::Sat(optimum.model), optimum.found),
            Err(reason) => (Verdict::Unknown(reason), Vec::new()),
        }
    }
}

fn objective(written: &smtlib::Objective) -> Objective {
    let sense = if written.is_maximum { Sense::Maximum } else { Sense::Minimum };
    Objective { term: written.term, sense }
}
