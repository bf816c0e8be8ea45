//! Facts: sets of states every one of which is derivable.

use std::collections::HashMap;

use buttress_budget::Budget;
use buttress_decide::{Evidence, Settings, Solver};
use buttress_horn::{ClauseId, Derivation, DerivationStep, Horn, HornUnknown, PredicateId};
use buttress_logic::{Evaluator, Model, Term, Terms};

use crate::query::{QueryAnswer, ask};

/// A fact, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FactId(usize);

/// Every state of the formula is the conclusion of the clause, from states of the premises' facts.
#[derive(Clone)]
pub(crate) struct Fact {
    pub formula: Term,
    pub clause: ClauseId,
    pub premises: Vec<FactId>,
}

/// A clause of a fact with values, as literals.
struct Realised {
    /// Of its variables.
    values: Vec<Term>,
    /// Of the arguments of each premise.
    premises: Vec<Vec<Term>>,
}

/// All facts found so far.
#[derive(Default)]
pub(crate) struct Facts {
    all: Vec<Fact>,
    by_predicate: HashMap<PredicateId, Vec<FactId>>,
}

impl Facts {
    pub fn add(&mut self, predicate: Option<PredicateId>, fact: Fact) -> FactId {
        let id = FactId(self.all.len());
        self.all.push(fact);
        if let Some(predicate) = predicate {
            self.by_predicate.entry(predicate).or_default().push(id);
        }
        id
    }

    pub fn of(&self, predicate: PredicateId) -> &[FactId] {
        self.by_predicate.get(&predicate).map_or(&[], Vec::as_slice)
    }

    pub fn get(&self, fact: FactId) -> &Fact {
        &self.all[fact.0]
    }

    /// The derivation of one state of a fact. `false` has only one.
    pub fn derivation(
        &self,
        terms: &mut Terms,
        horn: &Horn,
        root: FactId,
        budget: &Budget,
    ) -> Result<Derivation, HornUnknown> {
        let mut steps: Vec<Option<DerivationStep>> = vec![None];
        // The steps to be made: their place, their fact and the values to conclude.
        let mut pending = vec![(0, root, Vec::new())];
        while let Some((place, fact, conclusion)) = pending.pop() {
            let Realised { values, premises } =
                self.realise(terms, horn, fact, &conclusion, budget)?;
            let fact = self.get(fact);
            let mut places = Vec::new();
            for (premise, arguments) in fact.premises.iter().zip(premises) {
                places.push(steps.len());
                pending.push((steps.len(), *premise, arguments));
                steps.push(None);
            }
            steps[place] = Some(DerivationStep { clause: fact.clause, values, premises: places });
        }
        // Premises were placed after their conclusions: the reverse order is a derivation.
        let last = steps.len() - 1;
        let turned = steps.into_iter().flatten().rev().map(|step| DerivationStep {
            premises: step.premises.iter().map(|premise| last - premise).collect(),
            ..step
        });
        Ok(Derivation { steps: turned.collect() })
    }

    /// Values for the variables of the clause of a fact, and for the arguments of its premises, with
    /// these values concluded.
    fn realise(
        &self,
        terms: &mut Terms,
        horn: &Horn,
        fact: FactId,
        conclusion: &[Term],
        budget: &Budget,
    ) -> Result<Realised, HornUnknown> {
        let Fact { clause, premises, .. } = self.get(fact);
        let clause = horn.clause(*clause);
        let mut solver = Solver::new(Settings::new(0, Evidence::None));
        solver.assert(clause.constraint);
        if let Some(head) = &clause.head {
            for (argument, value) in head.arguments.iter().zip(conclusion) {
                let equation = terms.equal(*argument, *value);
                solver.assert(equation);
            }
        }
        for (premise, fact) in clause.body.iter().zip(premises) {
            let formula = horn.at(terms, premise, self.get(*fact).formula);
            solver.assert(formula);
        }
        let QueryAnswer::Sat(mut model) = ask(terms, &mut solver, &[], budget)? else {
            let what = "a fact could not be realised".to_string();
            return Err(HornUnknown::Unsupported(what));
        };
        let values = literals(terms, &mut model, &clause.variables)?;
        let premises = clause
            .body
            .iter()
            .map(|premise| literals(terms, &mut model, &premise.arguments))
            .collect::<Result<_, HornUnknown>>()?;
        Ok(Realised { values, premises })
    }
}

/// The values of terms in a model, as literals.
pub(crate) fn literals(
    terms: &mut Terms,
    model: &mut Model,
    wanted: &[Term],
) -> Result<Vec<Term>, HornUnknown> {
    let mut found = Vec::new();
    for term in wanted {
        let value = Evaluator::new(terms, model).value(*term).ok();
        let Some(literal) = value.and_then(|value| model.values.term(terms, value)) else {
            let what = "a value of a model has no literal".to_string();
            return Err(HornUnknown::Unsupported(what));
        };
        found.push(literal);
    }
    Ok(found)
}
