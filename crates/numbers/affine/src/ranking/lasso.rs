//! Computations that do not end: a state that is reached and steps to itself.

use std::collections::{HashMap, VecDeque};

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, UnknownReason, Verdict};
use buttress_horn::{
    Application, Clause, ClauseId, Derivation, DerivationStep, Horn, Interpretation,
};
use buttress_logic::{Evaluator, Model, Op, Term, Terms, substitute};

use crate::limits::MOST_LASSO_QUESTIONS;

/// A state that is reached and steps to itself.
#[derive(Clone, Debug)]
pub struct Lasso {
    /// The step.
    pub clause: ClauseId,
    /// The system of [`lassos`].
    pub system: Horn,
    /// How `false` is derived there: the last step's premise is the state.
    pub derivation: Derivation,
}

/// The system without its queries, and with a query for each clause that can lead from a state to
/// the same state: `false` is derivable iff such a state is reached.
///
/// The queries follow the other clauses; which step a query belongs to is told beside the system.
/// Variables are shared with the system given.
pub fn lassos(terms: &mut Terms, horn: &Horn) -> (Horn, Vec<(ClauseId, ClauseId)>) {
    let predicates = horn.predicates.clone();
    let clauses = horn.clauses.iter().filter(|clause| clause.head.is_some()).cloned().collect();
    let mut system = Horn { predicates, clauses };
    let mut steps = Vec::new();
    for (id, clause) in horn.clause_ids().zip(&horn.clauses) {
        let [premise] = clause.body.as_slice() else { continue };
        let Some(head) = &clause.head else { continue };
        if head.predicate != premise.predicate {
            continue;
        }
        let mut parts = vec![clause.constraint];
        for (left, right) in premise.arguments.iter().zip(&head.arguments) {
            parts.push(terms.equal(*left, *right));
        }
        let constraint = terms.and(&parts);
        let query = renamed(terms, &Clause { constraint, head: None, ..clause.clone() });
        steps.push((system.add_clause(query), id));
    }
    (system, steps)
}

/// A path from a state back towards the facts.
struct Path {
    /// The query first, each clause with variables of its own.
    clauses: Vec<(ClauseId, Clause)>,
    formula: Term,
}

/// Looks for a lasso with a step among the clauses, breadth first, for a while.
pub(super) fn find(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    among: &[ClauseId],
    budget: &Budget,
) -> Result<Option<Lasso>, Exhausted> {
    let (system, steps) = lassos(terms, horn);
    let mut paths = VecDeque::new();
    for &(query, step) in steps.iter().filter(|(_, step)| among.contains(step)) {
        let clause = system.clause(query).clone();
        let formula = clause.constraint;
        paths.push_back((step, Path { clauses: vec![(query, clause)], formula }));
    }
    let mut questions = 0;
    while let Some((step, path)) = paths.pop_front() {
        if questions == MOST_LASSO_QUESTIONS {
            return Ok(None);
        }
        questions += 1;
        // What is known of the earliest state rules out paths that no fact begins.
        let premise = path.clauses.last().and_then(|(_, clause)| clause.body.first()).cloned();
        let mut parts = vec![path.formula];
        if let Some(premise) = &premise {
            parts.push(system.at(terms, premise, known.of(premise.predicate)));
        }
        let question = terms.and(&parts);
        let mut solver = Solver::new(Settings::new(0, Evidence::None));
        solver.assert(question);
        let mut model = match solver.check(terms, &[], budget) {
            Verdict::Sat(model) => model,
            Verdict::Unknown(UnknownReason::Exhausted(exhausted)) => return Err(exhausted),
            Verdict::Unsat(_) | Verdict::Unknown(_) => continue,
        };
        let Some(premise) = premise else {
            let derivation = derivation(terms, &mut model, &path);
            return Ok(derivation
                .filter(|derivation| derivation.replay(terms, &system).is_ok())
                .map(|derivation| Lasso { clause: step, system, derivation }));
        };
        for (id, clause) in system.clause_ids().zip(&system.clauses) {
            let concludes =
                clause.head.as_ref().is_some_and(|head| head.predicate == premise.predicate);
            if concludes && clause.body.len() <= 1 {
                paths.push_back((step, extended(terms, &path, &premise, id, clause)));
            }
        }
    }
    Ok(None)
}

/// The path with a clause that concludes its earliest premise.
fn extended(
    terms: &mut Terms,
    path: &Path,
    premise: &Application,
    id: ClauseId,
    clause: &Clause,
) -> Path {
    let clause = renamed(terms, clause);
    let mut parts = vec![path.formula, clause.constraint];
    for head in clause.head.iter() {
        for (left, right) in premise.arguments.iter().zip(&head.arguments) {
            parts.push(terms.equal(*left, *right));
        }
    }
    let formula = terms.and(&parts);
    let mut clauses = path.clauses.clone();
    clauses.push((id, clause));
    Path { clauses, formula }
}

/// The path at the values of a model.
fn derivation(terms: &mut Terms, model: &mut Model, path: &Path) -> Option<Derivation> {
    let mut steps = Vec::new();
    for (number, (id, clause)) in path.clauses.iter().rev().enumerate() {
        let mut evaluator = Evaluator::new(terms, model);
        let values: Option<Vec<_>> =
            clause.variables.iter().map(|variable| evaluator.value(*variable).ok()).collect();
        let values: Option<Vec<Term>> =
            values?.into_iter().map(|value| model.values.term(terms, value)).collect();
        let premises = number.checked_sub(1).into_iter().collect();
        steps.push(DerivationStep { clause: *id, values: values?, premises });
    }
    Some(Derivation { steps })
}

/// The clause with variables of its own.
fn renamed(terms: &mut Terms, clause: &Clause) -> Clause {
    let mut map = HashMap::new();
    for &variable in &clause.variables {
        let name = match terms.op(variable) {
            Op::Apply(function) => terms.function_name(function).to_owned(),
            _ => String::from("v"),
        };
        let sort = terms.sort_of(variable);
        map.insert(variable, terms.fresh_constant(&name, sort));
    }
    let mut replace = |term: &Term| substitute(terms, *term, &map);
    let mut at = |application: &Application| Application {
        predicate: application.predicate,
        arguments: application.arguments.iter().map(&mut replace).collect(),
    };
    let (body, head) =
        (clause.body.iter().map(&mut at).collect(), clause.head.as_ref().map(&mut at));
    Clause {
        variables: clause.variables.iter().map(&mut replace).collect(),
        body,
        constraint: replace(&clause.constraint),
        head,
    }
}
