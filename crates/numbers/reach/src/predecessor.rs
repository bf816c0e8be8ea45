//! Predecessors: how a clause may conclude a state of an obligation.
//!
//! A model of a clause either rests on facts, and then its conclusion is a fact too, or on states of a premise that nothing
//! derives yet; those states, projected, are the next obligation.

use buttress_budget::Budget;
use buttress_decide::Refutation;
use buttress_horn::{Application, HornUnknown};
use buttress_logic::{Evaluator, Model, Op, Term, Terms};
use buttress_project::{implicant, project};

use crate::bounds::Bounds;
use crate::cube::Cube;
use crate::facts::{Fact, FactId};
use crate::obligation::Obligation;
use crate::query::QueryAnswer;
use crate::rule::Premise;

/// What became of an obligation.
pub(crate) enum Predecessor {
    /// There is none: it is refuted by these, one for each clause asked.
    Blocked(Vec<(usize, Refutation)>),
    /// This fact meets it.
    Reached(FactId),
    /// This must be settled first.
    Depends(Obligation),
}

/// Looks for a step into the obligation, clause by clause.
pub(crate) fn predecessor(
    bounds: &mut Bounds<'_>,
    terms: &mut Terms,
    obligation: &Obligation,
    budget: &Budget,
) -> Result<Predecessor, HornUnknown> {
    let mut refutations = Vec::new();
    let literals = obligation.cube.halved(terms).literals;
    for rule in bounds.rules_for(obligation.predicate, obligation.level) {
        let clause = bounds.clause(rule);
        let assumed = bounds.at_head(terms, clause, &literals);
        let mut premises = vec![Premise::Frame; bounds.horn.clause(clause).body.len()];
        let model = match bounds.ask(terms, rule, obligation.level, &assumed, &premises, budget)? {
            QueryAnswer::Unsat(_) => {
                refutations.push((rule, bounds.refutation(rule)));
                continue;
            }
            QueryAnswer::Sat(model) => model,
        };
        return follow(bounds, terms, rule, obligation, &assumed, &mut premises, model, budget);
    }
    Ok(Predecessor::Blocked(refutations))
}

/// A clause may conclude a state of the obligation: from facts, or from states that are to be
/// looked at.
#[allow(clippy::too_many_arguments)]
fn follow(
    bounds: &mut Bounds<'_>,
    terms: &mut Terms,
    rule: usize,
    obligation: &Obligation,
    assumed: &[Term],
    premises: &mut [Premise],
    mut model: Box<Model>,
    budget: &Budget,
) -> Result<Predecessor, HornUnknown> {
    let horn = bounds.horn;
    let clause = horn.clause(bounds.clause(rule));
    // Premises are taken from the facts one after the other, as long as there is a model.
    for place in 0..premises.len() {
        premises[place] = Premise::Facts;
        let target = &clause.body[place];
        let answer = match bounds.facts.of(target.predicate) {
            [] => None,
            _ => match bounds.ask(terms, rule, obligation.level, assumed, premises, budget)? {
                QueryAnswer::Sat(model) => Some(model),
                QueryAnswer::Unsat(_) => None,
            },
        };
        match answer {
            Some(better) => model = better,
            None => {
                premises[place] = Premise::Frame;
                let others =
                    bounds_of_others(bounds, terms, rule, obligation, place, premises, &mut model);
                let cube = preimage(bounds, terms, rule, assumed, &others, target, &mut model)?;
                return Ok(Predecessor::Depends(Obligation {
                    predicate: Some(target.predicate),
                    cube,
                    level: obligation.level - 1,
                    is_reached: false,
                }));
            }
        }
    }
    let mut chosen = Vec::new();
    let mut formulas = Vec::new();
    for premise in &clause.body {
        let (fact, formula) = fact_at(bounds, terms, premise, &mut model)?;
        chosen.push(fact);
        formulas.push(formula);
    }
    let formula = match &clause.head {
        Some(head) => {
            let cube = preimage(bounds, terms, rule, assumed, &formulas, head, &mut model)?;
            cube.formula(terms)
        }
        None => terms.boolean(true),
    };
    let fact = Fact { formula, clause: bounds.clause(rule), premises: chosen };
    Ok(Predecessor::Reached(bounds.facts.add(obligation.predicate, fact)))
}

/// The fact that holds of a premise in the model, and what it says there.
fn fact_at(
    bounds: &Bounds<'_>,
    terms: &mut Terms,
    premise: &Application,
    model: &mut Model,
) -> Result<(FactId, Term), HornUnknown> {
    for fact in bounds.facts.of(premise.predicate) {
        let formula = bounds.horn.at(terms, premise, bounds.facts.get(*fact).formula);
        if matches!(Evaluator::new(terms, model).holds(formula), Ok(true)) {
            return Ok((*fact, formula));
        }
    }
    Err(HornUnknown::Unsupported("a model lost its facts".to_string()))
}

/// What the premises other than `place` are bounded by in the model.
fn bounds_of_others(
    bounds: &Bounds<'_>,
    terms: &mut Terms,
    rule: usize,
    obligation: &Obligation,
    place: usize,
    premises: &[Premise],
    model: &mut Model,
) -> Vec<Term> {
    let clause = bounds.horn.clause(bounds.clause(rule));
    let mut formulas = Vec::new();
    for (other, premise) in clause.body.iter().enumerate() {
        if other == place {
            continue;
        }
        if premises[other] == Premise::Facts {
            formulas.extend(fact_at(bounds, terms, premise, model).map(|(_, formula)| formula));
            continue;
        }
        let known = bounds.horn.at(terms, premise, bounds.known.of(premise.predicate));
        formulas.push(known);
        for lemma in bounds.frames.lemmas(premise.predicate) {
            if lemma.level + 1 >= obligation.level {
                formulas.push(bounds.horn.at(terms, premise, lemma.formula));
            }
        }
    }
    formulas
}

/// The states of an application (a premise, or the head) for which the clause has a model like
/// this one: literals over its parameters.
fn preimage(
    bounds: &Bounds<'_>,
    terms: &mut Terms,
    rule: usize,
    assumed: &[Term],
    others: &[Term],
    target: &Application,
    model: &mut Model,
) -> Result<Cube, HornUnknown> {
    let clause = bounds.horn.clause(bounds.clause(rule));
    let mut parts = vec![clause.constraint];
    parts.extend(assumed);
    parts.extend(others);
    let parameters = &bounds.horn.predicate(target.predicate).parameters;
    for (parameter, argument) in parameters.iter().zip(&target.arguments) {
        let value = Evaluator::new(terms, model).value(*argument).ok();
        if let (Op::Apply(function), Some(value)) = (terms.op(*parameter), value) {
            model.set_constant(function, value);
        }
        parts.push(terms.equal(*parameter, *argument));
    }
    let whole = terms.and(&parts);
    let literals = implicant(terms, model, whole)
        .and_then(|literals| project(terms, model, &literals, &clause.variables));
    match literals {
        Some(literals) => Ok(Cube::of(terms, literals)),
        None => {
            let what = "a constraint has parts that cannot be projected".to_string();
            Err(HornUnknown::Unsupported(what))
        }
    }
}
