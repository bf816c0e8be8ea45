//! Predicates and clauses.

use std::collections::HashMap;

use buttress_logic::{Sort, Term, Terms, substitute};

use super::Interpretation;

/// A predicate, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PredicateId(pub u32);

/// A clause, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClauseId(pub u32);

impl PredicateId {
    /// Its position.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ClauseId {
    /// Its position.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An unknown relation: the states at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// As in the file.
    pub name: String,
    /// Constants that stand for the arguments in an interpretation.
    pub parameters: Vec<Term>,
}

/// P(t̄)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Application {
    /// P
    pub predicate: PredicateId,
    /// t̄, over the variables of the clause.
    pub arguments: Vec<Term>,
}

/// ∀ variables. body ∧ constraint → head
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Constants that stand for the variables.
    pub variables: Vec<Term>,
    /// The premises.
    pub body: Vec<Application>,
    /// φ, without predicates.
    pub constraint: Term,
    /// The conclusion; none stands for `false`.
    pub head: Option<Application>,
}

/// A system of clauses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Horn {
    /// By their numbers.
    pub predicates: Vec<Predicate>,
    /// By their numbers.
    pub clauses: Vec<Clause>,
}

impl Horn {
    /// Declares a predicate, with parameters named for it.
    pub fn add_predicate(&mut self, terms: &mut Terms, name: &str, sorts: &[Sort]) -> PredicateId {
        let parameters = sorts
            .iter()
            .enumerate()
            .map(|(place, sort)| terms.fresh_constant(&format!("{name}.{place}"), *sort))
            .collect();
        let id = PredicateId(self.predicates.len() as u32);
        self.predicates.push(Predicate { name: name.to_string(), parameters });
        id
    }

    /// Adds a clause.
    pub fn add_clause(&mut self, clause: Clause) -> ClauseId {
        let id = ClauseId(self.clauses.len() as u32);
        self.clauses.push(clause);
        id
    }

    /// The predicate with this number.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.index()]
    }

    /// The clause with this number.
    pub fn clause(&self, id: ClauseId) -> &Clause {
        &self.clauses[id.index()]
    }

    /// The numbers of all predicates.
    pub fn predicate_ids(&self) -> impl Iterator<Item = PredicateId> + use<> {
        (0..self.predicates.len() as u32).map(PredicateId)
    }

    /// The numbers of all clauses.
    pub fn clause_ids(&self) -> impl Iterator<Item = ClauseId> + use<> {
        (0..self.clauses.len() as u32).map(ClauseId)
    }

    /// Has every clause at most one premise? Then derivations are traces.
    pub fn is_linear(&self) -> bool {
        self.clauses.iter().all(|clause| clause.body.len() <= 1)
    }

    /// F, a formula over the parameters of the predicate, at the arguments of an application.
    pub fn at(&self, terms: &mut Terms, application: &Application, formula: Term) -> Term {
        let parameters = &self.predicate(application.predicate).parameters;
        let map: HashMap<Term, Term> =
            parameters.iter().copied().zip(application.arguments.iter().copied()).collect();
        substitute(terms, formula, &map)
    }

    /// φ ∧ ⋀ I(Pᵢ)(t̄ᵢ) ∧ ¬I(H)(t̄): it has no model iff the clause is valid under I.
    pub fn obligation(&self, terms: &mut Terms, id: ClauseId, facts: &Interpretation) -> Term {
        let clause = self.clause(id);
        let mut parts = vec![clause.constraint];
        for premise in &clause.body {
            parts.push(self.at(terms, premise, facts.of(premise.predicate)));
        }
        if let Some(head) = &clause.head {
            let conclusion = self.at(terms, head, facts.of(head.predicate));
            parts.push(terms.not(conclusion));
        }
        terms.and(&parts)
    }
}
