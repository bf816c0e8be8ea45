//! The search for optima: one objective after the other, each step a question to the solver.

use buttress_budget::Budget;
use buttress_certificate::smt::Proof;
use buttress_decide::{Solver, UnknownReason, Verdict};
use buttress_logic::{Model, Term, Terms};
use buttress_numeric::Rational;

use crate::family::{Range, family};
use crate::limits::MOST_ROUNDS;
use crate::objective::{BestValue, Found, Objective, Optimum, Sense};
use crate::reach::{Integers, Reach, number, reach};

/// What is optimised.
pub struct Asked<'a> {
    /// The assertions of the solver.
    pub assertions: &'a [Term],
    /// What is assumed beside them.
    pub assumptions: &'a [Term],
    /// The objectives, the one that counts most first.
    pub objectives: &'a [Objective],
}

/// The best values of objectives in models of what was asserted; `model` is one of these.
pub fn optimise(
    solver: &mut Solver,
    terms: &mut Terms,
    asked: &Asked<'_>,
    model: Box<Model>,
    budget: &Budget,
) -> Result<Optimum, UnknownReason> {
    let assumptions = asked.assumptions.to_vec();
    let mut search = Search { solver, terms, asked, assumptions, model, budget };
    let mut found: Vec<Found> = Vec::new();
    let mut is_defined = true;
    for objective in asked.objectives {
        if !is_defined {
            found.push(Found { value: BestValue::Undefined, bound: None, family: None });
            continue;
        }
        let best = search.best(*objective)?;
        match &best.value {
            BestValue::Attained(value) => {
                let kept = objective.equal(search.terms, value);
                search.assumptions.push(kept);
            }
            _ => is_defined = false,
        }
        found.push(best);
    }
    Ok(Optimum { model: search.model, found })
}

struct Search<'a> {
    solver: &'a mut Solver,
    terms: &'a mut Terms,
    asked: &'a Asked<'a>,
    /// The assumptions, and the values of objectives that count more.
    assumptions: Vec<Term>,
    /// The best model so far.
    model: Box<Model>,
    budget: &'a Budget,
}

impl Search<'_> {
    /// The best value of an objective.
    fn best(&mut self, objective: Objective) -> Result<Found, UnknownReason> {
        let is_integral = objective.is_integral(self.terms);
        let (mut step, mut is_closing) = (Rational::ONE, false);
        let mut rounds = 0;
        loop {
            rounds += 1;
            if rounds > MOST_ROUNDS {
                return Err(UnknownReason::Incomplete(TOO_MANY));
            }
            let value = self.value(objective)?;
            if let Some(Reach::Unbounded(slopes)) = self.reach(objective, Integers::Relaxed)
                && let Some(unbounded) = self.unbounded(slopes)
            {
                return Ok(unbounded);
            }
            match self.reach(objective, Integers::Fixed) {
                Some(Reach::Value(limit)) if objective.sense.is_better(&limit, &value) => {
                    let goal = objective.as_good(self.terms, &limit);
                    if self.ask(goal)?.is_none() {
                        continue;
                    }
                }
                Some(Reach::Open(limit, slopes)) if objective.sense.is_better(&limit, &value) => {
                    let goal = objective.as_good(self.terms, &limit);
                    match self.ask(goal)? {
                        None => continue,
                        Some(bound) => return self.open(limit, slopes, bound),
                    }
                }
                _ => {}
            }
            let is_single = step == Rational::ONE;
            let goal = match is_integral && !is_single {
                true => {
                    let further = match objective.sense {
                        Sense::Maximum => &value + &step,
                        Sense::Minimum => &value - &step,
                    };
                    objective.as_good(self.terms, &further)
                }
                false => objective.better(self.terms, &value),
            };
            let half = step.checked_div(&Rational::whole(2)).unwrap_or_default();
            let half = Rational::from(half.floor());
            match self.ask(goal)? {
                Some(bound) if is_single => {
                    let (value, bound) = (BestValue::Attained(value), Some(bound));
                    return Ok(Found { value, bound, family: None });
                }
                Some(_) => (is_closing, step) = (true, half.max(Rational::ONE)),
                None if !is_integral => {}
                None if is_closing => step = half.max(Rational::ONE),
                None => step = &step + &step,
            }
        }
    }

    /// Is there a model with this goal? It is the best from now on; otherwise there is a refutation.
    fn ask(&mut self, goal: Term) -> Result<Option<Proof>, UnknownReason> {
        let mut assumptions = self.assumptions.clone();
        assumptions.push(goal);
        match self.solver.check(self.terms, &assumptions, self.budget) {
            Verdict::Sat(model) => {
                self.model = model;
                Ok(None)
            }
            Verdict::Unsat(refutation) => match refutation.proof {
                Some(proof) => Ok(Some(proof)),
                None => Err(UnknownReason::Incomplete("a refutation without a proof")),
            },
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    fn value(&mut self, objective: Objective) -> Result<Rational, UnknownReason> {
        self.budget.poll().map_err(UnknownReason::Exhausted)?;
        number(self.terms, &mut self.model, objective.term)
            .ok_or(UnknownReason::Incomplete("the objective has no value in a model"))
    }

    fn formulas(&self) -> Vec<Term> {
        self.asked.assertions.iter().chain(&self.assumptions).copied().collect()
    }

    fn reach(&mut self, objective: Objective, integers: Integers) -> Option<Reach> {
        let formulas = self.formulas();
        reach(self.terms, &mut self.model, &formulas, objective, integers, self.budget)
    }

    /// All members of a family that goes on for ever are models.
    fn unbounded(&mut self, slopes: Vec<(Term, Rational)>) -> Option<Found> {
        let formulas = self.formulas();
        let (terms, model) = (&mut *self.terms, &mut *self.model);
        let family = family(terms, model, &formulas, slopes, Range::Naturals, self.budget)?;
        Some(Found { value: BestValue::Unbounded, bound: None, family: Some(family) })
    }

    /// No model attains a limit, and the members of a family come near.
    fn open(
        &mut self,
        limit: Rational,
        slopes: Vec<(Term, Rational)>,
        bound: Proof,
    ) -> Result<Found, UnknownReason> {
        let formulas = self.formulas();
        let (terms, model) = (&mut *self.terms, &mut *self.model);
        match family(terms, model, &formulas, slopes, Range::Unit, self.budget) {
            Some(family) => {
                let value = BestValue::Open(limit);
                Ok(Found { value, bound: Some(bound), family: Some(family) })
            }
            None => Err(self.budget.poll().err().map_or(NEAR, UnknownReason::Exhausted)),
        }
    }
}

const NEAR: UnknownReason =
    UnknownReason::Incomplete("no family of models that come near to the optimum was found");

/// Why there is no optimum after many rounds.
const TOO_MANY: &str = "something better was found each time; the objective may be unbounded";
