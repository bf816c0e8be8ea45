//! Steps within a component, as polyhedra.

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{Application, ClauseId, Horn, Interpretation, PredicateId};
use buttress_logic::{Op, Term, Terms, Walk};
use buttress_project::{Row, disjuncts};

use crate::limits::MOST_STEP_POLYHEDRA;

/// A case of a clause: a polyhedron of pairs of states.
#[derive(Clone, Debug)]
pub(super) struct Transition {
    pub clause: ClauseId,
    pub from: Application,
    pub to: Application,
    /// What is true of the pair. The terms that the rows and the arguments speak of count as variables.
    pub rows: Vec<Row>,
}

/// All cases of the clauses, or why they cannot be had.
pub(super) fn transitions(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    predicates: &[PredicateId],
    clauses: &[ClauseId],
    budget: &Budget,
) -> Result<Result<Vec<Transition>, String>, Exhausted> {
    let mut found = Vec::new();
    for &id in clauses {
        let clause = horn.clause(id);
        let mut inside =
            clause.body.iter().filter(|premise| predicates.contains(&premise.predicate));
        let (Some(from), None, Some(head)) = (inside.next(), inside.next(), &clause.head) else {
            return Ok(Err("a step that needs two states on the same cycle".to_string()));
        };
        let mut parts = vec![clause.constraint];
        for premise in &clause.body {
            parts.push(horn.at(terms, premise, known.of(premise.predicate)));
        }
        // Choices within an argument become choices of the formula.
        let mut to = head.clone();
        for argument in &mut to.arguments {
            let sort = terms.sort_of(*argument);
            if sort.is_arithmetic() && !is_plain(terms, *argument) {
                let variable = terms.fresh_constant("next", sort);
                parts.push(terms.equal(variable, *argument));
                *argument = variable;
            }
        }
        let formula = terms.and(&parts);
        let Some(cases) = disjuncts(terms, formula, MOST_STEP_POLYHEDRA, budget)? else {
            return Ok(Err("a step of too many cases".to_string()));
        };
        for literals in cases {
            // Literals that are no linear constraints are left out: that only makes the case larger.
            let rows = literals
                .into_iter()
                .filter_map(|literal| Row::of_literal(terms, literal))
                .collect();
            found.push(Transition { clause: id, from: from.clone(), to: to.clone(), rows });
        }
    }
    Ok(Ok(found))
}

/// Is it made of constants, numbers, sums and products alone?
fn is_plain(terms: &Terms, root: Term) -> bool {
    let mut walk = Walk::of(&[root]);
    while let Some(term) = walk.step() {
        match terms.op(term) {
            Op::Add | Op::Multiply => walk.enter(terms.arguments(term)),
            Op::Number(_) | Op::Apply(_) => {}
            _ => return false,
        }
    }
    true
}
