//! The clauses of a system under an interpretation, refuted one by one.

use std::collections::HashMap;

use buttress_budget::{Budget, Exhausted};
use buttress_certificate::horn::PositionalConstants;
use buttress_certificate::smt::Proof;
use buttress_decide::{Settings, Solver, UnknownReason};
use buttress_horn::{Application, Clause, ClauseId, Horn, Interpretation};
use buttress_logic::{Term, Terms, substitute};

use crate::failure::Failure;
use crate::limits::PLAIN_EFFORT;
use crate::sweep::sweep;

/// The clauses of a system under an interpretation.
pub struct Clauses<'a> {
    horn: &'a Horn,
    interpretation: &'a Interpretation,
    /// What the variables of clauses are called in proofs.
    places: PositionalConstants,
}

impl<'a> Clauses<'a> {
    pub fn new(horn: &'a Horn, interpretation: &'a Interpretation) -> Clauses<'a> {
        Clauses { horn, interpretation, places: PositionalConstants::of_variables() }
    }

    /// The proof that a clause is valid.
    pub fn refute(
        &mut self,
        terms: &mut Terms,
        id: ClauseId,
        budget: &Budget,
    ) -> Result<Proof, Failure> {
        let clause = self.horn.clause(id);
        let names = self.places.standing_for(terms, &clause.variables);
        let mut formulas = self.taken(terms, clause, &names);
        if let Some(head) = &clause.head {
            let conclusion = self.at(terms, head, &names);
            formulas.push(terms.not(conclusion));
        }
        refuted(terms, id, &formulas, Failure::NotInductive, budget)
    }

    /// The proof that something is true, of the variables of a clause, whenever the clause is taken.
    pub fn refute_taken(
        &mut self,
        terms: &mut Terms,
        id: ClauseId,
        claim: Term,
        budget: &Budget,
    ) -> Result<Proof, Failure> {
        let clause = self.horn.clause(id);
        let names = self.places.standing_for(terms, &clause.variables);
        let mut formulas = self.taken(terms, clause, &names);
        let claim = substitute(terms, claim, &names);
        formulas.push(terms.not(claim));
        refuted(terms, id, &formulas, Failure::NotDecreasing, budget)
    }

    /// What holds when the clause is taken, with its variables called by their places: the constraint and
    /// the premises.
    fn taken(&self, terms: &mut Terms, clause: &Clause, names: &HashMap<Term, Term>) -> Vec<Term> {
        let mut formulas = vec![substitute(terms, clause.constraint, names)];
        for premise in &clause.body {
            formulas.push(self.at(terms, premise, names));
        }
        formulas
    }

    /// What an application stands for.
    fn at(
        &self,
        terms: &mut Terms,
        application: &Application,
        names: &HashMap<Term, Term>,
    ) -> Term {
        let parameters = &self.horn.predicate(application.predicate).parameters;
        let arguments = application.arguments.iter();
        let arguments = arguments.map(|argument| substitute(terms, *argument, names));
        let map = parameters.iter().copied().zip(arguments.collect::<Vec<_>>()).collect();
        substitute(terms, self.interpretation.of(application.predicate), &map)
    }
}

/// The refutation of formulas that come from a clause; `fails` says what it means that they have a model.
fn refuted(
    terms: &mut Terms,
    id: ClauseId,
    formulas: &[Term],
    fails: fn(ClauseId) -> Failure,
    budget: &Budget,
) -> Result<Proof, Failure> {
    let mut solver = Solver::new(Settings::default());
    for formula in formulas {
        solver.assert(*formula);
    }
    let plain = Budget::with_effort(budget.limits().clone(), PLAIN_EFFORT);
    let mut verdict = solver.check(terms, &[], &plain);
    if let buttress_decide::Verdict::Unknown(UnknownReason::Exhausted(Exhausted::Effort)) = verdict
    {
        sweep(terms, &mut solver, formulas, budget).map_err(Failure::Exhausted)?;
        verdict = solver.check(terms, &[], budget);
    }
    match verdict {
        buttress_decide::Verdict::Unsat(refutation) => Ok(refutation.proof.unwrap_or_default()),
        buttress_decide::Verdict::Sat(_) => Err(fails(id)),
        buttress_decide::Verdict::Unknown(UnknownReason::Exhausted(exhausted)) => {
            Err(Failure::Exhausted(exhausted))
        }
        buttress_decide::Verdict::Unknown(reason) => {
            Err(Failure::NotDecided(id, reason.display(terms).to_string()))
        }
    }
}
