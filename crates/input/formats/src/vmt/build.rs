//! From a transition system to clauses.

use std::collections::HashMap;

use buttress_horn::{ClauseId, Horn, Predicate, PredicateId};
use buttress_logic::{Function, Op, Sort, Term, Terms, Walk, substitute};

use crate::Place;
use crate::chc::{Names, Source, Vocabulary, clausify};
use crate::smtlib::Error;
use crate::smtlib::Script;

/// A place in the text, in bytes too.
pub(super) type At = (usize, Place);

/// What the reachable states are called.
const PREDICATE: &str = "state";

/// The clauses so far.
pub(super) struct Builder<'a> {
    /// State variables with their next values.
    variables: &'a [(Term, Term)],
    horn: Horn,
    clause_places: Vec<Place>,
    vocabulary: Vocabulary,
    predicate: Function,
}

impl<'a> Builder<'a> {
    pub fn new(terms: &mut Terms, variables: &'a [(Term, Term)]) -> Builder<'a> {
        let sorts: Vec<Sort> =
            variables.iter().map(|(variable, _)| terms.sort_of(*variable)).collect();
        let predicate = terms.declare_function(PREDICATE, &sorts, Sort::BOOL);
        let mut vocabulary = Vocabulary::default();
        vocabulary.declare(predicate, PredicateId(0));
        Builder {
            variables,
            horn: Horn::default(),
            clause_places: Vec::new(),
            vocabulary,
            predicate,
        }
    }

    /// premise ∧ constraint → conclusion, both the predicate of the states (0) or next states (1).
    pub fn clause(
        &mut self,
        terms: &mut Terms,
        [premise, conclusion]: [Option<usize>; 2],
        constraint: Term,
        at: At,
    ) -> Result<ClauseId, Error> {
        let (mut body, mut disjuncts) = (Vec::new(), Vec::new());
        body.extend(premise.map(|which| self.application(terms, which)));
        body.push(constraint);
        let body = terms.and(&body);
        disjuncts.push(terms.not(body));
        disjuncts.extend(conclusion.map(|which| self.application(terms, which)));
        let formula = terms.or(&disjuncts);
        // Variables instead of constants, so that the clause has its own.
        let mut map = HashMap::new();
        for constant in constants(terms, formula) {
            let Op::Apply(function) = terms.op(constant) else { continue };
            if function == self.predicate {
                continue;
            }
            let name = terms.function_name(function).to_owned();
            let bound = terms.scratch_bound(&name, terms.sort_of(constant));
            map.insert(constant, terms.bound(bound));
        }
        let formula = substitute(terms, formula, &map);
        let clauses = clausify(terms, &mut self.vocabulary, formula)
            .map_err(|reason| reason.error(terms, at.0, at.1))?;
        // The constraint has no predicate in it, so this is one clause.
        let id = ClauseId(self.horn.clauses.len() as u32);
        for clause in clauses {
            self.horn.add_clause(clause);
            self.clause_places.push(at.1);
        }
        Ok(id)
    }

    fn application(&self, terms: &mut Terms, which: usize) -> Term {
        let values = self.variables.iter().map(|(now, next)| [*now, *next][which.min(1)]);
        let values: Vec<Term> = values.collect();
        terms.apply(self.predicate, &values)
    }

    pub fn source(mut self, terms: &mut Terms, place: Place, sorts: Script) -> Source {
        let mut names = Names::default();
        let mut parameters = Vec::new();
        for (variable, _) in self.variables {
            if let Op::Apply(function) = terms.op(*variable) {
                let name = names.fresh(terms.function_name(function));
                parameters.push(terms.fresh_constant(&name, terms.sort_of(*variable)));
            }
        }
        let name = PREDICATE.to_owned();
        self.horn.predicates.push(Predicate { name, parameters });
        let (predicate_places, clause_places) = (vec![place], self.clause_places);
        Source { horn: self.horn, predicate_places, clause_places, sorts }
    }
}

/// The constants of a formula, in the order of their numbers.
pub(super) fn constants(terms: &Terms, formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut walk = Walk::of(&[formula]);
    while let Some(term) = walk.step() {
        if let (Op::Apply(_), []) = (terms.op(term), terms.arguments(term)) {
            found.push(term);
        }
        walk.enter(terms.arguments(term));
    }
    found.sort_unstable();
    found
}
