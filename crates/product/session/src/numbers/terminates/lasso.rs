//! States that come back, as a question of safety.
//!
//! For enough predicates S that every cycle meets one, each predicate X that S leads to and that leads to
//! S gets a twin `X after S`, which remembers a state of S that was reached before:
//!
//! ```text
//! S(s̄) ∧ φ → X(t̄)       gives   S(s̄) ∧ φ → X after S (s̄, t̄)
//! X(ū) ∧ φ → Y(t̄)       gives   X after S (s̄, ū) ∧ φ → Y after S (s̄, t̄)
//!                       and     S after S (s̄, s̄) → false
//! ```
//!
//! A derivation of `false`, with twins read as what they are twins of, comes back to a state.

mod graph;

use std::collections::HashMap;

use buttress_horn::{Application, Clause, ClauseId, Derivation, DerivationStep, Horn, PredicateId};
use buttress_logic::{Op, Sort, Term, Terms, substitute};

use self::graph::Graph;
use crate::limits::MOST_TWINS;

/// The question whether a state comes back.
pub(super) struct Circles {
    /// Safe iff no state comes back.
    pub(super) system: Horn,
    /// For each clause of the system the one that it comes from; none for queries.
    origins: Vec<Option<ClauseId>>,
}

impl Circles {
    /// The question for a system without queries; none if it would be too large.
    pub(super) fn new(terms: &mut Terms, horn: &Horn) -> Option<Circles> {
        let origins = horn.clause_ids().map(Some).collect();
        let mut circles = Circles { system: horn.clone(), origins };
        let graph = Graph::of(horn);
        let mut twins = 0;
        for saved in graph.turning_points() {
            let group = graph.joined_with(saved);
            twins += group.len();
            if twins > MOST_TWINS {
                return None;
            }
            circles.add(terms, horn, saved, &group);
        }
        Some(circles)
    }

    /// Adds the twins for one remembered predicate.
    fn add(&mut self, terms: &mut Terms, horn: &Horn, saved: PredicateId, group: &[PredicateId]) {
        let name = &horn.predicate(saved).name;
        let remembered = sorts(terms, horn, saved);
        let mut twins = HashMap::new();
        for id in group {
            let sorts = [remembered.clone(), sorts(terms, horn, *id)].concat();
            let name = format!("{} after {name}", horn.predicate(*id).name);
            twins.insert(*id, self.system.add_predicate(terms, &name, &sorts));
        }
        for (id, clause) in horn.clause_ids().zip(&horn.clauses) {
            let Some(twin) = clause.head.as_ref().and_then(|head| twins.get(&head.predicate))
            else {
                continue;
            };
            for (place, premise) in clause.body.iter().enumerate() {
                let Some(before) = twins.get(&premise.predicate) else { continue };
                if premise.predicate == saved {
                    let mut copy = renamed(terms, clause);
                    let state = copy.body[place].arguments.clone();
                    remember(copy.head.as_mut(), *twin, &state);
                    self.push(copy, Some(id));
                }
                let mut copy = renamed(terms, clause);
                let state = fresh(terms, &remembered);
                remember(copy.body.get_mut(place), *before, &state);
                remember(copy.head.as_mut(), *twin, &state);
                // Behind the variables of the clause, so that these keep their places.
                copy.variables.extend(state);
                self.push(copy, Some(id));
            }
        }
        let state = fresh(terms, &remembered);
        let arguments = [state.clone(), state.clone()].concat();
        let body = vec![Application { predicate: twins[&saved], arguments }];
        let constraint = terms.boolean(true);
        self.push(Clause { variables: state, body, constraint, head: None }, None);
    }

    fn push(&mut self, clause: Clause, origin: Option<ClauseId>) {
        self.system.add_clause(clause);
        self.origins.push(origin);
    }

    /// The derivation of the state that comes back, by the clauses of the system before.
    pub(super) fn derivation(&self, found: &Derivation) -> Option<Derivation> {
        let end = *found.steps.last()?.premises.first()?;
        let mut steps = Vec::new();
        for step in found.steps.get(..=end)? {
            let clause = (*self.origins.get(step.clause.index())?)?;
            let count = self.system.clause(clause).variables.len();
            let values = step.values.get(..count)?.to_vec();
            steps.push(DerivationStep { clause, values, premises: step.premises.clone() });
        }
        Some(Derivation { steps })
    }
}

/// Makes an application one of a twin.
fn remember(application: Option<&mut Application>, twin: PredicateId, state: &[Term]) {
    if let Some(application) = application {
        application.predicate = twin;
        application.arguments.splice(..0, state.iter().copied());
    }
}

fn sorts(terms: &Terms, horn: &Horn, id: PredicateId) -> Vec<Sort> {
    horn.predicate(id).parameters.iter().map(|parameter| terms.sort_of(*parameter)).collect()
}

fn fresh(terms: &mut Terms, sorts: &[Sort]) -> Vec<Term> {
    sorts.iter().map(|sort| terms.fresh_constant("before", *sort)).collect()
}

/// The clause with variables of its own.
fn renamed(terms: &mut Terms, clause: &Clause) -> Clause {
    let mut map = HashMap::new();
    for variable in &clause.variables {
        let name = match terms.op(*variable) {
            Op::Apply(function) => terms.function_name(function).to_owned(),
            _ => "v".to_owned(),
        };
        let sort = terms.sort_of(*variable);
        map.insert(*variable, terms.fresh_constant(&name, sort));
    }
    let mut replace = |term: &Term| substitute(terms, *term, &map);
    let mut at = |application: &Application| Application {
        predicate: application.predicate,
        arguments: application.arguments.iter().map(&mut replace).collect(),
    };
    let body = clause.body.iter().map(&mut at).collect();
    let head = clause.head.as_ref().map(&mut at);
    let variables = clause.variables.iter().map(&mut replace).collect();
    Clause { variables, body, constraint: replace(&clause.constraint), head }
}
