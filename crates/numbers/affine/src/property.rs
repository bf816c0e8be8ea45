//! The property Π: for each predicate what the queries ask of its states.

use std::collections::{HashMap, HashSet};

use buttress_horn::{Clause, ClauseId, Horn, PredicateId};
use buttress_logic::{Op, Term, Terms, Walk, substitute};

/// Π, as far as it can be said without quantifiers.
pub struct Property {
    formulas: Vec<Term>,
    /// Queries that Π says nothing of.
    open: Vec<ClauseId>,
}

impl Property {
    /// Nothing is asked.
    pub fn none(terms: &Terms, horn: &Horn) -> Property {
        Property { formulas: vec![terms.boolean(true); horn.predicates.len()], open: Vec::new() }
    }

    /// What the queries ask.
    pub fn of_queries(terms: &mut Terms, horn: &Horn) -> Property {
        let mut parts: Vec<Vec<Term>> = vec![Vec::new(); horn.predicates.len()];
        let mut open = Vec::new();
        for id in horn.clause_ids() {
            let clause = horn.clause(id);
            if clause.head.is_some() {
                continue;
            }
            match denied(terms, horn, clause) {
                Some((predicate, formula)) => parts[predicate.index()].push(formula),
                None => open.push(id),
            }
        }
        let formulas = parts.iter().map(|parts| terms.and(parts)).collect();
        Property { formulas, open }
    }

    /// Π of a predicate.
    pub fn of(&self, predicate: PredicateId) -> Term {
        self.formulas[predicate.index()]
    }

    /// Queries that Π says nothing of.
    pub fn open(&self) -> &[ClauseId] {
        &self.open
    }
}

/// For a query P(t̄) ∧ φ → false: P, and ¬φ over the parameters of P, if P is its only premise and its
/// variables can be told by the arguments.
fn denied(terms: &mut Terms, horn: &Horn, clause: &Clause) -> Option<(PredicateId, Term)> {
    let [premise] = clause.body.as_slice() else { return None };
    let parameters = &horn.predicate(premise.predicate).parameters;
    let variables: HashSet<Term> = clause.variables.iter().copied().collect();
    let mut map: HashMap<Term, Term> = HashMap::new();
    let mut parts = vec![clause.constraint];
    for (argument, parameter) in premise.arguments.iter().zip(parameters) {
        if variables.contains(argument) && !map.contains_key(argument) {
            map.insert(*argument, *parameter);
        } else {
            parts.push(terms.equal(*argument, *parameter));
        }
    }
    let mut formula = terms.and(&parts);
    formula = substitute(terms, formula, &map);
    loop {
        let left = occurring(terms, formula, &variables);
        if left.is_empty() {
            return Some((premise.predicate, terms.not(formula)));
        }
        let (variable, value) = definition(terms, formula, &left)?;
        formula = substitute(terms, formula, &HashMap::from([(variable, value)]));
    }
}

/// A conjunct variable = value, the variable not in the value.
fn definition(terms: &Terms, formula: Term, variables: &HashSet<Term>) -> Option<(Term, Term)> {
    for part in terms.conjuncts(formula).into_iter().rev() {
        if let (Op::Equal, &[left, right]) = (terms.op(part), terms.arguments(part)) {
            for (variable, value) in [(left, right), (right, left)] {
                if variables.contains(&variable)
                    && occurring(terms, value, &HashSet::from([variable])).is_empty()
                {
                    return Some((variable, value));
                }
            }
        }
    }
    None
}

/// Those of the constants that a term contains.
pub fn occurring(terms: &Terms, root: Term, constants: &HashSet<Term>) -> HashSet<Term> {
    let (mut found, mut walk) = (HashSet::new(), Walk::of(&[root]));
    while let Some(term) = walk.step() {
        if constants.contains(&term) {
            found.insert(term);
        }
        walk.enter(terms.arguments(term));
    }
    found
}
